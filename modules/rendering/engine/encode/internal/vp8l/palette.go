package vp8l

import "slices"

// palette returns the sorted colours of pix when there are at most 256, else nil.
func palette(pix []uint32) []uint32 {
	const slots = 1024
	var table [slots]uint32
	var used [slots]bool
	var colors []uint32
	last := ^pix[0]
next:
	for _, c := range pix {
		if c == last {
			continue
		}
		last = c
		i := c * 0x9E3779B1 >> 22
		for used[i] {
			if table[i] == c {
				continue next
			}
			i = (i + 1) % slots
		}
		if len(colors) == 256 {
			return nil
		}
		used[i], table[i] = true, c
		colors = append(colors, c)
	}
	slices.Sort(colors)
	return colors
}

// deltas is the palette as it is sent: each colour less the one before (§4.4).
func deltas(colors []uint32) []uint32 {
	out := make([]uint32, len(colors))
	last := uint32(0)
	for i, c := range colors {
		out[i] = sub(c, last)
		last = c
	}
	return out
}

// index replaces pixels by their numbers, in green, several to a pixel when they
// need four bits or less.
func index(pix []uint32, width, height int, colors []uint32) (out []uint32, newWidth int) {
	depth := uint(8)
	switch n := len(colors); {
	case n <= 2:
		depth = 1
	case n <= 4:
		depth = 2
	case n <= 16:
		depth = 4
	}
	per := int(8 / depth)
	newWidth = (width + per - 1) / per
	out = make([]uint32, newWidth*height)
	last, num := ^pix[0], 0
	for y := range height {
		for x := range width {
			if c := pix[y*width+x]; c != last {
				last = c
				num, _ = slices.BinarySearch(colors, c)
			}
			o := &out[y*newWidth+x/per]
			*o |= 0xff000000 | uint32(num)<<(8+uint(x%per)*depth)
		}
	}
	return out, newWidth
}

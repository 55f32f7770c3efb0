package png

import "github.com/platenhq/platen/modules/rendering/engine/codec/palette"

// depthOf returns the smallest bit depth for the number of colours.
func depthOf(p *palette.Palette) int { return Depth(len(p.Colors)) }

// Depth returns the smallest bit depth for n colours.
func Depth(n int) int {
	switch {
	case n <= 2:
		return 1
	case n <= 4:
		return 2
	case n <= 16:
		return 4
	}
	return 8
}

// pack writes indices with the given bit depth, the leftmost in the high bits.
func pack(dst, indices []byte, depth int) {
	if depth == 8 {
		copy(dst, indices)
		return
	}
	clear(dst)
	per := 8 / depth
	for i, n := range indices {
		dst[i/per] |= n << (8 - depth - i%per*depth)
	}
}

// paletteChunks returns the PLTE data and the tRNS data. The latter ends with the last colour that is not opaque and is
// nil if all are opaque.
func paletteChunks(p *palette.Palette) (plte, trns []byte) {
	translucent := 0
	for i, c := range p.Colors {
		plte = append(plte, byte(c), byte(c>>8), byte(c>>16))
		if c>>24 != 255 {
			translucent = i + 1
		}
	}
	for _, c := range p.Colors[:translucent] {
		trns = append(trns, byte(c>>24))
	}
	return plte, trns
}

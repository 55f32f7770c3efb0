package vp8l

import "context"

// tileBits is the log2 size of the tiles of the predictor transform.
const tileBits = 4

// tiles returns the number of tiles of 1<<bits pixels that cover n pixels.
func tiles(n int, bits uint) int { return (n + 1<<bits - 1) >> bits }

// sub returns a − b per byte.
func sub(a, b uint32) uint32 {
	ag := (a | 0x00ff00ff) - (b & 0xff00ff00)
	rb := (a | 0xff00ff00) - (b & 0x00ff00ff)
	return ag&0xff00ff00 | rb&0x00ff00ff
}

// average returns (a+b)/2 per byte.
func average(a, b uint32) uint32 { return (a^b)&0xfefefefe>>1 + a&b }

// candidates are the predictors tried (numbers of §3.5.1): left, top, top left, the mean of left and top, select and
// the clamped gradient.
var candidates = [...]uint8{1, 2, 4, 7, 11, 12}

// choosePixel is predictor 11 (select): left or top, whichever is nearer to their gradient.
func choosePixel(left, topLeft, top uint32) uint32 {
	// The gradient's distance to left is top's to topLeft, and vice versa.
	d := 0
	for s := uint(0); s < 32; s += 8 {
		l, tl, t := int(left>>s&0xff), int(topLeft>>s&0xff), int(top>>s&0xff)
		d += abs(t-tl) - abs(l-tl)
	}
	if d < 0 {
		return left
	}
	return top
}

// clampedGradient is predictor 12: left + top − topLeft, clamped.
func clampedGradient(left, topLeft, top uint32) uint32 {
	const lanes = 0x00ff00ff
	even := clampLanes(left&lanes + top&lanes + 0x01000100 - topLeft&lanes)
	odd := clampLanes(left>>8&lanes + top>>8&lanes + 0x01000100 - topLeft>>8&lanes)
	return even | odd<<8
}

// clampLanes subtracts 256 from two 16-bit numbers, 1 to 766, and clamps them to bytes.
func clampLanes(v uint32) uint32 {
	const ones = 0x00010001
	return v&(v>>8&ones*255) | v>>9&ones*255
}

func abs(v int) int {
	if v < 0 {
		return -v
	}
	return v
}

// bitCost is the approximate cost of a residual byte in quarter bits.
var bitCost = func() (t [256]uint8) {
	for i := range t {
		d := min(i, 256-i)
		c := uint8(2)
		for ; d > 0; d >>= 1 {
			c += 5
		}
		t[i] = c
	}
	return t
}()

func cost(residual uint32) int {
	return int(bitCost[residual&0xff]) + int(bitCost[residual>>8&0xff]) +
		int(bitCost[residual>>16&0xff]) + int(bitCost[residual>>24])
}

// predictAll writes the residuals of pix and returns the tiles' modes as the transform's pixels.
func predictAll(ctx context.Context, out, pix []uint32, width, height int) ([]uint32, error) {
	tw, th := tiles(width, tileBits), tiles(height, tileBits)
	modes := make([]uint32, tw*th)
	for ty := range th {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		last := candidates[0]
		for tx := range tw {
			x0, y0 := tx<<tileBits, ty<<tileBits
			x1, y1 := min(x0+1<<tileBits, width), min(y0+1<<tileBits, height)
			last = bestMode(pix, width, x0, y0, x1, y1, last)
			modes[ty*tw+tx] = 0xff000000 | uint32(last)<<8
			predictTile(out, pix, width, x0, y0, x1, y1, last)
		}
	}
	return modes, nil
}

// bestMode tries the candidates on some rows of a tile; ties go to the previous tile's mode.
func bestMode(pix []uint32, width, x0, y0, x1, y1 int, last uint8) uint8 {
	const step = 3
	var total [len(candidates)]int
	seen := false
	for y := max(y0, 1); y < y1; y += step {
		row, above := pix[y*width:][:width], pix[(y-1)*width:][:width]
		for x := max(x0, 1); x < x1; x++ {
			c, l, tl, t := row[x], row[x-1], above[x-1], above[x]
			if c == l && l == t && t == tl {
				continue
			}
			seen = true
			for i, p := range [len(candidates)]uint32{l, t, tl, average(l, t), choosePixel(l, tl, t), clampedGradient(l, tl, t)} {
				if c != p {
					total[i] += cost(sub(c, p))
				}
			}
		}
	}
	if !seen {
		return last
	}
	best := 0
	for i, m := range candidates {
		if total[i] < total[best] || total[i] == total[best] && m == last {
			best = i
		}
	}
	return candidates[best]
}

// predictTile writes the residual of a tile. The image's first row is predicted
// from the left and its first column from above, whatever the mode (§3.5.1).
func predictTile(out, pix []uint32, width, x0, y0, x1, y1 int, mode uint8) {
	for y := y0; y < y1; y++ {
		o := y * width
		x := x0
		if x == 0 {
			p := uint32(0xff000000)
			if y > 0 {
				p = pix[o-width]
			}
			out[o] = sub(pix[o], p)
			x++
		}
		if y == 0 {
			for ; x < x1; x++ {
				out[x] = sub(pix[x], pix[x-1])
			}
			continue
		}
		row, above, dst := pix[o:o+x1], pix[o-width:o-width+x1], out[o:o+x1]
		switch mode {
		case 1:
			for ; x < x1; x++ {
				dst[x] = sub(row[x], row[x-1])
			}
		case 2:
			for ; x < x1; x++ {
				dst[x] = sub(row[x], above[x])
			}
		case 4:
			for ; x < x1; x++ {
				dst[x] = sub(row[x], above[x-1])
			}
		case 7:
			for ; x < x1; x++ {
				dst[x] = sub(row[x], average(row[x-1], above[x]))
			}
		case 11:
			for ; x < x1; x++ {
				dst[x] = sub(row[x], choosePixel(row[x-1], above[x-1], above[x]))
			}
		case 12:
			for ; x < x1; x++ {
				dst[x] = sub(row[x], clampedGradient(row[x-1], above[x-1], above[x]))
			}
		}
	}
}

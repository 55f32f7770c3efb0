package vp8l

// crossBits is the log2 size of the tiles of the colour transform.
const crossBits = 5

// greenless subtracts green from red and blue (§3.5.3).
func greenless(c uint32) uint32 {
	g := c >> 8 & 0xff
	rb := c&0x00ff00ff + 0x01000100 - g*0x00010001
	return c&0xff00ff00 | rb&0x00ff00ff
}

// plainSubtractGreen is subtractGreen in Go.
func plainSubtractGreen(pix []uint32) {
	for i, c := range pix {
		pix[i] = greenless(c)
	}
}

// crossAll applies the colour transform (§3.5.2): it subtracts from red and blue multiples of green chosen per tile,
// since the channels' residuals are correlated, as in text. It returns the multipliers as the transform's pixels, or
// nil if the transform is useless.
func crossAll(pix []uint32, width, height int) []uint32 {
	tw, th := tiles(width, crossBits), tiles(height, crossBits)
	shares := make([]uint32, tw*th)
	useful := false
	for i := range shares {
		x0, y0 := i%tw<<crossBits, i/tw<<crossBits
		x1, y1 := min(x0+1<<crossBits, width), min(y0+1<<crossBits, height)
		red, blue := sharesOf(pix, width, x0, y0, x1, y1)
		shares[i] = 0xff000000 | uint32(uint8(blue))<<8 | uint32(uint8(red))
		if red == 0 && blue == 0 {
			continue
		}
		useful = true
		for y := y0; y < y1; y++ {
			row := pix[y*width:][x0:x1]
			for x, c := range row {
				if c&0xff00 != 0 {
					row[x] = crossed(c, red, blue)
				}
			}
		}
	}
	if !useful {
		return nil
	}
	return shares
}

// crossed returns a pixel after the colour transform with multipliers in 1/32.
func crossed(c uint32, red, blue int32) uint32 {
	g := int32(int8(c >> 8))
	r := uint32(int32(c>>16)-red*g>>5) & 0xff
	b := uint32(int32(c)-blue*g>>5) & 0xff
	return c&0xff00ff00 | r<<16 | b
}

// sharesOf returns the least-squares multipliers from green to red and to blue, in 1/32, or 0 where they do not reduce
// the cost. Large differences are excluded: they may have wrapped around, from 165 to −91, and are then uncorrelated.
func sharesOf(pix []uint32, width, x0, y0, x1, y1 int) (red, blue int32) {
	const most = 40
	var gg, gr, gb int64
	for y := y0; y < y1; y++ {
		for _, c := range pix[y*width:][x0:x1] {
			if c&0xffffff == 0 {
				continue
			}
			g := int64(int8(c >> 8))
			if g > most || g < -most {
				continue
			}
			gg += g * g
			gr += g * int64(int8(c>>16))
			gb += g * int64(int8(c))
		}
	}
	if gg == 0 {
		return 0, 0
	}
	share := func(product int64) int32 {
		v := (product*64 + gg) / (2 * gg)
		if product < 0 {
			v = -((-product*64 + gg) / (2 * gg))
		}
		return int32(min(max(v, -128), 127))
	}
	red, blue = share(gr), share(gb)
	if red == 0 && blue == 0 {
		return 0, 0
	}
	saveRed, saveBlue := 0, 0
	for y := y0; y < y1; y++ {
		for _, c := range pix[y*width:][x0:x1] {
			if c&0xff00 == 0 {
				continue
			}
			v := crossed(c, red, blue)
			saveRed += int(bitCost[c>>16&0xff]) - int(bitCost[v>>16&0xff])
			saveBlue += int(bitCost[c&0xff]) - int(bitCost[v&0xff])
		}
	}
	if saveRed <= 0 {
		red = 0
	}
	if saveBlue <= 0 {
		blue = 0
	}
	return red, blue
}

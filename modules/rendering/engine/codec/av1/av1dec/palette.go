package av1dec

import (
	"math/bits"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// readPalettes reads the palettes of a block (palette_mode_info, §5.11.46).
func (t *tile) readPalettes() {
	b := &t.block
	sizeCtx := int(tables.BlockWidthLog2[b.size]+tables.BlockHeightLog2[b.size]) - 6
	if b.yMode == tables.DCPred {
		ctx := 0
		if b.availU && t.at(b.row-1, b.col).palette[0] > 0 {
			ctx++
		}
		if b.availL && t.at(b.row, b.col-1).palette[0] > 0 {
			ctx++
		}
		if t.sym.flag(&t.cdfs.PaletteY[sizeCtx][ctx]) {
			n := t.sym.symbol(t.cdfs.PaletteYSize[sizeCtx][:]) + 2
			b.paletteSize[0] = n
			t.readColours(b.palette[0][:n], 0)
		}
	}
	if b.hasChroma && b.uvMode == tables.DCPred {
		ctx := min(b.paletteSize[0], 1)
		if t.sym.flag(&t.cdfs.PaletteUV[ctx]) {
			n := t.sym.symbol(t.cdfs.PaletteUVSize[sizeCtx][:]) + 2
			b.paletteSize[1] = n
			t.readColours(b.palette[1][:n], 1)
			t.readColoursV(b.palette[2][:n])
		}
	}
}

// readColours reads the luma palette (kind 0) or the U palette (kind 1).
func (t *tile) readColours(out []uint16, kind int) {
	depth := t.seq.BitDepth
	idx := 0
	for _, c := range t.colourCache(kind) {
		if idx == len(out) {
			break
		}
		if t.sym.bool() != 0 {
			out[idx] = c
			idx++
		}
	}
	if idx < len(out) {
		out[idx] = uint16(t.sym.literal(depth))
		idx++
	}
	n := 0
	if idx < len(out) {
		n = depth - 3 + t.sym.literal(2)
	}
	for ; idx < len(out); idx++ {
		// Luma colours are distinct; U colours may repeat.
		d := t.sym.literal(n) + 1 - kind
		out[idx] = uint16(min(int(out[idx-1])+d, 1<<depth-1))
		span := 1<<depth - int(out[idx]) - 1 + kind
		n = min(n, ceilLog2(span))
	}
	slices.Sort(out)
}

// ceilLog2 returns the smallest k with 1<<k ≥ v; 0 for v < 2.
func ceilLog2(v int) int {
	if v < 2 {
		return 0
	}
	return bits.Len(uint(v - 1))
}

func (t *tile) readColoursV(out []uint16) {
	depth := t.seq.BitDepth
	if t.sym.bool() == 0 {
		for i := range out {
			out[i] = uint16(t.sym.literal(depth))
		}
		return
	}
	n := depth - 4 + t.sym.literal(2)
	v := t.sym.literal(depth)
	out[0] = uint16(v)
	for i := 1; i < len(out); i++ {
		d := t.sym.literal(n)
		if d != 0 && t.sym.bool() != 0 {
			d = -d
		}
		v = (v + d) & (1<<depth - 1)
		out[i] = uint16(v)
	}
}

// colourCache merges the palettes above and to the left, sorted and without duplicates (get_palette_cache).
func (t *tile) colourCache(kind int) []uint16 {
	var all []uint16
	if t.availU && t.row*4%64 != 0 {
		n := t.at(t.row-1, t.col).palette[kind]
		all = append(all, t.aboveColours[kind][t.col][:n]...)
	}
	if t.availL {
		n := t.at(t.row, t.col-1).palette[kind]
		all = append(all, t.leftColours[kind][t.row&31][:n]...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// rememberColours stores the palettes for the blocks below and to the right.
func (t *tile) rememberColours(rows, cols int) {
	for k := range 2 {
		if t.paletteSize[k] == 0 {
			continue
		}
		for x := range cols {
			t.aboveColours[k][t.col+x] = t.palette[k]
		}
		for y := range rows {
			t.leftColours[k][(t.row+y)&31] = t.palette[k]
		}
	}
}

// paletteTokens reads the palette index of each sample (§5.11.49).
func (t *tile) paletteTokens() {
	w, h := t.size.Width(), t.size.Height()
	onW, onH := min(w, (t.head.miCols-t.col)*4), min(h, (t.head.miRows-t.row)*4)
	if n := t.paletteSize[0]; n > 0 {
		t.readColourMap(t.colourMap[0][:], n, w, h, onW, onH, t.yColourCDF(n))
	}
	if n := t.paletteSize[1]; n > 0 {
		subX, subY := t.seq.SubX, t.seq.SubY
		w, h, onW, onH = w>>subX, h>>subY, onW>>subX, onH>>subY
		if w < 4 {
			w, onW = w+2, onW+2
		}
		if h < 4 {
			h, onH = h+2, onH+2
		}
		t.readColourMap(t.colourMap[1][:], n, w, h, onW, onH, t.uvColourCDF(n))
	}
}

func (t *tile) yColourCDF(n int) func(ctx int) []uint16 {
	c := &t.cdfs
	return func(ctx int) []uint16 {
		return [...][]uint16{c.PaletteYColor2[ctx][:], c.PaletteYColor3[ctx][:], c.PaletteYColor4[ctx][:], c.PaletteYColor5[ctx][:],
			c.PaletteYColor6[ctx][:], c.PaletteYColor7[ctx][:], c.PaletteYColor8[ctx][:]}[n-2]
	}
}

func (t *tile) uvColourCDF(n int) func(ctx int) []uint16 {
	c := &t.cdfs
	return func(ctx int) []uint16 {
		return [...][]uint16{c.PaletteUVColor2[ctx][:], c.PaletteUVColor3[ctx][:], c.PaletteUVColor4[ctx][:], c.PaletteUVColor5[ctx][:],
			c.PaletteUVColor6[ctx][:], c.PaletteUVColor7[ctx][:], c.PaletteUVColor8[ctx][:]}[n-2]
	}
}

// readColourMap reads the palette indices of a block of w×h samples along its diagonals. onW×onH of them are inside the
// frame; the rest repeat the last column and row. Rows of m are 64 long.
func (t *tile) readColourMap(m []uint8, n, w, h, onW, onH int, cdf func(int) []uint16) {
	const stride = 64
	m[0] = uint8(t.sym.ns(n))
	for i := 1; i < onH+onW-1; i++ {
		for j := min(i, onW-1); j >= max(0, i-onH+1); j-- {
			order, ctx := colourOrder(m, i-j, j, n)
			m[(i-j)*stride+j] = order[t.sym.symbol(cdf(ctx))]
		}
	}
	for y := range onH {
		for x := onW; x < w; x++ {
			m[y*stride+x] = m[y*stride+onW-1]
		}
	}
	for y := onH; y < h; y++ {
		copy(m[y*stride:][:w], m[(onH-1)*stride:][:w])
	}
}

// colourOrder orders the palette indices by likelihood at (r, c), from the neighbours to the left, above and above left
// (§5.11.50).
func colourOrder(m []uint8, r, c, n int) (order [8]uint8, ctx int) {
	const stride = 64
	var scores [8]int
	for i := range order {
		order[i] = uint8(i)
	}
	if c > 0 {
		scores[m[r*stride+c-1]] += 2
	}
	if r > 0 && c > 0 {
		scores[m[(r-1)*stride+c-1]]++
	}
	if r > 0 {
		scores[m[(r-1)*stride+c]] += 2
	}
	hash := 0
	for i := range 3 {
		best := i
		for j := i + 1; j < n; j++ {
			if scores[j] > scores[best] {
				best = j
			}
		}
		score, colour := scores[best], order[best]
		copy(scores[i+1:best+1], scores[i:best])
		copy(order[i+1:best+1], order[i:best])
		scores[i], order[i] = score, colour
		hash += score * tables.PaletteHashMultipliers[i]
	}
	return order, int(max(0, tables.PaletteColorContext[min(hash, 8)]))
}

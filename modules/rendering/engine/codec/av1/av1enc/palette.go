package av1enc

import (
	"math/bits"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// writePalettes codes the palette flags and colours of a block (AV1 §5.11.46).
func (t *tile) writePalettes(b *block, above, left *unit) {
	e, c := &t.coder, &t.cdf
	size := int(tables.BlockWidthLog2[b.size]) + int(tables.BlockHeightLog2[b.size]) - 6
	if b.mode == tables.DCPred {
		ctx := min(above.palette, 1) + min(left.palette, 1)
		if b.palette == 0 {
			e.symbol(0, c.PaletteY[size][ctx][:])
		} else {
			e.symbol(1, c.PaletteY[size][ctx][:])
			e.symbol(int(b.palette)-2, c.PaletteYSize[size][:])
			t.writeColors(b.colors[0][:b.palette], t.cachedColors(b, 0), 1)
		}
	}
	if !b.chroma || b.uvMode != tables.DCPred {
		return
	}
	ctx := min(b.palette, 1)
	if b.paletteUV == 0 {
		e.symbol(0, c.PaletteUV[ctx][:])
		return
	}
	e.symbol(1, c.PaletteUV[ctx][:])
	e.symbol(int(b.paletteUV)-2, c.PaletteUVSize[size][:])
	t.writeColors(b.colors[1][:b.paletteUV], t.cachedColors(b, 1), 0)
	// The second chroma plane follows the order of the first: raw values.
	e.literal(0, 1)
	for _, v := range b.colors[2][:b.paletteUV] {
		e.literal(int(v), 8)
	}
}

// cachedColors returns the colours of the palettes above and to the left, ascending and without duplicates
// (get_palette_cache).
func (t *tile) cachedColors(b *block, pl int) []uint8 {
	cache := t.cache[:0]
	above, left := &t.above[b.col-t.col0], &t.left[b.row&15]
	na, nl := above.palette, left.palette
	if pl == 1 {
		na, nl = above.paletteUV, left.paletteUV
	}
	// Palettes of another superblock row are not used.
	if b.row&15 != 0 {
		cache = append(cache, above.colors[pl][:na]...)
	}
	cache = append(cache, left.colors[pl][:nl]...)
	slices.Sort(cache)
	return slices.Compact(cache)
}

// writeColors codes ascending colours with a minimum difference of least; those in the cache cost a bit each.
func (t *tile) writeColors(colors, cache []uint8, least int) {
	e := &t.coder
	var rest []uint8
	var memory [8]uint8
	rest = memory[:0]
	found, k := 0, 0
	for _, v := range cache {
		if found == len(colors) {
			break
		}
		for k < len(colors) && colors[k] < v {
			rest = append(rest, colors[k])
			k++
		}
		if k < len(colors) && colors[k] == v {
			e.literal(1, 1)
			found++
			k++
		} else {
			e.literal(0, 1)
		}
	}
	rest = append(rest, colors[k:]...)
	if len(rest) == 0 {
		return
	}
	e.literal(int(rest[0]), 8)
	if len(rest) == 1 {
		return
	}
	n := 5
	for i := 1; i < len(rest); i++ {
		n = max(n, bits.Len(uint(int(rest[i])-int(rest[i-1])-least)))
	}
	e.literal(n-5, 2)
	for i := 1; i < len(rest); i++ {
		e.literal(int(rest[i])-int(rest[i-1])-least, n)
		n = min(n, ceilLog2(256-int(rest[i])-least))
	}
}

func ceilLog2(n int) int {
	if n < 2 {
		return 0
	}
	return bits.Len(uint(n - 1))
}

// writeMap codes the palette indices of a block's luma (0) or chroma (1) along its diagonals (AV1 §5.11.49).
func (t *tile) writeMap(b *block, which int) {
	e := &t.coder
	s, n := 0, int(b.palette)
	if which == 1 {
		s, n = t.f.sub, int(b.paletteUV)
	}
	w, h := b.size.Width()>>s, b.size.Height()>>s
	m := t.maps[b.maps[which] : int(b.maps[which])+w*h]
	width := min(w, (t.f.miCols-b.col)<<2>>s)
	height := min(h, (t.f.miRows-b.row)<<2>>s)
	e.uniform(int(m[0]), n)
	for i := 1; i < width+height-1; i++ {
		for x := min(i, width-1); x >= max(0, i-height+1); x-- {
			y := i - x
			ctx, order := mapContext(m, w, x, y)
			e.symbol(order.place(m[y*w+x]), t.mapCDF(which, n, ctx))
		}
	}
}

// uniform codes v < n with a nearly uniform code (NS, AV1 §4.10.10).
func (e *coder) uniform(v, n int) {
	w := bits.Len(uint(n))
	m := 1<<w - n
	if v < m {
		e.literal(v, w-1)
		return
	}
	e.literal(v+m, w)
}

// ranking orders palette indices by likelihood, judged by the neighbours.
type ranking struct {
	seen [3]uint8
	n    int
}

// place returns the rank of palette index v: the neighbours' first, then the others.
func (r *ranking) place(v uint8) int {
	after := int(v)
	for i, s := range r.seen[:r.n] {
		if s == v {
			return i
		}
		if s > v {
			after++
		}
	}
	return after
}

// mapContext returns the context of a palette index that has a neighbour, and the neighbours' indices by rank
// (§5.11.50, get_palette_color_context).
func mapContext(m []uint8, stride, x, y int) (int, ranking) {
	at := y*stride + x
	switch {
	case y == 0:
		return 0, ranking{seen: [3]uint8{m[at-1]}, n: 1}
	case x == 0:
		return 0, ranking{seen: [3]uint8{m[at-stride]}, n: 1}
	}
	left, above, corner := m[at-1], m[at-stride], m[at-stride-1]
	switch {
	case left == above && above == corner:
		return 4, ranking{seen: [3]uint8{left}, n: 1}
	case left == above:
		return 3, ranking{seen: [3]uint8{left, corner}, n: 2}
	case left == corner:
		return 2, ranking{seen: [3]uint8{left, above}, n: 2}
	case above == corner:
		return 2, ranking{seen: [3]uint8{above, left}, n: 2}
	}
	return 1, ranking{seen: [3]uint8{min(left, above), max(left, above), corner}, n: 3}
}

// mapCDF returns the distribution of the palette indices of a palette of n.
func (t *tile) mapCDF(which, n, ctx int) []uint16 {
	c := &t.cdf
	switch which*10 + n {
	case 2:
		return c.PaletteYColor2[ctx][:]
	case 3:
		return c.PaletteYColor3[ctx][:]
	case 4:
		return c.PaletteYColor4[ctx][:]
	case 5:
		return c.PaletteYColor5[ctx][:]
	case 6:
		return c.PaletteYColor6[ctx][:]
	case 7:
		return c.PaletteYColor7[ctx][:]
	case 8:
		return c.PaletteYColor8[ctx][:]
	case 12:
		return c.PaletteUVColor2[ctx][:]
	case 13:
		return c.PaletteUVColor3[ctx][:]
	case 14:
		return c.PaletteUVColor4[ctx][:]
	case 15:
		return c.PaletteUVColor5[ctx][:]
	case 16:
		return c.PaletteUVColor6[ctx][:]
	case 17:
		return c.PaletteUVColor7[ctx][:]
	}
	return c.PaletteUVColor8[ctx][:]
}

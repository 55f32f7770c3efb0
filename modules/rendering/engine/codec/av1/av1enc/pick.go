package av1enc

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// mostColors is the maximum size of a palette.
const mostColors = 8

// pickLuma sets a block's luma palette to its values or, if they do not fit, to the best representatives. It returns
// false when a palette cannot help.
func (t *tile) pickLuma(b *block) bool {
	f := t.f
	p := &f.src[0]
	w, h := b.size.Width(), b.size.Height()
	at := b.row<<2*p.stride + b.col<<2
	var counts [256]int
	for y := range h {
		for _, v := range p.pix[at+y*p.stride : at+y*p.stride+w] {
			counts[v]++
		}
	}
	distinct := 0
	for _, n := range counts {
		if n > 0 {
			distinct++
		}
	}
	switch {
	case distinct < 2, f.lossless && distinct > mostColors:
		return false
	case distinct <= mostColors:
		n := 0
		for v, count := range counts {
			if count > 0 {
				b.colors[0][n] = uint8(v)
				n++
			}
		}
		b.palette = uint8(n)
	default:
		b.palette = uint8(means(&counts, &b.colors[0]))
	}
	var index [256]uint8
	k := 0
	for v := range index {
		for k+1 < int(b.palette) && 2*v > int(b.colors[0][k])+int(b.colors[0][k+1]) {
			k++
		}
		index[v] = uint8(k)
	}
	b.maps[0] = int32(len(t.maps))
	for y := range h {
		for _, v := range p.pix[at+y*p.stride : at+y*p.stride+w] {
			t.maps = append(t.maps, index[v])
		}
	}
	return true
}

// means finds the at most mostColors colours of least squared distance to a histogram with more values by Lloyd's
// algorithm, starting from equal shares, and returns how many distinct ones there are.
func means(counts *[256]int, colors *[8]uint8) int {
	total := 0
	for _, n := range counts {
		total += n
	}
	// Extremes first: text consists of two colours and their blends.
	var centers [mostColors]int
	lo, hi := 0, 255
	for counts[lo] == 0 {
		lo++
	}
	for counts[hi] == 0 {
		hi--
	}
	for i := range centers {
		centers[i] = lo + (hi-lo)*i/(mostColors-1)
	}
	for range 5 {
		var sums, weights [mostColors]int
		k := 0
		for v, n := range counts {
			for k+1 < mostColors && 2*v > centers[k]+centers[k+1] {
				k++
			}
			sums[k] += v * n
			weights[k] += n
		}
		for i := range centers {
			if weights[i] > 0 {
				centers[i] = (sums[i] + weights[i]/2) / weights[i]
			}
		}
	}
	slices.Sort(centers[:])
	different := slices.Compact(centers[:])
	for i, c := range different {
		colors[i] = uint8(c)
	}
	return len(different)
}

// pickChroma sets a block's chroma palette to its distinct pairs of values if they fit.
func (t *tile) pickChroma(b *block) bool {
	f := t.f
	s := f.sub
	size := b.size.Subsampled(s, s)
	w, h := size.Width(), size.Height()
	u, v := &f.src[1], &f.src[2]
	at := b.row>>s<<2*u.stride + b.col>>s<<2
	var pairs [mostColors]uint16
	n := 0
	var last uint16
	for y := range h {
		for x := range w {
			i := at + y*u.stride + x
			pair := uint16(u.pix[i])<<8 | uint16(v.pix[i])
			if n > 0 && pair == last {
				continue
			}
			last = pair
			if slices.Contains(pairs[:n], pair) {
				continue
			}
			if n == mostColors {
				return false
			}
			pairs[n] = pair
			n++
		}
	}
	if n < 2 {
		return false
	}
	slices.Sort(pairs[:n])
	b.paletteUV = uint8(n)
	for i, p := range pairs[:n] {
		b.colors[1][i], b.colors[2][i] = uint8(p>>8), uint8(p)
	}
	b.maps[1] = int32(len(t.maps))
	for y := range h {
		for x := range w {
			i := at + y*u.stride + x
			pair := uint16(u.pix[i])<<8 | uint16(v.pix[i])
			t.maps = append(t.maps, uint8(slices.Index(pairs[:n], pair)))
		}
	}
	return true
}

// predictPalette writes the palette prediction of a transform block to t.pred.
func (t *tile) predictPalette(b *block, pl, x, y int, tx tables.TxSize) {
	s := t.f.shift(pl)
	stride := b.size.Subsampled(s, s).Width()
	m := t.maps[b.maps[min(pl, 1)]:]
	colors := &b.colors[pl]
	at := (y-b.row>>s<<2)*stride + x - b.col>>s<<2
	w, h := tx.Width(), tx.Height()
	for j := range h {
		row := t.pred[j*w : j*w+w]
		for i, k := range m[at+j*stride : at+j*stride+w] {
			row[i] = colors[k&7]
		}
	}
}

// paletteCost returns the cost of a block's mode and palettes, the latter only where the modes allow them.
func (t *tile) paletteCost(b *block, which int) int {
	return t.count(func() {
		if which == 0 {
			t.writeMode(b)
		} else {
			t.writeUVMode(b)
		}
		if t.f.screen && b.size >= tables.Block8x8 {
			alone := *b
			if which == 0 {
				alone.chroma = false
			} else {
				alone.mode = tables.PaethPred // the luma palette is already counted
			}
			t.writePalettes(&alone, &t.above[b.col-t.col0], &t.left[b.row&15])
		}
		if which == 0 && b.palette > 0 || which == 1 && b.paletteUV > 0 {
			t.writeMap(b, which)
		}
	})
}

package png

import (
	"bytes"
)

// slack is the space after scanlines that whole-word stores may overwrite.
const slack = 8

// filter writes the scanlines of rows from ≤ y < to with the given filter, each preceded by its filter byte. rows has
// slack. It sets w.same.
func (l *layout) filter(w *worker, rows []byte, from, to int, kind byte) {
	n := l.stride - 1
	for i := range w.line {
		if cap(w.line[i]) < n+slack {
			w.line[i] = make([]byte, n+slack)
		}
		w.line[i] = w.line[i][:n+slack]
	}
	prev, cur := w.line[0], w.line[1]
	prevRow := -1 // the row in prev
	w.same = append(w.same[:0], make([]bool, to-from)...)
	for y := from; y < to; y++ {
		out := rows[(y-from)*l.stride:]
		if l.sameAsAbove(y) {
			w.same[y-from] = true
			out[0] = filterUp
			clear(out[1:l.stride])
			continue
		}
		out[0] = kind
		switch kind {
		case filterNone:
			l.scanline(out[1:], y)
		case filterSub:
			l.scanline(cur, y)
			copy(out[1:1+l.unit], cur)
			subtract(out[1+l.unit:l.stride], cur[l.unit:], cur)
		case filterUp:
			if prevRow != y-1 && y > 0 {
				l.scanline(prev, y-1)
			} else if y == 0 {
				clear(prev)
			}
			l.scanline(cur, y)
			subtract(out[1:l.stride], cur, prev)
			prev, cur = cur, prev
			prevRow = y
		default:
			if prevRow != y-1 && y > 0 {
				l.scanline(prev, y-1)
			} else if y == 0 {
				clear(prev)
			}
			l.scanline(cur, y)
			out[0] = filterRow(out[1:l.stride], cur[:n], prev[:n], l.unit, kind)
			prev, cur = cur, prev
			prevRow = y
		}
	}
}

// row returns the premultiplied pixels of row y.
func (l *layout) row(y int) []byte {
	n := l.pic.Width * 4
	return l.pic.Pix[y*n : (y+1)*n]
}

func (l *layout) sameAsAbove(y int) bool {
	if y == 0 {
		return false
	}
	if l.knownSame(y) {
		return true
	}
	if l.pal != nil {
		// Palette indices are a quarter of the bytes, and are all that a reduced image has.
		n := l.pic.Width
		return bytes.Equal(l.pal.Indices[y*n:(y+1)*n], l.pal.Indices[(y-1)*n:y*n])
	}
	return bytes.Equal(l.row(y), l.row(y-1))
}

// knownSame reports whether row y is known to equal the row above.
func (l *layout) knownSame(y int) bool { return l.pic.Repeats != nil && l.pic.Repeats[y] }

// scanline writes row y unfiltered to dst, which has slack.
func (l *layout) scanline(dst []byte, y int) {
	switch l.color {
	case colorPalette:
		n := l.pic.Width
		pack(dst[:l.stride-1], l.pal.Indices[y*n:(y+1)*n], l.depth)
	case colorRGB:
		packRGB(dst, l.row(y))
	case colorRGBA:
		straighten(dst, l.row(y))
	}
}

// choose selects the filter of a stripe from a sample of its rows.
func (l *layout) choose(from, to int) byte {
	// Accidental repeats of differences are equally likely with both filters, so the smoother one decides.
	kind := byte(filterSub)
	if sub, up := l.estimate(from, to); up*31 <= sub*32 {
		kind = filterUp
	}
	none, filtered := l.prices(from, to, kind)
	if none*16 <= filtered*19 {
		return filterNone
	}
	return kind
}

// estimate returns the approximate number of bits of sampled rows as differences, without matches.
func (l *layout) estimate(from, to int) (sub, up int) {
	const (
		step    = 8
		stretch = 64 * 4
	)
	skip := 0
	for y := from + step/2; y < to; y += step {
		if y == 0 || l.sameAsAbove(y) {
			continue
		}
		cur, above := l.row(y), l.row(y-1)
		// Every other stretch of a row suffices; the next row uses the stretches in between.
		skip ^= stretch
		for x := skip; x < len(cur); x += 2 * stretch {
			a, b := max(x, 4), min(x+stretch, len(cur))-4
			if a < b {
				sub += residuals(cur[a:b], cur[a-4:b-4])
				up += residuals(cur[a:b], above[a:b])
			}
		}
	}
	return sub, up
}

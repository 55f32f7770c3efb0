package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// colrTable reads a COLR table of version 1.
type colrTable []byte

func u16At(b []byte, p int) int { return int(binary.BigEndian.Uint16(b[p:])) }

func u24At(b []byte, p int) int { return int(b[p])<<16 | int(b[p+1])<<8 | int(b[p+2]) }

func u32At(b []byte, p int) int { return int(binary.BigEndian.Uint32(b[p:])) }

// bases returns the base glyphs in order.
func (t colrTable) bases() []uint16 {
	p := u32At(t, 14)
	list := make([]uint16, u32At(t, p))
	for i := range list {
		list[i] = uint16(u16At(t, p+4+6*i))
	}
	return list
}

func (t colrTable) has(g uint16) bool { return t.paint(g) != 0 }

// paint returns the offset of a base glyph's paint, 0 when it has none.
func (t colrTable) paint(g uint16) int {
	p := u32At(t, 14)
	i, ok := slices.BinarySearch(t.bases(), g)
	if !ok {
		return 0
	}
	return p + u32At(t, p+4+6*i+2)
}

// layer returns the offset of layer i's paint.
func (t colrTable) layer(i int) int {
	p := u32At(t, 18)
	return p + u32At(t, p+4+4*i)
}

// clip returns a base glyph's box; ok is false when it has none.
func (t colrTable) clip(g uint16) (box [4]int, ok bool) {
	p := u32At(t, 22)
	for i := range u32At(t, p+1) {
		c := p + 5 + 7*i
		if int(g) < u16At(t, c) || int(g) > u16At(t, c+2) {
			continue
		}
		for k := range box {
			box[k] = int(int16(u16At(t, p+u24At(t, c+4)+1+2*k)))
		}
		return box, true
	}
	return box, false
}

// colrWriter makes a COLR and a CPAL table from parts of others. The paints are
// written last first, since a paint may only point forward: body holds their bytes
// in reverse, and a place is the distance from the table's end.
type colrWriter struct {
	body    []byte
	written map[paintKey]int
	runs    map[paintKey]int // layers already in the list, by their first
	layers  []int            // places
	basesOf []baseRecord
	affine  int
	palette []byte // CPAL records
	colors  map[string]int
	glyphs  map[paintKey]int // number of every outline used, in order of use
	order   []paintKey
	patches []glyphPatch
}

// paintKey is a position, a run of layers or a glyph of a font.
type paintKey struct {
	font *emojiFont
	at   int
}

type baseRecord struct {
	glyph uint16
	place int
	clip  [4]int
}

// glyphPatch is where the number of an outline is to be written once it is known.
type glyphPatch struct{ place, outline int }

// put prepends bytes to the body and returns their place.
func (w *colrWriter) put(b []byte) int {
	for i := len(b) - 1; i >= 0; i-- {
		w.body = append(w.body, b[i])
	}
	return len(w.body)
}

// base adds a base glyph with the artwork of glyph from of src, moved to where the
// bitmaps are.
func (w *colrWriter) base(g, from uint16, src *emojiFont) error {
	if w.written == nil {
		w.written, w.runs, w.colors, w.glyphs = map[paintKey]int{}, map[paintKey]int{}, map[string]int{}, map[paintKey]int{}
		w.affine = w.put(affine(bitmapScale, 0, 0, bitmapScale, 0, bitmapDY))
	}
	place, err := w.paint(src, src.colr.paint(from), 0)
	if err != nil {
		return err
	}
	b := []byte{12, 0, 0, 0, 0, 0, 0}
	at := len(w.body) + len(b)
	put24(b[1:], at-place)
	put24(b[4:], at-w.affine)
	r := baseRecord{glyph: g, place: w.put(b)}
	box, ok := src.colr.clip(from)
	if !ok {
		return errors.New("it has no clip box")
	}
	for i, v := range box {
		f := float64(v) * bitmapScale
		if i%2 == 1 {
			f += bitmapDY
		}
		if i < 2 {
			r.clip[i] = int(math.Floor(f))
		} else {
			r.clip[i] = int(math.Ceil(f))
		}
	}
	w.basesOf = append(w.basesOf, r)
	return nil
}

// affine encodes an Affine2x3.
func affine(v ...float64) []byte {
	var b []byte
	for _, f := range v {
		b = binary.BigEndian.AppendUint32(b, uint32(int32(math.Round(f*65536))))
	}
	return b
}

func put24(b []byte, v int) { b[0], b[1], b[2] = byte(v>>16), byte(v>>8), byte(v) }

// paintSizes are the sizes of the paints without variations (OpenType, COLR).
var paintSizes = map[byte]int{1: 6, 2: 5, 4: 16, 6: 16, 8: 12, 10: 6, 12: 7, 14: 8, 16: 8, 18: 12, 20: 6, 22: 10, 24: 6, 26: 10, 28: 8, 30: 12, 32: 8}

// paint copies a paint with all it points to and returns its place.
func (w *colrWriter) paint(src *emojiFont, p, depth int) (int, error) {
	if depth > 20 {
		return 0, errors.New("paints nest too deeply")
	}
	key := paintKey{src, p}
	if place, ok := w.written[key]; ok {
		return place, nil
	}
	t := src.colr
	size := paintSizes[t[p]]
	if size == 0 {
		return 0, fmt.Errorf("paint format %d is not copied", t[p])
	}
	b := slices.Clone(t[p : p+size])
	child := func(off int) (err error) {
		place, err := w.paint(src, p+u24At(t, p+off), depth+1)
		put24(b[off:], place) // made relative below
		return err
	}
	var err error
	var offsets []int // fields that hold places
	switch format := b[0]; format {
	case 1:
		var first int
		first, err = w.layerRun(src, u32At(b, 2), int(b[1]), depth)
		binary.BigEndian.PutUint32(b[2:], uint32(first))
	case 2:
		binary.BigEndian.PutUint16(b[1:], uint16(w.color(src, u16At(b, 1))))
	case 4, 6, 8:
		put24(b[1:], w.colorLine(src, p+u24At(t, p+1)))
		offsets = []int{1}
	case 12:
		err = child(1)
		q := paintKey{src, p + u24At(t, p+4)}
		if w.written[q] == 0 {
			w.written[q] = w.put(t[q.at : q.at+24])
		}
		put24(b[4:], w.written[q])
		offsets = []int{1, 4}
	case 32:
		err = errors.Join(child(1), child(5))
		offsets = []int{1, 5}
	default:
		err = child(1)
		offsets = []int{1}
	}
	if err != nil {
		return 0, err
	}
	at := len(w.body) + len(b)
	for _, off := range offsets {
		d := at - u24At(b, off)
		if d >= 1<<24 {
			return 0, errors.New("a paint is too far from its child")
		}
		put24(b[off:], d)
	}
	place := w.put(b)
	if b[0] == 10 {
		w.patches = append(w.patches, glyphPatch{place - 4, w.outline(src, u16At(b, 4))})
	}
	w.written[key] = place
	return place, nil
}

// layerRun copies n layers and returns the first's index.
func (w *colrWriter) layerRun(src *emojiFont, first, n, depth int) (int, error) {
	key := paintKey{src, first<<8 | n}
	if at, ok := w.runs[key]; ok {
		return at, nil
	}
	places := make([]int, n)
	for i := range places {
		var err error
		if places[i], err = w.paint(src, src.colr.layer(first+i), depth+1); err != nil {
			return 0, err
		}
	}
	at := len(w.layers)
	w.layers = append(w.layers, places...)
	w.runs[key] = at
	return at, nil
}

// colorLine copies a ColorLine and returns its place.
func (w *colrWriter) colorLine(src *emojiFont, p int) int {
	key := paintKey{src, p}
	if place, ok := w.written[key]; ok {
		return place
	}
	b := slices.Clone(src.colr[p : p+3+6*u16At(src.colr, p+1)])
	for i := 3; i < len(b); i += 6 {
		binary.BigEndian.PutUint16(b[i+2:], uint16(w.color(src, u16At(b, i+2))))
	}
	place := w.put(b)
	w.written[key] = place
	return place
}

// color returns the index of a font's palette entry in the new palette.
func (w *colrWriter) color(src *emojiFont, i int) int {
	if i == 0xFFFF {
		return i
	}
	cpal := src.tables["CPAL"]
	p := u32At(cpal, 8) + 4*(u16At(cpal, 12)+i)
	c := cpal[p : p+4]
	at, ok := w.colors[string(c)]
	if !ok {
		at = len(w.palette) / 4
		w.colors[string(c)] = at
		w.palette = append(w.palette, c...)
	}
	return at
}

// outline returns the number of an outline in the order of use.
func (w *colrWriter) outline(src *emojiFont, g int) int {
	key := paintKey{src, g}
	n, ok := w.glyphs[key]
	if !ok {
		n = len(w.order)
		w.glyphs[key] = n
		w.order = append(w.order, key)
	}
	return n
}

// place puts the tables and the outlines into font a, which gave up those of its
// outlines that are not used.
func (w *colrWriter) place(a, b *emojiFont) error {
	count := u16At(a.tables["maxp"], 4)
	ids, total, err := w.slots(a, count)
	if err != nil {
		return err
	}
	for _, p := range w.patches {
		g := ids[p.outline]
		// The body is reversed: the low byte of a field comes first.
		w.body[p.place-1], w.body[p.place-2] = byte(g>>8), byte(g)
	}
	var glyf, loca, hmtx []byte
	sources := make([]paintKey, total)
	for g := range sources {
		sources[g] = paintKey{a, g}
	}
	first := firstOutline(a)
	for g := first; g < total; g++ {
		if g >= count || len(a.glyph(uint16(g))) > 0 {
			sources[g].font = nil
		}
	}
	for n, key := range w.order {
		sources[ids[n]] = key
	}
	for _, s := range sources {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		advance, bearing := bitmapAdvance, 0
		if s.font != nil {
			d := s.font.glyph(uint16(s.at))
			if len(d) >= 2 && int16(u16At(d, 0)) < 0 {
				return fmt.Errorf("glyph %d is composite", s.at)
			}
			glyf = append(glyf, d...)
			if advance, bearing = s.font.metric(s.at); advance != 0 {
				advance = bitmapAdvance
			}
		}
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(advance))
		hmtx = binary.BigEndian.AppendUint16(hmtx, uint16(bearing))
	}
	a.tables["loca"] = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	a.tables["glyf"], a.tables["hmtx"] = glyf, hmtx
	a.tables["head"][51] = 1
	binary.BigEndian.PutUint16(a.tables["hhea"][34:], uint16(total))
	maxp := a.tables["maxp"]
	for p := 6; p < 32; p += 2 {
		binary.BigEndian.PutUint16(maxp[p:], uint16(max(u16At(maxp, p), u16At(b.tables["maxp"], p))))
	}
	binary.BigEndian.PutUint16(maxp[4:], uint16(total))
	a.tables["COLR"] = w.table()
	n := len(w.palette) / 4
	cpal := []byte{0, 0, byte(n >> 8), byte(n), 0, 1, byte(n >> 8), byte(n), 0, 0, 0, 14, 0, 0}
	a.tables["CPAL"] = append(cpal, w.palette...)
	return nil
}

// firstOutline returns the first glyph after the base glyphs.
func firstOutline(f *emojiFont) int {
	bases := f.colr.bases()
	return int(bases[len(bases)-1]) + 1
}

// slots chooses a glyph id for every outline used: those of a's own outlines,
// which nothing else names, then new ones.
func (w *colrWriter) slots(a *emojiFont, count int) (ids []int, total int, err error) {
	next := firstOutline(a)
	for range w.order {
		for next < count && len(a.glyph(uint16(next))) == 0 {
			next++ // a character that shows nothing
		}
		if next > 0xFFFE {
			return nil, 0, errors.New("the outlines of both fonts are more than a font can have")
		}
		ids = append(ids, next)
		next++
	}
	return ids, max(count, next), nil
}

// table writes the COLR table.
func (w *colrWriter) table() []byte {
	bases, layers := 34, 34+4+6*len(w.basesOf)
	clips := layers + 4 + 4*len(w.layers)
	boxes := map[[4]int]int{}
	var list, data []byte
	list = append(list, 1)
	list = binary.BigEndian.AppendUint32(list, uint32(len(w.basesOf)))
	for _, r := range w.basesOf {
		at, ok := boxes[r.clip]
		if !ok {
			at = 5 + 7*len(w.basesOf) + len(data)
			boxes[r.clip] = at
			data = append(data, 1)
			for _, v := range r.clip {
				data = binary.BigEndian.AppendUint16(data, uint16(int16(v)))
			}
		}
		list = binary.BigEndian.AppendUint16(list, r.glyph)
		list = binary.BigEndian.AppendUint16(list, r.glyph)
		list = append(list, byte(at>>16), byte(at>>8), byte(at))
	}
	list = append(list, data...)
	end := clips + len(list) + len(w.body)
	out := make([]byte, 34, end)
	out[1] = 1
	binary.BigEndian.PutUint32(out[14:], uint32(bases))
	binary.BigEndian.PutUint32(out[18:], uint32(layers))
	binary.BigEndian.PutUint32(out[22:], uint32(clips))
	out = binary.BigEndian.AppendUint32(out, uint32(len(w.basesOf)))
	for _, r := range w.basesOf {
		out = binary.BigEndian.AppendUint16(out, r.glyph)
		out = binary.BigEndian.AppendUint32(out, uint32(end-r.place-bases))
	}
	out = binary.BigEndian.AppendUint32(out, uint32(len(w.layers)))
	for _, place := range w.layers {
		out = binary.BigEndian.AppendUint32(out, uint32(end-place-layers))
	}
	out = append(out, list...)
	body := slices.Clone(w.body)
	slices.Reverse(body)
	return append(out, body...)
}

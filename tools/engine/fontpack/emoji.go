package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	otfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype/tables"
	"github.com/go-text/typesetting/harfbuzz"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// The emoji face is the newest one, which has a glyph for every sequence, with the
// artwork of an older release for every sequence that the older one has: what
// people see in a browser on Linux is the older artwork, as bitmaps. The bitmaps
// are 136 by 128 pixels, made for 109 pixels per em, with their top 101 above the
// baseline; the vector artwork is 1275 by 1200 units with its top at 950, of 1024
// units per em. It is moved to where the bitmaps are.
const (
	bitmapScale   = 128.0 / 109 * 1024 / 1200
	bitmapDY      = 101.0/109*1024 - 950*bitmapScale
	bitmapAdvance = (136*1024 + 54) / 109
)

// mergeEmoji returns the newer font with the older one's artwork.
func mergeEmoji(newer, older []byte) ([]byte, error) {
	a, err := readEmoji(newer)
	if err != nil {
		return nil, err
	}
	b, err := readEmoji(older)
	if err != nil {
		return nil, err
	}
	same, err := sameEmoji(a, b)
	if err != nil {
		return nil, err
	}
	w := &colrWriter{}
	for _, g := range a.colr.bases() {
		from, src := g, a
		if old, ok := same[g]; ok {
			from, src = old, b
		}
		if err := w.base(g, from, src); err != nil {
			return nil, fmt.Errorf("copying the artwork of glyph %d: %w", from, err)
		}
	}
	if err := w.place(a, b); err != nil {
		return nil, err
	}
	var list []table
	for tag, data := range a.tables {
		list = append(list, table{tag, data})
	}
	slices.SortFunc(list, func(x, y table) int {
		if x.tag < y.tag {
			return -1
		}
		return 1
	})
	return writeSFNT(0x00010000, list), nil
}

// emojiFont is an emoji face with a COLR table of version 1 and simple glyphs.
type emojiFont struct {
	tables map[string][]byte
	face   *font.Face
	colr   colrTable
}

func readEmoji(b []byte) (*emojiFont, error) {
	f := &emojiFont{tables: map[string][]byte{}}
	for i := range int(binary.BigEndian.Uint16(b[4:])) {
		e := b[12+16*i:]
		tag, off, size := string(e[:4]), binary.BigEndian.Uint32(e[8:]), binary.BigEndian.Uint32(e[12:])
		if slices.Contains(kept, tag) {
			f.tables[tag] = slices.Clone(b[off : off+size])
		}
	}
	f.colr = colrTable(f.tables["COLR"])
	if len(f.colr) < 34 || f.tables["glyf"] == nil {
		return nil, errors.New("not an emoji face with COLR version 1 and glyf")
	}
	var err error
	f.face, err = font.OpenTrusted(b, nil, nil)
	return f, err
}

// glyph returns a glyph's outline in the file's form.
func (f *emojiFont) glyph(g uint16) []byte {
	loca := f.tables["loca"]
	if f.tables["head"][51] != 0 {
		return f.tables["glyf"][binary.BigEndian.Uint32(loca[4*int(g):]):binary.BigEndian.Uint32(loca[4*int(g)+4:])]
	}
	return f.tables["glyf"][2*int(binary.BigEndian.Uint16(loca[2*int(g):])) : 2*int(binary.BigEndian.Uint16(loca[2*int(g)+2:]))]
}

// metric returns a glyph's advance and left side bearing.
func (f *emojiFont) metric(g int) (advance, bearing int) {
	n := u16At(f.tables["hhea"], 34)
	hmtx := f.tables["hmtx"]
	if g < n {
		return u16At(hmtx, 4*g), u16At(hmtx, 4*g+2)
	}
	return u16At(hmtx, 4*n-4), u16At(hmtx, 4*n+2*(g-n))
}

// sequences lists what the font has a glyph for: characters, ligatures, and the
// flags, which are spelled with regional indicators and tags.
func (f *emojiFont) sequences() ([][]rune, error) {
	shaping, _, err := f.face.Shaping()
	if err != nil {
		return nil, err
	}
	var list [][]rune
	of := map[tables.GlyphID]rune{}
	for r := rune(0x20); r < 0xF0000; r++ {
		if g, ok := f.face.Glyph(r); ok {
			list = append(list, []rune{r})
			if _, taken := of[tables.GlyphID(g)]; !taken {
				of[tables.GlyphID(g)] = r
			}
		}
	}
	for _, lookup := range shaping.GSUB.Lookups {
		for _, s := range lookup.Subtables {
			l, ok := s.(tables.LigatureSubs)
			if !ok {
				continue
			}
			for _, first := range slices.Sorted(maps.Keys(of)) {
				i, ok := l.Coverage.Index(first)
				if !ok {
					continue
				}
				for _, lig := range l.LigatureSets[i].Ligatures {
					seq := []rune{of[first]}
					for _, c := range lig.ComponentGlyphIDs {
						seq = append(seq, of[c])
					}
					list = append(list, seq)
				}
			}
		}
	}
	for a := rune(0x1F1E6); a <= 0x1F1FF; a++ {
		for b := rune(0x1F1E6); b <= 0x1F1FF; b++ {
			list = append(list, []rune{a, b})
		}
	}
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		seq := []rune{0x1F3F4}
		for _, c := range region {
			seq = append(seq, 0xE0000+c)
		}
		list = append(list, append(seq, 0xE007F))
	}
	return list, nil
}

// sameEmoji maps glyphs of a to those of b that stand for the same sequence.
func sameEmoji(a, b *emojiFont) (map[uint16]uint16, error) {
	sequences, err := b.sequences()
	if err != nil {
		return nil, err
	}
	shapeA, err := shaperOf(a.face)
	if err != nil {
		return nil, err
	}
	shapeB, err := shaperOf(b.face)
	if err != nil {
		return nil, err
	}
	same, found := map[uint16]uint16{}, map[uint16]bool{}
	for _, seq := range sequences {
		x, ok := shapeA(seq)
		y, also := shapeB(seq)
		if !ok || !also || !a.colr.has(x) || !b.colr.has(y) {
			continue
		}
		if old, known := same[x]; known && old != y {
			return nil, fmt.Errorf("glyph %d represents glyphs %d and %d", x, old, y)
		}
		same[x], found[y] = y, true
	}
	for _, g := range b.colr.bases() {
		if !found[g] {
			fmt.Printf("  no sequence of glyph %d of the older emoji is in the newer\n", g)
		}
	}
	return same, nil
}

// shaperOf returns a function that shapes a sequence; ok is false unless it
// becomes one glyph.
func shaperOf(f *font.Face) (func(seq []rune) (g uint16, ok bool), error) {
	layout, _, err := f.Shaping()
	if err != nil {
		return nil, err
	}
	hb := harfbuzz.NewFont(otfont.NewFace(layout))
	return func(seq []rune) (uint16, bool) {
		b := harfbuzz.NewBuffer()
		b.Flags = harfbuzz.RemoveDefaultIgnorables
		b.AddRunes(seq, 0, len(seq))
		b.GuessSegmentProperties()
		b.Shape(hb, nil)
		if len(b.Info) != 1 {
			return 0, false
		}
		return uint16(b.Info[0].Glyph), true
	}, nil
}

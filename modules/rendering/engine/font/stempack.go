package font

import (
	"encoding/binary"
	"errors"
	"slices"
)

// The stem hints of a large bundled face are stored in a separate file:
//
//	u32 size of the zones, zones, and glyphs in chunks as in chunked
//
// with numbers as varints (zigzag if they can be negative).

// AppendZones encodes alignment zones, for the tool that builds the catalogue.
func AppendZones(b []byte, z *StemZones) []byte {
	for _, list := range [][]int32{z.Blue, z.Other, z.Family, z.FamilyOther} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, v := range list {
			b = binary.AppendVarint(b, int64(v))
		}
	}
	language := int64(0)
	if z.Ideographic {
		language = 1
	}
	for _, v := range []int64{int64(z.Scale), int64(z.Shift), int64(z.Fuzz), language} {
		b = binary.AppendVarint(b, v)
	}
	return b
}

// AppendStems encodes a glyph's stem hints with the index of its zones, for the same tool: in whole font units if all
// edges are whole.
func AppendStems(b []byte, s *Stems, zones int) []byte {
	shift, broken := 16, 0
	for _, e := range s.Edges {
		if (e[0]|e[1])&0xFFFF != 0 {
			shift, broken = 0, 1
		}
	}
	b = binary.AppendUvarint(b, uint64(2*zones+broken))
	b = binary.AppendUvarint(b, uint64(len(s.Edges)))
	at := int32(0)
	for _, e := range s.Edges {
		b = binary.AppendVarint(b, int64(e[0]>>shift-at))
		at = e[1] >> shift
		b = binary.AppendVarint(b, int64(at-e[0]>>shift))
	}
	b = binary.AppendUvarint(b, uint64(len(s.Masks)))
	from := 0
	for _, m := range s.Masks {
		counter := 0
		if m.Counter {
			counter = 1
		}
		b = binary.AppendUvarint(b, uint64(2*(m.From-from)+counter))
		from = m.From
		b = append(b, m.Bits...)
	}
	return b
}

// numbers reads varints; malformed ones read as 0 and end the data.
type numbers []byte

func (n *numbers) unsigned() int {
	v, size := binary.Uvarint(*n)
	if size <= 0 || v > 1<<30 {
		*n = nil
		return 0
	}
	*n = (*n)[size:]
	return int(v)
}

func (n *numbers) signed() int32 {
	v, size := binary.Varint(*n)
	if size <= 0 || v < -1<<30 || v > 1<<30 {
		*n = nil
		return 0
	}
	*n = (*n)[size:]
	return int32(v)
}

// stemFile is such a file, opened.
type stemFile struct {
	zones  []StemZones
	glyphs *chunked
}

func parseStemFile(b []byte) (*stemFile, error) {
	size := u32(b, 0)
	if 4+size > len(b) {
		return nil, errors.New("stem hints are truncated")
	}
	t := &stemFile{}
	for n := numbers(b[4 : 4+size]); len(n) > 0; {
		var z StemZones
		for _, list := range []*[]int32{&z.Blue, &z.Other, &z.Family, &z.FamilyOther} {
			for range min(n.unsigned(), 14) {
				*list = append(*list, n.signed())
			}
		}
		z.Scale, z.Shift, z.Fuzz, z.Ideographic = n.signed(), n.signed(), n.signed(), n.signed() == 1
		t.zones = append(t.zones, z)
	}
	var err error
	t.glyphs, err = parseChunked(b[4+size:])
	return t, err
}

// stems returns a glyph's stem hints, nil when it has none.
func (t *chunked) stems(g GlyphID) *Stems {
	if t.hints == nil {
		return nil
	}
	n := numbers(t.hints.glyphs.code(g))
	zones, count := n.unsigned(), min(n.unsigned(), maxStems)
	shift := 16 - zones&1*16
	if zones >>= 1; count == 0 || zones >= len(t.hints.zones) {
		return nil
	}
	s := &Stems{Zones: &t.hints.zones[zones], Edges: make([][2]int32, count)}
	at := int32(0)
	for i := range s.Edges {
		low := at + n.signed()
		at = low + n.signed()
		s.Edges[i] = [2]int32{low << shift, at << shift}
	}
	from := 0
	for range min(n.unsigned(), maxStemMasks) {
		v := n.unsigned()
		from += v >> 1
		size := min((count+7)/8, len(n))
		s.Masks = append(s.Masks, StemMask{From: from, Counter: v&1 != 0, Bits: slices.Clone(n[:size])})
		n = n[size:]
	}
	return s
}

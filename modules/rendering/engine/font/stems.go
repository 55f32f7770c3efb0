package font

import "slices"

// Stems holds the horizontal stem hints of a CFF glyph (Adobe Technical Note 5177 §4.3): heights to be aligned to pixel
// rows. They are immutable.
type Stems struct {
	// Edges holds the lower and upper edge of every stem, in 16.16 font units. An upper edge 20 or 21 units below the
	// lower one marks an edge hint, of which only one edge is valid.
	Edges [][2]int32
	Masks []StemMask
	Zones *StemZones
}

// StemMask selects the stems that apply from an outline's segment From on, one bit per stem, the most significant
// first. A Counter mask only groups stems that are to be placed together in advance.
type StemMask struct {
	From    int
	Counter bool
	Bits    []byte
}

// StemZones are the alignment zones of a font dict's private data (Technical Note
// 5176 §15): pairs of heights in font units. Scale and Fuzz are 16.16, Shift is in
// font units.
type StemZones struct {
	Blue, Other, Family, FamilyOther []int32
	Scale                            int32
	Shift, Fuzz                      int32
	Ideographic                      bool // LanguageGroup 1
}

// On reports whether stem i is selected.
func (m *StemMask) On(i int) bool {
	return i>>3 < len(m.Bits) && m.Bits[i>>3]&(0x80>>(i&7)) != 0
}

const (
	maxStems     = 96
	maxStemMasks = 256
)

// HintedOutline returns a CFF glyph's contours with its stem hints; stems is nil if the face is not CFF or the glyph
// has no hints.
func (f *Face) HintedOutline(g GlyphID) (o *Outline, stems *Stems) {
	if int(g) >= f.count {
		return nil, nil
	}
	switch {
	case f.cff != nil:
		return f.cff.hinted(g)
	case f.chunks != nil:
		return f.chunks.outline(g), f.chunks.stems(g)
	}
	return f.Outline(g), nil
}

func (t *cff) hinted(g GlyphID) (*Outline, *Stems) {
	priv := t.fontDict(g)
	s := &Stems{Zones: priv.zones}
	m := charMachine{font: t, priv: priv, vsindex: priv.vsindex, ops: 200000, stems: s}
	m.out.segs = make([]Segment, 0, 32)
	m.run(t.charStrings.get(int(g)), 0)
	if len(s.Edges) == 0 || s.Zones == nil {
		s = nil
	}
	return m.out.finish(), s
}

// hint records the operands of a stem operator.
func (m *charMachine) hint(horizontal bool) {
	m.takeWidth(-1)
	m.hints += m.n / 2
	if s := m.stems; s != nil && horizontal {
		at := int64(0)
		for i := 0; i+2 <= m.n && len(s.Edges) < maxStems; i += 2 {
			low := at + m.stack[i]
			at = low + m.stack[i+1]
			s.Edges = append(s.Edges, [2]int32{clamp32(low), clamp32(at)})
		}
	}
	m.n = 0
}

// mask records a hintmask or cntrmask with its bits.
func (m *charMachine) mask(counter bool, bits []byte) {
	s := m.stems
	if s == nil || len(s.Masks) >= maxStemMasks {
		return
	}
	s.Masks = append(s.Masks, StemMask{From: len(m.out.segs), Counter: counter, Bits: slices.Clone(bits[:min(len(bits), (len(s.Edges)+7)/8)])})
}

// parseZones reads the alignment zones of a private dict.
func parseZones(dict []byte) *StemZones {
	z := &StemZones{Scale: 2597, Shift: 7, Fuzz: 1 << 16} // the defaults
	deltas := func(args []int) []int32 {
		var list []int32
		at := 0
		for _, v := range args[:min(len(args), 14)&^1] {
			at += v
			list = append(list, clamp32(int64(at)))
		}
		return list
	}
	cffOperators(dict, func(op int, args []int, raw []byte) {
		switch op {
		case 6:
			z.Blue = deltas(args)
		case 7:
			z.Other = deltas(args)
		case 8:
			z.Family = deltas(args)
		case 9:
			z.FamilyOther = deltas(args)
		case 1209:
			z.Scale = clamp32(cffReal(raw))
		case 1210:
			z.Shift = clamp32(int64(lastArg(args)))
		case 1211:
			z.Fuzz = clamp32(int64(lastArg(args)) << 16)
		case 1217:
			z.Ideographic = lastArg(args) == 1
		}
	})
	return z
}

// cffReal returns a real number operand in 16.16, to six decimal places.
func cffReal(raw []byte) int64 {
	if len(raw) == 0 || raw[0] != 30 {
		return 0
	}
	v, places, exp, sign := int64(0), 0, 0, 1
	fraction, exponent := false, 0
	for _, b := range raw[1:] {
		for _, n := range [2]byte{b >> 4, b & 15} {
			switch {
			case n <= 9 && exponent != 0:
				exp = min(exp*10+int(n), 100)
			case n <= 9 && v < 1<<40:
				v = v*10 + int64(n)
				if fraction {
					places++
				}
			case n == 0xA:
				fraction = true
			case n == 0xB:
				exponent = 1
			case n == 0xC:
				exponent = -1
			case n == 0xE:
				sign = -1
			}
		}
	}
	for places -= exponent * exp; places > 6; places-- {
		v /= 10
	}
	for ; places < 6 && v < 1<<40; places++ {
		v *= 10
	}
	return int64(sign) * ((min(v, 1<<40)<<16 + 500000) / 1000000)
}

package font

import "errors"

// cff reads Compact Font Format outlines, versions 1 and 2 (Adobe Technical
// Notes 5176 and 5177; OpenType CFF2). Index data is read in place.
type cff struct {
	data        []byte
	charStrings cffIndex
	global      cffIndex
	private     []cffPrivate // one per font dict; a font that is not CID-keyed has one
	fdSelect    []byte
	two         bool
	vary        []byte // CFF2 ItemVariationStore
	coords      []int16
}

type cffPrivate struct {
	subrs   cffIndex
	vsindex int
	zones   *StemZones
}

// cffIndex is an INDEX structure.
type cffIndex struct {
	offsets []byte
	objects []byte // objects[0] is the byte before the first object
	offSize int
	count   int
}

func (x cffIndex) get(i int) []byte {
	if i < 0 || i >= x.count {
		return nil
	}
	a, b := x.offset(i), x.offset(i+1)
	if a < 1 || b < a || b > len(x.objects) {
		return nil
	}
	return x.objects[a:b]
}

func (x cffIndex) offset(i int) int {
	v := 0
	for _, c := range x.offsets[i*x.offSize : (i+1)*x.offSize] {
		v = v<<8 | int(c)
	}
	return v
}

// parseCFFIndex reads the INDEX at p and returns the position after it.
func parseCFFIndex(b []byte, p int, two bool) (cffIndex, int, error) {
	bad := errors.New("CFF index is malformed")
	if p < 0 || p+2 > len(b) {
		return cffIndex{}, 0, bad
	}
	count := u16(b, p)
	p += 2
	if two {
		p -= 2
		count = u32(b, p)
		p += 4
	}
	if count == 0 {
		return cffIndex{}, p, nil
	}
	if p >= len(b) || count > 1<<20 {
		return cffIndex{}, 0, bad
	}
	x := cffIndex{offSize: int(b[p]), count: count}
	p++
	end := p + (count+1)*x.offSize
	if x.offSize < 1 || x.offSize > 4 || end > len(b) {
		return cffIndex{}, 0, bad
	}
	x.offsets = b[p:end]
	x.objects = b[end-1:]
	size := x.offset(count)
	if size < 1 || size > len(x.objects) {
		return cffIndex{}, 0, bad
	}
	x.objects = x.objects[:size]
	return x, end - 1 + size, nil
}

// cffDict calls f for every operator of a DICT with its operands.
func cffDict(b []byte, f func(op int, args []int)) {
	cffOperators(b, func(op int, args []int, _ []byte) { f(op, args) })
}

// cffOperators is cffDict with the bytes of the operands.
func cffOperators(b []byte, f func(op int, args []int, raw []byte)) {
	var args []int
	operands := 0
	for p := 0; p < len(b); {
		c := int(b[p])
		p++
		switch {
		case c <= 24:
			raw := b[operands : p-1]
			if c == 12 && p < len(b) {
				c = 1200 + int(b[p])
				p++
			}
			f(c, args, raw)
			args, operands = args[:0], p
		case c == 28:
			args = append(args, i16(b, p))
			p += 2
		case c == 29:
			args = append(args, i32(b, p))
			p += 4
		case c == 30: // see cffReal for the real operands that are used
			for p < len(b) && b[p]&0x0F != 0x0F && b[p]>>4 != 0x0F {
				p++
			}
			p++
			args = append(args, 0)
		case c >= 32 && c <= 246:
			args = append(args, c-139)
		case c >= 247 && c <= 250 && p < len(b):
			args = append(args, (c-247)*256+int(b[p])+108)
			p++
		case c >= 251 && c <= 254 && p < len(b):
			args = append(args, -(c-251)*256-int(b[p])-108)
			p++
		}
		if len(args) > 513 {
			return
		}
	}
}

func lastArg(args []int) int {
	if len(args) == 0 {
		return 0
	}
	return args[len(args)-1]
}

func parseCFF(b []byte, two bool) (*cff, error) {
	if len(b) < 5 {
		return nil, errors.New("CFF table is too short")
	}
	t := &cff{data: b, two: two}
	var top []byte
	var err error
	p := int(b[2])
	if two {
		n := u16(b, 3)
		if p+n > len(b) {
			return nil, errors.New("CFF2 top dict is truncated")
		}
		top = b[p : p+n]
		p += n
	} else {
		var names, tops, strings cffIndex
		if names, p, err = parseCFFIndex(b, p, false); err != nil {
			return nil, err
		}
		if tops, p, err = parseCFFIndex(b, p, false); err != nil {
			return nil, err
		}
		if strings, p, err = parseCFFIndex(b, p, false); err != nil {
			return nil, err
		}
		_, _ = names, strings
		top = tops.get(0)
	}
	if t.global, _, err = parseCFFIndex(b, p, two); err != nil {
		return nil, err
	}
	var charStrings, fdArray, fdSelect, privSize, privOff, vstore int
	charType := 2
	cffDict(top, func(op int, args []int) {
		switch op {
		case 17:
			charStrings = lastArg(args)
		case 18:
			if len(args) >= 2 {
				privSize, privOff = args[0], args[1]
			}
		case 24:
			vstore = lastArg(args)
		case 1206:
			charType = lastArg(args)
		case 1236:
			fdArray = lastArg(args)
		case 1237:
			fdSelect = lastArg(args)
		}
	})
	if charType != 2 {
		return nil, errors.New("CFF charstrings are not Type 2")
	}
	if t.charStrings, _, err = parseCFFIndex(b, charStrings, two); err != nil {
		return nil, err
	}
	if vstore > 0 {
		if v := from(b, vstore); len(v) > 2 {
			t.vary = v[2:]
		}
	}
	if fdArray == 0 {
		t.private = []cffPrivate{t.parsePrivate(privOff, privSize)}
		return t, nil
	}
	fonts, _, err := parseCFFIndex(b, fdArray, two)
	if err != nil {
		return nil, err
	}
	for i := range min(fonts.count, 256) {
		var size, off int
		cffDict(fonts.get(i), func(op int, args []int) {
			if op == 18 && len(args) >= 2 {
				size, off = args[0], args[1]
			}
		})
		t.private = append(t.private, t.parsePrivate(off, size))
	}
	if len(t.private) == 0 {
		t.private = []cffPrivate{{}}
	}
	t.fdSelect = from(b, fdSelect)
	return t, nil
}

func (t *cff) parsePrivate(off, size int) cffPrivate {
	var p cffPrivate
	if off <= 0 || size <= 0 || off+size > len(t.data) {
		return p
	}
	subrs := 0
	cffDict(t.data[off:off+size], func(op int, args []int) {
		switch op {
		case 19:
			subrs = lastArg(args)
		case 22:
			p.vsindex = lastArg(args)
		}
	})
	p.zones = parseZones(t.data[off : off+size])
	if subrs > 0 {
		p.subrs, _, _ = parseCFFIndex(t.data, off+subrs, t.two)
	}
	return p
}

// fontDict returns the Private DICT that applies to a glyph.
func (t *cff) fontDict(g GlyphID) *cffPrivate {
	i := 0
	b := t.fdSelect
	if len(b) > 0 {
		switch b[0] {
		case 0:
			if 1+int(g) < len(b) {
				i = int(b[1+g])
			}
		case 3, 4:
			w, n, p := 2, u16(b, 1), 3
			fd := func(k int) int { return int(b[p+3*k+2]) }
			first := func(k int) int { return u16(b, p+3*k) }
			if b[0] == 4 {
				w, n, p = 4, u32(b, 1), 5
				fd = func(k int) int { return u16(b, p+6*k+4) }
				first = func(k int) int { return u32(b, p+6*k) }
			}
			n = min(n, (len(b)-p)/(w+w/2))
			lo, hi := 0, n
			for lo < hi {
				m := (lo + hi) / 2
				if first(m) <= int(g) {
					lo = m + 1
				} else {
					hi = m
				}
			}
			if lo > 0 {
				i = fd(lo - 1)
			}
		}
	}
	if i >= len(t.private) {
		i = 0
	}
	return &t.private[i]
}

// outline interprets the glyph's charstring; nil when the glyph is empty.
func (t *cff) outline(g GlyphID) *Outline {
	priv := t.fontDict(g)
	m := charMachine{font: t, priv: priv, vsindex: priv.vsindex, ops: 200000}
	m.out.segs = make([]Segment, 0, 32)
	m.run(t.charStrings.get(int(g)), 0)
	return m.out.finish()
}

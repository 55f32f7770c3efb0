package font

import (
	"encoding/binary"
	"fmt"
)

// glyfStreams holds the sub-streams of a transformed glyf table (WOFF2 §5.1).
type glyfStreams struct {
	contours, points, flags, glyphs, composites, bboxes, instructions byteReader
	bitmap, overlap                                                   []byte
}

// rebuildGlyf reconstructs glyf and loca (§5.3), and returns every glyph's xMin for hmtx.
func rebuildGlyf(b []byte, limit int) (glyf, loca []byte, xMins []int16, err error) {
	r := &byteReader{b: b}
	r.take(2)
	options := r.u16()
	n := r.u16()
	long := r.u16() != 0
	var sizes [7]int
	for i := range sizes {
		sizes[i] = r.u32()
	}
	var s glyfStreams
	for i, to := range []*byteReader{&s.contours, &s.points, &s.flags, &s.glyphs, &s.composites, &s.bboxes, &s.instructions} {
		to.b = r.take(sizes[i])
	}
	if options&1 != 0 {
		s.overlap = r.take((n + 7) / 8)
	}
	s.bitmap = s.bboxes.take(4 * ((n + 31) / 32))
	if r.failed || s.bboxes.failed {
		return nil, nil, nil, errWOFF2
	}
	offsets := make([]int, n+1)
	xMins = make([]int16, n)
	for g := range n {
		offsets[g] = len(glyf)
		if glyf, err = s.glyph(glyf, g); err != nil {
			return nil, nil, nil, err
		}
		if len(glyf) > limit {
			return nil, nil, nil, fmt.Errorf("%w: unpacks to more than %d bytes", ErrTooLarge, limit)
		}
		if len(glyf) > offsets[g] {
			xMins[g] = int16(u16(glyf, offsets[g]+2))
		}
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
	}
	offsets[n] = len(glyf)
	if !long && len(glyf) > 2*0xFFFF {
		return nil, nil, nil, errWOFF2
	}
	for _, o := range offsets {
		if long {
			loca = binary.BigEndian.AppendUint32(loca, uint32(o))
		} else {
			loca = binary.BigEndian.AppendUint16(loca, uint16(o/2))
		}
	}
	return glyf, loca, xMins, nil
}

// glyph appends glyph g in plain form.
func (s *glyfStreams) glyph(out []byte, g int) ([]byte, error) {
	contours := int(int16(s.contours.u16()))
	hasBox := s.bitmap[g>>3]&(0x80>>(g&7)) != 0
	var box []byte
	if hasBox {
		box = s.bboxes.take(8)
	}
	var err error
	switch {
	case contours == 0:
		if hasBox {
			return nil, errWOFF2
		}
	case contours < 0:
		if !hasBox {
			return nil, errWOFF2
		}
		out = append(append(out, 0xFF, 0xFF), box...)
		out, err = s.composite(out)
	default:
		overlaps := len(s.overlap) > g>>3 && s.overlap[g>>3]&(0x80>>(g&7)) != 0
		out, err = s.simple(out, contours, box, overlaps)
	}
	if err != nil || s.contours.failed || s.bboxes.failed {
		return nil, errWOFF2
	}
	return out, nil
}

func (s *glyfStreams) composite(out []byte) ([]byte, error) {
	instructions := false
	for {
		head := s.composites.take(4)
		if head == nil {
			return nil, errWOFF2
		}
		flags := u16(head, 0)
		size := 2
		if flags&argsAreWords != 0 {
			size = 4
		}
		switch {
		case flags&haveScale != 0:
			size += 2
		case flags&haveXYScale != 0:
			size += 4
		case flags&have2x2 != 0:
			size += 8
		}
		instructions = instructions || flags&0x100 != 0
		args := s.composites.take(size)
		if args == nil {
			return nil, errWOFF2
		}
		out = append(append(out, head...), args...)
		if flags&moreComponents == 0 {
			break
		}
	}
	if instructions {
		n := s.glyphs.short255()
		code := s.instructions.take(n)
		if s.glyphs.failed || s.instructions.failed {
			return nil, errWOFF2
		}
		out = append(binary.BigEndian.AppendUint16(out, uint16(n)), code...)
	}
	return out, nil
}

type plainPoint struct {
	x, y int
	on   bool
}

func (s *glyfStreams) simple(out []byte, contours int, box []byte, overlaps bool) ([]byte, error) {
	ends := make([]int, 0, min(contours, 1024))
	total := 0
	for range contours {
		total += s.points.short255()
		if s.points.failed || total > 0xFFFF {
			return nil, errWOFF2
		}
		ends = append(ends, total-1)
	}
	if total > len(s.flags.b) {
		return nil, errWOFF2
	}
	pts := make([]plainPoint, total)
	x, y := 0, 0
	for i := range pts {
		dx, dy, on := s.triplet()
		x, y = x+dx, y+dy
		pts[i] = plainPoint{x, y, on}
	}
	n := s.glyphs.short255()
	code := s.instructions.take(n)
	if s.flags.failed || s.glyphs.failed || s.instructions.failed {
		return nil, errWOFF2
	}
	out = binary.BigEndian.AppendUint16(out, uint16(contours))
	if box == nil {
		box = boundsOf(pts)
	}
	out = append(out, box...)
	for _, e := range ends {
		out = binary.BigEndian.AppendUint16(out, uint16(e))
	}
	out = append(binary.BigEndian.AppendUint16(out, uint16(n)), code...)
	return appendPoints(out, pts, overlaps), nil
}

// triplet reads one point's deltas (§5.2 table 2).
func (s *glyfStreams) triplet() (dx, dy int, on bool) {
	f := s.flags.u8()
	on = f&0x80 == 0
	f &= 0x7F
	sign := func(bit, v int) int {
		if bit&1 != 0 {
			return v
		}
		return -v
	}
	g := &s.glyphs
	switch {
	case f < 10:
		dy = sign(f, (f&14)<<7+g.u8())
	case f < 20:
		dx = sign(f, ((f-10)&14)<<7+g.u8())
	case f < 84:
		b0, b1 := f-20, g.u8()
		dx = sign(f, 1+b0&0x30+b1>>4)
		dy = sign(f>>1, 1+b0&0x0C<<2+b1&0x0F)
	case f < 120:
		b0 := f - 84
		dx = sign(f, 1+b0/12<<8+g.u8())
		dy = sign(f>>1, 1+(b0%12)>>2<<8+g.u8())
	case f < 124:
		b1, b2, b3 := g.u8(), g.u8(), g.u8()
		dx = sign(f, b1<<4+b2>>4)
		dy = sign(f>>1, b2&0x0F<<8+b3)
	default:
		b := g.take(4)
		dx = sign(f, u16(b, 0))
		dy = sign(f>>1, u16(b, 2))
	}
	return dx, dy, on
}

func boundsOf(pts []plainPoint) []byte {
	var x0, y0, x1, y1 int
	for i, p := range pts {
		if i == 0 {
			x0, y0, x1, y1 = p.x, p.y, p.x, p.y
		}
		x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
	}
	var b []byte
	for _, v := range []int{x0, y0, x1, y1} {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

// appendPoints writes flags and coordinates in the short forms of glyf.
func appendPoints(out []byte, pts []plainPoint, overlaps bool) []byte {
	var xs, ys []byte
	px, py := 0, 0
	last, repeats := -1, 0
	for i, p := range pts {
		flag := 0
		if p.on {
			flag = 1
		}
		if overlaps && i == 0 {
			flag |= 0x40
		}
		put := func(d, short, same int, to []byte) []byte {
			switch {
			case d == 0:
				flag |= same
			case d > -256 && d < 256:
				flag |= short
				if d > 0 {
					flag |= same
				} else {
					d = -d
				}
				to = append(to, byte(d))
			default:
				to = binary.BigEndian.AppendUint16(to, uint16(d))
			}
			return to
		}
		xs = put(p.x-px, 2, 16, xs)
		ys = put(p.y-py, 4, 32, ys)
		px, py = p.x, p.y
		switch {
		case flag == last && repeats > 0 && repeats < 255:
			repeats++
			out[len(out)-1] = byte(repeats)
		case flag == last && repeats == 0:
			out[len(out)-1] |= 8
			out = append(out, 1)
			repeats = 1
		default:
			out = append(out, byte(flag))
			last, repeats = flag, 0
		}
	}
	return append(append(out, xs...), ys...)
}

package avif

import "encoding/binary"

// box is a box of the ISO base media file format (ISO/IEC 14496-12 §4.2).
type box struct {
	name string
	data []byte
}

// nextBox splits the first box off p; ok is false when p is empty or truncated.
func nextBox(p []byte) (b box, rest []byte, ok bool) {
	if len(p) < 8 {
		return b, nil, false
	}
	head, size := 8, uint64(binary.BigEndian.Uint32(p))
	switch size {
	case 0:
		size = uint64(len(p))
	case 1:
		if len(p) < 16 {
			return b, nil, false
		}
		head, size = 16, binary.BigEndian.Uint64(p[8:])
	}
	if size < uint64(head) || size > uint64(len(p)) {
		return b, nil, false
	}
	return box{string(p[4:8]), p[head:size]}, p[size:], true
}

// boxes calls f for each box in p until it returns an error. A truncated box is an error.
func boxes(p []byte, f func(box) error) error {
	for len(p) > 0 {
		b, rest, ok := nextBox(p)
		if !ok {
			return corrupt("a box ends early")
		}
		if err := f(b); err != nil {
			return err
		}
		p = rest
	}
	return nil
}

// reader reads big-endian fields; reads past the end return zeros and set a flag.
type reader struct {
	p    []byte
	over bool
}

// uint reads n bytes, at most 8.
func (r *reader) uint(n int) uint64 {
	if n > len(r.p) {
		r.over = true
		r.p = nil
		return 0
	}
	v := uint64(0)
	for _, b := range r.p[:n] {
		v = v<<8 | uint64(b)
	}
	r.p = r.p[n:]
	return v
}

func (r *reader) int(n int) int { return int(r.uint(n)) }

// full reads the version and flags of a full box.
func (r *reader) full() (version, flags int) { return r.int(1), r.int(3) }

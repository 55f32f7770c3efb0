package vp8

import "math/bits"

// boolWriter is the arithmetic coder (RFC 6386 §7).
type boolWriter struct {
	out   []byte
	value uint32
	rng   uint32 // range less one
	run   int    // 0xff bytes held back until a carry can no longer reach them
	n     int    // bits of value beyond the byte being filled, less 8
}

func newBoolWriter(room int) *boolWriter {
	return &boolWriter{out: make([]byte, 0, room), rng: 254, n: -8}
}

// put codes a bit whose probability of being 0 is prob/256.
func (w *boolWriter) put(bit bool, prob uint8) {
	split := w.rng * uint32(prob) >> 8
	if bit {
		w.value += split + 1
		w.rng -= split + 1
	} else {
		w.rng = split
	}
	if w.rng < 127 {
		shift := bits.LeadingZeros32(w.rng+1) - 24
		w.rng = (w.rng+1)<<shift - 1
		w.value <<= shift
		w.n += shift
		if w.n > 0 {
			w.flush()
		}
	}
}

// flush moves a byte out, resolving carries.
func (w *boolWriter) flush() {
	s := 8 + w.n
	b := w.value >> s
	w.value -= b << s
	w.n -= 8
	if b&0xff == 0xff {
		w.run++
		return
	}
	fill := byte(0xff)
	if b&0x100 != 0 {
		if len(w.out) > 0 {
			w.out[len(w.out)-1]++
		}
		fill = 0
	}
	for ; w.run > 0; w.run-- {
		w.out = append(w.out, fill)
	}
	w.out = append(w.out, byte(b))
}

const even = 128

// bits codes an n-bit number, high bit first.
func (w *boolWriter) bits(v uint32, n int) {
	for n--; n >= 0; n-- {
		w.put(v>>n&1 != 0, even)
	}
}

// optional codes a small signed number that is likely to be 0.
func (w *boolWriter) optional(v, n int) {
	w.put(v != 0, even)
	if v == 0 {
		return
	}
	w.bits(uint32(max(v, -v)), n)
	w.put(v < 0, even)
}

// finish pads and returns the bytes.
func (w *boolWriter) finish() []byte {
	w.bits(0, 9-w.n)
	w.n = 0
	w.flush()
	return w.out
}

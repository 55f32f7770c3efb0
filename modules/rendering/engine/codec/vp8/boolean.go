package vp8

import (
	"encoding/binary"
	"math/bits"
)

// boolWriter is the arithmetic coder (RFC 6386 §7).
type boolWriter struct {
	out   []byte
	value uint64 // what is not in out yet: n bits, a carry above and 8 bits below
	rng   uint32 // range less one
	n     int
}

func newBoolWriter(room int) *boolWriter { return &boolWriter{out: make([]byte, 0, room), rng: 254} }

const even = 128

// put codes a bit whose probability of being 0 is prob/256.
func (w *boolWriter) put(bit bool, prob uint8) {
	split := w.rng * uint32(prob) >> 8
	if bit {
		w.value += uint64(split + 1)
		w.rng -= split + 1
	} else {
		w.rng = split
	}
	shift := bits.LeadingZeros32(w.rng+1) - 24
	if shift > 0 {
		w.rng = (w.rng+1)<<shift - 1
		w.value <<= shift
		if w.n += shift; w.n >= 32 {
			w.flush()
		}
	}
}

// flush moves four bytes out, resolving a carry. There must be 32 bits.
func (w *boolWriter) flush() {
	w.n -= 32
	s := w.n + 8
	v := w.value >> s
	w.value -= v << s
	if v>>32 != 0 {
		i := len(w.out) - 1
		for ; w.out[i] == 0xff; i-- {
			w.out[i] = 0
		}
		w.out[i]++
	}
	w.out = binary.BigEndian.AppendUint32(w.out, uint32(v))
}

// shifted is, by the range less one, the range that is left after shifting it up to 128,
// less one, and in the high byte by how much it was shifted.
var shifted = func() (t [256]uint16) {
	for r := range t {
		n := max(8-bits.Len(uint(r+1)), 0)
		t[r] = uint16((r+1)<<n-1)&0xff | uint16(n)<<8
	}
	return t
}()

// tokens codes all decisions: what put does, with its state in registers and without
// jumps on what cannot be predicted.
func (w *boolWriter) tokens(list []byte, probs *probabilities) {
	value, rng, n := w.value, w.rng, w.n
	for ; len(list) >= tokenSize; list = list[tokenSize:] {
		tok := uint32(binary.LittleEndian.Uint16(list))
		split := rng * uint32(probs[tok%uint32(len(probs))]) >> 8
		one := -(tok >> 15) // all bits or none
		value += uint64((split + 1) & one)
		rng = split ^ (split^(rng-split-1))&one
		s := shifted[rng&0xff]
		rng = uint32(s & 0xff)
		value <<= s >> 8 & 63
		if n += int(s >> 8); n >= 32 {
			w.value, w.n = value, n
			w.flush()
			value, n = w.value, w.n
		}
	}
	w.value, w.rng, w.n = value, rng, n
}

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

// finish pads and returns the bytes, one more than decoders must look at.
func (w *boolWriter) finish() []byte {
	n := (w.n + 8 + 7) / 8
	w.value <<= 32 - w.n
	w.n = 32
	size := len(w.out) + n + 1
	w.flush()
	w.out = append(w.out, byte(w.value), 0, 0)
	return w.out[:size]
}

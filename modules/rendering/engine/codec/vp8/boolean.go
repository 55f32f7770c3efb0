package vp8

import (
	"encoding/binary"
	"math/bits"
)

// boolWriter is the boolean entropy encoder (RFC 6386 §7).
type boolWriter struct {
	out   []byte
	value uint64 // bits not yet in out: n bits, with a carry above and 8 bits below
	rng   uint32 // range − 1
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

// flush writes four bytes to out, resolving a carry. At least 32 bits must be pending.
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

// renormal maps range − 1 to the renormalised range − 1, and renormalBits to the shift count.
var renormal, renormalBits = func() (next, shift [256]uint8) {
	for r := range next {
		n := max(8-bits.Len(uint(r+1)), 0)
		next[r], shift[r] = uint8((r+1)<<n-1), uint8(n)
	}
	return next, shift
}()

// tokens codes all decisions like put, with the state in registers and without unpredictable branches. Each decision
// needs the range of the previous one, so the steps from range to range are as few as possible.
func (w *boolWriter) tokens(list []byte, probs *probabilities) {
	value, rng, n := w.value, w.rng, w.n
	for ; len(list) >= tokenSize; list = list[tokenSize:] {
		tok := uint32(binary.LittleEndian.Uint16(list))
		one := -(tok >> 15) // all ones or zero
		split := rng * uint32(probs[tok%uint32(len(probs))]) >> 8
		value += uint64((split + 1) & one)
		rng = (split ^ one) + rng&one // split or, with ^split = −split − 1, the rest of the range
		shift := renormalBits[rng&0xff]
		rng = uint32(renormal[rng&0xff])
		value <<= shift & 63
		if n += int(shift); n >= 32 {
			w.value, w.n = value, n
			w.flush()
			value, n = w.value, w.n
		}
	}
	w.value, w.rng, w.n = value, rng, n
}

// bits codes an n-bit number, most significant bit first.
func (w *boolWriter) bits(v uint32, n int) {
	for n--; n >= 0; n-- {
		w.put(v>>n&1 != 0, even)
	}
}

// optional codes a signed number that is likely to be 0, preceded by a flag.
func (w *boolWriter) optional(v, n int) {
	w.put(v != 0, even)
	if v == 0 {
		return
	}
	w.bits(uint32(max(v, -v)), n)
	w.put(v < 0, even)
}

// finish pads the stream and returns its bytes, one more than a decoder needs.
func (w *boolWriter) finish() []byte {
	n := (w.n + 8 + 7) / 8
	w.value <<= 32 - w.n
	w.n = 32
	size := len(w.out) + n + 1
	w.flush()
	w.out = append(w.out, byte(w.value), 0, 0)
	return w.out[:size]
}

package canonical

import "math/bits"

// Masks for eight bytes: the lowest and the highest bit of each byte.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special returns the highest bit of each byte of x that is a control character, a quote or a backslash. After the
// first such byte other bits may be set by borrow.
func special(x uint64) uint64 {
	quote, slash := x^('"'*ones), x^('\\'*ones)
	return ((x-' '*ones)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & highs
}

// Plain returns the length of the prefix of s that needs no escapes in JSON: no control characters, quotes or
// backslashes.
func Plain[T string | []byte](s T) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		p := s[i : i+8]
		x := uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 | uint64(p[4])<<32 | uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
		if m := special(x); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			return i
		}
	}
	return i
}

package canonical

import "math/bits"

// Eight bytes at a time: each of these has one bit or byte for each of the eight.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special has the highest bit of every byte of x that is a control character, a quote or a backslash; behind the first of
// them it may have others.
func special(x uint64) uint64 {
	quote, slash := x^('"'*ones), x^('\\'*ones)
	return ((x-' '*ones)&^x | (quote-ones)&^quote | (slash-ones)&^slash) & highs
}

// Plain returns how many bytes at the beginning of s JSON writes as they are: neither control characters nor quotes nor
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

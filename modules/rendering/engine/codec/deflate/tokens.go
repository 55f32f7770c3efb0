package deflate

import "github.com/platenhq/platen/modules/rendering/engine/codec/lsb"

// token is a symbol with its extra bits: the symbol in the low 9 bits (distance symbols from distBase on), then the
// number of extra bits in 4 bits, then the extra bits. A match is two tokens, length and distance.
type token uint32

const (
	distBase   = 288
	symbolBits = 9
	extraShift = symbolBits + 4
)

func (t token) symbol() uint { return uint(t) & (1<<symbolBits - 1) }

// lengthTokens holds the tokens of match lengths.
var lengthTokens = func() (t [maxMatch + 1]token) {
	for n := minMatch; n <= maxMatch; n++ {
		sym, extra, bits := lengthSymbol(n)
		t[n] = token(sym | bits<<symbolBits | extra<<extraShift)
	}
	return t
}()

func distToken(dist int) token {
	sym, extra, bits := distSymbol(dist)
	return token(distBase + sym | bits<<symbolBits | extra<<extraShift)
}

// copies writes the tokens of a match of n ≥ minMatch bytes and returns their number.
func copies(out []token, n, dist int) int {
	d, k := distToken(dist), 0
	for ; n > maxMatch; k += 2 {
		// The remainder must not be shorter than a match.
		l := min(maxMatch, n-minMatch)
		out[k], out[k+1] = lengthTokens[l], d
		n -= l
	}
	out[k], out[k+1] = lengthTokens[n], d
	return k + 2
}

// count counts the symbols and sums the extra bits of all tokens.
func (b *block) count(tokens []token) {
	clear(b.freq[:])
	var odd [1 << symbolBits]uint32 // two histograms, so that repeated symbols do not serialise the increments
	extra := token(0)
	for len(tokens) >= 2 {
		t, u := tokens[0], tokens[1]
		b.freq[t.symbol()]++
		odd[u.symbol()]++
		extra += t>>symbolBits&15 + u>>symbolBits&15
		tokens = tokens[2:]
	}
	for _, t := range tokens {
		b.freq[t.symbol()]++
		extra += t >> symbolBits & 15
	}
	for i, n := range odd {
		b.freq[i] += n
	}
	b.extra = int(extra)
}

// emit writes tokens with the block's codes.
func (b *block) emit(w *lsb.Writer, tokens []token) {
	for len(tokens) >= 2 {
		v, n := b.bits(tokens[0])
		u, m := b.bits(tokens[1])
		w.Put(v|u<<(n&63), n+m)
		tokens = tokens[2:]
	}
	for _, t := range tokens {
		w.Put(b.bits(t))
	}
}

// bits returns a token's code with its extra bits, at most 28, and their number.
func (b *block) bits(t token) (uint64, uint) {
	c := b.codes[t.symbol()]
	n := uint(c & 15)
	return uint64(c>>4) | uint64(t>>extraShift)<<n, n + uint(t>>symbolBits&15)
}

// countBytes counts bytes as literals.
func (b *block) countBytes(src []byte) {
	clear(b.freq[:])
	b.extra = 0
	for _, c := range src {
		b.freq[c]++
	}
}

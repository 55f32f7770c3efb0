package policy

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainWord is plain without the shorter way of ASCII, its oracle.
func plainWord(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(norm.NFKC.String(s))) {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) || invisible(r) || r == '\'' || r == '’' {
			continue
		}
		if l, ok := lookalikes[r]; ok {
			r = l
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// plainOnce is once without the shorter way of ASCII, its oracle.
func plainOnce(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i := 0; i < len(runes); {
		j := i
		for j < len(runes) && runes[j] == runes[i] {
			j++
		}
		n := j - i
		if n >= 3 {
			n = 1
		}
		b.WriteString(string(runes[i : i+n]))
		i = j
	}
	return b.String()
}

// plainInWord is inWord without the shorter way of ASCII, its oracle.
func plainInWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || invisible(r) || strings.ContainsRune(outer, r) || unicode.Is(unicode.No, r) || unicode.Is(unicode.So, r) && norm.NFKC.QuickSpan([]byte(string(r))) == 0
}

func TestASCIIIsFoldedLikeOtherText(t *testing.T) {
	t.Parallel()
	for r := range rune(0x300) {
		if got, want := inWord(r), plainInWord(r); got != want {
			t.Errorf("inWord(%q) is %v, want %v", r, got, want)
		}
	}
	for r := range rune(0x3200) {
		if got, want := unspaced(r), unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar); got != want {
			t.Errorf("unspaced(%q) is %v, want %v", r, got, want)
		}
	}
	const letters = "aaabBßéİ'’1|@$!\x00 \x7f.аo\u0301"
	runes := []rune(letters)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		n := len(runes)
		if rng.IntN(2) == 0 {
			n = 5 // ASCII only
		}
		for range rng.IntN(9) {
			b.WriteRune(runes[rng.IntN(n)])
		}
		s := b.String()
		if got, want := plain(s), plainWord(s); got != want {
			t.Fatalf("plain(%q) is %q, want %q", s, got, want)
		}
		if got, want := once(s), plainOnce(s); got != want {
			t.Fatalf("once(%q) is %q, want %q", s, got, want)
		}
	}
}

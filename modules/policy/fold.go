package policy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// word is one word of a text.
type word struct {
	start, end int // byte offsets in the text
	// forms returns the folded readings of a word: itself, and the word with digits and signs read as letters or with
	// repeated letters collapsed.
	forms []string
}

// lookalikes are the Cyrillic and Greek letters that are drawn like Latin ones.
var lookalikes = map[rune]rune{
	'а': 'a', 'в': 'b', 'е': 'e', 'к': 'k', 'м': 'm', 'н': 'h', 'о': 'o', 'р': 'p', 'с': 'c', 'т': 't', 'у': 'y', 'х': 'x', 'ѕ': 's', 'і': 'i', 'ј': 'j',
	'ԁ': 'd', 'ɡ': 'g', 'ո': 'n', 'ʟ': 'l', 'α': 'a', 'ε': 'e', 'ι': 'i', 'κ': 'k', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'χ': 'x',
	'ı': 'i', 'ł': 'l', 'ø': 'o', 'đ': 'd', 'ß': 's',
}

// signs are the characters that are read as letters inside words; 1 and | are i or l.
var signs = map[rune]rune{'0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', '$': 's', '!': 'i', '€': 'e', '+': 't'}

// outer are the signs that also end sentences or precede numbers: at the ends of a word they may be punctuation.
const outer = "@$!|€+"

// invisible reports whether a character draws nothing inside a word.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r >= 0xFE00 && r <= 0xFE0F || r == 0x034F || r == 0x115F || r == 0x1160 || r == 0x3164
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.IndexByte(outer, byte(r)) >= 0
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || invisible(r) || strings.ContainsRune(outer, r) || unicode.Is(unicode.No, r) || unicode.Is(unicode.So, r) && norm.NFKC.QuickSpan([]byte(string(r))) == 0
}

// split cuts a text into words.
func split(text string) []word {
	words := make([]word, 0, len(text)/6+1)
	start := -1
	flush := func(end int) {
		if start >= 0 {
			if forms := foldWord(text[start:end]); len(forms) > 0 {
				words = append(words, word{start, end, forms})
			}
			start = -1
		}
	}
	for i, r := range text {
		if inWord(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if r == '\'' || r == '’' {
			continue // don't is one word and folds to dont
		}
		flush(i)
	}
	flush(len(text))
	return words
}

// plain folds a word without reading signs as letters: NFKC, lower case, marks and invisible characters removed,
// look-alikes replaced by the Latin letters that they resemble.
func plain(s string) string {
	if isASCII(s) { // has no composed characters, marks or look-alikes
		return strings.ReplaceAll(strings.ToLower(s), "'", "")
	}
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

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// foldWord returns the folded readings of a word, none if nothing but punctuation is left.
func foldWord(s string) []string {
	p := plain(s)
	var forms []string
	add := func(f string) {
		if f == "" {
			return
		}
		for _, known := range forms {
			if known == f {
				return
			}
		}
		forms = append(forms, f)
	}
	trimmed := strings.Trim(p, outer)
	if trimmed == "" {
		return nil
	}
	add(trimmed)
	letters := strings.IndexFunc(p, unicode.IsLetter) >= 0
	if letters && strings.IndexFunc(p, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 {
		for _, one := range []rune{'i', 'l'} {
			read := func(r rune) rune {
				if r == '1' || r == '|' {
					return one
				}
				if l, ok := signs[r]; ok {
					return l
				}
				return r
			}
			add(strings.Map(read, trimmed))
			add(strings.Map(read, p))
		}
	}
	for _, f := range forms {
		add(once(f))
	}
	return forms
}

// once collapses a letter that is repeated three or more times to one.
func once(s string) string {
	if isASCII(s) && !repeated(s) {
		return s
	}
	runes := []rune(s)
	out := runes[:0:0]
	for i := 0; i < len(runes); {
		j := i
		for j < len(runes) && runes[j] == runes[i] {
			j++
		}
		n := j - i
		if n >= 3 {
			n = 1
		}
		out = append(out, runes[i:i+n]...)
		i = j
	}
	return string(out)
}

// repeated reports whether three consecutive bytes of s are equal.
func repeated(s string) bool {
	for i := 2; i < len(s); i++ {
		if s[i] == s[i-1] && s[i] == s[i-2] {
			return true
		}
	}
	return false
}

// joined returns the words with three or more consecutive single letters joined; nil if there are
// none. With apart, a leading letter that is a word in its own right (a, i) stays one.
func joined(text string, words []word, apart bool) []word {
	single := func(w word) bool { return utf8.RuneCountInString(w.forms[0]) == 1 }
	letters := 0 // consecutive ones
	if !slices.ContainsFunc(words, func(w word) bool {
		if letters++; !single(w) {
			letters = 0
		}
		return letters == 3
	}) {
		return nil
	}
	var out []word
	found := false
	for i := 0; i < len(words); {
		j := i
		for j < len(words) && single(words[j]) {
			j++
		}
		if apart && j > i && (words[i].forms[0] == "a" || words[i].forms[0] == "i") {
			out = append(out, words[i])
			i++
		}
		if j-i < 3 {
			out = append(out, words[i:max(j, i)]...)
			if i = max(j, i); i < len(words) && !single(words[i]) {
				out = append(out, words[i])
				i++
			}
			continue
		}
		found = true
		var b strings.Builder
		for _, w := range words[i:j] {
			b.WriteString(text[w.start:w.end])
		}
		if forms := foldWord(b.String()); len(forms) > 0 {
			out = append(out, word{words[i].start, words[j-1].end, forms})
		}
		i = j
	}
	if !found {
		return nil
	}
	return out
}

// unspaced reports whether a character is of a script without spaces between words.
func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

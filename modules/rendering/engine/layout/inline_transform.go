package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// TransformText applies text-transform (CSS Text 3 §2.1); before is the preceding text of the paragraph, for word
// boundaries.
func TransformText(s string, st *style.Computed, before []byte) string {
	turkic := strings.HasPrefix(st.Lang, "tr") || strings.HasPrefix(st.Lang, "az")
	switch st.TextTransform {
	case style.Uppercase:
		return mapUpper(s, turkic, strings.HasPrefix(st.Lang, "el"))
	case style.Lowercase:
		return mapLower(s, turkic)
	case style.Capitalize:
		return capitalize(s, turkic, before)
	}
	return s
}

// specialUpper holds the unconditional multi-character mappings of SpecialCasing.txt that occur in documents.
var specialUpper = map[rune]string{
	'ß': "SS", 'ŉ': "ʼN", 'ǰ': "J̌", 'ΐ': "Ϊ́", 'ΰ': "Ϋ́", 'և': "ԵՒ",
	'ﬀ': "FF", 'ﬁ': "FI", 'ﬂ': "FL", 'ﬃ': "FFI", 'ﬄ': "FFL", 'ﬅ': "ST", 'ﬆ': "ST",
}

// greekBare maps accented Greek letters to capitals without tonos.
var greekBare = map[rune]rune{'ά': 'Α', 'έ': 'Ε', 'ή': 'Η', 'ί': 'Ι', 'ό': 'Ο', 'ύ': 'Υ', 'ώ': 'Ω', 'Ά': 'Α', 'Έ': 'Ε', 'Ή': 'Η', 'Ί': 'Ι', 'Ό': 'Ο', 'Ύ': 'Υ', 'Ώ': 'Ω'}

func mapUpper(s string, turkic, greek bool) string {
	var out strings.Builder
	for _, r := range s {
		if turkic && r == 'i' {
			out.WriteRune('İ')
			continue
		}
		if up, ok := specialUpper[r]; ok {
			out.WriteString(up)
			continue
		}
		if up, ok := greekBare[r]; ok && greek {
			out.WriteRune(up)
			continue
		}
		out.WriteRune(unicode.ToUpper(r))
	}
	return out.String()
}

func mapLower(s string, turkic bool) string {
	var out strings.Builder
	letter := false
	for i, r := range s {
		switch {
		case turkic && r == 'I':
			out.WriteRune('ı')
		case turkic && r == 'İ':
			out.WriteRune('i')
		case r == 'İ':
			out.WriteString("i̇")
		case r == 'Σ' && letter && !letterFollows(s[i+len("Σ"):]):
			out.WriteRune('ς')
		default:
			out.WriteRune(unicode.ToLower(r))
		}
		letter = unicode.IsLetter(r) || letter && unicode.Is(unicode.Mn, r)
	}
	return out.String()
}

func letterFollows(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.Mn, r) {
			return unicode.IsLetter(r)
		}
	}
	return false
}

// capitalize converts the first letter of every word to title case.
func capitalize(s string, turkic bool, before []byte) string {
	prev, _ := utf8.DecodeLastRune(before)
	inWord := len(before) > 0 && isWordRune(prev)
	var out strings.Builder
	for _, r := range s {
		switch {
		case inWord || !(unicode.IsLetter(r) || unicode.IsDigit(r)):
			out.WriteRune(r)
		case turkic && r == 'i':
			out.WriteRune('İ')
		default:
			out.WriteRune(unicode.ToTitle(r))
		}
		inWord = isWordRune(r)
	}
	return out.String()
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '\'' || r == '’' || r == '_'
}

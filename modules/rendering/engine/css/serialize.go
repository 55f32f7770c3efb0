package css

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Serialize writes tokens as CSS text that tokenizes to the same tokens, except bad strings and URLs, which end a
// declaration anyway. Comments separate tokens that would otherwise merge (CSS Syntax 3 §9).
func Serialize(toks []Token) string {
	var b strings.Builder
	var prev Token
	for i, t := range toks {
		if i > 0 && needsComment(prev, t) {
			b.WriteString("/**/")
		}
		writeToken(&b, t)
		prev = t
	}
	return b.String()
}

func writeToken(b *strings.Builder, t Token) {
	switch t.Kind {
	case Ident:
		writeIdent(b, t.Value)
	case Function:
		writeIdent(b, t.Value)
		b.WriteByte('(')
	case AtKeyword:
		b.WriteByte('@')
		writeIdent(b, t.Value)
	case Hash:
		b.WriteByte('#')
		if t.Flag {
			writeIdent(b, t.Value)
		} else {
			writeName(b, t.Value)
		}
	case String:
		writeString(b, t.Value)
	case BadString:
		b.WriteString("'\n")
	case URL:
		b.WriteString("url(")
		for _, r := range t.Value {
			switch {
			case r <= 0x20 || r == 0x7F:
				writeHex(b, r)
			case r == '"' || r == '\'' || r == '(' || r == ')' || r == '\\':
				b.WriteByte('\\')
				b.WriteRune(r)
			default:
				b.WriteRune(r)
			}
		}
		b.WriteByte(')')
	case BadURL:
		b.WriteString("url(()")
	case Number, Percentage, Dimension:
		b.WriteString(formatNumber(t))
		if t.Kind == Percentage {
			b.WriteByte('%')
		}
		if t.Kind == Dimension {
			writeUnit(b, t.Value)
		}
	case Whitespace:
		b.WriteByte(' ')
	case CDO:
		b.WriteString("<!--")
	case CDC:
		b.WriteString("-->")
	default:
		b.WriteString(t.Value)
		if t.IsDelim('\\') {
			b.WriteByte('\n') // a lone backslash only occurs before a newline
		}
	}
}

func formatNumber(t Token) string {
	if t.Flag && t.Num == float64(int64(t.Num)) && t.Num > -1e15 && t.Num < 1e15 {
		return strconv.FormatInt(int64(t.Num), 10)
	}
	s := strconv.FormatFloat(t.Num, 'f', -1, 64)
	if !t.Flag && !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// writeUnit writes the unit of a dimension, escaped where it would parse as an exponent.
func writeUnit(b *strings.Builder, unit string) {
	if len(unit) > 0 && unit[0] == 'e' {
		rest := unit[1:]
		if len(rest) > 0 && (isDigit(rest[0]) || len(rest) > 1 && rest[0] == '-' && isDigit(rest[1])) {
			writeHex(b, 'e')
			writeName(b, rest)
			return
		}
	}
	writeIdent(b, unit)
}

func writeIdent(b *strings.Builder, s string) {
	if s == "" {
		return
	}
	if s[0] == '-' && (len(s) == 1 || isDigit(s[1])) {
		if len(s) == 1 {
			b.WriteString(`\-`)
			return
		}
		b.WriteByte('-')
		writeHex(b, rune(s[1]))
		writeName(b, s[2:])
		return
	}
	if isDigit(s[0]) {
		writeHex(b, rune(s[0]))
		s = s[1:]
	}
	writeName(b, s)
}

func writeName(b *strings.Builder, s string) {
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf && isNameByte(byte(r)) || r >= utf8.RuneSelf:
			b.WriteRune(r)
		case r < 0x20 || r == 0x7F:
			writeHex(b, r)
		default:
			b.WriteByte('\\')
			b.WriteRune(r)
		}
	}
}

func writeHex(b *strings.Builder, r rune) {
	b.WriteByte('\\')
	b.WriteString(strconv.FormatInt(int64(r), 16))
	b.WriteByte(' ')
}

func writeString(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r < 0x20 || r == 0x7F:
			writeHex(b, r)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

// needsComment implements the table of CSS Syntax 3 §9.
func needsComment(a, b Token) bool {
	identLike := b.Kind == Ident || b.Kind == Function || b.Kind == URL || b.Kind == BadURL
	numeric := b.Kind == Number || b.Kind == Percentage || b.Kind == Dimension
	switch {
	case a.Kind == Ident:
		return identLike || numeric || b.IsDelim('-') || b.Kind == CDC || b.Kind == LeftParen
	case a.Kind == AtKeyword || a.Kind == Hash || a.Kind == Dimension:
		return identLike || numeric || b.IsDelim('-') || b.Kind == CDC
	case a.Kind == Number:
		return identLike || numeric || b.IsDelim('%') || b.Kind == CDC
	case a.IsDelim('#') || a.IsDelim('-'):
		return identLike || numeric || b.IsDelim('-') || b.Kind == CDC
	case a.IsDelim('@'):
		return identLike || b.IsDelim('-') || b.Kind == CDC
	case a.IsDelim('.') || a.IsDelim('+'):
		return numeric
	case a.IsDelim('/'):
		return b.IsDelim('*')
	case a.IsDelim('<'):
		return b.IsDelim('!')
	}
	return a.Kind == Whitespace && b.Kind == Whitespace
}

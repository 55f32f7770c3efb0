package text

import "strings"

// Chromium does not ask UAX #14 about two visible ASCII characters in a row: it
// has a table for them that breaks less (no break inside URLs after a slash, none
// around prices) and, after a hyphen or question mark, more. These are the
// table's rules.

// inASCIITable reports the characters the table is about.
func inASCIITable(r rune) bool { return r > ' ' && r < 0x7F }

// asciiBreak reports whether a line may break between a and b; before is the
// character in front of a.
func asciiBreak(before, a, b rune) bool {
	switch {
	case a == '-' && isDigit(b):
		// A minus sign belongs to its number, a hyphen does not.
		return isDigit(before) || isASCIILetter(before)
	case a == '-':
		return !strings.ContainsRune("!$),./:;?]}", b)
	case a == '?':
		return !strings.ContainsRune("!\"'),./:;?]}", b)
	case b == '(' || b == '<' || b == '[' || b == '{':
		return strings.ContainsRune("!\"#%&)*+,.:;=>\\]|}~", a)
	}
	return false
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isASCIILetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

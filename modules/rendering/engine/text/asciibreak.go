package text

import "strings"

// For a pair of visible ASCII characters Chromium does not use UAX #14 but a table, which allows fewer breaks (none
// inside URLs after a slash, none around prices) and, after a hyphen or question mark, more. These are the table's
// rules.

// inASCIITable reports whether the table covers the character.
func inASCIITable(r rune) bool { return r > ' ' && r < 0x7F }

// asciiBreak reports whether a line may break between a and b; before is the character before a.
func asciiBreak(before, a, b rune) bool {
	switch {
	case a == '-' && isDigit(b):
		// A minus sign stays with its number, a hyphen does not.
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

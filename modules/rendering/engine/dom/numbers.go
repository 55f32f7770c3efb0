package dom

import (
	"math"
	"strconv"
	"strings"
)

const asciiSpace = " \t\n\f\r"

// Integer parses an attribute by HTML's rules for parsing integers: leading white space and trailing garbage are
// ignored. ok is false without digits and for numbers that do not fit 32 bits.
func Integer(s string) (v int, ok bool) {
	s = strings.TrimLeft(s, asciiSpace)
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	n := digits(s)
	parsed, err := strconv.ParseInt(s[:n], 10, 32)
	if err != nil {
		return 0, false
	}
	if negative {
		parsed = -parsed
	}
	return int(parsed), true
}

// Number parses an attribute by HTML's rules for parsing floating-point numbers: leading white space, a plus sign and
// trailing garbage are ignored.
func Number(s string) (v float64, ok bool) {
	s = strings.TrimLeft(s, asciiSpace)
	return finite(s[:decimal(s)])
}

// StrictNumber parses an attribute that must be a valid floating-point number of HTML: no white space, no plus sign and
// a digit after the point.
func StrictNumber(s string) (v float64, ok bool) {
	if s == "" || s[0] == '+' || decimal(s) != len(s) || strings.HasSuffix(s, ".") {
		return 0, false
	}
	return finite(s)
}

func finite(s string) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && !math.IsInf(v, 0)
}

// decimal returns the length of the decimal number that s begins with: a sign, digits, a fraction and an exponent.
func decimal(s string) int {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	start := i
	i += digits(s[i:])
	whole := i - start
	if i < len(s) && s[i] == '.' {
		fraction := digits(s[i+1:])
		if whole+fraction == 0 {
			return 0
		}
		i += 1 + fraction
	} else if whole == 0 {
		return 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		if n := digits(s[j:]); n > 0 {
			return j + n
		}
	}
	return i
}

// digits returns the number of ASCII digits that s begins with.
func digits(s string) int {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

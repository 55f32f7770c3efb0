package css

import (
	"strconv"
	"strings"
)

// maxNth clamps the magnitude of A and B in An+B.
const maxNth = 1 << 30

// ParseAnB parses the An+B microsyntax; a page or child n matches when n = A·k + B for some k ≥ 0.
func ParseAnB(s *Stream) (a, b int, ok bool) { return parseAnB(s) }

// parseAnB parses the An+B microsyntax (CSS Syntax 3 §6) and advances the stream past it.
func parseAnB(s *Stream) (a, b int, ok bool) {
	if s.Ident("odd") {
		return 2, 1, true
	}
	if s.Ident("even") {
		return 2, 0, true
	}
	// The tokenizer splits the syntax in many ways: join the text of the tokens up to "of" or the end and parse that.
	var sb strings.Builder
	save := s.I
	for {
		t := s.Raw()
		if t.Kind == EOF || t.Is("of") {
			break
		}
		switch t.Kind {
		case Whitespace:
			sb.WriteByte(' ')
		case Ident:
			sb.WriteString(Lower(t.Value))
		case Number, Dimension:
			if !t.Flag {
				return 0, 0, false
			}
			// The sign is kept: "n+1" is the tokens n and +1.
			if t.Num >= 0 && sb.Len() > 0 && t.End-t.Pos > int32(len(strconv.FormatInt(int64(t.Num), 10)))+int32(len(t.Value)) {
				sb.WriteByte('+')
			}
			sb.WriteString(strconv.FormatInt(int64(min(max(t.Num, -maxNth), maxNth)), 10))
			sb.WriteString(t.Value)
		case Delim:
			sb.WriteString(t.Value)
		default:
			return 0, 0, false
		}
		s.I++
	}
	a, b, ok = anbText(strings.TrimSpace(sb.String()))
	if !ok {
		s.I = save
	}
	return a, b, ok
}

func anbText(t string) (a, b int, ok bool) {
	before, rest, hasN := strings.Cut(t, "n")
	if !hasN {
		v, err := strconv.Atoi(t)
		return 0, clampNth(v), err == nil
	}
	switch before {
	case "", "+":
		a = 1
	case "-":
		a = -1
	default:
		v, err := strconv.Atoi(before)
		if err != nil {
			return 0, 0, false
		}
		a = v
	}
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return clampNth(a), 0, true
	}
	sign := 1
	switch rest[0] {
	case '+':
	case '-':
		sign = -1
	default:
		return 0, 0, false
	}
	digits := strings.TrimLeft(rest[1:], " ")
	if digits == "" || !isDigit(digits[0]) {
		return 0, 0, false
	}
	v, err := strconv.Atoi(digits)
	if err != nil {
		return 0, 0, false
	}
	return clampNth(a), clampNth(sign * v), true
}

func clampNth(v int) int { return min(max(v, -maxNth), maxNth) }

package style

import (
	"strconv"
	"strings"
)

// mixPathData interpolates two strings of SVG path data with the same commands.
func mixPathData(a, b string, p float64) (string, bool) {
	var out strings.Builder
	x, y := pathTokens(a), pathTokens(b)
	if len(x) == 0 || len(x) != len(y) {
		return "", false
	}
	for i := range x {
		if x[i].letter != y[i].letter {
			return "", false
		}
		out.WriteByte(' ')
		if x[i].letter != 0 {
			out.WriteByte(x[i].letter)
			continue
		}
		v := lerp(x[i].number, y[i].number, p)
		if x[i].flag {
			v = min(max(roundHalfUp(v), 0), 1)
		}
		out.WriteString(num(v))
	}
	return out.String()[1:], true
}

// pathToken is a command or a number of path data; flag is set for the flags of arcs.
type pathToken struct {
	letter byte
	number float64
	flag   bool
}

// pathTokens splits path data; nil for data with errors.
func pathTokens(d string) []pathToken {
	var out []pathToken
	command, at := byte(0), 0 // the arguments of the command so far
	for i := 0; i < len(d); {
		c := d[i]
		switch {
		case c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r':
			i++
		case strings.IndexByte("MmLlHhVvCcSsQqTtAaZz", c) >= 0:
			out = append(out, pathToken{letter: c})
			command, at = c, 0
			i++
		case (command == 'A' || command == 'a') && (at%7 == 3 || at%7 == 4):
			if c != '0' && c != '1' {
				return nil
			}
			out = append(out, pathToken{number: float64(c - '0'), flag: true})
			at++
			i++
		default:
			end := numberEnd(d, i)
			v, err := strconv.ParseFloat(d[i:end], 64)
			if err != nil || command == 0 {
				return nil
			}
			out = append(out, pathToken{number: v})
			at++
			i = end
		}
	}
	return out
}

// numberEnd returns the end of the number that begins at i.
func numberEnd(d string, i int) int {
	digits := func() {
		for i < len(d) && d[i] >= '0' && d[i] <= '9' {
			i++
		}
	}
	if i < len(d) && (d[i] == '-' || d[i] == '+') {
		i++
	}
	digits()
	if i < len(d) && d[i] == '.' {
		i++
		digits()
	}
	if i+1 < len(d) && (d[i] == 'e' || d[i] == 'E') && (d[i+1] == '-' || d[i+1] == '+' || d[i+1] >= '0' && d[i+1] <= '9') {
		i += 2
		digits()
	}
	return i
}

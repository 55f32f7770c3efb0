package liquid

import "strings"

// token is a piece of a template: literal text, a placeholder or a tag.
type token struct {
	kind tokenKind
	text string // literal text, or the content of the braces
	name string // the name of a tag
	line int
}

type tokenKind uint8

const (
	literalToken tokenKind = iota
	outputToken
	tagToken
)

// scan splits a template into tokens. White space trimmed by a dash is removed.
func scan(src string) ([]token, error) {
	if len(src) > MaxSource {
		return nil, limit("max_template", "The template has more than %d bytes.", MaxSource)
	}
	var out []token
	line, trim := 1, false
	text := func(s string) {
		n := strings.Count(s, "\n")
		if trim {
			s = strings.TrimLeft(s, " \t\r\n")
			trim = false
		}
		if s != "" {
			out = append(out, token{kind: literalToken, text: s, line: line})
		}
		line += n
	}
	trimLast := func() {
		if n := len(out); n > 0 && out[n-1].kind == literalToken {
			if out[n-1].text = strings.TrimRight(out[n-1].text, " \t\r\n"); out[n-1].text == "" {
				out = out[:n-1]
			}
		}
	}
	for src != "" {
		at := strings.Index(src, "{")
		for at >= 0 && at+1 < len(src) && src[at+1] != '{' && src[at+1] != '%' {
			next := strings.Index(src[at+1:], "{")
			if next < 0 {
				at = -1
				break
			}
			at += 1 + next
		}
		if at < 0 || at+1 >= len(src) {
			text(src)
			break
		}
		text(src[:at])
		kind, end := outputToken, "}}"
		if src[at+1] == '%' {
			kind, end = tagToken, "%}"
		}
		stop := closing(src[at+2:], end)
		if stop < 0 {
			return nil, syntax(line, "%s is not closed with %s.", src[at:at+2], end)
		}
		inner := src[at+2 : at+2+stop]
		lines := strings.Count(inner, "\n")
		src = src[at+2+stop+2:]
		if strings.HasPrefix(inner, "-") {
			inner = inner[1:]
			trimLast()
		}
		if strings.HasSuffix(inner, "-") {
			inner = inner[:len(inner)-1]
			trim = true
		}
		t := token{kind: kind, text: strings.TrimSpace(inner), line: line}
		line += lines
		if kind == tagToken {
			name, rest, _ := strings.Cut(strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(t.text), " ")
			t.name, t.text = name, strings.TrimSpace(rest)
			if name == "raw" || name == "comment" {
				body, after, ok := cutBlock(src, "end"+name)
				if !ok {
					return nil, syntax(line, "{%% %s %%} is not closed.", name)
				}
				if name == "raw" {
					text(body)
				} else {
					line += strings.Count(body, "\n")
				}
				src = after
				continue
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// closing returns the index of end outside quoted strings; -1 when it is missing.
func closing(s, end string) int {
	var quote byte
	for i := 0; i < len(s); i++ {
		switch {
		case quote != 0:
			if s[i] == quote {
				quote = 0
			}
		case s[i] == '\'' || s[i] == '"':
			quote = s[i]
		case strings.HasPrefix(s[i:], end):
			return i
		}
	}
	return -1
}

// cutBlock splits at the closing tag of a block whose content is not parsed.
func cutBlock(s, name string) (body, after string, ok bool) {
	for at := 0; ; {
		i := strings.Index(s[at:], "{%")
		if i < 0 {
			return "", "", false
		}
		at += i
		j := strings.Index(s[at:], "%}")
		if j < 0 {
			return "", "", false
		}
		if strings.Trim(s[at+2:at+j], "- \t\r\n") == name {
			return s[:at], s[at+j+2:], true
		}
		at += 2
	}
}

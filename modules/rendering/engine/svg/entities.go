package svg

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

const (
	// maxEntities and maxEntityDepth bound the entities of a file and their nesting; maxExpanded bounds the size of the
	// file after expansion.
	maxEntities    = 256
	maxEntityDepth = 8
	maxExpanded    = 1 << 20
)

// expandEntities replaces the internal entities of a file (XML 1.0 §4.2). External entities fail with [ErrForbidden], too
// many or too large ones with [ErrTooLarge].
func expandEntities(data []byte) ([]byte, error) {
	if !bytes.Contains(data, []byte("<!DOCTYPE")) || !bytes.Contains(data, []byte("<!ENTITY")) {
		return data, nil
	}
	return expand(data)
}

// expand removes the internal subset of the document type and replaces references to its entities.
func expand(data []byte) ([]byte, error) {
	start := bytes.Index(data, []byte("<!DOCTYPE"))
	open := bytes.IndexByte(data[start:], '[')
	if end := bytes.IndexByte(data[start:], '>'); open < 0 || end >= 0 && end < open {
		return data, nil
	}
	entities, rest, err := subset(string(data[start+open+1:]))
	if err != nil {
		return nil, err
	}
	e := expander{entities: entities}
	if err := e.text(rest, 0); err != nil {
		return nil, err
	}
	return append(append([]byte(nil), data[:start]...), e.out.String()...), nil
}

// subset parses the declarations of an internal subset and returns the entities and the text after the document type.
func subset(s string) (entities map[string]string, rest string, err error) {
	entities = map[string]string{}
	bad := func(what string) (map[string]string, string, error) {
		return nil, "", forbidden("", "%s in the document type", what)
	}
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		switch {
		case strings.HasPrefix(s, "<!--"):
			_, after, ok := strings.Cut(s, "-->")
			if !ok {
				return bad("a comment that does not end")
			}
			s = after
		case strings.HasPrefix(s, "<!ENTITY"):
			m := entityDeclaration().FindStringSubmatch(s)
			if m == nil {
				return bad("an entity that stands for another file, or a parameter entity")
			}
			if _, have := entities[m[1]]; !have { // the first declaration wins
				entities[m[1]] = strings.Trim(m[2], m[2][:1])
			}
			if len(entities) > maxEntities {
				return nil, "", fmt.Errorf("more than %d entities: %w", maxEntities, ErrTooLarge)
			}
			s = s[len(m[0]):]
		case strings.HasPrefix(s, "<!ATTLIST"), strings.HasPrefix(s, "<!ELEMENT"), strings.HasPrefix(s, "<!NOTATION"):
			m := declaration().FindString(s)
			if m == "" {
				return bad("a declaration that does not end")
			}
			s = s[len(m):]
		case strings.HasPrefix(s, "]"):
			s = strings.TrimLeft(s[1:], " \t\r\n")
			if !strings.HasPrefix(s, ">") {
				return bad("markup after the declarations")
			}
			return entities, s[1:], nil
		default:
			return bad(fmt.Sprintf("the markup %.30q", s))
		}
	}
}

var (
	entityDeclaration = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^<!ENTITY\s+([A-Za-z_][\w.-]*)\s+("[^"]*"|'[^']*')\s*>`)
	})
	declaration = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^<!(?:ATTLIST|ELEMENT|NOTATION)(?:[^"'>]|"[^"]*"|'[^']*')*>`)
	})
	reference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`&([A-Za-z_][\w.-]*);`) })
)

// expander writes text with entity references replaced.
type expander struct {
	entities map[string]string
	out      strings.Builder
}

func (e *expander) text(s string, depth int) error {
	if depth > maxEntityDepth {
		return fmt.Errorf("entities inside entities, more than %d deep: %w", maxEntityDepth, ErrTooLarge)
	}
	write := func(part string) error {
		if e.out.Len()+len(part) > maxExpanded {
			return fmt.Errorf("more than %d bytes after entities are expanded: %w", maxExpanded, ErrTooLarge)
		}
		e.out.WriteString(part)
		return nil
	}
	for {
		m := reference().FindStringSubmatchIndex(s)
		if m == nil {
			return write(s)
		}
		if err := write(s[:m[0]]); err != nil {
			return err
		}
		if value, ok := e.entities[s[m[2]:m[3]]]; ok {
			if err := e.text(value, depth+1); err != nil {
				return err
			}
		} else if err := write(s[m[0]:m[1]]); err != nil {
			return err
		}
		s = s[m[1]:]
	}
}

var prefixDeclaration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\sxmlns:([A-Za-z_][\w.-]*)\s*=\s*["'](http://www\.w3\.org/(?:2000/svg|1999/xlink))["']`)
})

// unprefixed removes the prefix bound to SVG from elements and renames a prefix bound to XLink to xlink.
func unprefixed(data []byte) []byte {
	for _, m := range prefixDeclaration().FindAllSubmatch(data, 8) {
		prefix, space := string(m[1]), string(m[2])
		switch {
		case strings.HasSuffix(space, "svg"):
			data = bytes.ReplaceAll(data, []byte("<"+prefix+":"), []byte("<"))
			data = bytes.ReplaceAll(data, []byte("</"+prefix+":"), []byte("</"))
		case prefix != "xlink":
			data = bytes.ReplaceAll(data, []byte(" "+prefix+":href"), []byte(" xlink:href"))
		}
	}
	return data
}

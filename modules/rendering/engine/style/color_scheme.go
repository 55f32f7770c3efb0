package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// schemes is the color-scheme property: the schemes that an element supports; the zero value is normal.
type schemes struct{ light, dark bool }

// usesDark reports whether an element with these schemes is drawn in the dark one (CSS Color Adjustment 1 §2.2); page
// holds the schemes of the page's meta element, to which normal resolves.
func (s schemes) usesDark(page schemes, preferDark bool) bool {
	if s == (schemes{}) {
		s = page
	}
	return s.dark && (preferDark || !s.light)
}

// parseSchemes parses a value of color-scheme.
func parseSchemes(p *parser) (schemes, bool) {
	if p.Ident("normal") {
		return schemes{}, true
	}
	var s schemes
	n := 0
	for p.Peek().Kind == css.Ident {
		switch p.AnyIdent() {
		case "light":
			s.light = true
		case "dark":
			s.dark = true
		case "normal", "none", "inherit", "initial", "unset", "revert":
			return s, false
		case "only":
			n--
		}
		n++
	}
	return s, n > 0
}

// defineColorScheme defines color-scheme. It is computed before colours, which depend on it.
func defineColorScheme(r *registry) {
	r.add(property{name: "color-scheme", inherited: true, phase: phaseFont,
		copy: func(d, s *Computed) { d.Dark, d.inner.schemes = s.Dark, s.inner.schemes },
		parse: func(p *parser) (setter, bool) {
			s, ok := parseSchemes(p)
			return func(b *builder) {
				b.out.inner.schemes = s
				b.out.Dark = s.usesDark(b.c.pageSchemes, b.c.opts.Dark)
			}, ok
		},
		initial: func(b *builder) {
			b.out.inner.schemes = schemes{}
			b.out.Dark = schemes{}.usesDark(b.c.pageSchemes, b.c.opts.Dark)
		},
	})
}

// metaSchemes parses the color-scheme of the document's meta element (HTML §4.2.5.1).
func metaSchemes(doc *dom.Document) schemes {
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Type != dom.Element || n.Tag != "meta" || n.Namespace != dom.HTML {
			continue
		}
		if name, _ := n.Attr("name"); !strings.EqualFold(strings.TrimSpace(name), "color-scheme") {
			continue
		}
		content, _ := n.Attr("content")
		toks, _ := css.Tokenize(content)
		p := &parser{Stream: css.NewStream(toks)}
		if s, ok := parseSchemes(p); ok && p.AtEnd() {
			return s
		}
	}
	return schemes{}
}

// darkColors maps the system colours to those of the dark scheme, with Chromium's values.
var darkColors = map[string]uint32{
	"activetext":   0xFF9E9EFF,
	"buttonborder": 0x858585FF, "buttonface": 0x6B6B6BFF, "threedface": 0x6B6B6BFF, "buttontext": 0xFFFFFFFF, "canvas": 0x121212FF, "canvastext": 0xFFFFFFFF,
	"field": 0x3B3B3BFF, "fieldtext": 0xFFFFFFFF, "graytext": 0x808080FF, "linktext": 0x9E9EFFFF, "visitedtext": 0xD0ADF0FF, "-webkit-link": 0x9E9EFFFF,
	"-webkit-text": 0xFFFFFFFF, "window": 0x121212FF, "windowtext": 0xFFFFFFFF, "background": 0x121212FF, "menu": 0x3B3B3BFF, "menutext": 0xFFFFFFFF,
	"infotext": 0xFFFFFFFF, "captiontext": 0xFFFFFFFF, "-internal-placeholder": 0x757575FF, "-internal-field-line": 0x858585FF,
}

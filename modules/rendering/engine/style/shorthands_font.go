package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

var fontLonghands = "font-style font-variant-caps font-variant-ligatures font-variant-numeric font-variant-east-asian font-variant-alternates font-variant-position font-variant-emoji " +
	"font-weight font-stretch font-size line-height font-family font-size-adjust font-kerning font-feature-settings font-variation-settings font-optical-sizing"

func defineFontShorthands(r *registry) {
	r.short("font", fontLonghands, fontShorthand)
	r.short("font-variant", "font-variant-caps font-variant-ligatures font-variant-numeric font-variant-east-asian font-variant-alternates font-variant-position font-variant-emoji", fontVariant)
}

// systemFonts holds the system font keywords of the font shorthand, which all select the initial font.
var systemFonts = []string{"caption", "icon", "menu", "message-box", "small-caption", "status-bar"}

func fontShorthand(p *parser, set func(string, setter)) bool {
	if _, ok := p.oneOf(systemFonts...); ok {
		set("font-family", func(b *builder) { b.out.Font.Families = []string{"system-ui"} })
		set("font-size", func(b *builder) { b.setFontSize(16, false) })
		return true
	}
	prefix := []string{"font-style", "font-variant-caps", "font-weight", "font-stretch"}
	used := map[string]bool{}
	for n := 0; n < 4; n++ {
		if p.Ident("normal") {
			continue
		}
		found := false
		for _, name := range prefix {
			if used[name] {
				continue
			}
			t := p.Peek()
			if name == "font-stretch" && t.Kind != css.Ident || name == "font-variant-caps" && !t.Is("small-caps") {
				continue
			}
			if f, ok := p.longhand(name); ok {
				set(name, f)
				used[name], found = true, true
				break
			}
		}
		if !found {
			break
		}
	}
	f, ok := p.longhand("font-size")
	if !ok {
		return false
	}
	set("font-size", f)
	if p.Slash() {
		f, ok := p.longhand("line-height")
		if !ok {
			return false
		}
		set("line-height", f)
	}
	f, ok = p.longhand("font-family")
	set("font-family", f)
	return ok
}

func fontVariant(p *parser, set func(string, setter)) bool {
	if p.Ident("normal") {
		return true
	}
	if p.Ident("none") {
		set("font-variant-ligatures", func(b *builder) { b.out.inner.ligatures = "liga=0 clig=0 dlig=0 hlig=0 calt=0" })
		return true
	}
	// Each keyword belongs to one longhand; collect and parse them together.
	groups := map[string][]css.Token{}
	names := []string{"font-variant-caps", "font-variant-ligatures", "font-variant-numeric", "font-variant-east-asian", "font-variant-alternates", "font-variant-position", "font-variant-emoji"}
	for !p.AtEnd() {
		t := p.Peek()
		if t.Kind == css.Function {
			start := p.I
			p.Block()
			groups["font-variant-alternates"] = append(groups["font-variant-alternates"], p.T[start:p.I]...)
			continue
		}
		p.Next()
		if t.Kind != css.Ident || strings.EqualFold(t.Value, "normal") || strings.EqualFold(t.Value, "none") {
			return false
		}
		found := false
		for _, n := range names {
			q := p.in(css.NewStream([]css.Token{t}))
			if _, ok := q.longhand(n); ok {
				groups[n] = append(groups[n], t, css.Token{Kind: css.Whitespace})
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	for _, n := range names {
		if len(groups[n]) == 0 {
			continue
		}
		q := p.in(css.NewStream(groups[n]))
		f, ok := q.longhand(n)
		if !ok || !q.AtEnd() {
			return false
		}
		set(n, f)
	}
	return true
}

package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// wide is a CSS-wide keyword.
type wide uint8

const (
	wideNone wide = iota
	wideInherit
	wideInitial
	wideUnset
	wideRevert
	wideRevertLayer
)

func wideKeyword(s string) wide {
	switch len(s) {
	case 5, 6, 7, 12:
	default:
		return wideNone
	}
	switch css.Lower(s) {
	case "inherit":
		return wideInherit
	case "initial":
		return wideInitial
	case "unset":
		return wideUnset
	case "revert":
		return wideRevert
	case "revert-layer":
		return wideRevertLayer
	}
	return wideNone
}

// decl is a parsed declaration of one longhand or custom property.
type decl struct {
	id        propID // 0: custom
	important bool
	wide      wide
	set       setter
	pending   *pending
	custom    string // name of a custom property
	text      string // its value
	deps      bool   // the custom property's value contains var() or env()
}

// pending is a value with var(), parsed once the variables are known. All longhands of a shorthand share it.
type pending struct {
	name  string // property or shorthand
	text  string
	path  string
	cache map[string]*expansion // by substituted text
}

// expansion is the parsed result of a substituted shorthand or longhand.
type expansion struct {
	ok   bool
	sets []decl
}

// block is a declaration block, parsed once and shared.
type block struct {
	id        uint32
	decls     []decl
	important bool // a declaration is important
	custom    bool // a declaration is of a custom property
	direction bool // sets direction or writing-mode
	svg       bool // sets SVG properties
	attrs     bool // uses attr()
	animates  WillChange
}

// warner records warnings about declarations.
type warner func(code, path, message string, subject ...string)

// declParser parses declarations into blocks.
type declParser struct {
	warn warner
	next uint32
	// quirks allows lengths without units and colours without # (Quirks Mode Standard §2).
	quirks bool
}

// block parses a declaration list; path returns the location of an offset.
func (d *declParser) block(decls []css.Declaration, path func(pos int32) string) *block {
	b := &block{id: d.next}
	d.next++
	for i := range decls {
		if standard, ok := props.foreignNames[decls[i].Name]; ok {
			d.dropForeign(&decls[i], standard, decls, path)
			continue
		}
		d.declaration(b, &decls[i], path)
	}
	for i := range b.decls {
		dc := &b.decls[i]
		b.important = b.important || dc.important
		b.custom = b.custom || dc.id == 0
		if dc.id != 0 {
			p := &props.props[dc.id]
			b.direction = b.direction || p.phase == phaseDirection
			b.svg = b.svg || p.svg
		}
	}
	return b
}

// dropForeign drops a declaration of a property that only other browsers support.
func (d *declParser) dropForeign(dc *css.Declaration, standard string, beside []css.Declaration, path func(pos int32) string) {
	if !slices.ContainsFunc(beside, func(o css.Declaration) bool { return o.Name == standard }) {
		d.warn("unsupported_property", path(dc.Pos), "the property "+dc.Name+" is one of other browsers; "+dc.Name+": "+clipText(dc.Text)+" was ignored, write "+standard, dc.Name, dc.Text)
	}
}

// hasSubstitution reports whether a value contains var(), env() or attr().
func hasSubstitution(toks []css.Token) bool {
	for _, t := range toks {
		if t.Kind == css.Function && isSubstitution(t.Value) {
			return true
		}
	}
	return false
}

func isSubstitution(name string) bool {
	switch css.Lower(name) {
	case "var", "env", "attr", "if", "sibling-index", "sibling-count":
		return true
	}
	return strings.HasPrefix(name, "--")
}

// plainContent reports whether a value of content has no substitution other than untyped attr(), whose text need not be
// parsed.
func plainContent(name string, toks []css.Token) bool {
	if name != "content" {
		return false
	}
	for i, t := range toks {
		if t.Kind != css.Function || !isSubstitution(t.Value) {
			continue
		}
		if !css.EqualFold(t.Value, "attr") || i+2 >= len(toks) || toks[i+1].Kind != css.Ident || toks[i+2].Kind != css.RightParen {
			return false
		}
	}
	return true
}

// hasAttr reports whether a value depends on the element itself: it contains attr(), sibling-index(), sibling-count()
// or a custom function, which may use them.
func hasAttr(toks []css.Token) bool {
	for _, t := range toks {
		if t.Kind == css.Function && (css.EqualFold(t.Value, "attr") || css.EqualFold(t.Value, "sibling-index") || css.EqualFold(t.Value, "sibling-count") || strings.HasPrefix(t.Value, "--")) {
			return true
		}
	}
	return false
}

func (d *declParser) declaration(b *block, dc *css.Declaration, path func(pos int32) string) {
	if strings.HasPrefix(dc.Name, "--") {
		if dc.Name == "--" {
			return
		}
		out := decl{custom: dc.Name, important: dc.Important, text: dc.Text, deps: hasSubstitution(dc.Value)}
		if t := css.Trim(dc.Value); len(t) == 1 && t[0].Kind == css.Ident {
			out.wide = wideKeyword(t[0].Value)
		}
		b.attrs = b.attrs || out.deps && hasAttr(dc.Value)
		b.decls = append(b.decls, out)
		return
	}
	name := dc.Name
	if a, ok := props.aliases[name]; ok {
		name = a
	}
	if props.inert[name] || props.isInertValue(name, dc.Text) {
		return
	}
	s, isShort := props.shorthands[name]
	id := props.byName[name]
	if name == "all" {
		d.all(b, dc, path)
		return
	}
	if !isShort && id == 0 {
		if !isOtherVendor(name) {
			d.warn("unsupported_property", path(dc.Pos), "the property "+name+" is not supported; "+name+": "+clipText(dc.Text)+" was ignored", name, dc.Text)
		}
		return
	}
	if len(dc.Value) == 1 && dc.Value[0].Kind == css.Ident {
		if w := wideKeyword(dc.Value[0].Value); w != wideNone {
			if isShort {
				for _, l := range s.longhands {
					b.decls = append(b.decls, decl{id: l, important: dc.Important, wide: w})
				}
				return
			}
			b.decls = append(b.decls, decl{id: id, important: dc.Important, wide: w})
			return
		}
	}
	if hasSubstitution(dc.Value) && !plainContent(name, dc.Value) {
		b.attrs = b.attrs || hasAttr(dc.Value)
		pd := &pending{name: name, text: dc.Text, path: path(dc.Pos), cache: map[string]*expansion{}}
		ids := []propID{id}
		if isShort {
			ids = s.longhands
		}
		for _, l := range ids {
			b.decls = append(b.decls, decl{id: l, important: dc.Important, pending: pd})
		}
		return
	}
	sets, note, ok := expand(name, dc.Value)
	if !ok && d.quirks {
		sets, note, ok = expandQuirks(name, dc)
	}
	if !ok {
		if hasOtherVendor(dc.Value) {
			return
		}
		d.warn("unsupported_value", path(dc.Pos), dc.Name+": "+clipText(dc.Text)+" is not a value that is supported; the declaration was ignored", dc.Name, dc.Text)
		return
	}
	if note != "" {
		d.warn("unsupported_value", path(dc.Pos), dc.Name+": "+clipText(dc.Text)+": "+note, dc.Name, dc.Text)
	}
	for _, x := range sets {
		x.important = dc.Important
		b.decls = append(b.decls, x)
	}
}

// all expands to every longhand but direction and unicode-bidi; its only values are the CSS-wide keywords.
func (d *declParser) all(b *block, dc *css.Declaration, path func(pos int32) string) {
	w := wideNone
	if len(dc.Value) == 1 && dc.Value[0].Kind == css.Ident {
		w = wideKeyword(dc.Value[0].Value)
	}
	if w == wideNone {
		d.warn("unsupported_value", path(dc.Pos), "all: "+clipText(dc.Text)+" is not a value that is supported; the declaration was ignored")
		return
	}
	for i := range props.props[1:] {
		p := &props.props[i+1]
		if p.name == "direction" || p.name == "unicode-bidi" || p.logical != nil {
			continue
		}
		b.decls = append(b.decls, decl{id: p.id, important: dc.Important, wide: w})
	}
}

// expand parses the value of a longhand or shorthand into longhand declarations.
func expand(name string, toks []css.Token) ([]decl, string, bool) {
	if len(toks) == 0 {
		return nil, "", false
	}
	s, isShort := props.shorthands[name]
	if !isShort {
		id := props.byName[name]
		f, note, ok := parseLonghand(id, toks)
		return []decl{{id: id, set: f}}, note, ok
	}
	p := &parser{Stream: css.NewStream(toks)}
	set := make([]setter, len(s.longhands))
	ok := s.parse(p, func(longhand string, f setter) {
		id := props.byName[longhand]
		for i, l := range s.longhands {
			if l == id {
				set[i] = f
			}
		}
	})
	if !ok || !p.AtEnd() {
		return nil, "", false
	}
	out := make([]decl, 0, len(set))
	for i, f := range set {
		dc := decl{id: s.longhands[i], set: f}
		if f == nil {
			dc.wide = wideInitial
		}
		out = append(out, dc)
	}
	return out, p.note, true
}

// supports reports whether a declaration is valid, for @supports.
func supports(name string, toks []css.Token) bool {
	if strings.HasPrefix(name, "--") {
		return true
	}
	name = css.Lower(name)
	if a, ok := props.aliases[name]; ok {
		name = a
	}
	if props.inert[name] {
		return len(toks) > 0
	}
	if _, ok := props.shorthands[name]; !ok && props.byName[name] == 0 && name != "all" {
		return false
	}
	if len(toks) == 1 && toks[0].Kind == css.Ident && wideKeyword(toks[0].Value) != wideNone {
		return true
	}
	if hasSubstitution(toks) && !plainContent(name, toks) {
		return true
	}
	if name == "all" {
		return false
	}
	_, _, ok := expand(name, toks)
	return ok
}

func clipText(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 100 {
		return strings.ToValidUTF8(s[:100], "") + "…"
	}
	return s
}

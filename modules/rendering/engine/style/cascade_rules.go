package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// origin is the origin of a rule, in ascending order of normal declarations.
type origin uint8

const (
	originUA origin = iota
	originHint
	originAuthor
	originInline
	originOverride
)

// rule is one complex selector with its block.
type rule struct {
	sel    *css.Selector
	block  *block
	origin origin
	layer  int32 // order among layers; unlayered is the greatest
	order  int32
	// containers holds the container queries around the rule.
	containers [][]containerQuery
	scope      *scope // nil outside of scopes
	tree       int32  // the tree that it applies to, anyTree for user-agent rules
}

// anyTree is the tree of rules that apply to all trees.
const anyTree = -1

// noLayer is the layer of unlayered rules.
const noLayer = 1<<31 - 1

// ruleSet holds rules in buckets by a required feature of their subject.
type ruleSet struct {
	rules   []rule
	byID    map[string][]int32
	byClass map[string][]int32
	byTag   map[string][]int32
	other   []int32
	pseudos [css.PseudoOther + 1]bool // pseudo-elements with a rule
	undrawn []undrawn                 // rules of pseudo-elements that are not drawn as specified
	// fold makes ids and classes case-insensitive, as in quirks mode.
	fold bool
}

// key returns the lookup key of an id or class.
func (s *ruleSet) key(name string) string {
	if s.fold {
		return css.Lower(name)
	}
	return name
}

func newRuleSet() *ruleSet {
	return &ruleSet{byID: map[string][]int32{}, byClass: map[string][]int32{}, byTag: map[string][]int32{}}
}

func (s *ruleSet) add(r rule) {
	i := int32(len(s.rules))
	s.rules = append(s.rules, r)
	s.pseudos[r.sel.Pseudo] = true
	c := &r.sel.Compounds[0]
	if c.Never {
		return
	}
	switch {
	case c.ID != "":
		s.byID[s.key(c.ID)] = append(s.byID[s.key(c.ID)], i)
	case len(c.Classes) > 0:
		s.byClass[s.key(c.Classes[0])] = append(s.byClass[s.key(c.Classes[0])], i)
	case c.Tag != "":
		s.byTag[c.TagLower] = append(s.byTag[c.TagLower], i)
	default:
		if keys := subjectTags(c); keys != nil {
			for _, k := range keys {
				s.byTag[k] = append(s.byTag[k], i)
			}
			return
		}
		s.other = append(s.other, i)
	}
}

// subjectTags returns the tags that an :is() of types limits the subject to.
func subjectTags(c *css.Compound) []string {
	for i := range c.Simples {
		sm := &c.Simples[i]
		if sm.Kind != css.MatchesAny || len(sm.Sel) == 0 {
			continue
		}
		var tags []string
		for j := range sm.Sel {
			t := sm.Sel[j].Compounds[0].TagLower
			if t == "" {
				tags = nil
				break
			}
			dup := false
			for _, have := range tags {
				dup = dup || have == t
			}
			if !dup {
				tags = append(tags, t)
			}
		}
		if tags != nil {
			return tags
		}
	}
	return nil
}

// sheetBuilder compiles parsed sheets to rules: it evaluates conditions, resolves nesting and orders layers.
type sheetBuilder struct {
	set        *ruleSet
	decls      declParser
	env        css.MediaEnv
	layers     *layerTree
	order      int32
	fontFaces  []FontFace
	palettes   palettes
	alternates alternates
	keyframes  map[string]*Keyframes
	properties map[string]*registered
	functions  map[string]*function
	// positionTry holds the @position-try rules by name.
	positionTry map[treeName]*block

	counterStyles map[string]*CounterStyle
	page          *PageRules
	warn          warner
	imports       int // nesting depth of the current sheet
	tree          int32
}

// sheetContext is the context that a rule inherits from its enclosing rules.
type sheetContext struct {
	sheet  *css.Sheet
	path   string
	origin origin
	parent []css.Selector
	nested bool
	layer  *layerNode
	names  *css.Namespaces
	// containers holds the enclosing container queries: one of each list has to be true.
	containers [][]containerQuery
	scope      *scope // the enclosing scope, nil if there is none
	pos        int32  // of the current style rule
}

func (c *sheetContext) at(pos int32) string {
	if c.path == "" {
		return c.sheet.Position(pos)
	}
	return c.path + " " + c.sheet.Position(pos)
}

// add compiles one style sheet.
func (sb *sheetBuilder) add(text, path string, o origin) { sb.addIn(text, path, o, sb.layers.root) }

// addIn compiles a sheet into a layer.
func (sb *sheetBuilder) addIn(text, path string, o origin, layer *layerNode) {
	sheet := css.Parse(text)
	if sheet.Truncated {
		sb.warn("unsupported_value", path, "the style sheet nests too deep; it was cut off there")
	}
	cx := sheetContext{sheet: sheet, path: path, origin: o, layer: layer, names: &css.Namespaces{}}
	// @import and @namespace are only valid before all other rules.
	rest := sheet.Rules
	for len(rest) > 0 {
		r := &rest[0]
		switch {
		case r.At == "charset", r.At == "layer" && !r.HasBody:
			sb.atRule(r, cx)
		case r.At == "import" && !r.HasBody:
			sb.importRule(r, cx)
		case r.At == "namespace" && !r.HasBody:
			cx.names.Declare(r.Prelude)
		default:
			sb.rules(rest, cx)
			return
		}
		rest = rest[1:]
	}
}

// maxImports bounds the nesting of imports.
const maxImports = 8

// importRule imports a sheet given as a data: URL; other URLs are not fetched (CSS Cascade 5 §2).
func (sb *sheetBuilder) importRule(r *css.Rule, cx sheetContext) {
	p := parser{Stream: css.NewStream(r.Prelude)}
	href, ok := p.url()
	if !ok {
		href, ok = p.str()
	}
	text, data := dom.DataSheet(href)
	if !ok || !data || sb.imports >= maxImports {
		sb.warn("unsupported_rule", cx.at(r.Pos), "@import "+clipText(css.Serialize(r.Prelude))+" was ignored: style sheets are not fetched; write the rules into the style sheet")
		return
	}
	layer := cx.layer
	if f, ok := p.Func("layer"); ok {
		if layer = findLayer(layer, f); layer == nil {
			return
		}
	} else if p.Ident("layer") {
		layer = layer.child("")
	}
	if f, ok := p.Func("supports"); ok {
		cond := css.Trim(f.Rest())
		if probe := css.NewStream(cond); probe.Peek().Kind == css.Ident && !probe.Peek().Is("not") {
			cond = append(append([]css.Token{{Kind: css.LeftParen, Skip: int32(len(cond) + 2), Closed: true}}, cond...), css.Token{Kind: css.RightParen})
		}
		if !sb.supports(cond) {
			return
		}
	}
	if !sb.env.Matches(css.Trim(p.Rest())) {
		return
	}
	sb.imports++
	sb.addIn(text, cx.at(r.Pos), cx.origin, layer)
	sb.imports--
}

// findLayer resolves a dotted layer name relative to a layer; nil if it is malformed.
func findLayer(n *layerNode, s css.Stream) *layerNode {
	for {
		t := s.Next()
		if t.Kind != css.Ident {
			return nil
		}
		n = n.child(t.Value)
		if s.AtEnd() {
			return n
		}
		if !s.Next().IsDelim('.') {
			return nil
		}
	}
}

func (sb *sheetBuilder) rules(rules []css.Rule, cx sheetContext) {
	for i := range rules {
		r := &rules[i]
		switch {
		case r.At != "":
			sb.atRule(r, cx)
		case r.Bare:
			sb.styleRule(cx.parent, r.Decls, cx)
		default:
			sb.qualified(r, cx)
		}
	}
}

func (sb *sheetBuilder) qualified(r *css.Rule, cx sheetContext) {
	var sels []css.Selector
	var err error
	cx.pos = r.Pos
	if cx.nested {
		sels, err = css.ParseNestedSelectors(r.Prelude, cx.parent, cx.names)
	} else if cx.scope != nil {
		sels, err = scopedSelectors(r.Prelude, cx)
	} else {
		sels, err = css.ParseSelectors(r.Prelude, cx.names)
	}
	if err != nil {
		if selectsOtherVendors(r.Prelude) {
			return
		}
		sb.warn("unsupported_selector", cx.at(r.Pos), "the rule "+clipText(css.Serialize(r.Prelude))+" was ignored: "+err.Error())
		return
	}
	sb.styleRule(sels, r.Decls, cx)
	if len(r.Rules) > 0 {
		cx.parent, cx.nested = sels, true
		sb.rules(r.Rules, cx)
	}
}

func (sb *sheetBuilder) styleRule(sels []css.Selector, decls []css.Declaration, cx sheetContext) {
	if len(decls) == 0 {
		return
	}
	b := sb.decls.block(decls, cx.at)
	for i := range sels {
		tree := sb.tree
		if cx.origin == originUA {
			tree = anyTree
		}
		sb.set.add(rule{sel: &sels[i], block: b, origin: cx.origin, layer: 0, order: sb.order, containers: cx.containers, scope: cx.scope, tree: tree})
		if sels[i].Pseudo == css.PseudoOther && sels[i].Name != "" || cx.origin == originAuthor && sels[i].Compounds[0].Names != nil {
			sb.set.undrawn = append(sb.set.undrawn, undrawn{sel: &sels[i], tree: tree, at: cx.at(cx.pos)})
		}
		sb.layers.rules = append(sb.layers.rules, cx.layer)
	}
	sb.order++
}

// atRule evaluates an at-rule.
func (sb *sheetBuilder) atRule(r *css.Rule, cx sheetContext) {
	switch r.At {
	case "media":
		if sb.env.Matches(r.Prelude) {
			sb.group(r, cx)
		}
	case "supports":
		if sb.supports(r.Prelude) {
			sb.group(r, cx)
		}
	case "container":
		sb.containerRule(r, cx)
	case "scope":
		sb.scopeRule(r, cx)
	case "function":
		sb.functionRule(r, cx)
	case "layer":
		sb.layerRule(r, cx)
	case "font-face":
		sb.fontFace(r, cx)
	case "font-feature-values":
		sb.featureValues(r, cx)
	case "font-palette-values":
		sb.paletteRule(r, cx)
	case "keyframes", "-webkit-keyframes":
		sb.keyframesRule(r, cx)
	case "page":
		sb.pageRule(r, cx)
	case "property":
		sb.propertyRule(r, cx)
	case "position-try":
		sb.positionTryRule(r, cx)
	case "counter-style":
		sb.counterStyleRule(r, cx)
	case "charset", "view-transition", "-moz-document", "-ms-viewport", "viewport", "-o-viewport", "starting-style":
		// Rules without effect in an image, or of other browsers.
	case "import", "namespace":
		sb.warn("unsupported_rule", cx.at(r.Pos), "@"+r.At+" counts only before all other rules of a style sheet; it was ignored")
	default:
		sb.warn("unsupported_rule", cx.at(r.Pos), "@"+clipText(r.At)+" "+clipText(css.Serialize(r.Prelude))+" is not supported; it was ignored", "@"+r.At)
	}
}

// group adds the contents of a conditional rule.
func (sb *sheetBuilder) group(r *css.Rule, cx sheetContext) {
	if cx.nested {
		sb.styleRule(cx.parent, r.Decls, cx)
	}
	sb.rules(r.Rules, cx)
}

func (sb *sheetBuilder) supports(prelude []css.Token) bool {
	s := css.NewStream(prelude)
	v, ok := css.Condition(&s, func(name string, body css.Stream) css.Truth {
		switch name {
		case "selector":
			if _, err := css.ParseSelectors(css.Trim(body.Rest()), nil); err == nil {
				return css.True
			}
			return css.False
		case "font-tech":
			switch body.AnyIdent() {
			case "features-opentype", "variations", "color-colrv0", "color-colrv1":
				return css.True
			}
			return css.False
		case "font-format":
			switch body.AnyIdent() {
			case "opentype", "truetype", "woff", "woff2":
				return css.True
			}
			return css.False
		case "":
			prop := body.Next()
			if prop.Kind != css.Ident || body.Next().Kind != css.Colon {
				return css.False
			}
			val := css.Trim(body.Rest())
			if n := len(val); n > 2 && val[n-1].Is("important") && val[n-2].IsDelim('!') {
				val = css.Trim(val[:n-2])
			}
			if supports(prop.Value, val) {
				return css.True
			}
		}
		return css.False
	})
	return ok && v == css.True
}

// layerNode is a cascade layer.
type layerNode struct {
	name     string
	children []*layerNode
	order    int32
}

// layerTree holds the layers of the author origin; their order is assigned after all sheets are added.
type layerTree struct {
	root  *layerNode
	rules []*layerNode // by rule index
}

func newLayerTree() *layerTree { return &layerTree{root: &layerNode{}} }

func (n *layerNode) child(name string) *layerNode {
	for _, c := range n.children {
		if c.name == name && name != "" {
			return c
		}
	}
	c := &layerNode{name: name}
	n.children = append(n.children, c)
	return c
}

// number assigns the order of every layer: nested layers precede the unlayered rules of their parent; the root, for
// unlayered rules, is last (CSS Cascade 5 §6.4.4).
func (n *layerNode) number(next *int32) {
	for _, c := range n.children {
		c.number(next)
	}
	n.order = *next
	*next++
}

func (sb *sheetBuilder) layerRule(r *css.Rule, cx sheetContext) {
	names := css.NewStream(r.Prelude).SplitCommas()
	find := func(s css.Stream) *layerNode { return findLayer(cx.layer, s) }
	if !r.HasBody {
		for _, s := range names {
			find(s)
		}
		return
	}
	switch len(names) {
	case 0:
		cx.layer = cx.layer.child("")
	case 1:
		n := find(names[0])
		if n == nil {
			return
		}
		cx.layer = n
	default:
		return
	}
	sb.group(r, cx)
}

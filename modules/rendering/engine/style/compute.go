package style

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// Options holds the inputs of style computation besides the document.
type Options struct {
	// Width and Height are the canvas in CSS pixels, for media queries and viewport units.
	Width, Height int
	// Scale is the number of device pixels per CSS pixel, for resolutions; 0 is 1.
	Scale float64
	// Direction and Locale are the defaults for the root element.
	Direction Direction
	Locale    string
	// Families is the initial font-family; nil is Inter.
	Families []string
	// ExtraSheets holds author sheets that precede the document's own, in order: brand tokens, the css member of a
	// request.
	ExtraSheets []dom.Sheet
	// Overrides holds declarations on single elements, in ascending order; !important ones override every declaration
	// of the document.
	Overrides []Override
	// Metrics resolves the font-relative units; nil estimates them from the font size.
	Metrics FontMetrics
	// Print selects the medium print instead of screen.
	Print bool
	// Containers holds the sizes of query containers found by an earlier layout; queries of other containers are not
	// true.
	Containers map[dom.NodeID]ContainerSize
	// Dark is the preference of prefers-color-scheme: dark.
	Dark bool
	// Tailwind adds rules for the utility classes in use. A document can also opt in itself, by the class "tw" on html,
	// body or the first element in body.
	Tailwind bool
	// Stop ends the computation when it returns an error, which Compute then returns. It is called once per element;
	// nil never stops.
	Stop func() error
}

// Override is a set of declarations for one element, or for one of its pseudo-elements.
type Override struct {
	Node         dom.NodeID
	Pseudo       css.PseudoElement
	Declarations string
	Path         string
	// Animates holds the effects of current animations, which are those of will-change.
	Animates WillChange
}

// ErrCanvas is returned for a canvas without a size.
var ErrCanvas = errors.New("the canvas needs a width and a height")

// maxWarnings bounds the number of warnings for a document.
const maxWarnings = 200

// Compute computes the styles of every element of a document. It is deterministic. It is safe for concurrent use; doc
// is only read.
func Compute(doc *dom.Document, o Options) (*Tree, error) {
	if o.Width <= 0 || o.Height <= 0 {
		return nil, fmt.Errorf("computing styles: %w", ErrCanvas)
	}
	c := newComputer(doc, o)
	c.sheets()
	c.tree.Styles = make([]*Computed, len(doc.Nodes))
	if err := c.walk(); err != nil {
		return nil, fmt.Errorf("computing styles: %w", err)
	}
	c.warnUndrawn()
	c.tree.FontFaces = c.sb.fontFaces
	c.tree.Keyframes = c.sb.keyframes
	c.tree.CounterStyles = c.sb.counterStyles
	if c.tree.Pages = c.sb.page; c.tree.Pages != nil {
		c.tree.Pages.registered = c.sb.properties
		if root := c.tree.Styles[doc.Root]; root != nil {
			c.tree.Pages.vars = root.Vars
		}
	}
	c.tree.registered = c.sb.properties
	if c.m.budget < 0 {
		c.warn("unsupported_selector", "", "matching the selectors of this document took too long; some rules were not applied")
	}
	tree := c.tree
	c.keepForInstances()
	return tree, nil
}

// overridden identifies the target of an override.
type overridden struct {
	node   dom.NodeID
	pseudo css.PseudoElement
}

// computer is the state of computing the styles of one document. It is not safe for concurrent use.
type computer struct {
	opts          Options
	doc           *dom.Document
	tree          *Tree
	m             *matcher
	sb            *sheetBuilder
	author        *ruleSet
	width, height float64
	scale         float64
	root          *Computed // the root element's style, nil until computed
	initial       *Computed
	seen          map[string]bool // warnings so far
	inline        map[string]*block
	hints         map[string]*block
	overrides     map[overridden][]*block
	answers       map[asked]bool // results of container queries
	shared        map[string]*Computed
	nextID        uint32
	found         []match
	key           []byte
	winners       []int32
	vars          varCache
	pageSchemes   schemes    // of the meta element
	at            dom.NodeID // the element whose style is being computed
}

func newComputer(doc *dom.Document, o Options) *computer {
	c := &computer{
		opts: o, doc: doc, m: newMatcher(doc), author: newRuleSet(),
		width: float64(o.Width), height: float64(o.Height), scale: o.Scale,
		seen: map[string]bool{}, inline: map[string]*block{}, hints: map[string]*block{},
		overrides: map[overridden][]*block{}, shared: map[string]*Computed{},
		winners: make([]int32, len(props.props)),
	}
	if c.scale <= 0 {
		c.scale = 1
	}
	c.author.fold = doc.Mode == dom.Quirks
	c.tree = &Tree{Doc: doc, Scale: c.scale, Before: map[dom.NodeID]*Pseudo{}, After: map[dom.NodeID]*Pseudo{}, Marker: map[dom.NodeID]*Pseudo{}, NoteCall: map[dom.NodeID]*Pseudo{}, NoteMarker: map[dom.NodeID]*Pseudo{},
		FirstLetter: map[dom.NodeID]*Computed{}, FirstLine: map[dom.NodeID]*Computed{}, Placeholder: map[dom.NodeID]*Computed{}, DetailsContent: map[dom.NodeID]*Computed{},
		Parts: map[dom.NodeID]*Parts{}}
	c.pageSchemes = metaSchemes(doc)
	c.initial = c.initialStyle()
	c.initial.Dark = schemes{}.usesDark(c.pageSchemes, o.Dark)
	if o.Families != nil {
		c.initial.Font.Families = o.Families
	}
	c.nextID = 1
	return c
}

// warn records a warning once. subject is the property or the at-rule that has no effect, and the property's value.
func (c *computer) warn(code, path, message string, subject ...string) {
	key := code + "\x00" + message
	if c.seen[key] || len(c.tree.Warnings) >= maxWarnings {
		return
	}
	c.seen[key] = true
	w := dom.Warning{Code: code, Path: path, Message: message}
	if len(subject) > 0 {
		w.Subject = subject[0]
	}
	if len(subject) > 1 {
		w.Value = subject[1]
	}
	c.tree.Warnings = append(c.tree.Warnings, w)
}

// sheets compiles the author sheets and overrides.
func (c *computer) sheets() {
	c.sb = &sheetBuilder{
		set: c.author, layers: newLayerTree(), keyframes: map[string]*Keyframes{}, properties: map[string]*registered{}, warn: c.warn,
		env:   MediaFor(c.opts),
		decls: declParser{warn: c.warn, next: userAgent().nextBlock, quirks: c.doc.Mode == dom.Quirks},
	}
	add := func(s dom.Sheet) {
		if s.Media != "" {
			toks, _ := css.Tokenize(s.Media)
			if !c.sb.env.Matches(css.Trim(toks)) {
				return
			}
		}
		c.sb.tree = s.Tree
		c.sb.add(s.Text, s.Path, originAuthor)
	}
	if c.opts.Tailwind || wantsUtilities(c.doc) {
		c.utilities()
	}
	for _, s := range c.opts.ExtraSheets {
		add(s)
	}
	for _, s := range c.doc.Sheets {
		add(s)
	}
	var n int32
	c.sb.layers.root.number(&n)
	c.sb.layers.root.order = noLayer
	for i := range c.author.rules {
		c.author.rules[i].layer = c.sb.layers.rules[i].order
	}
	for _, o := range c.opts.Overrides {
		path := o.Path
		b := c.sb.decls.block(css.ParseDeclarations(o.Declarations), func(int32) string { return path })
		b.animates = o.Animates
		at := overridden{o.Node, o.Pseudo}
		c.overrides[at] = append(c.overrides[at], b)
	}
}

// match is a block that applies to an element, with its position in the cascade.
type match struct {
	block  *block
	origin origin
	layer  int32
	spec   css.Specificity
	order  int32
	// distance is the number of generations to the root of the rule's scope.
	distance int32
	// depth is the number of shadow trees around the rule's tree: rules of outer trees win.
	depth int32
	// tree is the tree of the declarations, to which their names belong.
	tree int32
}

// before reports whether a precedes b in the cascade order of normal declarations, ascending.
func (a *match) before(b *match) bool {
	switch {
	case a.origin != b.origin:
		return a.origin < b.origin
	case a.depth != b.depth:
		return a.depth > b.depth
	case a.layer != b.layer:
		return a.layer < b.layer
	case a.spec != b.spec:
		return a.spec < b.spec
	case a.distance != b.distance:
		return a.distance > b.distance
	}
	return a.order < b.order
}

// collect returns the rules that apply to an element or one of its pseudo-elements, in ascending cascade order.
func (c *computer) collect(id dom.NodeID, pe css.PseudoElement) []match {
	c.found = c.found[:0]
	c.collectFrom(&userAgent().rules, id, pe)
	if c.doc.Mode == dom.Quirks {
		c.collectFrom(&userAgent().quirks, id, pe)
	}
	c.collectFrom(c.author, id, pe)
	if pe == css.PseudoNone {
		n := &c.doc.Nodes[id]
		if b := c.hintBlock(id, n); b != nil {
			c.found = append(c.found, match{block: b, origin: originHint, layer: noLayer})
		}
		if n.Inline != "" {
			c.found = append(c.found, match{block: c.inlineBlock(n), origin: originInline, layer: noLayer, tree: n.Tree})
		}
	}
	for _, b := range c.overrides[overridden{id, pe}] {
		c.found = append(c.found, match{block: b, origin: originOverride, layer: noLayer})
	}
	f := c.found
	sort.SliceStable(f, func(i, j int) bool { return f[i].before(&f[j]) })
	return f
}

func (c *computer) collectFrom(s *ruleSet, id dom.NodeID, pe css.PseudoElement) {
	if !s.pseudos[pe] {
		return
	}
	n := &c.doc.Nodes[id]
	try := func(list []int32) {
		for _, i := range list {
			r := &s.rules[i]
			if r.sel.Pseudo != pe {
				continue
			}
			distance := int32(unscoped)
			if r.tree == anyTree {
				c.m.tree = n.Tree
			} else if c.m.tree = r.tree; n.Tree != r.tree && !reaches(r.sel) {
				continue
			}
			if r.scope != nil {
				var ok bool
				if distance, ok = c.m.matchesIn(r.scope, r.sel, id); !ok {
					continue
				}
			} else if !c.m.matches(r.sel, id) {
				continue
			}
			if r.containers == nil || c.containersHold(r.containers, id, pe) {
				c.found = append(c.found, match{r.block, r.origin, r.layer, r.sel.Specificity, r.order, distance, c.m.depth(c.m.tree), c.m.tree})
			}
		}
	}
	if n.ID != "" && len(s.byID) > 0 {
		try(s.byID[s.key(n.ID)])
	}
	for i, cl := range n.Classes {
		dup := false
		for _, prev := range n.Classes[:i] {
			dup = dup || s.key(prev) == s.key(cl)
		}
		if !dup {
			try(s.byClass[s.key(cl)])
		}
	}
	try(s.byTag[css.Lower(n.Tag)])
	try(s.other)
}

func (c *computer) inlineBlock(n *dom.Node) *block {
	b := c.inline[n.Inline]
	if b == nil {
		path := n.Path
		b = c.sb.decls.block(css.ParseDeclarations(n.Inline), func(int32) string { return path })
		c.inline[n.Inline] = b
	}
	return b
}

// walk computes the styles in tree order.
func (c *computer) walk() error {
	doc := c.doc
	for i := range doc.Nodes {
		id := dom.NodeID(i)
		n := &doc.Nodes[i]
		if n.Type != dom.Element {
			continue
		}
		if c.opts.Stop != nil {
			if err := c.opts.Stop(); err != nil {
				return err
			}
		}
		if c.doc.Unslotted[id] {
			continue
		}
		parent := c.initial
		if n.Parent != dom.None {
			parent = c.tree.Styles[n.Parent]
			// The content of an svg without a box may be referenced by <use>.
			if parent == nil || parent.Display == DisplayNone && n.Namespace != dom.SVG {
				continue
			}
			if content := c.contentOf(n.Parent, id); content != nil {
				parent = content
			}
		} else if id != doc.Root {
			continue
		}
		c.at = id
		s := c.element(id, n, parent)
		c.tree.Styles[i] = s
		if id == doc.Root {
			c.root = s
		}
		if s.Display != DisplayNone {
			c.pseudos(id, n, s)
			c.warnContent(n, s)
		}
	}
	return nil
}

// layoutParent returns the style of the nearest ancestor with a box, which determines blockification.
func (c *computer) layoutParent(id dom.NodeID) *Computed {
	for p := c.doc.Nodes[id].Parent; p != dom.None; id, p = p, c.doc.Nodes[p].Parent {
		if s := c.contentOf(p, id); s != nil && s.Display != DisplayContents {
			return s
		}
		if s := c.tree.Styles[p]; s != nil && s.Display != DisplayContents {
			return s
		}
	}
	return nil
}

// contentOf returns the style of the ::details-content of a details element that contains a child, nil if it has none.
func (c *computer) contentOf(details, child dom.NodeID) *Computed {
	if s := c.tree.DetailsContent[details]; s != nil && child != dom.SummaryOf(c.doc, details) {
		return s
	}
	return nil
}

func isItemContainer(s *Computed) bool {
	if s == nil {
		return false
	}
	switch s.Display {
	case DisplayFlex, DisplayInlineFlex, DisplayGrid, DisplayInlineGrid:
		return !s.inner.clampBox // the inline children of a -webkit-box stay inline
	}
	return false
}

// element computes the style of an element, or shares that of an earlier one with the same parent style and the same
// declarations.
func (c *computer) element(id dom.NodeID, n *dom.Node, parent *Computed) *Computed {
	matches := c.collect(id, css.PseudoNone)
	var lang string
	if v, ok := langOf(n); ok {
		lang = v
	} else {
		lang = parent.Lang
	}
	item := isItemContainer(c.layoutParent(id))
	flags := byte(n.Namespace)
	if item {
		flags |= 4
	}
	if id == c.doc.Root {
		flags |= 8
	}
	key := c.shareKey(parent, matches, flags, lang)
	if usesAttr(matches) {
		return c.build(n, parent, matches, flags, lang)
	}
	if s := c.shared[string(key)]; s != nil {
		return s
	}
	k := string(key)
	s := c.build(n, parent, matches, flags, lang)
	c.shared[k] = s
	return s
}

// usesAttr reports whether a style depends on attributes other than through selectors.
func usesAttr(matches []match) bool {
	for i := range matches {
		if matches[i].block.attrs {
			return true
		}
	}
	return false
}

const (
	flagSVG  = byte(dom.SVG)
	flagItem = 4
	flagRoot = 8
	flagPE   = 16
)

func (c *computer) shareKey(parent *Computed, matches []match, flags byte, lang string) []byte {
	k := c.key[:0]
	put := func(v uint32) { k = append(k, byte(v), byte(v>>8), byte(v>>16), byte(v>>24)) }
	put(parent.inner.id)
	for i := range matches {
		put(matches[i].block.id)
		k = append(k, byte(matches[i].origin))
		put(uint32(matches[i].layer) ^ uint32(matches[i].depth)<<24)
	}
	k = append(k, flags)
	k = append(k, lang...)
	c.key = k
	return k
}

// pseudos computes the styles of an element's generated boxes.
func (c *computer) pseudos(id dom.NodeID, n *dom.Node, s *Computed) {
	parent := s
	make1 := func(pe css.PseudoElement) *Pseudo {
		flags := byte(flagPE)
		if pe != css.PseudoMarker && (isItemContainer(s) || s.Display == DisplayContents && isItemContainer(c.layoutParent(id))) {
			flags |= flagItem
		}
		ps := c.pseudo(id, n, parent, pe, flags)
		if ps == nil {
			return nil
		}
		return &Pseudo{Style: ps, Content: c.content(n, ps)}
	}
	c.parts(id, n, s)
	for _, pe := range [...]css.PseudoElement{css.PseudoBefore, css.PseudoAfter} {
		p := make1(pe)
		if p == nil || p.Style.Display == DisplayNone || !p.Style.inner.content.set || p.Style.inner.content.none {
			continue
		}
		if pe == css.PseudoBefore {
			c.tree.Before[id] = p
		} else {
			c.tree.After[id] = p
		}
	}
	if s.Display == DisplayListItem || s.Display == DisplayInlineListItem {
		if p := make1(css.PseudoMarker); p != nil {
			if p.Style.inner.content.none {
				hidden := *p.Style
				hidden.Display = DisplayNone
				p = &Pseudo{Style: &hidden}
			}
			c.tree.Marker[id] = p
		}
	}
	if s.Note && c.opts.Print {
		c.tree.NoteCall[id], c.tree.NoteMarker[id] = make1(css.PseudoFootnoteCall), make1(css.PseudoFootnoteMarker)
	}
	if n.Namespace == dom.HTML && (n.Tag == "input" || n.Tag == "textarea") {
		if _, has := n.Attr("placeholder"); has {
			if p := make1(css.PseudoPlaceholder); p != nil {
				c.tree.Placeholder[id] = p.Style
			}
		}
	}
	if n.Tag == "details" && n.Namespace == dom.HTML && c.author.pseudos[css.PseudoDetailsContent] {
		if p := make1(css.PseudoDetailsContent); p != nil {
			c.tree.DetailsContent[id] = p.Style
		}
	}
	if c.author.pseudos[css.PseudoFirstLine] {
		if p := make1(css.PseudoFirstLine); p != nil {
			c.tree.FirstLine[id] = p.Style
			parent = p.Style // the first letter is on the first line
		}
	}
	if c.author.pseudos[css.PseudoFirstLetter] {
		if p := make1(css.PseudoFirstLetter); p != nil {
			c.tree.FirstLetter[id] = p.Style
		}
	}
}

// pseudo returns the style of a pseudo-element, nil if no rule matches it.
func (c *computer) pseudo(id dom.NodeID, n *dom.Node, parent *Computed, pe css.PseudoElement, flags byte) *Computed {
	matches := c.collect(id, pe)
	if len(matches) == 0 {
		return nil
	}
	k := string(append(c.shareKey(parent, matches, flags, parent.Lang), byte(pe)))
	ps := c.shared[k]
	if ps == nil || usesAttr(matches) {
		ps = c.build(n, parent, matches, flags, parent.Lang)
		c.shared[k] = ps
	}
	return ps
}

// warnContent warns of an element whose content is replaced by an image.
func (c *computer) warnContent(n *dom.Node, s *Computed) {
	if v := &s.inner.content; s.Display != DisplayNone && len(v.items) > 0 && v.items[0].Kind == ContentImage {
		c.warn("unsupported_value", n.Path, "content: an image is not supported on <"+n.Tag+">, only on ::before, ::after and ::marker; the element keeps its content", "content")
	}
}

// content returns the content of a generated box with attr() resolved.
func (c *computer) content(n *dom.Node, s *Computed) []ContentItem {
	v := &s.inner.content
	if len(v.items) == 0 {
		return nil
	}
	out := make([]ContentItem, len(v.items))
	copy(out, v.items)
	for i, a := range v.attrs {
		if a == "" {
			continue
		}
		if n.Namespace == dom.HTML {
			a = strings.ToLower(a)
		}
		if t, ok := n.Attr(a); ok {
			out[i].Text = t
		}
	}
	return out
}

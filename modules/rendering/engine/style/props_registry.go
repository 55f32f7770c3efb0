package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// propID is the index of a longhand property; 0 is none.
type propID uint16

// setter stores a declared value in the style being built.
type setter func(b *builder)

// phase orders the application of properties: later ones need earlier results.
type phase uint8

const (
	phaseZoom      phase = iota // zoom: every length depends on it
	phaseDirection              // direction, writing-mode: logical properties depend on them
	phaseFont                   // font properties: em and ex depend on them
	phaseLine                   // line-height: lh depends on it
	phaseColor                  // color: currentcolor depends on it
	phaseRest
	phaseCount
)

// property is a longhand.
type property struct {
	name      string
	id        propID
	inherited bool
	phase     phase
	parse     func(p *parser) (setter, bool)
	// copy copies the value of another style, for inherit and initial.
	copy func(dst, src *Computed)
	// initial, if set, replaces copying from the initial style.
	initial setter
	// svg is set for a property in the SVG part of the style.
	svg bool
	// native is the part of a form control's native look that a declaration by the author replaces.
	native nativePart
	// logical maps a flow-relative property to a physical one.
	logical func(wm WritingMode, dir Direction) propID
}

// shorthand is a property that represents several longhands.
type shorthand struct {
	name      string
	longhands []propID
	// parse passes a setter for each specified longhand to set; the others become initial.
	parse func(p *parser, set func(name string, f setter)) bool
}

// registry holds every known property by name.
type registry struct {
	props        []property // by id; [0] is unused
	byName       map[string]propID
	shorthands   map[string]*shorthand
	aliases      map[string]string
	foreignNames map[string]string // see foreign
	// inert holds the properties without effect in a static image; any value is accepted.
	inert map[string]bool
	// inertValues maps properties that are not supported to their values without effect.
	inertValues map[string][]string
	// inherited holds the ids of inherited properties outside the SVG part.
	inherited []propID
}

// props is the registry. It is read-only after package initialization.
var props = &registry{}

// The parsers of some properties look up others in props: a separate variable fills the tables to avoid an
// initialization cycle.
var _ = props.fill()

func (r *registry) fill() *registry {
	*r = registry{
		props:        make([]property, 1, 400),
		byName:       map[string]propID{},
		shorthands:   map[string]*shorthand{},
		aliases:      map[string]string{},
		foreignNames: map[string]string{},
		inert:        map[string]bool{},

		inertValues: map[string][]string{},
	}
	defineBox(r)
	defineFlexGrid(r)
	defineFont(r)
	defineText(r)
	defineHyphenation(r)
	defineMath(r)
	defineTextBox(r)
	defineShapeOutside(r)
	defineOffset(r)
	defineInitialLetter(r)
	defineCornerShape(r)
	defineAnchor(r)
	defineLists(r)
	definePaint(r)
	defineBackground(r)
	defineSVG(r)
	defineAnimation(r)
	defineLogical(r)
	defineShorthands(r)
	defineInert(r)
	defineOldNames(r)
	r.markNative()
	for _, p := range r.props[1:] {
		if p.inherited && !p.svg {
			r.inherited = append(r.inherited, p.id)
		}
	}
	return r
}

func (r *registry) add(p property) {
	p.id = propID(len(r.props))
	r.props = append(r.props, p)
	r.byName[p.name] = p.id
}

// mod modifies the property defined last.
func (r *registry) mod(f func(p *property)) { f(&r.props[len(r.props)-1]) }

func (r *registry) alias(name, target string) { r.aliases[name] = target }

// foreign registers a name by which other browsers support a property and Chromium does not: its declarations are
// dropped, with a warning unless the property itself is declared in the same block.
func (r *registry) foreign(name, target string) { r.foreignNames[name] = target }

func (r *registry) id(name string) propID {
	id := r.byName[name]
	if id == 0 {
		panic("style: no property " + name) // a mistake in the tables, which every test detects
	}
	return id
}

// short defines a shorthand; longhands is a list separated by spaces.
func (r *registry) short(name, longhands string, parse func(p *parser, set func(string, setter)) bool) {
	s := &shorthand{name: name, parse: parse}
	for _, l := range strings.Fields(longhands) {
		s.longhands = append(s.longhands, r.id(l))
	}
	r.shorthands[name] = s
}

// value computes a property's value for the style being built.
type value[T any] func(b *builder) T

// constant returns a value independent of the builder.
func constant[T any](v T) value[T] { return func(*builder) T { return v } }

type inheritance bool

const (
	inherits   inheritance = true
	noInherits inheritance = false
)

// def defines a property whose value is stored in the field that get returns.
func def[T any](r *registry, name string, inh inheritance, get func(*Computed) *T, parse func(p *parser) (value[T], bool)) {
	r.add(property{
		name: name, inherited: bool(inh), phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			v, ok := parse(p)
			if !ok {
				return nil, false
			}
			return func(b *builder) { *get(b.out) = v(b) }, true
		},
		copy: func(dst, src *Computed) { *get(dst) = *get(src) },
	})
}

// words maps keywords to values.
type words[T any] map[string]T

// parse parses one keyword.
func (w words[T]) parse(p *parser) (value[T], bool) {
	save := p.I
	if id := p.AnyIdent(); id != "" {
		if v, ok := w[id]; ok {
			return constant(v), true
		}
	}
	p.I = save
	return nil, false
}

// kw defines a keyword property.
func kw[T any](r *registry, name string, inh inheritance, get func(*Computed) *T, w words[T]) {
	def(r, name, inh, get, w.parse)
}

// parser parses the value of a property.
type parser struct {
	css.Stream
	// note is set when only a part of a valid value has an effect; it is reported as a warning.
	note string
	// depth is the nesting depth of functions and blocks.
	depth int
}

// oneOf consumes one of the keywords and returns it.
func (p *parser) oneOf(names ...string) (string, bool) {
	t := p.Peek()
	if t.Kind != css.Ident {
		return "", false
	}
	for _, n := range names {
		if css.EqualFold(t.Value, n) {
			p.I++
			return n, true
		}
	}
	return "", false
}

// in returns a parser for the content of a function or block.
func (p *parser) in(s css.Stream) *parser { return &parser{Stream: s, depth: p.depth + 1} }

// parseLonghand parses all tokens as a value of the property.
func parseLonghand(id propID, toks []css.Token) (setter, string, bool) {
	p := &parser{Stream: css.NewStream(toks)}
	f, ok := props.props[id].parse(p)
	if !ok || !p.AtEnd() {
		return nil, "", false
	}
	return f, p.note, true
}

// isInertValue reports whether a value of an unsupported property has no effect.
func (r *registry) isInertValue(name, text string) bool {
	values, ok := r.inertValues[name]
	if !ok {
		return false
	}
	v := strings.ToLower(strings.TrimSpace(text))
	return slices.Contains(values, v) || wideKeyword(v) != wideNone
}

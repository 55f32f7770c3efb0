package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// propID numbers the longhand properties; 0 is none.
type propID uint16

// setter stores a declared value in the style being built.
type setter func(b *builder)

// phase orders the application of properties: later ones need earlier results.
type phase uint8

const (
	phaseZoom      phase = iota // zoom: every length needs it
	phaseDirection              // direction, writing-mode: logical properties need them
	phaseFont                   // font properties: em and ex need them
	phaseLine                   // line-height: lh needs it
	phaseColor                  // color: currentcolor needs it
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
	// copy takes the value of another style: for inherit and initial.
	copy func(dst, src *Computed)
	// initial overrides copying from the initial style.
	initial setter
	// svg says that the value lives in the SVG part of the style.
	svg bool
	// logical maps a flow-relative property to its physical twin.
	logical func(wm WritingMode, dir Direction) propID
}

// shorthand is a property that represents several longhands.
type shorthand struct {
	name      string
	longhands []propID
	// parse gives a setter to each longhand it names; the others become initial.
	parse func(p *parser, set func(name string, f setter)) bool
}

// registry holds every known property by name.
type registry struct {
	props      []property // by id; [0] is unused
	byName     map[string]propID
	shorthands map[string]*shorthand
	aliases    map[string]string
	foreigners map[string]string // see foreign
	// inert are properties that change nothing in a static image, with a check
	// of nothing: any value is taken.
	inert map[string]bool
	// inertValues are the values without effect of properties that are not supported otherwise.
	inertValues map[string][]string
	// inherited lists the ids of inherited properties outside of SVG.
	inherited []propID
}

// props is the registry. It is read-only after the package is set up.
var props = &registry{}

// The parsers of some properties look others up in props, so the tables are
// filled by a variable of their own: Go would see a cycle otherwise.
var _ = props.fill()

func (r *registry) fill() *registry {
	*r = registry{
		props:      make([]property, 1, 400),
		byName:     map[string]propID{},
		shorthands: map[string]*shorthand{},
		aliases:    map[string]string{},
		foreigners: map[string]string{},
		inert:      map[string]bool{},

		inertValues: map[string][]string{},
	}
	defineBox(r)
	defineFlexGrid(r)
	defineFont(r)
	defineText(r)
	defineTextBox(r)
	defineShapeOutside(r)
	defineOffset(r)
	defineInitialLetter(r)
	defineCornerShape(r)
	defineLists(r)
	definePaint(r)
	defineBackground(r)
	defineSVG(r)
	defineAnimation(r)
	defineLogical(r)
	defineShorthands(r)
	defineInert(r)
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

// mod changes the property defined last.
func (r *registry) mod(f func(p *property)) { f(&r.props[len(r.props)-1]) }

func (r *registry) alias(name, target string) { r.aliases[name] = target }

// foreign is a name by which other browsers know a property and Chromium does not: its declarations are dropped, with a
// warning where the property itself is not declared beside them.
func (r *registry) foreign(name, target string) { r.foreigners[name] = target }

func (r *registry) id(name string) propID {
	id := r.byName[name]
	if id == 0 {
		panic("style: no property " + name) // a mistake in the tables, found by every test
	}
	return id
}

// short defines a shorthand; longhands are separated by spaces.
func (r *registry) short(name, longhands string, parse func(p *parser, set func(string, setter)) bool) {
	s := &shorthand{name: name, parse: parse}
	for _, l := range strings.Fields(longhands) {
		s.longhands = append(s.longhands, r.id(l))
	}
	r.shorthands[name] = s
}

// value computes a property's value for the style being built.
type value[T any] func(b *builder) T

// constant returns a value that depends on nothing.
func constant[T any](v T) value[T] { return func(*builder) T { return v } }

type inheritance bool

const (
	inherits   inheritance = true
	noInherits inheritance = false
)

// def defines a property whose value is the field get points to.
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

// parse reads one keyword.
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

// parser reads a property's value.
type parser struct {
	css.Stream
	// note is set when a value was read but only a part of it has an effect; it
	// becomes a warning.
	note string
	// quirk marks declarations made from presentational attributes.
	depth int
}

// oneOf reads one of the keywords and returns it.
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

// in returns a parser over a function's or block's content.
func (p *parser) in(s css.Stream) *parser { return &parser{Stream: s, depth: p.depth + 1} }

// parseLonghand reads the whole stream as the property's value.
func parseLonghand(id propID, toks []css.Token) (setter, string, bool) {
	p := &parser{Stream: css.NewStream(toks)}
	f, ok := props.props[id].parse(p)
	if !ok || !p.AtEnd() {
		return nil, "", false
	}
	return f, p.note, true
}

// isInertValue reports whether a value of a property that is not supported changes nothing.
func (r *registry) isInertValue(name, text string) bool {
	values, ok := r.inertValues[name]
	if !ok {
		return false
	}
	v := strings.ToLower(strings.TrimSpace(text))
	return slices.Contains(values, v) || wideKeyword(v) != wideNone
}

package style

// MathStyle is math-style as an author declares it. Layout derives the style of an element without a declaration from
// its place in the formula, as the user-agent sheet of MathML Core does.
type MathStyle uint8

// The values of MathStyle.
const (
	MathStyleByPlace MathStyle = iota
	MathStyleNormal
	MathStyleCompact
)

// MathDepth is math-depth as an author declares it.
type MathDepth struct {
	Kind MathDepthKind
	N    int
}

// MathDepthKind is the kind of a MathDepth.
type MathDepthKind uint8

// The kinds of MathDepth.
const (
	MathDepthByPlace MathDepthKind = iota
	MathDepthAuto                  // auto-add
	MathDepthAdd                   // add(N)
	MathDepthSet                   // N
)

// defineMath defines the properties of formulas (MathML Core §4).
func defineMath(r *registry) {
	kw(r, "math-style", noInherits, func(s *Computed) *MathStyle { return &s.MathStyle }, words[MathStyle]{
		"normal": MathStyleNormal, "compact": MathStyleCompact})
	def(r, "math-depth", noInherits, func(s *Computed) *MathDepth { return &s.MathDepth }, func(p *parser) (value[MathDepth], bool) {
		if p.Ident("auto-add") {
			return constant(MathDepth{Kind: MathDepthAuto}), true
		}
		if args, ok := p.Func("add"); ok {
			q := p.in(args)
			n, ok := q.integer(-1 << 30)
			return func(b *builder) MathDepth { return MathDepth{MathDepthAdd, n(b)} }, ok && q.AtEnd()
		}
		n, ok := p.integer(-1 << 30)
		return func(b *builder) MathDepth { return MathDepth{MathDepthSet, n(b)} }, ok
	})
	// math-shift selects between shifts of the MATH table, which layout does not read (it warns about fonts with one); the
	// values that take its place are equal.
	r.add(property{
		name: "math-shift", inherited: true, phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			_, ok := p.oneOf("normal", "compact")
			return func(*builder) {}, ok
		},
		copy: func(dst, src *Computed) {},
	})
}

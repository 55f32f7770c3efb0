package style

// InitialLetter is initial-letter: the height in lines (Size; 0 is normal) and the number of lines that it sinks
// (Sink).
type InitialLetter struct {
	Size float64
	Sink int
}

// defineInitialLetter defines initial-letter (CSS Inline 3 §7).
func defineInitialLetter(r *registry) {
	def(r, "initial-letter", noInherits, func(s *Computed) *InitialLetter { return &s.InitialLetter }, func(p *parser) (value[InitialLetter], bool) {
		if p.Ident("normal") {
			return constant(InitialLetter{}), true
		}
		size, ok := p.number(1)
		if !ok {
			return nil, false
		}
		sink, given := p.integer(1)
		word := ""
		if !given {
			word, _ = p.oneOf("drop", "raise")
		}
		return func(b *builder) InitialLetter {
			v := InitialLetter{Size: size(b)}
			switch v.Sink = int(v.Size); {
			case given:
				v.Sink = sink(b)
			case word == "raise":
				v.Sink = 1
			}
			return v
		}, true
	})
	r.foreign("-webkit-initial-letter", "initial-letter")
}

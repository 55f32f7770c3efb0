package style

// defineHyphenation defines hyphenate-limit-chars (CSS Text 4 §6.3.3). It limits automatic hyphenation only; soft
// hyphens break words of any length, and hyphens: auto has a warning of its own, so no stage reads the value.
func defineHyphenation(r *registry) {
	r.add(property{
		name: "hyphenate-limit-chars", inherited: true, phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			for n := 0; n < 3; n++ {
				if _, ok := p.oneOf("auto"); ok {
					continue
				}
				if _, ok := p.integer(1); !ok {
					return func(*builder) {}, n > 0
				}
			}
			return func(*builder) {}, true
		},
		copy: func(dst, src *Computed) {},
	})
}

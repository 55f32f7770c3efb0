package av1

// grainParams are the parameters of film grain (§5.9.30).
type grainParams struct {
	apply bool
}

func (g *grainParams) read(r *bitReader, s *sequence) error {
	if g.apply = r.flag(); g.apply {
		return unsupported("film grain")
	}
	return nil
}

func (g *grainParams) add(p *Picture) {}

package layout

// fitState scales font sizes while text is fitted to its box (-svc-text-fit).
type fitState struct {
	active bool
	scale  float64
	lo, hi float64
}

// size returns the font size that stands for a computed one.
func (f *fitState) size(px float64) float64 {
	v := px * f.scale
	if f.hi > 0 && v > f.hi {
		v = f.hi
	}
	if v < f.lo {
		v = f.lo
	}
	return v
}

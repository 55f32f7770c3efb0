// Package ink describes colours of the printing press: mixtures of the process inks and tints of spot inks. The screen
// shows their sRGB fallback; PDF files contain the inks.
package ink

import "unique"

// Recipe is a colour in inks.
type Recipe struct {
	// Spot is the name of a spot ink, "" for the process inks; Tint is its share, from 0 to 1.
	Spot string
	Tint float64
	// Values are cyan, magenta, yellow and black from 0 to 1: the colour, or what replaces the spot ink where there is
	// none. If RGB is set, a spot ink is replaced by the red, green and blue of the first three instead.
	Values [4]float64
	RGB    bool
}

// Ink is a reference to a recipe. Equal recipes have equal references; the zero value is a colour without inks. References
// are not counted: a recipe without any is garbage collected.
type Ink struct{ handle unique.Handle[Recipe] }

// New returns the reference to a recipe.
func New(r Recipe) Ink { return Ink{unique.Make(r)} }

// IsZero reports whether the colour is not in inks.
func (i Ink) IsZero() bool { return i == Ink{} }

// Recipe returns the recipe; the zero value's is zero.
func (i Ink) Recipe() Recipe {
	if i.IsZero() {
		return Recipe{}
	}
	return i.handle.Value()
}

// Screen returns the red, green and blue from 0 to 1 that represent the colour on a screen: the naive conversion of the
// process inks (CSS Color 5 §10.2), and of a spot ink its replacement, mixed with white according to the tint.
func (r *Recipe) Screen() [3]float64 {
	v, tint := r.Values, 1.0
	if r.Spot != "" {
		tint = r.Tint
	}
	var out [3]float64
	for i := range out {
		if r.RGB {
			out[i] = 1 - float64((1-v[i])*tint)
			continue
		}
		black := float64(v[3] * tint)
		out[i] = 1 - min(1, float64(v[i]*tint*(1-black))+black)
	}
	return out
}

// Components returns the amounts of the inks: cyan, magenta, yellow and black, or the tint of a spot ink.
func (r *Recipe) Components() []float64 {
	if r.Spot != "" {
		return []float64{r.Tint}
	}
	return r.Values[:]
}

// Package ink describes colours of the printing press: mixtures of the process inks and tints of spot inks. The screen
// shows their sRGB fallback; PDF files contain the inks.
package ink

import (
	"math"
	"unique"
)

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

// Lost is the reference of a colour without inks that was computed from inks.
var Lost = New(Recipe{Spot: lostName})

// lostName is not the name of an ink, which CSS cannot write.
const lostName = "\x00"

// New returns the reference to a recipe.
func New(r Recipe) Ink { return Ink{unique.Make(r)} }

// IsZero reports whether the colour is not in inks.
func (i Ink) IsZero() bool { return i == Ink{} || i == Lost }

// Recipe returns the recipe; those of the zero value and of Lost are zero.
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

// slack is how far a channel of a colour may be from a recipe's on screens: more than the rounding of both to 8 bits.
const slack = 1.0 / 255

// For returns i if its recipe is a colour on screens, given as red, green and blue from 0 to 1, else Lost. It returns the zero
// value and Lost unchanged.
func (i Ink) For(rgb [3]float64) Ink {
	if i.IsZero() {
		return i
	}
	r := i.Recipe()
	for k, v := range r.Screen() {
		if !(math.Abs(min(max(rgb[k], 0), 1)-v) <= slack) {
			return Lost
		}
	}
	return i
}

// Part is a colour of a mixture: its inks and its share, and whether it is white where it has no inks.
type Part struct {
	Ink   Ink
	Share float64
	White bool
}

// Mix returns the inks of a mixture of two colours, whose shares need not add up to 1: the process inks are mixed with each
// other, a spot ink with other tints of itself, and both with white, the paper. It returns Lost for other mixtures of inks
// and the zero value for colours without.
func Mix(a, b Part) Ink {
	if a.Ink == (Ink{}) && b.Ink == (Ink{}) {
		return Ink{}
	}
	sum := a.Share + b.Share
	switch {
	case a.Ink == b.Ink || b.Share == 0 && a.Share > 0:
		return a.Ink
	case a.Share == 0 && b.Share > 0:
		return b.Ink
	case !(sum > 0) || a.Ink == Lost || b.Ink == Lost || a.Ink.IsZero() && !a.White || b.Ink.IsZero() && !b.White:
		return Lost
	case a.Ink.IsZero():
		a, b = b, a
	}
	r, other := a.Ink.Recipe(), b.Ink.Recipe()
	x, y := a.Share/sum, b.Share/sum
	if b.Ink.IsZero() {
		y = 0
	} else if r.Spot != other.Spot || r.Spot != "" && (r.RGB != other.RGB || r.Values != other.Values) {
		return Lost
	}
	if r.Spot != "" {
		r.Tint = float64(r.Tint*x) + float64(other.Tint*y)
		return New(r)
	}
	for i := range r.Values {
		r.Values[i] = float64(r.Values[i]*x) + float64(other.Values[i]*y)
	}
	return New(r)
}

// Components returns the amounts of the inks: cyan, magenta, yellow and black, or the tint of a spot ink.
func (r *Recipe) Components() []float64 {
	if r.Spot != "" {
		return []float64{r.Tint}
	}
	return r.Values[:]
}

// Package hue chooses the arc of the hue circle along which two colours are interpolated (CSS Color 4 §12.4).
package hue

// Arc is a hue interpolation method. The zero value is the CSS default.
type Arc uint8

// The arcs.
const (
	Shorter Arc = iota
	Longer
	Increasing
	Decreasing
)

// Fix adjusts two angles in [0, 360) so that linear interpolation between them follows the arc. Hues whose distance is
// within slack degrees of 180 count as opposite and are not adjusted: conversions leave opposite hues slightly off.
func (r Arc) Fix(a, b, slack float64) (float64, float64) {
	d := b - a
	switch r {
	case Shorter:
		if d > 180+slack {
			a += 360
		} else if d < -180-slack {
			b += 360
		}
	case Longer:
		if 0 < d && d < 180-slack {
			a += 360
		} else if slack-180 < d && d <= 0 {
			b += 360
		}
	case Increasing:
		if d < 0 {
			b += 360
		}
	case Decreasing:
		if d > 0 {
			a += 360
		}
	}
	return a, b
}

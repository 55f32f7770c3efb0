package provider

import "math"

// size is an image size in pixels that a model supports.
type size struct{ w, h int }

// nearest returns the size with the aspect ratio nearest to w:h; among equals, the one with the most pixels.
func nearest(list []size, w, h int) size {
	best, distance := list[0], math.Inf(1)
	for _, s := range list {
		d := math.Abs(math.Log(float64(s.w) / float64(s.h) * float64(h) / float64(w)))
		if d < distance-1e-9 || d < distance+1e-9 && s.w*s.h > best.w*best.h {
			best, distance = s, d
		}
	}
	return best
}

// latent returns the size for a diffusion model: the aspect ratio of w × h, approximately the given number of pixels,
// sides in multiples of 64.
func latent(w, h int, pixels float64) size {
	k := math.Sqrt(pixels / (float64(w) * float64(h)))
	side := func(v int) int { return max(256, int(math.Round(float64(v)*k/64))*64) }
	return size{side(w), side(h)}
}

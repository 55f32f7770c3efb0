package art

import (
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// A measured palette has at most maxShares colours, whose distances in OKLab are at least apart.
const (
	maxShares = 8
	apart     = 0.075
)

// measure returns the colours of the image with their fractions of the area, in descending order; the fractions sum to
// 1, less the share of transparent pixels.
func measure(pix []byte) []Share {
	type bin struct{ n, r, g, b int }
	bins := make([]bin, 1<<12) // four bits per channel
	total := 0
	for k := 0; k+3 < len(pix); k += 4 {
		total++
		if pix[k+3] < 128 {
			continue
		}
		r, g, b := int(pix[k]), int(pix[k+1]), int(pix[k+2])
		q := &bins[r>>4<<8|g>>4<<4|b>>4]
		q.n, q.r, q.g, q.b = q.n+1, q.r+r, q.g+g, q.b+b
	}
	type cluster struct {
		lab   tint.Lab
		color Color
		n     int
	}
	var all []cluster
	for _, q := range bins {
		if q.n > 0 {
			c := Color{R: uint8(q.r / q.n), G: uint8(q.g / q.n), B: uint8(q.b / q.n)}
			all = append(all, cluster{c.Lab(), c, q.n})
		}
	}
	slices.SortStableFunc(all, func(a, b cluster) int { return b.n - a.n })
	var heads []cluster
	for _, c := range all {
		near := slices.ContainsFunc(heads, func(h cluster) bool { return tint.Distance(h.lab, c.lab) < apart })
		if !near && len(heads) < maxShares {
			heads = append(heads, c)
		}
	}
	counts := make([]int, len(heads))
	for _, c := range all {
		best, at := 1e9, 0
		for k, h := range heads {
			if d := tint.Distance(h.lab, c.lab); d < best {
				best, at = d, k
			}
		}
		counts[at] += c.n
	}
	out := make([]Share, 0, len(heads))
	for k, h := range heads {
		out = append(out, Share{h.color, float64(counts[k]) / float64(total)})
	}
	slices.SortStableFunc(out, func(a, b Share) int {
		switch {
		case a.Share > b.Share:
			return -1
		case a.Share < b.Share:
			return 1
		}
		return 0
	})
	return out
}

// Measure returns the colours of non-premultiplied 8-bit RGBA pixels in the form of Image.Palette.
func Measure(pix []byte) []Share { return measure(pix) }

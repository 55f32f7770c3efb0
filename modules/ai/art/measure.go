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
		out = append(out, Share{Color: h.color, Share: float64(counts[k]) / float64(total)})
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

// compare sets the nearest colour and the distance to it of every share, and returns the mean distance by area to the
// colours and the mixtures of two of them. Without colours it does nothing.
func compare(palette []Share, colors []Color) float64 {
	if len(colors) == 0 {
		return 0
	}
	labs := make([]tint.Lab, len(colors))
	for k, c := range colors {
		labs[k] = c.Lab()
	}
	sum, area := 0.0, 0.0
	for k := range palette {
		s := &palette[k]
		o := s.Color.Lab()
		s.Distance = 2 // more than any distance
		mixed := 2.0
		for i, a := range labs {
			if d := tint.Distance(o, a); d < s.Distance {
				s.Distance, s.Nearest = d, colors[i]
			}
			for _, b := range labs[:i] {
				mixed = min(mixed, fromLine(o, a, b))
			}
		}
		mixed = min(mixed, s.Distance)
		sum += float64(mixed * s.Share)
		area += s.Share
	}
	if area == 0 {
		return 0
	}
	return sum / area
}

// fromLine returns the distance of a colour from the mixtures of a and b.
func fromLine(o, a, b tint.Lab) float64 {
	l, m, n := b.L-a.L, b.A-a.A, b.B-a.B
	long := float64(l*l) + float64(m*m) + float64(n*n)
	if long == 0 {
		return tint.Distance(o, a)
	}
	t := (float64((o.L-a.L)*l) + float64((o.A-a.A)*m) + float64((o.B-a.B)*n)) / long
	return tint.Distance(o, a.Mix(b, min(max(t, 0), 1)))
}

// Measure returns the colours of non-premultiplied 8-bit RGBA pixels and their distance from colors, in the form of
// Result.Palette and Result.Distance.
func Measure(pix []byte, colors []Color) ([]Share, float64) {
	palette := measure(pix)
	return palette, compare(palette, colors)
}

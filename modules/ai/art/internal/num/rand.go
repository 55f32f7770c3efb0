package num

import "math"

// Rand is a stream of random numbers that depends on its seed alone
// (splitmix64). It is not safe for concurrent use.
type Rand struct{ state uint64 }

// NewRand returns a stream with the given seed.
func NewRand(seed uint64) *Rand { return &Rand{seed*0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019} }

// Fork returns an independent stream named by label, so that the numbers one part of an image consumes do not affect
// another part.
func (r *Rand) Fork(label string) *Rand {
	h := r.state ^ 14695981039346656037
	for i := range len(label) {
		h = (h ^ uint64(label[i])) * 1099511628211
	}
	return NewRand(h)
}

// Uint64 returns the next 64 bits.
func (r *Rand) Uint64() uint64 {
	r.state += 0x9E3779B97F4A7C15
	return scramble(r.state)
}

func scramble(z uint64) uint64 {
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

// Float returns a number in [0, 1).
func (r *Rand) Float() float64 { return float64(float64(r.Uint64()>>11) / (1 << 53)) }

// Range returns a number from lo to hi.
func (r *Rand) Range(lo, hi float64) float64 { return Mix(lo, hi, r.Float()) }

// Int returns an integer from 0 to n-1; n must be at least 1.
func (r *Rand) Int(n int) int { return int(r.Uint64() % uint64(n)) }

// Chance returns true with probability p.
func (r *Rand) Chance(p float64) bool { return r.Float() < p }

// Sign returns 1 or -1.
func (r *Rand) Sign() float64 {
	if r.Uint64()&1 == 0 {
		return -1
	}
	return 1
}

// Hash returns 32 random bits of a lattice point.
func Hash(x, y int, seed uint32) uint32 {
	h := uint32(x)*0x9E3779B1 ^ uint32(y)*0x85EBCA77 ^ seed*0xC2B2AE3D
	h = (h ^ h>>15) * 0x2C1B3C6D
	h = (h ^ h>>12) * 0x297A2D39
	return h ^ h>>15
}

// Noise returns smooth value noise between -1 and 1 with cells of size 1.
func Noise(x, y float64, seed uint32) float64 {
	x, y = Clamp(x, -1e6, 1e6), Clamp(y, -1e6, 1e6)
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx), int(fy)
	tx, ty := x-fx, y-fy
	tx, ty = float64(tx*tx*(3-float64(2*tx))), float64(ty*ty*(3-float64(2*ty)))
	at := func(i, k int) float64 { return float64(float64(Hash(i, k, seed)>>8)/(1<<23)) - 1 }
	return Mix(Mix(at(ix, iy), at(ix+1, iy), tx), Mix(at(ix, iy+1), at(ix+1, iy+1), tx), ty)
}

// Fractal returns the sum of octaves of Noise, each with half the amplitude and twice the frequency, between -1 and 1.
func Fractal(x, y float64, octaves int, seed uint32) float64 {
	sum, weight, total := 0.0, 1.0, 0.0
	for k := range octaves {
		sum += float64(weight * Noise(x, y, seed+uint32(k)*101))
		total += weight
		weight /= 2
		x, y = float64(x*2)+17.3, float64(y*2)+9.1
	}
	return sum / total
}

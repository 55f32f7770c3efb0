package canvas

import "github.com/platenhq/platen/modules/ai/art/internal/num"

// grainTile is the side of the repeated grain tile in pixels.
const grainTile = 256

// Bytes returns the image as non-premultiplied 8-bit RGBA. Every pixel is dithered by less than one step, which avoids
// banding, and grain with a strength from 0 to 1 is added.
func (c *Canvas) Bytes(seed uint32, grain float64) []byte {
	g := Grain(seed)
	// Full grain changes a channel by up to a twelfth of its range.
	strength := int32(num.Clamp(grain, 0, 1) * 5400)
	out := make([]byte, 4*c.W*c.H)
	for y := range c.H {
		line := g[(y&(grainTile-1))*grainTile:][:grainTile]
		for x := range c.W {
			i := 4 * (y*c.W + x)
			a := uint32(c.Pix[i+3])
			if a == 0 {
				continue
			}
			field := int32(line[x&(grainTile-1)])
			noise := field*strength>>15 + field*128>>15
			for ch := range 3 {
				v := uint32(c.Pix[i+ch])
				if a < 65535 {
					v = min(65535, v*65535/a)
				}
				w := min(max(int32(v)+noise+128, 0), 65535)
				out[i+ch] = uint8(w / 257)
			}
			out[i+3] = uint8((a*255 + 32767) / 65535)
		}
	}
	return out
}

// Grain returns a tile of 256 × 256 noise values, about -32768 to 32767: white noise minus its local mean, which looks
// like film grain rather than blotches.
func Grain(seed uint32) []int16 {
	white := make([]int32, grainTile*grainTile)
	for k := range white {
		h := num.Hash(k&(grainTile-1), k/grainTile, seed)
		white[k] = int32(h>>17) + int32(h&0x7FFF) - 32768 // triangular distribution
	}
	out := make([]int16, len(white))
	const m = grainTile - 1
	for y := range grainTile {
		for x := range grainTile {
			at := func(dx, dy int) int32 { return white[((y+dy)&m)*grainTile+(x+dx)&m] }
			around := at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)
			out[y*grainTile+x] = int16(min(max(at(0, 0)*3/4-around/6, -32768), 32767))
		}
	}
	return out
}

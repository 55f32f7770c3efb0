package av1dec

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// upscale widens the rows of a plane coded at reduced width (§7.16).
func (f *frame) upscale(ctx context.Context, p int, in plane, rows int) plane {
	const scaleBits, extraBits = 14, 8
	subX, _ := f.sub(p)
	from, to := (f.head.width+subX)>>subX, (f.head.upscaledWidth+subX)>>subX
	step := (from<<scaleBits + to/2) / to
	err := to*step - from<<scaleBits
	start := (-((to - from) << (scaleBits - 1)) + to/2) / to
	start += 1<<(extraBits-1) - err/2
	start &= 1<<scaleBits - 1
	out := plane{make([]uint16, to*rows), to}
	most := 1<<f.seq.BitDepth - 1
	// Decoded columns beyond the frame's edge contribute, too.
	coded := f.head.miCols * 4 >> subX
	for y := range rows {
		if f.stopped(ctx) {
			break
		}
		src := in.row(0, y, coded)
		dst := out.row(0, y, to)
		for x := range dst {
			at := -(1 << scaleBits) + start + x*step
			px := at >> scaleBits
			taps := &tables.UpscaleTaps[at&(1<<scaleBits-1)>>extraBits]
			sum := 0
			for k, tap := range taps {
				sum += int(src[clamp(px+k-3, 0, coded-1)]) * int(tap)
			}
			dst[x] = uint16(clamp((sum+64)>>7, 0, most))
		}
	}
	return out
}

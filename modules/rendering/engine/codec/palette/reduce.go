package palette

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/rgba"
)

// Reduce returns pic with at most n ≤ 256 colours: exactly if it has no more, otherwise with colours chosen by median
// cut and refined by moving each to the mean of its nearest pixels. It does not dither. The only error is ctx's.
func Reduce(ctx context.Context, pic *Source, n int) (*Palette, error) {
	if p := Exact(pic); p != nil && len(p.Colors) <= n {
		return p, nil
	}
	h, err := histogram(ctx, pic)
	if err != nil {
		return nil, err
	}
	colors := medianCut(h, n)
	for range 2 {
		if colors, err = refine(ctx, h, colors); err != nil {
			return nil, err
		}
	}
	return remap(ctx, pic, h, colors)
}

// bin is a group of pixels that agree in the high bits of all channels.
type bin struct {
	sum   [4]uint64 // straight R, G, B, A
	count uint64
	mean  [4]uint8
	near  int // index of the palette entry nearest to mean
}

// histogramBits is the number of bits per channel that select a bin.
const histogramBits = 5

func binKey(c uint32) uint32 {
	const drop = 8 - histogramBits
	r, g, b, a := c&0xff>>drop, c>>8&0xff>>drop, c>>16&0xff>>drop, c>>24>>drop
	return r | g<<histogramBits | b<<(2*histogramBits) | a<<(3*histogramBits)
}

// checkBytes is the number of bytes of pixels between checks of the context.
const checkBytes = 1 << 22

type histo struct {
	bins  []bin
	index []int32 // by key, bin index + 1
}

func histogram(ctx context.Context, pic *Source) (*histo, error) {
	h := &histo{index: make([]int32, 1<<(4*histogramBits))}
	for i := 0; i+4 <= len(pic.Pix); i += 4 {
		if i%checkBytes == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c := rgba.Straight(load32(pic.Pix[i:]))
		k := binKey(c)
		if h.index[k] == 0 {
			h.bins = append(h.bins, bin{})
			h.index[k] = int32(len(h.bins))
		}
		b := &h.bins[h.index[k]-1]
		b.sum[0] += uint64(c & 0xff)
		b.sum[1] += uint64(c >> 8 & 0xff)
		b.sum[2] += uint64(c >> 16 & 0xff)
		b.sum[3] += uint64(c >> 24)
		b.count++
	}
	for i := range h.bins {
		b := &h.bins[i]
		for c := range b.mean {
			b.mean[c] = uint8((b.sum[c] + b.count/2) / b.count)
		}
	}
	return h, nil
}

// box is a set of bins represented by one colour.
type box struct {
	bins []int32
	axis int
	cost uint64 // squared error along axis
}

// weigh finds the axis along which the box has the largest squared error.
func (b *box) weigh(h *histo) {
	b.cost = 0
	for axis := range 4 {
		var n, s, s2 uint64
		for _, i := range b.bins {
			v, k := uint64(h.bins[i].mean[axis]), h.bins[i].count
			n += k
			s += v * k
			s2 += v * v * k
		}
		// The variance times n in integers: n·Σv² − (Σv)², divided by n.
		if cost := s2 - s*s/n; cost > b.cost {
			b.cost, b.axis = cost, axis
		}
	}
}

// medianCut splits the costliest box at its mean until there are n colours.
func medianCut(h *histo, n int) [][4]uint8 {
	all := make([]int32, len(h.bins))
	for i := range all {
		all[i] = int32(i)
	}
	boxes := []box{{bins: all}}
	boxes[0].weigh(h)
	for len(boxes) < n {
		worst := 0
		for i := range boxes {
			if boxes[i].cost > boxes[worst].cost {
				worst = i
			}
		}
		b := &boxes[worst]
		if b.cost == 0 {
			break
		}
		var count, sum uint64
		for _, i := range b.bins {
			count += h.bins[i].count
			sum += uint64(h.bins[i].mean[b.axis]) * h.bins[i].count
		}
		mean := uint8(sum / count)
		// Since the spread is positive, both sides of the floored mean are nonempty.
		low := b.bins[:0:0]
		var high []int32
		for _, i := range b.bins {
			if h.bins[i].mean[b.axis] <= mean {
				low = append(low, i)
			} else {
				high = append(high, i)
			}
		}
		b.bins = low
		b.weigh(h)
		boxes = append(boxes, box{bins: high})
		boxes[len(boxes)-1].weigh(h)
	}
	out := make([][4]uint8, len(boxes))
	for i := range boxes {
		var count uint64
		var sum [4]uint64
		for _, j := range boxes[i].bins {
			count += h.bins[j].count
			for c := range sum {
				sum[c] += h.bins[j].sum[c]
			}
		}
		for c := range sum {
			out[i][c] = uint8((sum[c] + count/2) / count)
		}
	}
	return out
}

// nearest assigns every bin the index of its nearest colour.
func (h *histo) nearest(ctx context.Context, colors [][4]uint8) error {
	for i := range h.bins {
		if i%(1<<13) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b := &h.bins[i]
		best := int64(1) << 62
		for j := range colors {
			var d int64
			for c := range colors[j] {
				e := int64(colors[j][c]) - int64(b.mean[c])
				d += e * e
			}
			if d < best {
				best, b.near = d, j
			}
		}
	}
	return nil
}

// refine moves each colour to the mean of the bins nearest to it.
func refine(ctx context.Context, h *histo, colors [][4]uint8) ([][4]uint8, error) {
	if err := h.nearest(ctx, colors); err != nil {
		return nil, err
	}
	sums := make([][5]uint64, len(colors))
	for i := range h.bins {
		b := &h.bins[i]
		s := &sums[b.near]
		for c := range b.sum {
			s[c] += b.sum[c]
		}
		s[4] += b.count
	}
	out := slices.Clone(colors)
	for i, s := range sums {
		if s[4] == 0 {
			continue
		}
		for c := range out[i] {
			out[i][c] = uint8((s[c] + s[4]/2) / s[4])
		}
	}
	return out, nil
}

// remap writes the palette index of every pixel's bin.
func remap(ctx context.Context, pic *Source, h *histo, colors [][4]uint8) (*Palette, error) {
	if err := h.nearest(ctx, colors); err != nil {
		return nil, err
	}
	p := &Palette{Indices: make([]byte, pic.Width*pic.Height)}
	for _, c := range colors {
		if c[3] == 0 {
			c = [4]uint8{}
		}
		p.Colors = append(p.Colors, uint32(c[0])|uint32(c[1])<<8|uint32(c[2])<<16|uint32(c[3])<<24)
	}
	last, n := ^load32(pic.Pix), byte(0)
	for i := range p.Indices {
		if v := load32(pic.Pix[i*4:]); v != last {
			last = v
			n = byte(h.bins[h.index[binKey(rgba.Straight(v))]-1].near)
		}
		p.Indices[i] = n
	}
	return p, nil
}

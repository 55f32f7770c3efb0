package png

import (
	"bytes"
	"context"
	stdpng "image/png"
	"math/rand/v2"
	"testing"
)

// photograph returns an image of smooth noise.
func photograph(w, h int) *Image {
	r := rand.New(rand.NewPCG(3, 9))
	pic := &Image{Width: w, Height: h, Pix: make([]byte, 4*w*h), Opaque: true, Smallest: true}
	for y := range h {
		for x := range w {
			i := 4 * (y*w + x)
			for k := range 3 {
				v := 90 + r.IntN(7)
				if x > 0 && y > 0 {
					v = (int(pic.Pix[i-4+k])+int(pic.Pix[i-4*w+k]))/2 + r.IntN(9) - 4
				}
				pic.Pix[i+k] = byte(min(max(v, 0), 255))
			}
			pic.Pix[i+3] = 255
		}
	}
	return pic
}

func TestSmallestPhotographIsPredictedFromSeveralNeighbours(t *testing.T) {
	t.Parallel()
	pic := photograph(300, 200)
	data, err := Encode(context.Background(), pic, 1)
	if err != nil {
		t.Fatal(err)
	}
	img, err := stdpng.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for i := range pic.Width * pic.Height {
		r, g, b, _ := img.At(i%pic.Width, i/pic.Width).RGBA()
		if got := [3]byte{byte(r), byte(g), byte(b)}; got != [3]byte(pic.Pix[4*i:4*i+3]) {
			t.Fatalf("pixel %d is %v, want %v", i, got, pic.Pix[4*i:4*i+3])
		}
	}
	l := newLayout(pic, nil)
	parts, err := l.smallest(context.Background(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range parts {
		if p.kind < filterAverage {
			t.Errorf("stripe %d has filter %d", i, p.kind)
		}
	}
}

// TestPredictedRowsAreRestored inverts each filter by the definitions of PNG §9.2.
func TestPredictedRowsAreRestored(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for unit := 1; unit <= 4; unit++ {
		cur, prev, dst := make([]byte, 12*unit), make([]byte, 12*unit), make([]byte, 12*unit)
		for i := range cur {
			cur[i], prev[i] = byte(r.IntN(256)), byte(r.IntN(256))
		}
		for kind := byte(filterNone); kind <= filterEach; kind++ {
			used := filterRow(dst, cur, prev, unit, kind)
			got := bytes.Clone(dst)
			for i := range got {
				left, corner, up := 0, 0, int(prev[i])
				if i >= unit {
					left, corner = int(got[i-unit]), int(prev[i-unit])
				}
				switch used {
				case filterSub:
					got[i] += byte(left)
				case filterUp:
					got[i] += byte(up)
				case filterAverage:
					got[i] += byte((left + up) / 2)
				case filterPaeth:
					near, best := 1<<10, 0
					for _, v := range []int{left, up, corner} {
						if d := max(left+up-corner-v, v-left-up+corner); d < near {
							near, best = d, v
						}
					}
					got[i] += byte(best)
				}
			}
			if !bytes.Equal(got, cur) {
				t.Errorf("%d bytes a pixel, filter %d: got %v, want %v", unit, used, got, cur)
			}
		}
	}
}

package png

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	stdpng "image/png"
	"math"
	"testing"
)

// slanted returns an opaque linear gradient with a lighter panel, at an angle in degrees.
func slanted(w, h int, angle float64) *Image {
	p := &Image{Width: w, Height: h, Pix: make([]byte, w*h*4), Opaque: true}
	sin, cos := math.Sincos(angle * math.Pi / 180)
	for y := range h {
		for x := range w {
			t := 0.5 + (float64(x-w/2)*sin-float64(y-h/2)*cos)/float64(w+h)
			light := 0.0
			if x > 40 && x < w-40 && y > 40 && y < h-40 {
				light = 20
			}
			i := (y*w + x) * 4
			p.Pix[i], p.Pix[i+1], p.Pix[i+2], p.Pix[i+3] = byte(20+light+150*t), byte(60+light+70*t), byte(220-light-110*t), 255
		}
	}
	return p
}

func TestSlantsFollowTheAngle(t *testing.T) {
	t.Parallel()
	const w = 800
	for _, angle := range []float64{217, 291, 355, 69, 10} {
		pic := slanted(w, 300, angle)
		l := newLayout(pic, nil)
		rows := (l.slants[0] + w/2) / w
		slope := math.Cos(angle*math.Pi/180) / math.Sin(angle*math.Pi/180)
		off := float64(l.slants[0]-rows*w) - slope*float64(rows)
		if rows < 2 || math.Abs(off) > 0.2 {
			t.Errorf("at %v° the slant is %d pixels, %d rows with an error of %.2f pixels", angle, l.slants[0], rows, off)
		}
		plain := newLayout(pic, nil)
		plain.slants = slants{}
		with, without := total(t, l), total(t, plain)
		if with*10 > without*9 {
			t.Errorf("at %v° %d bytes with slants, %d without", angle, with, without)
		}
	}
	flat := &Image{Width: w, Height: 300, Pix: bytes.Repeat([]byte{9, 9, 9, 255}, w*300), Opaque: true}
	if s := newLayout(flat, nil).slants; s != (slants{}) {
		t.Errorf("a uniform image has slants %v", s)
	}
}

func total(t *testing.T, l *layout) (n int) {
	t.Helper()
	parts, err := l.compress(context.Background(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer release(parts)
	for _, p := range parts {
		n += len(p.data)
	}
	return n
}

func TestSlantedGradientsDecodeToThemselves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h  int
		angle float64
	}{{1200, 630, 291}, {1200, 630, 5}, {33, 500, 200}, {32, 40, 45}, {900, 11, 70}, {900, 1, 70}, {1, 900, 10}, {5000, 60, 140}, {11000, 20, 30}} {
		pic := slanted(c.w, c.h, c.angle)
		for _, opaque := range []bool{true, false} {
			if pic.Opaque = opaque; !opaque {
				pic.Pix[3], pic.Pix[0], pic.Pix[1], pic.Pix[2] = 0, 0, 0, 0
			}
			file, err := Encode(context.Background(), pic, 1)
			if err != nil {
				t.Fatal(err)
			}
			img, err := stdpng.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			got := image.NewRGBA(img.Bounds())
			draw.Draw(got, got.Rect, img, image.Point{}, draw.Src)
			if !bytes.Equal(got.Pix, pic.Pix) {
				t.Errorf("%d×%d at %v°, opaque %v: the decoded pixels differ", c.w, c.h, c.angle, opaque)
			}
			again, err := Encode(context.Background(), pic, 3)
			if err != nil || !bytes.Equal(file, again) {
				t.Errorf("%d×%d at %v°: three goroutines write different bytes, %v", c.w, c.h, c.angle, err)
			}
		}
	}
}

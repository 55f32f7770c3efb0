package raster

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	stdimage "image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

func px(v float64) display.Coord { return display.FromFloat(v) }

func rectOf(x, y, w, h float64) display.Rect {
	return display.Rect{X0: px(x), Y0: px(y), X1: px(x + w), Y1: px(y + h)}
}

func rounded(x, y, w, h, r float64) display.RRect {
	q := display.Point{X: px(r), Y: px(r)}
	return display.RRect{Rect: rectOf(x, y, w, h), Radii: [4]display.Point{q, q, q, q}}
}

func rgb(v uint32) display.Color {
	return display.Color{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

func rgba(v uint32, a uint8) display.Color {
	c := rgb(v)
	c.A = a
	return c
}

func solid(v uint32) display.Solid { return display.Solid{Color: rgb(v)} }

func stops(colors ...display.Color) []display.Stop {
	var s []display.Stop
	for i, c := range colors {
		s = append(s, display.Stop{Offset: int32(i * 65536 / max(1, len(colors)-1)), Color: c})
	}
	return s
}

func point(x, y float64) display.Point { return display.Point{X: px(x), Y: px(y)} }

func mustDraw(t testing.TB, l *display.List, o Options) *Pixmap {
	t.Helper()
	p, err := Draw(context.Background(), l, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var pictures = flag.String("pictures", "", "directory to write the tests' images to")

// save writes an image to the directory of the -pictures flag, if set.
func save(t testing.TB, name string, p *Pixmap) {
	t.Helper()
	if *pictures == "" {
		return
	}
	img := &stdimage.RGBA{Pix: p.Pix, Stride: p.Width * 4, Rect: stdimage.Rect(0, 0, p.Width, p.Height)}
	f, err := os.Create(filepath.Join(*pictures, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}

// checkers returns a small image with hard edges and a translucent corner.
func checkers(n int) *image.Bitmap {
	b := &image.Bitmap{Width: n, Height: n, Pix: make([]byte, n*n*4)}
	for y := range n {
		for x := range n {
			p := b.Pix[(y*n+x)*4:]
			p[3] = 255
			if (x/2+y/2)%2 == 0 {
				p[0], p[1], p[2] = 230, uint8(x*255/n), uint8(y*255/n)
			} else {
				p[0], p[1], p[2] = 20, 40, 90
			}
			if x < n/4 && y < n/4 {
				for k := range 4 {
					p[k] /= 2
				}
			}
		}
	}
	return b
}

func wave() *display.Path {
	p := &display.Path{}
	p.MoveTo(point(10, 60))
	p.CubicTo(point(40, -30), point(70, 140), point(110, 40))
	p.LineTo(point(130, 90))
	p.QuadTo(point(150, 100), point(160, 20))
	return p
}

func star() *display.Path {
	p := &display.Path{}
	for i := range 5 {
		s, c := geom.SinCosDeg(float64(i) * 144)
		q := point(50+45*s, 50-45*c)
		if i == 0 {
			p.MoveTo(q)
		} else {
			p.LineTo(q)
		}
	}
	p.Close()
	return p
}

// everything returns a list with every operation at least once.
func everything() *display.List {
	l := &display.List{Width: 800, Height: 640}
	add := func(ops ...display.Op) { l.Ops = append(l.Ops, ops...) }
	at := func(x, y float64, ops ...display.Op) {
		add(display.PushTransform{Matrix: geom.Translate(x, y)})
		add(ops...)
		add(display.Pop{})
	}
	add(display.FillRect{Rect: rectOf(0, 0, 800, 640), Brush: &display.Gradient{
		P0: point(0, 0), P1: point(800, 640), Stops: stops(rgb(0xf8fafc), rgb(0xe0e7ff), rgb(0xfce7f3)),
	}})
	at(20, 20,
		display.Shadow{RRect: rounded(0, 10, 160, 100, 20), Clip: rounded(0, 0, 160, 100, 20), Sigma: px(12), Color: rgba(0, 120)},
		display.FillRRect{RRect: rounded(0, 0, 160, 100, 20), Brush: display.Solid{Color: rgba(0xffffff, 200)}})
	hole := rounded(8, 4, 144, 92, 12)
	at(200, 20, display.FillRRect{RRect: rounded(0, 0, 160, 100, 20), Hole: &hole, Brush: solid(0x4f46e5)})
	at(380, 20, display.FillRRect{RRect: rounded(0, 0, 100, 100, 10), Brush: &display.Gradient{
		Kind: display.Radial, P0: point(30, 30), P1: point(30, 30), R1: px(80), Stops: stops(rgb(0xffff00), rgb(0xff0000), rgb(0x0000ff))}})
	at(500, 20, display.FillRRect{RRect: rounded(0, 0, 100, 100, 50), Brush: &display.Gradient{
		Kind: display.Conic, P0: point(50, 50), Space: display.OKLCH, Hue: hue.Longer, Stops: stops(rgb(0xff0000), rgb(0xff0000))}})
	at(620, 20, display.FillRect{Rect: rectOf(0, 0, 140, 100), Brush: &display.Gradient{
		P0: point(0, 0), P1: point(14, 14), Spread: display.Repeat,
		Stops: []display.Stop{{Offset: 0, Color: rgb(0x111827)}, {Offset: 32768, Color: rgb(0x111827)}, {Offset: 32768, Color: rgb(0xfbbf24)}, {Offset: 65536, Color: rgb(0xfbbf24)}}}})
	at(20, 140, display.FillPath{Path: star(), Brush: solid(0xdc2626)})
	at(130, 140, display.FillPath{Path: star(), Rule: display.EvenOdd, Brush: solid(0x059669)})
	at(240, 140, display.StrokePath{Path: wave(), Stroke: display.Stroke{Width: px(14), Join: display.Miter, MiterLimit: 8}, Brush: display.Solid{Color: rgba(0x7c3aed, 160)}})
	at(420, 140, display.StrokePath{Path: wave(), Stroke: display.Stroke{Width: px(10), Cap: display.RoundCap, Join: display.RoundJoin}, Brush: solid(0x0891b2)})
	at(600, 140, display.StrokePath{Path: wave(), Stroke: display.Stroke{Width: px(6), Cap: display.SquareCap, Dash: []display.Coord{px(14), px(12)}}, Brush: solid(0x111827)})
	img := checkers(16)
	at(20, 270, display.DrawImage{Image: img, Src: rectOf(0, 0, 16, 16), Dst: rectOf(0, 0, 100, 100)})
	at(140, 270, display.DrawImage{Image: img, Src: rectOf(0, 0, 16, 16), Dst: rectOf(0, 0, 100, 100), Sampling: display.Nearest})
	at(260, 270, display.DrawImage{Image: checkers(400), Src: rectOf(0, 0, 400, 400), Dst: rectOf(0, 0, 100, 100)})
	at(380, 270, display.FillRect{Rect: rectOf(0, 0, 100, 100), Brush: &display.Pattern{Image: img, Tile: rectOf(10, 10, 24, 24), Step: point(30, 30), RepeatX: true, RepeatY: true}})
	add(display.PushTransform{Matrix: geom.Translate(560, 320).Mul(geom.Rotate(30)).Mul(geom.Translate(-50, -50))},
		display.Shadow{RRect: rounded(6, 6, 100, 100, 16), Clip: rounded(0, 0, 100, 100, 16), Sigma: px(6), Color: rgba(0, 160)},
		display.PushClipRRect{RRect: rounded(0, 0, 100, 100, 16)},
		display.DrawImage{Image: img, Src: rectOf(0, 0, 16, 16), Dst: rectOf(0, 0, 100, 100)},
		display.Pop{}, display.Pop{})
	at(660, 270, display.FillRRect{RRect: rounded(0, 0, 110, 100, 14), Brush: solid(0xffffff)},
		display.Shadow{RRect: rounded(6, 8, 104, 92, 10), Clip: rounded(0, 0, 110, 100, 14), Sigma: px(6), Color: rgba(0x1e3a8a, 220), Inset: true})
	modes := []display.Blend{display.Multiply, display.Screen, display.Overlay, display.Darken, display.Lighten, display.ColorDodge, display.ColorBurn, display.HardLight,
		display.SoftLight, display.Difference, display.Exclusion, display.Hue, display.Saturation, display.ColorBlend, display.Luminosity, display.PlusLighter}
	for i, m := range modes {
		at(20+float64(i)*48, 390,
			display.FillRect{Rect: rectOf(0, 0, 44, 30), Brush: &display.Gradient{P0: point(0, 0), P1: point(44, 0), Stops: stops(rgb(0xff0000), rgb(0x00ff00), rgb(0x0000ff))}},
			display.PushLayer{Bounds: rectOf(0, 10, 44, 34), Opacity: 255, Blend: m},
			display.FillRect{Rect: rectOf(4, 14, 36, 26), Brush: &display.Gradient{P0: point(0, 14), P1: point(0, 40), Stops: stops(rgb(0xfde68a), rgb(0x1d4ed8))}},
			display.Pop{})
	}
	at(20, 450, display.PushLayer{Bounds: rectOf(0, 0, 120, 120), Opacity: 200, Filters: []display.Filter{{Kind: display.Blur, SigmaX: px(8), SigmaY: px(8)}}},
		display.FillPath{Path: star(), Brush: solid(0xdc2626)}, display.Pop{})
	at(140, 450, display.PushLayer{Bounds: rectOf(0, 0, 120, 120), Opacity: 255, Filters: []display.Filter{{Kind: display.DropShadow, SigmaX: px(3), SigmaY: px(3), DX: px(6), DY: px(6), Color: rgba(0, 180)}}},
		display.FillPath{Path: star(), Brush: solid(0xf59e0b)}, display.Pop{})
	frost := rounded(0, 0, 140, 110, 20)
	at(280, 450, display.StrokePath{Path: wave(), Stroke: display.Stroke{Width: px(20)}, Brush: solid(0xdb2777)},
		display.PushLayer{Bounds: frost.Rect, Opacity: 255, Backdrop: []display.Filter{{Kind: display.Blur, SigmaX: px(6), SigmaY: px(6)}}, BackdropClip: &frost},
		display.FillRRect{RRect: frost, Brush: display.Solid{Color: rgba(0xffffff, 90)}}, display.Pop{})
	mask := &display.List{Ops: []display.Op{display.FillRect{Rect: rectOf(0, 0, 140, 110), Brush: &display.Gradient{P0: point(0, 0), P1: point(140, 0), Stops: stops(rgba(0, 255), rgba(0, 0))}}}}
	at(460, 450, display.PushLayer{Bounds: rectOf(0, 0, 140, 110), Opacity: 255, Mask: mask},
		display.FillRect{Rect: rectOf(0, 0, 140, 110), Brush: solid(0x1e40af)}, display.Pop{})
	circle := &display.Path{}
	circle.MoveTo(point(0, 50))
	circle.CubicTo(point(0, -16), point(100, -16), point(100, 50))
	circle.CubicTo(point(100, 116), point(0, 116), point(0, 50))
	at(620, 450, display.PushClipRRect{RRect: rounded(10.5, 0, 120, 70.5, 0)}, display.PushClipPath{Path: circle},
		display.FillRect{Rect: rectOf(0, 0, 140, 110), Brush: solid(0x16a34a)},
		display.PushLayer{Opacity: 128}, display.FillRect{Rect: rectOf(50, 0, 50, 110), Brush: solid(0)}, display.Pop{},
		display.Pop{}, display.Pop{})
	at(20, 580, display.PushLayer{Opacity: 255, Filters: []display.Filter{{Kind: display.ColorMatrix, Matrix: [20]int32{0, 65536, 0, 0, 0, 0, 0, 65536, 0, 0, 65536, 0, 0, 0, 0, 0, 0, 0, 65536, 0}}}},
		display.FillRect{Rect: rectOf(0, 0, 300, 40), Brush: &display.Gradient{P0: point(0, 0), P1: point(300, 0), Space: display.OKLab, Stops: stops(rgb(0xff0000), rgba(0x0000ff, 100))}}, display.Pop{})
	at(340, 580, display.FillRect{Rect: rectOf(0, 0, 300, 40), Brush: &display.Gradient{P0: point(0, 0), P1: point(300, 0), Space: display.HSL, Stops: stops(rgb(0xff0000), rgb(0x00ff00), rgb(0xff00ff))}})
	return l
}

// TestEveryOperationRenders removes each painting operation in turn: the image must change.
func TestEveryOperationRenders(t *testing.T) {
	t.Parallel()
	l := everything()
	for _, scale := range []float64{1, 2} {
		whole := mustDraw(t, l, Options{Workers: 1, Scale: scale})
		save(t, fmt.Sprintf("everything-%gx", scale), whole)
		if whole.Width != int(float64(l.Width)*scale) || whole.Height != int(float64(l.Height)*scale) {
			t.Fatalf("%d × %d pixels at scale %g", whole.Width, whole.Height, scale)
		}
		if scale != 1 {
			continue
		}
		for i, op := range l.Ops {
			switch op.(type) {
			case display.PushTransform, display.PushLayer, display.PushClipRRect, display.PushClipPath, display.Pop:
				continue
			}
			less := *l
			less.Ops = slices.Delete(slices.Clone(l.Ops), i, i+1)
			if bytes.Equal(mustDraw(t, &less, Options{Workers: 1, Scale: scale}).Pix, whole.Pix) {
				t.Errorf("operation %d (%T) draws nothing", i, op)
			}
		}
	}
}

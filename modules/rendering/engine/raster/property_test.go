package raster

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

func TestBytesDoNotDependOnWorkersOrCache(t *testing.T) {
	t.Parallel()
	cache := NewCache(0)
	for _, scale := range []float64{1, 1.37, 2} {
		want := mustDraw(t, everything(), Options{Scale: scale})
		for _, o := range []Options{{Workers: 2}, {Workers: 16}, {Workers: 1, Cache: cache}, {Workers: 3, Cache: cache}, {Cache: NewCache(1000)}} {
			o.Scale = scale
			got := mustDraw(t, everything(), o)
			if !bytes.Equal(got.Pix, want.Pix) {
				t.Fatalf("scale %v: bytes differ with %d workers, cache %p, at %v", scale, o.Workers, o.Cache, firstDifference(got, want))
			}
			for y := range got.Repeats {
				if got.Repeats[y] != want.Repeats[y] {
					t.Fatalf("Same[%d] differs", y)
				}
			}
		}
	}
}

func firstDifference(a, b *Pixmap) [2]int {
	for i := range a.Pix {
		if a.Pix[i] != b.Pix[i] {
			return [2]int{i / 4 % a.Width, i / 4 / a.Width}
		}
	}
	return [2]int{-1, -1}
}

func TestEqualRowsAreMatched(t *testing.T) {
	t.Parallel()
	p := mustDraw(t, everything(), Options{})
	n := 0
	for y := 1; y < p.Height; y++ {
		equal := bytes.Equal(p.Pix[y*p.Width*4:(y+1)*p.Width*4], p.Pix[(y-1)*p.Width*4:y*p.Width*4])
		if p.Repeats[y] && !equal {
			t.Fatalf("row %d is marked Same but differs from the one above", y)
		}
	}
	flat := mustDraw(t, &display.List{Width: 50, Height: 200, Ops: []display.Op{display.FillRect{Rect: rectOf(0, 50, 50, 100), Brush: solid(0xff0000)}}}, Options{})
	for _, same := range flat.Repeats {
		if same {
			n++
		}
	}
	if n < 190 {
		t.Errorf("found %d equal rows in a flat image of 200", n)
	}
}

// randomList returns a list of arbitrary operations from random numbers, valid or not.
func randomList(r *rand.Rand, depth int) *display.List {
	l := &display.List{Width: 20 + r.IntN(120), Height: 20 + r.IntN(120)}
	coord := func() display.Coord {
		switch r.IntN(12) {
		case 0:
			return display.Coord(r.Uint32())
		case 1:
			return 0
		}
		return display.Coord(r.IntN(160*1024) - 20*1024)
	}
	pt := func() display.Point { return display.Point{X: coord(), Y: coord()} }
	rect := func() display.Rect { return display.Rect{X0: coord(), Y0: coord(), X1: coord(), Y1: coord()} }
	rrect := func() display.RRect {
		x, y := coord(), coord()
		q := display.RRect{Rect: display.Rect{X0: x, Y0: y, X1: x + display.Coord(r.IntN(90*1024)), Y1: y + display.Coord(r.IntN(90*1024))}}
		for i := range q.Radii {
			if r.IntN(2) == 0 {
				q.Radii[i] = display.Point{X: display.Coord(r.IntN(20 * 1024)), Y: display.Coord(r.IntN(20 * 1024))}
			}
		}
		return q
	}
	color := func() display.Color {
		return display.Color{R: uint8(r.Uint32()), G: uint8(r.Uint32()), B: uint8(r.Uint32()), A: uint8(r.Uint32() | uint32(r.IntN(2)*255))}
	}
	matrix := func() geom.Matrix {
		switch r.IntN(5) {
		case 0:
			return geom.Translate(float64(r.IntN(40)), r.Float64()*40)
		case 1:
			return geom.Rotate(r.Float64() * 360)
		case 2:
			return geom.Scale(r.Float64()*3-1, r.Float64()*3-1)
		case 3:
			return geom.Matrix{A: r.NormFloat64(), B: r.NormFloat64(), C: r.NormFloat64(), D: r.NormFloat64(), E: r.NormFloat64() * 50, F: r.NormFloat64() * 50}
		}
		return geom.Matrix{A: math.Inf(1), B: math.NaN()}
	}
	path := func() *display.Path {
		p := &display.Path{}
		for range r.IntN(12) {
			p.Verbs = append(p.Verbs, display.Verb(r.IntN(6)))
		}
		for range r.IntN(30) {
			p.Points = append(p.Points, pt())
		}
		return p
	}
	brush := func() display.Brush {
		switch r.IntN(5) {
		case 0:
			g := &display.Gradient{Kind: display.GradientKind(r.IntN(3)), P0: pt(), P1: pt(), R0: coord(), R1: coord(), Angle: r.NormFloat64() * 500,
				Space: display.ColorSpace(r.IntN(8)), Hue: hue.Arc(r.IntN(4)), Spread: display.Spread(r.IntN(3)), Straight: r.IntN(2) == 0}
			if r.IntN(3) == 0 {
				g.Transform = matrix()
			}
			if r.IntN(2) == 0 {
				g.P1, g.R0 = g.P0, 0
			}
			at := int32(0)
			for range r.IntN(5) {
				at += int32(r.IntN(40000) * r.IntN(2))
				g.Stops = append(g.Stops, display.Stop{Offset: at, Color: color()})
			}
			return g
		case 1:
			p := &display.Pattern{Tile: rect(), Step: pt(), RepeatX: r.IntN(2) == 0, RepeatY: r.IntN(2) == 0, Sampling: display.Sampling(r.IntN(2))}
			if depth > 0 && r.IntN(3) == 0 {
				p.List = randomList(r, depth-1)
				p.Tile = display.Rect{X1: display.Coord(r.IntN(60 * 1024)), Y1: display.Coord(r.IntN(60 * 1024))}
			} else {
				p.Image = checkers(1 + r.IntN(40))
			}
			return p
		}
		return display.Solid{Color: color()}
	}
	filters := func() []display.Filter {
		var fs []display.Filter
		for range r.IntN(3) {
			f := display.Filter{Kind: display.FilterKind(r.IntN(5)), SigmaX: display.Coord(r.IntN(20 * 1024)), SigmaY: display.Coord(r.IntN(20 * 1024)), DX: coord(), DY: coord(), Color: color()}
			for i := range f.Matrix {
				f.Matrix[i] = int32(r.Uint32()) >> r.IntN(20)
			}
			if r.IntN(2) == 0 {
				f.Tables = &[4][256]uint8{}
			}
			fs = append(fs, f)
		}
		return fs
	}
	open := 0
	for range r.IntN(14) {
		switch r.IntN(11) {
		case 0:
			l.Ops = append(l.Ops, display.FillRect{Rect: rect(), Brush: brush()})
		case 1:
			op := display.FillRRect{RRect: rrect(), Brush: brush()}
			if r.IntN(2) == 0 {
				h := rrect()
				op.Hole = &h
			}
			l.Ops = append(l.Ops, op)
		case 2:
			l.Ops = append(l.Ops, display.FillPath{Path: path(), Rule: display.FillRule(r.IntN(2)), Brush: brush()})
		case 3:
			st := display.Stroke{Width: display.Coord(r.IntN(30 * 1024)), Cap: display.Cap(r.IntN(3)), Join: display.Join(r.IntN(3)), MiterLimit: r.Float64() * 10}
			for range r.IntN(3) {
				st.Dash = append(st.Dash, display.Coord(r.IntN(40*1024)))
			}
			st.DashOffset = coord()
			l.Ops = append(l.Ops, display.StrokePath{Path: path(), Stroke: st, Brush: brush()})
		case 4:
			l.Ops = append(l.Ops, display.DrawImage{Image: checkers(1 + r.IntN(60)), Src: rect(), Dst: rect(), Sampling: display.Sampling(r.IntN(2))})
		case 5:
			l.Ops = append(l.Ops, display.Shadow{RRect: rrect(), Clip: rrect(), Inset: r.IntN(2) == 0, Sigma: display.Coord(r.IntN(20 * 1024)), Color: color()})
		case 6:
			l.Ops = append(l.Ops, display.PushTransform{Matrix: matrix()})
			open++
		case 7:
			l.Ops = append(l.Ops, display.PushClipRRect{RRect: rrect()})
			open++
		case 8:
			l.Ops = append(l.Ops, display.PushClipPath{Path: path(), Rule: display.FillRule(r.IntN(2))})
			open++
		case 9:
			op := display.PushLayer{Opacity: uint8(r.Uint32()), Blend: display.Blend(r.IntN(22)), Filters: filters(), Backdrop: filters()}
			if r.IntN(2) == 0 {
				op.Bounds = rect()
			}
			if r.IntN(2) == 0 {
				q := rrect()
				op.BackdropClip = &q
			}
			if depth > 0 && r.IntN(4) == 0 {
				op.Mask, op.MaskLuminance = randomList(r, depth-1), r.IntN(2) == 0
			}
			l.Ops = append(l.Ops, op)
			open++
		case 10:
			if open > 0 {
				l.Ops = append(l.Ops, display.Pop{})
				open--
			}
		}
	}
	for range open {
		l.Ops = append(l.Ops, display.Pop{})
	}
	return l
}

// checkRandom draws a random list and checks the invariants of every image.
func checkRandom(t *testing.T, seed uint64) {
	t.Helper()
	l := randomList(rand.New(rand.NewPCG(seed, 1)), 2)
	a, err := Draw(context.Background(), l, Options{Scale: 1 + float64(seed%3)/2})
	if err != nil {
		if !errors.Is(err, ErrTooComplex) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		return
	}
	b := mustDraw(t, l, Options{Scale: 1 + float64(seed%3)/2, Workers: 7, Cache: NewCache(1 << 20)})
	if !bytes.Equal(a.Pix, b.Pix) {
		t.Fatalf("seed %d: bytes depend on the workers, at %v", seed, firstDifference(a, b))
	}
	for i := 0; i < len(a.Pix); i += 4 {
		if p := a.Pix[i : i+4]; p[0] > p[3] || p[1] > p[3] || p[2] > p[3] {
			t.Fatalf("seed %d: pixel %v at %d, %d is not premultiplied", seed, p, i/4%a.Width, i/4/a.Width)
		}
	}
}

func TestRandomListsDraw(t *testing.T) {
	t.Parallel()
	n := uint64(400)
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		checkRandom(t, seed)
	}
}

func FuzzDraw(f *testing.F) {
	f.Add(uint64(1))
	f.Add(uint64(539))
	f.Fuzz(func(t *testing.T, seed uint64) { checkRandom(t, seed) })
}

func TestUnbalancedListsAreErrors(t *testing.T) {
	t.Parallel()
	for _, ops := range [][]display.Op{
		{display.Pop{}},
		{display.PushTransform{Matrix: geom.Identity()}},
		{display.PushLayer{Opacity: 255}, display.Pop{}, display.Pop{}},
	} {
		if _, err := Draw(context.Background(), &display.List{Width: 9, Height: 9, Ops: ops}, Options{}); !errors.Is(err, ErrUnbalanced) {
			t.Errorf("%v: got %v, want ErrUnbalanced", ops, err)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	draw := func(l *display.List, o Options) error {
		_, err := Draw(context.Background(), l, o)
		return err
	}
	if err := draw(&display.List{Width: 50000, Height: 2001}, Options{}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("100.05 Mpx: got %v", err)
	}
	if err := draw(&display.List{Width: 10, Height: 10}, Options{Scale: math.NaN()}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("scale NaN: got %v", err)
	}
	deep := &display.List{Width: 10, Height: 10}
	for range 1000 {
		deep.Ops = append(deep.Ops, display.PushLayer{Opacity: 200})
	}
	if err := draw(deep, Options{}); !errors.Is(err, ErrTooDeep) {
		t.Errorf("1000 layers: got %v", err)
	}
	loop := &display.List{Width: 10, Height: 10}
	loop.Ops = []display.Op{display.FillRect{Rect: rectOf(0, 0, 10, 10), Brush: &display.Pattern{List: loop, Tile: rectOf(0, 0, 5, 5)}}}
	if err := draw(loop, Options{}); !errors.Is(err, ErrTooDeep) {
		t.Errorf("a list inside itself: got %v", err)
	}
	if err := draw(&display.List{Width: 10, Height: 10, Ops: []display.Op{display.FillPath{}}}, Options{}); !errors.Is(err, ErrBadOp) {
		t.Errorf("nil path: got %v", err)
	}
	dashes := &display.Path{}
	dashes.MoveTo(point(-1e6, 5))
	dashes.LineTo(point(1e6, 5))
	if err := draw(&display.List{Width: 10, Height: 10, Ops: []display.Op{display.StrokePath{Path: dashes, Stroke: display.Stroke{Width: 1024, Dash: []display.Coord{1}}, Brush: solid(0)}}}, Options{}); !errors.Is(err, ErrTooComplex) {
		t.Errorf("a billion dashes: got %v", err)
	}
}

// TestCancelledContextStopsQuickly: after cancellation, drawing continues for only a fraction of the time of one layer.
func TestCancelledContextStopsQuickly(t *testing.T) {
	t.Parallel()
	layers := func(n int) *display.List {
		l := &display.List{Width: 6000, Height: 6000}
		for range n {
			l.Ops = append(l.Ops, display.PushLayer{Opacity: 200, Filters: []display.Filter{{Kind: display.Blur, SigmaX: px(3), SigmaY: px(3)}}},
				display.FillRect{Rect: rectOf(0, 0, 6000, 6000), Brush: &display.Gradient{Kind: display.Conic, P0: point(9, 9), Stops: stops(rgb(0), rgba(0xffffff, 9))}}, display.Pop{})
		}
		return l
	}
	start := time.Now()
	if _, err := Draw(context.Background(), layers(1), Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	layer := time.Since(start)
	l := layers(10) // the cost limit of a canvas of this size
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		_, err := Draw(ctx, l, Options{Workers: 2})
		done <- err
	}()
	timer := time.AfterFunc(150*time.Millisecond, cancel)
	defer timer.Stop()
	<-ctx.Done()
	start = time.Now()
	err := <-done
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want context.Canceled", err)
	}
	if d := time.Since(start); d > layer/2 { // about 1/30 on an idle machine
		t.Errorf("stopped after %v; a layer takes %v", d, layer)
	} else {
		t.Logf("stopped after %v; a layer takes %v", d, layer)
	}
}

func TestBadImagesAreErrors(t *testing.T) {
	t.Parallel()
	for _, b := range []*image.Bitmap{nil, {Width: 10, Height: 10}, {Width: -1, Height: 5}} {
		_, err := Draw(context.Background(), &display.List{Width: 9, Height: 9, Ops: []display.Op{
			display.DrawImage{Image: b, Src: rectOf(0, 0, 1, 1), Dst: rectOf(0, 0, 9, 9)}}}, Options{})
		if !errors.Is(err, ErrBadOp) {
			t.Errorf("%v: got %v, want ErrBadOp", b, err)
		}
	}
}

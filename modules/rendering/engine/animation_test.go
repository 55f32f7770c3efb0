package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"image/gif"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// moving opens a document of 40 × 10 pixels.
func moving(t *testing.T, html string) *Document {
	t.Helper()
	doc, err := New(Options{}).Open(context.Background(), Source{HTML: "<style>body{margin:0;background:#fff}div{width:10px;height:10px;background:#000}</style>" + html}, Settings{Width: 40, Height: 10})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// black returns the first and last black column of the middle row.
func black(pm *raster.Pixmap) (first, last int) {
	first = -1
	for x := range pm.Width {
		if pm.Pix[4*(5*pm.Width+x)] < 128 {
			if first < 0 {
				first = x
			}
			last = x
		}
	}
	return first, last
}

func at(t *testing.T, d *Document, seconds float64) *raster.Pixmap {
	t.Helper()
	now, err := d.At(seconds)
	if err != nil {
		t.Fatal(err)
	}
	p, err := now.Draw(context.Background(), NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	pm, err := New(Options{}).Pixels(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pm
}

// TestAnimationsMove checks the position of a box at several times; the positions follow from CSS Animations 1.
func TestAnimationsMove(t *testing.T) {
	t.Parallel()
	const go20 = "<style>@keyframes go{from{transform:translateX(0)}to{transform:translateX(20px)}}div{animation:go 2s linear "
	for name, c := range map[string]struct {
		html string
		at   float64
		want int
	}{
		"beginning":         {go20 + "}</style><div>", 0, 0},
		"middle":            {go20 + "}</style><div>", 1, 10},
		"over":              {go20 + "}</style><div>", 2.5, 0},
		"forwards":          {go20 + "forwards}</style><div>", 2.5, 20},
		"delayed":           {go20 + "1s}</style><div>", 1.5, 5},
		"backwards reverse": {go20 + "1s both reverse}</style><div>", 0.5, 20},
		"alternate":         {go20 + "infinite alternate}</style><div>", 3, 10},
		"second round":      {go20 + "infinite}</style><div>", 3, 10},
		"steps":             {"<style>@keyframes go{to{left:20px}}div{position:absolute;left:0;animation:go 1s steps(2)}</style><div>", 0.75, 10},
		"from its own":      {"<style>@keyframes go{to{margin-left:30px}}div{margin-left:10px;animation:go 1s linear}</style><div>", 0.5, 20},
		"three frames":      {"<style>@keyframes go{0%{left:0}50%{left:30px}to{left:10px}}div{position:absolute;animation:go 1s linear}</style><div>", 0.75, 20},
		"other units":       {"<style>@keyframes go{from{left:0}to{left:50%}}div{position:absolute;animation:go 1s linear}</style><div>", 0.5, 10},
		"to nothing":        {"<style>@keyframes go{from{transform:translate(20px,0)}to{transform:none}}div{animation:go 1s linear}</style><div>", 0.5, 10},
		"no keyframes":      {"<style>div{animation:go 1s linear}</style><div>", 0.5, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, last := black(at(t, moving(t, c.html), c.at))
			if first != c.want || last != c.want+9 {
				t.Errorf("the box is at %d to %d, want %d", first, last, c.want)
			}
		})
	}
}

func TestAnimationsMixColours(t *testing.T) {
	t.Parallel()
	pm := at(t, moving(t, "<style>@keyframes k{from{background:#ff0000}to{background:rgb(0 0 255)}}div{animation:k 1s linear}</style><div>"), 0.5)
	if got := pm.Pix[4*(5*pm.Width+2):][:3]; !bytes.Equal(got, []byte{128, 0, 128}) {
		t.Errorf("half-way from red to blue is %v", got)
	}
}

func TestAnimationTime(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]float64{
		"<div>": 0,
		"<style>@keyframes k{to{left:0}}div{animation:k 2s 3 1s}</style><div>":                                  7,
		"<style>@keyframes k{to{left:0}}div{animation:k 2s infinite}</style><div>":                              2,
		"<style>@keyframes k{to{left:0}}div::before{content:'';animation:k 2s infinite alternate}</style><div>": 4,
	} {
		if got := moving(t, html).AnimationTime(); got != want {
			t.Errorf("%s: %v seconds, want %v", html, got, want)
		}
	}
}

const slide = "<style>@keyframes go{to{transform:translateX(30px)}}div{animation:go 1s linear infinite}</style><div>"

func filmed(t *testing.T, o Output, loops int) []byte {
	t.Helper()
	film, err := moving(t, slide).Film(NoFiles{}, Timeline{FPS: 10, Duration: 1, Loops: loops}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := New(Options{}).EncodeFilm(context.Background(), film, o)
	if err != nil {
		t.Fatal(err)
	}
	if f.Frames != 10 || f.Width != 40 || f.Height != 10 {
		t.Errorf("got %+v", f)
	}
	return f.Bytes
}

func TestAnimatedGIF(t *testing.T) {
	t.Parallel()
	g, err := gif.DecodeAll(bytes.NewReader(filmed(t, Output{Format: encode.GIF}, 0)))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 10 || g.LoopCount != 0 {
		t.Fatalf("%d frames, loop count %d", len(g.Image), g.LoopCount)
	}
	for i, d := range g.Delay {
		if d != 10 {
			t.Errorf("frame %d takes %d/100 s", i, d)
		}
	}
	// The box moves 3 px per frame: the rectangle that changes is 13 wide.
	if b := g.Image[1].Bounds(); b.Min.X != 0 || b.Max.X != 13 || b.Dy() != 10 {
		t.Errorf("the second frame covers %v", b)
	}
	g, err = gif.DecodeAll(bytes.NewReader(filmed(t, Output{Format: encode.GIF}, 1)))
	if err != nil || g.LoopCount != -1 {
		t.Errorf("one iteration: loop count %d, %v", g.LoopCount, err)
	}
}

// pieces returns the chunks of a PNG or a RIFF file by name, in order.
func pieces(t *testing.T, data []byte) (names []string, bodies [][]byte) {
	t.Helper()
	if bytes.HasPrefix(data, []byte("RIFF")) {
		for data = data[12:]; len(data) >= 8; {
			n := int(binary.LittleEndian.Uint32(data[4:]))
			names, bodies = append(names, string(data[:4])), append(bodies, data[8:8+n])
			data = data[8+n+n&1:]
		}
		return names, bodies
	}
	for data = data[8:]; len(data) >= 12; {
		n := int(binary.BigEndian.Uint32(data))
		names, bodies = append(names, string(data[4:8])), append(bodies, data[8:8+n])
		data = data[12+n:]
	}
	return names, bodies
}

func TestAnimatedPNGAndWebP(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		o           Output
		frame       string
		first, want string
	}{
		"png":           {Output{Format: encode.PNG}, "fcTL", "IHDR", "acTL"},
		"webp":          {Output{Format: encode.WebP}, "ANMF", "VP8X", "ANIM"},
		"webp lossless": {Output{Format: encode.WebP, Lossless: true}, "ANMF", "VP8X", "ANIM"},
	} {
		data := filmed(t, c.o, 3)
		names, _ := pieces(t, data)
		n := 0
		for _, k := range names {
			if k == c.frame {
				n++
			}
		}
		if n != 10 || names[0] != c.first || names[1] != c.want {
			t.Errorf("%s: %d frames, chunks %v", name, n, names)
		}
		if !bytes.Equal(data, filmed(t, c.o, 3)) {
			t.Errorf("%s: two films differ", name)
		}
	}
}

func TestTooManyFrames(t *testing.T) {
	t.Parallel()
	if _, err := moving(t, slide).Film(NoFiles{}, Timeline{FPS: 50, Duration: 61}, nil); err == nil {
		t.Error("3,050 frames are accepted")
	}
}

// TestSettingsChooseTheMomentAndTheColorScheme checks the settings At and Dark of a document.
func TestSettingsChooseTheMomentAndTheColorScheme(t *testing.T) {
	t.Parallel()
	draw := func(set Settings) (first int) {
		set.Width, set.Height = 40, 10
		html := `<style>body{margin:0;background:#fff}div{width:4px;height:10px;background:#000;animation:go 1s linear both}
			@keyframes go{to{transform:translateX(20px)}}@media (prefers-color-scheme:dark){div{margin-left:10px}}</style><div></div>`
		doc, err := New(Options{}).Open(context.Background(), Source{HTML: html}, set)
		if err != nil {
			t.Fatal(err)
		}
		p, err := doc.Draw(context.Background(), NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		pm, err := New(Options{}).Pixels(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		first, _ = black(pm)
		return first
	}
	start, half := 0.0, 0.5
	for want, set := range map[int]Settings{20: {}, 0: {At: &start}, 10: {At: &half}, 30: {Dark: true}} {
		if got := draw(set); got != want {
			t.Errorf("at %v, dark %v: the box starts at %d, want %d", set.At, set.Dark, got, want)
		}
	}
}

// TestStillShowsTheEndOfFiniteAnimations checks the position of a box in a still image: after its finite animations, at
// the start of those that are infinite or paused, and without those whose timeline never advances.
func TestStillShowsTheEndOfFiniteAnimations(t *testing.T) {
	t.Parallel()
	const frames = "<style>@keyframes go{from{transform:translateX(4px)}to{transform:translateX(20px)}}</style>"
	for declarations, first := range map[string]int{
		"animation:go 1s forwards":                                20,
		"animation:go 1s both 3s":                                 20,
		"animation:go 1s":                                         0,
		"animation:go 0s 2s both":                                 20,
		"animation:go 1s reverse forwards":                        4,
		"animation:go 1s 2 alternate forwards":                    4,
		"animation:go 1s linear .5 forwards":                      12,
		"animation:go 1s infinite":                                4,
		"animation:go 1s 1s infinite":                             0,
		"animation:go 1s 1s infinite backwards":                   4,
		"animation:go 2s linear -1s infinite":                     12,
		"animation:go 2s steps(2) -1s infinite":                   12,
		"animation:go 2s linear(0, 1 50%, 1) -1s infinite":        20,
		"animation:go 2s linear -1s paused":                       12,
		"animation:go 1s forwards;animation-timeline:none":        0,
		"animation:go 1s both linear;animation-timeline:view()":   0,
		"animation-timeline:scroll();animation:go 1s forwards":    20, // the shorthand resets the timeline
		"animation:go 1s forwards, none 1s":                       20,
		"animation:missing 1s forwards":                           0,
		"transform:translateX(7px);transition:transform 2s 1s":    7,
		"animation:go 1s forwards;transform:translateX(3px)":      20,
		"animation:go 1s;transform:translateX(3px)":               3,
		"animation:go 1s forwards;animation-play-state:paused":    4,
		"animation:go 1s -5s forwards;animation-direction:normal": 20,
	} {
		d := moving(t, frames+`<div style="`+declarations+`"></div>`)
		p, err := d.Draw(context.Background(), NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		pm, err := New(Options{}).Pixels(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := black(pm); got != first {
			t.Errorf("%s: the box starts at %d, want %d", declarations, got, first)
		}
	}
}

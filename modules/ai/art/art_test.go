package art_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

func generate(t *testing.T, r art.Request) *art.Result {
	t.Helper()
	p, err := art.Generate(context.Background(), r)
	if err != nil {
		t.Fatalf("Generate(%+v): %v", r, err)
	}
	if len(p.Pix) != 4*r.Width*r.Height || p.Width != r.Width || p.Height != r.Height {
		t.Fatalf("%d × %d pixels in %d bytes, want %d × %d", p.Width, p.Height, len(p.Pix), r.Width, r.Height)
	}
	return p
}

func color(t *testing.T, s string) art.Color {
	t.Helper()
	c, err := art.ParseColor(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBackgroundsReserveSpaceForText(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{300, 158}, {170, 260}} {
		for _, mood := range art.Moods() {
			for k, family := range append(art.Families(), "") {
				r := art.Request{Kind: art.Background, Mood: mood.Name, Prompt: family, Width: size[0], Height: size[1], Seed: uint64(k)}
				p := generate(t, r)
				if family != "" && p.Family != family {
					t.Errorf("asked for %s, got %s", family, p.Family)
				}
				c := p.Calm
				if c.W < size[0]/4 || c.H < size[1]/4 || c.X < 0 || c.Y < 0 || c.X+c.W > size[0] || c.Y+c.H > size[1] {
					t.Fatalf("%s %s: the calm place %+v is no use in %v", mood.Name, family, c, size)
				}
				worst := 21.0
				for y := c.Y; y < c.Y+c.H; y++ {
					for x := c.X + y&1; x < c.X+c.W; x += 2 {
						i := 4 * (y*size[0] + x)
						worst = min(worst, tint.Contrast(p.Ink, art.Color{R: p.Pix[i], G: p.Pix[i+1], B: p.Pix[i+2]}))
					}
				}
				if worst < 4.5 {
					t.Errorf("%s %s %v: contrast of the ink %v on the calm place is %.2f, want 4.5", mood.Name, family, size, p.Ink, worst)
				}
			}
		}
	}
}

// TestImagesUseTheirPaletteOnly: measured colours are the given ones or mixtures of them, except for lightness.
func TestImagesUseTheirPaletteOnly(t *testing.T) {
	t.Parallel()
	given := []art.Color{color(t, "#0B3C5D"), color(t, "#328CC1"), color(t, "#F2F7FA")}
	var requests []art.Request
	for k, family := range art.Families() {
		requests = append(requests, art.Request{Kind: art.Background, Prompt: family, Seed: uint64(k)})
	}
	for k, prompt := range []string{"mountains and a lake", "city at night", "flowers and trees", "rocket and planets", "fish", "network", "sailboat at sunset", "autumn forest", "rainbow over a castle", "campfire and aurora", "cherry blossom", "volcano"} {
		requests = append(requests, art.Request{Kind: art.Image, Prompt: prompt, Seed: uint64(k)}, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: prompt, Seed: uint64(k)})
	}
	requests = append(requests, art.Request{Kind: art.Mesh, Seed: 5})
	for _, r := range requests {
		r.Width, r.Height, r.Colors = 300, 200, given
		p := generate(t, r)
		total := 0.0
		for _, s := range p.Palette {
			total += s.Share
			o := s.Color.Lab()
			// The hues of the given colours are blue, 0.6 to 0.75 turns; greys are exempt.
			if o.Chroma() > 0.06 && !(o.B < 0 && o.A < 0.05) && s.Share > 0.01 {
				t.Errorf("%s %q: %v takes %.0f %% and is not between the given blues", r.Kind, r.Prompt, s.Color, 100*s.Share)
			}
		}
		if math.Abs(total-1) > 0.01 {
			t.Errorf("%s %q: the shares sum to %v", r.Kind, r.Prompt, total)
		}
	}
}

func TestTones(t *testing.T) {
	t.Parallel()
	want := strings.Fields("professional energetic calm luxury playful warm cool neutral vibrant pastel dark")
	var got []string
	for _, tone := range art.Tones() {
		got = append(got, tone.Name)
		if tone.Description == "" || len(tone.Palettes) < 4 {
			t.Errorf("%s: %q with %d palettes, want a description and four", tone.Name, tone.Description, len(tone.Palettes))
		}
		for _, p := range tone.Palettes {
			if len(p.Colors) < 3 || len(p.Colors) > 5 || p.Name == "" {
				t.Errorf("%s %q has %d colours, want 3 to 5", tone.Name, p.Name, len(p.Colors))
			}
			// Black or white text has enough contrast on every colour.
			for _, c := range p.Colors {
				if max(tint.Contrast(c, art.Color{}), tint.Contrast(c, art.Color{R: 255, G: 255, B: 255})) < 4.5 {
					t.Errorf("%s %q: no text reads on %v", tone.Name, p.Name, c)
				}
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("tones %q, want %q", got, want)
	}
	if len(art.Moods()) != 5 {
		t.Errorf("%d moods, want 5", len(art.Moods()))
	}
}

func TestPromptsWithoutIllustration(t *testing.T) {
	t.Parallel()
	p := generate(t, art.Request{Kind: art.Image, Prompt: "A dragon over snowy mountains, beautiful, highly detailed", Width: 64, Height: 64})
	if len(p.Warnings) != 1 || p.Warnings[0].Word != "dragon" || p.Warnings[0].Message != "'dragon' cannot be drawn." {
		t.Errorf("warnings %+v, want one about the dragon", p.Warnings)
	}
	if !slices.Contains(p.Understood, "mountains") || !slices.Contains(p.Understood, "snowy") {
		t.Errorf("understood %q, want the mountains and the snow", p.Understood)
	}
	if p = generate(t, art.Request{Kind: art.Image, Prompt: "zxcv", Width: 64, Height: 64}); len(p.Warnings) != 2 {
		t.Errorf("warnings %+v, want the word and that there is no subject", p.Warnings)
	}
	if p = generate(t, art.Request{Kind: art.Image, Substyle: art.Icon, Prompt: "zxcv", Width: 64, Height: 64}); len(p.Warnings) == 0 || p.Family != "lucide:shapes" {
		t.Errorf("icon of a word without meaning: %s, %+v", p.Family, p.Warnings)
	}
	p = generate(t, art.Request{Kind: art.Image, Prompt: "a beach without palm trees", Width: 64, Height: 64})
	if len(p.Warnings) != 0 {
		t.Errorf("warnings %+v, want none for what shall not be there", p.Warnings)
	}
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	good := art.Request{Kind: art.Mesh, Width: 64, Height: 64}
	for name, change := range map[string]func(*art.Request){
		"kind":   func(r *art.Request) { r.Kind = "film" },
		"width":  func(r *art.Request) { r.Width = 1 },
		"height": func(r *art.Request) { r.Height = 1 << 20 },
		"colors": func(r *art.Request) { r.Colors = make([]art.Color, 6) },
		"prompt": func(r *art.Request) { r.Prompt = strings.Repeat("x", 9000) },
		"grain":  func(r *art.Request) { r.Grain = math.NaN() },
		"tone":   func(r *art.Request) { r.Tone = "sour" },
		"mood":   func(r *art.Request) { r.Kind, r.Mood = art.Background, "warm" },
	} {
		r := good
		change(&r)
		if _, err := art.Generate(context.Background(), r); !errors.Is(err, art.ErrRequest) {
			t.Errorf("%s: error %v, want ErrRequest", name, err)
		}
	}
	r := art.Request{Kind: art.Image, Substyle: "realistic_image", Prompt: "x", Width: 64, Height: 64}
	if _, err := art.Generate(context.Background(), r); !errors.Is(err, art.ErrUnsupported) {
		t.Errorf("realistic_image: error %v, want ErrUnsupported", err)
	}
	if _, err := art.ParseColor("#12345G"); err == nil {
		t.Error("ParseColor took #12345G")
	}
}

func TestMeshGradient(t *testing.T) {
	t.Parallel()
	r := art.Request{Kind: art.Mesh, Width: 240, Height: 126, Seed: 3, Colors: []art.Color{color(t, "#4F46E5"), color(t, "#EC4899"), color(t, "#FBBF24")}}
	p := generate(t, r)
	if len(p.Points) < 6 || !strings.Contains(p.CSS, "radial-gradient(") || !strings.HasSuffix(p.CSS, "100%)") {
		t.Errorf("%d points, CSS %q", len(p.Points), p.CSS)
	}
	if strings.Count(p.CSS, "(") != strings.Count(p.CSS, ")") {
		t.Errorf("CSS with open parentheses: %s", p.CSS)
	}
	if !p.Opaque {
		t.Error("a mesh gradient is opaque")
	}
	r.Seed = 4
	if bytes.Equal(p.Pix, generate(t, r).Pix) {
		t.Error("two seeds give one image")
	}
	r.Grain = art.NoGrain
	one := generate(t, r)
	if !bytes.Equal(one.Pix, generate(t, r).Pix) {
		t.Error("one request gives two images")
	}
}

func TestVectorsAreDocuments(t *testing.T) {
	t.Parallel()
	for k, prompt := range []string{"mountains by a lake", "city", "rocket in space", "network", "fish", "lighthouse in a storm", "windmill field", "flowers"} {
		for _, style := range []art.Substyle{art.Vector, art.Icon} {
			p := generate(t, art.Request{Kind: art.Image, Substyle: style, Prompt: prompt, Width: 120, Height: 80, Seed: uint64(k)})
			d := xml.NewDecoder(bytes.NewReader(p.SVG))
			ids := map[string]bool{}
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s %q: %v", style, prompt, err)
				}
				e, ok := token.(xml.StartElement)
				if !ok {
					continue
				}
				if e.Name.Local == "text" || e.Name.Local == "image" || e.Name.Local == "script" {
					t.Errorf("%s %q holds <%s>", style, prompt, e.Name.Local)
				}
				for _, a := range e.Attr {
					if a.Name.Local == "id" {
						ids[a.Value] = true
					}
				}
			}
			for _, ref := range strings.Split(string(p.SVG), "url(#")[1:] {
				if id, _, _ := strings.Cut(ref, ")"); !ids[id] {
					t.Errorf("%s %q points to #%s, which is not there", style, prompt, id)
				}
			}
		}
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	for _, r := range []art.Request{
		{Kind: art.Mesh}, {Kind: art.Background, Prompt: "aurora"}, {Kind: art.Background, Prompt: "contour"}, {Kind: art.Image, Prompt: "night aurora city lake"}, {Kind: art.Image, Substyle: art.Icon, Prompt: "x"},
	} {
		r.Width, r.Height = 1500, 1500
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		_, err := art.Generate(ctx, r)
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s %q: %v", r.Kind, r.Prompt, err)
		}
		dead, end := context.WithCancel(context.Background())
		end()
		if _, err := art.Generate(dead, r); !errors.Is(err, context.Canceled) {
			t.Errorf("%s %q in a context that is over: %v", r.Kind, r.Prompt, err)
		}
	}
}

func FuzzGenerate(f *testing.F) {
	for k, p := range []string{"", "mountains", "three sailboats without clouds", "a a a a", "\x00\xff", "ÄÖÜ 日本語 🚀", "no no no", "8 8 8 stars", "not", "dark red"} {
		f.Add(p, uint64(k), uint8(k), uint16(64), uint16(40))
	}
	f.Fuzz(func(t *testing.T, prompt string, seed uint64, kind uint8, w, h uint16) {
		r := art.Request{Prompt: prompt, Seed: seed, Width: 16 + int(w)%180, Height: 16 + int(h)%180}
		switch kind % 5 {
		case 0:
			r.Kind = art.Mesh
		case 1:
			r.Kind = art.Background
		case 2:
			r.Kind, r.Substyle = art.Image, art.Icon
		case 3:
			r.Kind, r.Substyle = art.Image, art.Vector
		default:
			r.Kind = art.Image
		}
		if kind >= 128 {
			r.Colors = []art.Color{{R: uint8(seed), G: uint8(w), B: uint8(h)}}
		}
		if len(prompt) > art.MaxPrompt {
			r.Prompt = prompt[:art.MaxPrompt]
		}
		p, err := art.Generate(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, s := range p.Palette {
			sum += s.Share
		}
		if len(p.Pix) != 4*r.Width*r.Height || sum > 1.0001 {
			t.Fatalf("%d bytes of %d × %d, shares sum to %v", len(p.Pix), r.Width, r.Height, sum)
		}
	})
}

func BenchmarkMesh1200x630(b *testing.B) {
	bench(b, art.Request{Kind: art.Mesh, Width: 1200, Height: 630})
}

// BenchmarkBackground draws a megapixel of every family.
func BenchmarkBackground(b *testing.B) {
	for _, f := range art.Families() {
		b.Run(f, func(b *testing.B) {
			bench(b, art.Request{Kind: art.Background, Prompt: f, Mood: "professional", Width: 1000, Height: 1000})
		})
	}
}

// BenchmarkIllustration draws a megapixel of scenes with many elements.
func BenchmarkIllustration(b *testing.B) {
	for _, style := range []art.Substyle{art.Digital, art.Vector} {
		for k, p := range []string{"mountains by a lake with pines at dawn", "city skyline at night in rain", "galaxy in space", "aurora over a snowy forest", "coral reef with fish", "neural network"} {
			b.Run(fmt.Sprintf("%s/%d", style, k), func(b *testing.B) {
				bench(b, art.Request{Kind: art.Image, Substyle: style, Prompt: p, Width: 1000, Height: 1000, Seed: uint64(k)})
			})
		}
	}
}

func BenchmarkIcon(b *testing.B) {
	bench(b, art.Request{Kind: art.Image, Substyle: art.Icon, Prompt: "rocket", Width: 1000, Height: 1000})
}

func bench(b *testing.B, r art.Request) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := art.Generate(context.Background(), r); err != nil {
			b.Fatal(err)
		}
	}
}

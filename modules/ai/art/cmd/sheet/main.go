// Command sheet draws contact sheets of the image generator for visual review:
//
//	go run ./modules/ai/art/cmd/sheet [-only name] docs/pictures/ai
package main

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/ai/art"
)

func main() {
	size := flag.String("size", "480x320", "of -prompt")
	seeds := flag.Int("seeds", 8, "of -prompt")
	only := flag.String("only", "", "draw the sheets whose name begins so")
	prompt := flag.String("prompt", "", "draw these prompts, separated by |, instead")
	substyle := flag.String("substyle", "digital_illustration", "of -prompt")
	columns := flag.Int("columns", 4, "of -prompt")
	flag.Parse()
	dir := flag.Arg(0)
	if dir == "" {
		fmt.Fprintln(os.Stderr, "usage: sheet [-only name] folder")
		os.Exit(2)
	}
	all := sheets()
	if *prompt != "" {
		s := sheet{name: "prompt"}
		if _, err := fmt.Sscanf(*size, "%dx%d", &s.w, &s.h); err != nil {
			fmt.Fprintln(os.Stderr, "size:", err)
			os.Exit(2)
		}
		prompts := strings.Split(*prompt, "|")
		s.columns = min(*columns, *seeds*len(prompts))
		for k := range *seeds {
			for _, p := range prompts {
				s.cells = append(s.cells, art.Request{Kind: art.Image, Substyle: art.Substyle(*substyle), Prompt: p, Seed: uint64(k)})
			}
		}
		all = []sheet{s}
	} else {
		all = split(all)
	}
	for _, s := range all {
		if !strings.HasPrefix(s.name, *only) && *prompt == "" {
			continue
		}
		if err := s.write(filepath.Join(dir, s.name+".png")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// split divides sheets that would be large files.
func split(all []sheet) []sheet {
	const most = 480_000 // pixels
	var out []sheet
	for _, s := range all {
		rows := (len(s.cells) + s.columns - 1) / s.columns
		parts := (rows*s.columns*s.w*s.h + most - 1) / most
		if parts == 1 || s.whole {
			out = append(out, s)
			continue
		}
		each := (rows + parts - 1) / parts * s.columns
		for k := 0; len(s.cells) > 0; k++ {
			p := s
			p.name = fmt.Sprintf("%s-%d", s.name, k+1)
			p.cells = s.cells[:min(each, len(s.cells))]
			s.cells = s.cells[len(p.cells):]
			out = append(out, p)
		}
	}
	return out
}

// sheet is a grid of images of one size.
type sheet struct {
	name    string
	columns int
	w, h    int
	whole   bool // a single file of any size
	cells   []art.Request
}

func (s sheet) write(path string) error {
	const gap = 8
	rows := (len(s.cells) + s.columns - 1) / s.columns
	out := image.NewNRGBA(image.Rect(0, 0, s.columns*(s.w+gap)+gap, rows*(s.h+gap)+gap))
	for k := range out.Pix {
		out.Pix[k] = 255
	}
	for k, r := range s.cells {
		// Grain compresses badly.
		r.Width, r.Height, r.Grain = s.w, s.h, art.NoGrain
		p, err := art.Generate(context.Background(), r)
		if err != nil {
			return fmt.Errorf("sheet %s, image %d: %w", s.name, k, err)
		}
		for y := range s.h {
			for x := range s.w {
				a := uint32(p.Pix[4*(y*s.w+x)+3])
				o := out.PixOffset(gap+k%s.columns*(s.w+gap)+x, gap+k/s.columns*(s.h+gap)+y)
				for ch := range 3 {
					out.Pix[o+ch] = uint8((uint32(p.Pix[4*(y*s.w+x)+ch])*a + 255*(255-a)) / 255)
				}
			}
		}
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("create a sheet: %w", err)
	}
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(f, out); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return f.Close()
}

func sheets() []sheet {
	tones := sheet{name: "tones", columns: 6, w: 144, h: 76}
	for _, t := range art.Tones() {
		for k := range 6 {
			tones.cells = append(tones.cells, art.Request{Kind: art.Mesh, Colors: t.Palettes[k%len(t.Palettes)].Colors, Seed: uint64(k)})
		}
	}
	families := sheet{name: "families", columns: 5, w: 176, h: 92}
	for _, f := range art.Families() {
		for _, m := range art.Moods() {
			families.cells = append(families.cells, art.Request{Kind: art.Background, Prompt: f, Mood: m.Name, Seed: uint64(11 + len(families.cells))})
		}
	}
	moods := sheet{name: "moods", columns: 5, w: 224, h: 118}
	for seed := range 5 {
		for _, m := range art.Moods() {
			moods.cells = append(moods.cells, art.Request{Kind: art.Background, Mood: m.Name, Seed: uint64(seed + 1)})
		}
	}
	out := []sheet{tones, families, moods}
	for _, style := range []art.Substyle{art.Digital, art.Vector} {
		s := sheet{name: strings.TrimSuffix(string(style), "_illustration"), columns: 6, w: 204, h: 136}
		for k, p := range prompts {
			s.cells = append(s.cells, art.Request{Kind: art.Image, Substyle: style, Prompt: p, Seed: uint64(k + 1)})
		}
		out = append(out, s)
	}
	scenes, figures := art.Subjects()
	for _, style := range art.SceneStyles()[2:] { // digital and vector show soft and flat
		s := sheet{name: "scenes-" + style, columns: 14, w: 102, h: 68, whole: true}
		for k, name := range scenes {
			s.cells = append(s.cells, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: name + ", " + styleWords[slices.Index(art.FigureStyles(), style)], Seed: uint64(k + 1)})
		}
		out = append(out, s)
	}
	for k, style := range art.FigureStyles() {
		s := sheet{name: "figures-" + style, columns: 16, w: 88, h: 88, whole: true}
		substyle := art.Vector
		if style == "soft" {
			substyle = art.Digital
		}
		for _, f := range figures {
			s.cells = append(s.cells, art.Request{Kind: art.Image, Substyle: substyle, Prompt: f + ", " + styleWords[k], Seed: uint64(k*5 + 1)})
		}
		out = append(out, s)
	}
	kit := sheet{name: "figures-kit", columns: 4, w: 300, h: 158, whole: true}
	for k, colors := range kits {
		for j, p := range kitPrompts {
			kit.cells = append(kit.cells, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: p, Colors: colors, Seed: uint64(k*8 + j)})
		}
	}
	out = append(out, kit)
	icons := sheet{name: "icons", columns: 10, w: 112, h: 112}
	for k, p := range iconPrompts {
		icons.cells = append(icons.cells, art.Request{Kind: art.Image, Substyle: art.Icon, Prompt: p, Seed: uint64(k + 1)})
	}
	return append(out, icons)
}

// prompts are the prompts on the sheets of illustrations.
var prompts = []string{
	"snowy mountains with a lake and pine forest at dawn",
	"a sailboat on the sea at sunset",
	"tropical beach with palm trees and a sunny sky",
	"city skyline at night with stars",
	"lighthouse on a cliff, stormy sea with lightning",
	"desert with cacti and a canyon at sunset",
	"three hot air balloons over green hills in the morning",
	"rocket launching into space past planets",
	"spiral galaxy in deep space",
	"astronaut floating above a ringed planet",
	"autumn forest with a winding river",
	"winter village with snowfall at night",
	"lavender field with a windmill, summer",
	"cherry blossom trees by a lake with mount fuji, spring",
	"northern lights over mountains and a tent with campfire",
	"volcano erupting on an island",
	"golden gate bridge in fog, city behind",
	"wind turbines on hills under a clear blue sky",
	"neural network of connected nodes",
	"growth chart with rising profit",
	"data dashboard analytics",
	"abstract flowing waves of silk",
	"geometric bauhaus circles",
	"honeycomb hexagons",
	"koi fish in a coral reef underwater",
	"whale and seagulls in the ocean at dusk",
	"castle on a hill under a rainbow",
	"neon synthwave road with a car and mountains",
	"retro poster of a desert road and cactus",
	"minimal pastel mountains with clouds",
	"flower meadow with butterflies",
	"mushrooms in a jungle with leaves",
	"pyramids of egypt at sunset",
	"waterfall in a tropical forest",
	"airplane above the clouds",
	"rainy city street",
}

// styleWords are the words that select each style of figures in a prompt, in the order of art.FigureStyles.
var styleWords = []string{"flat design", "soft 3d", "line art", "paper cut", "halftone", "isometric", "silhouette"}

// kits and kitPrompts are the colours and prompts on the sheet of figures in a kit's colours.
var (
	kits = [][]art.Color{
		{{R: 0x0B, G: 0x3C, B: 0x5D}, {R: 0xD9, G: 0xB3, B: 0x10}, {R: 0xF2, G: 0xF7, B: 0xFA}},
		{{R: 0x16, G: 0x1A, B: 0x1D}, {R: 0xE5, G: 0x38, B: 0x3B}, {R: 0xF5, G: 0xF3, B: 0xF4}},
		{{R: 0x2B, G: 0x2D, B: 0x42}, {R: 0x8D, G: 0x5B, B: 0xD6}, {R: 0x3C, G: 0xC8, B: 0xA8}, {R: 0xF7, G: 0xF3, B: 0xEC}},
	}
	kitPrompts = []string{
		"a desk, flat design", "coffee cup and a cake, soft 3d", "two cyclists, line art", "a team, paper cut",
		"sushi, halftone", "a kitchen, isometric", "a fox, silhouette", "a robot and a laptop at night, flat design",
	}
)

// iconPrompts are the prompts on the sheet of icons.
var iconPrompts = []string{
	"a rocket launching a startup", "secure payment", "growth of revenue", "team collaboration", "artificial intelligence brain",
	"coffee shop", "fast delivery", "weather app with sun and clouds", "music player", "camera for photos",
	"fitness workout", "healthy heart", "online education", "travel by airplane", "mountain hiking",
	"a red gift box", "recycling and sustainability", "email newsletter", "customer support", "calendar of events",
	"chess strategy", "password protection", "cloud storage database", "game controller", "birthday cake",
	"green leaf", "gold crown luxury", "map location pin", "shopping cart outline", "dog and cat pets",
}

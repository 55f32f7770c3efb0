package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// goldenFile is a golden case in a format other than PNG, of which only the hash is stored.
type goldenFile struct {
	of     string // the case
	name   string // with the file's extension
	output engine.Output
	film   bool
	paper  *engine.Paper
}

var goldenFiles = []goldenFile{
	{of: "card-launch", name: "card-launch.svg", output: engine.Output{Vector: engine.SVG}},
	{of: "card-launch", name: "card-launch.pdf", output: engine.Output{Vector: engine.PDF}},
	{of: "text-scripts", name: "text-scripts.svg", output: engine.Output{Vector: engine.SVG}},
	{of: "text-scripts", name: "text-scripts.pdf", output: engine.Output{Vector: engine.PDF}},
	{of: "table", name: "table-pages.pdf", output: engine.Output{Vector: engine.PDF}, paper: &engine.Paper{Width: 300, Height: 160, Top: 20, Right: 20, Bottom: 20, Left: 20}},
	{of: "gradient-linear", name: "gradient-linear.jpg", output: engine.Output{Format: encode.JPEG, Quality: 85}},
	{of: "gradient-linear", name: "gradient-linear.webp", output: engine.Output{Format: encode.WebP, Quality: 80}},
	{of: "gradient-linear", name: "gradient-linear-lossless.webp", output: engine.Output{Format: encode.WebP, Lossless: true}},
	{of: "gradient-linear", name: "gradient-linear.gif", output: engine.Output{Format: encode.GIF}},
	{of: "gradient-linear", name: "gradient-linear-palette.png", output: engine.Output{Format: encode.PNG, Palette: true}},
	{of: "flex", name: "flex.avif", output: engine.Output{Format: encode.AVIF, Quality: 60}},
	{of: "flex", name: "flex-lossless.avif", output: engine.Output{Format: encode.AVIF, Lossless: true}},
	{of: "animation", name: "animation.gif", output: engine.Output{Format: encode.GIF}, film: true},
	{of: "animation", name: "animation.webp", output: engine.Output{Format: encode.WebP, Quality: 70}, film: true},
	{of: "animation", name: "animation.apng", output: engine.Output{Format: encode.PNG}, film: true},
	{of: "animation", name: "animation.avif", output: engine.Output{Format: encode.AVIF, Quality: 70}, film: true},
	{of: "animation", name: "animation-lossless.avif", output: engine.Output{Format: encode.AVIF, Lossless: true}, film: true},
	{of: "animation", name: "animation.webm", output: engine.Output{Format: encode.WebM, Quality: 70}, film: true},
}

func (g *goldenFile) make(t *testing.T) []byte {
	t.Helper()
	ctx := context.Background()
	e := engine.New(engine.Options{})
	source := read(t, goldenNamed(t, g.of).html)
	w, h := canvasOf(source)
	doc, err := e.Open(ctx, engine.Source{HTML: string(source)}, engine.Settings{Width: w, Height: h, Paper: g.paper})
	if err != nil {
		t.Fatal(err)
	}
	if g.film {
		film, err := doc.Film(engine.NoFiles{}, engine.Timeline{FPS: 10, Duration: doc.AnimationTime()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		f, err := e.EncodeFilm(ctx, film, g.output)
		if err != nil {
			t.Fatal(err)
		}
		return f.Bytes
	}
	pic, err := doc.Draw(ctx, engine.NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.Encode(ctx, pic, g.output)
	if err != nil {
		t.Fatal(err)
	}
	return f.Bytes
}

// TestGoldensOfFiles compares the hashes of all other formats.
func TestGoldensOfFiles(t *testing.T) {
	t.Parallel()
	if *bless {
		return // TestGoldens writes the lock
	}
	lock := readLock(t)
	for _, g := range goldenFiles {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			got := g.make(t)
			if hash(got) == lock.Files[g.name] {
				return
			}
			dir := filepath.Join(os.TempDir(), "platen-goldens")
			path := filepath.Join(dir, g.name)
			if os.MkdirAll(dir, 0o755) == nil && os.WriteFile(path, got, 0o644) == nil {
				t.Errorf("%s is not the blessed file; see %s", g.name, path)
			} else {
				t.Errorf("%s is not the blessed file", g.name)
			}
		})
	}
	for name := range lock.Files {
		if !slices.ContainsFunc(goldenFiles, func(g goldenFile) bool { return g.name == name }) {
			t.Errorf("%s is in the lock, but no case generates it", name)
		}
	}
}

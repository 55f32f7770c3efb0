package art_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/ai/art"
)

var bless = flag.Bool("bless", false, "write testdata/hashes.txt anew")

// pinned are the requests whose bytes are in testdata/hashes.txt.
func pinned() []art.Request {
	var out []art.Request
	for k, f := range art.Families() {
		mood := art.Moods()[k%5].Name
		out = append(out, art.Request{Kind: art.Background, Prompt: f, Mood: mood, Width: 160, Height: 90, Seed: uint64(k)},
			art.Request{Kind: art.Background, Prompt: f, Mood: mood, Width: 90, Height: 128, Seed: uint64(k + 100)})
	}
	for k, p := range []string{
		"snowy mountains with a lake and pine forest at dawn", "sailboats on the sea at sunset", "beach with palm trees and an island", "city at night with stars", "lighthouse, lightning, rain",
		"desert with cacti, canyon and pyramids", "hot air balloons over hills with birds", "rocket and planets and a comet", "galaxy with a satellite and a ufo", "astronaut on the moon", "autumn forest with a river", "winter village",
		"lavender field with a windmill", "cherry blossom and a castle", "aurora, tent, campfire", "volcano, waterfall", "bridge in fog", "wind turbines, road, car", "network", "growth", "data", "waves", "circles", "hexagons", "spiral",
		"squares", "triangles", "coral reef fish", "whale", "rainbow and wind", "flowers, butterflies, mushrooms, leaves, grass", "airplane in clouds", "neon road", "retro house", "pastel hills",
	} {
		out = append(out, art.Request{Kind: art.Image, Prompt: p, Width: 150, Height: 100, Seed: uint64(k)}, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: p, Width: 100, Height: 130, Seed: uint64(k)})
	}
	for k, p := range []string{
		"a laptop", "three cats", "team at night", "line art coffee cup and cake", "paper cut fox", "halftone bicycle", "isometric kitchen", "isometric cubes", "silhouette of a hiker", "bear in a snowy forest",
	} {
		out = append(out, art.Request{Kind: art.Image, Prompt: p, Width: 150, Height: 100, Seed: uint64(k)}, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: p, Width: 100, Height: 130, Seed: uint64(k)})
	}
	for k, p := range []string{
		"line art mountains and a lake", "paper cut city at night", "halftone balloons", "silhouette of palms", "flat design forest", "soft 3d village",
		"line art planets", "paper cut reef with fish", "halftone growth", "silhouette of a rocket in space", "paper cut bear in a forest", "line art cat on a beach",
	} {
		out = append(out, art.Request{Kind: art.Image, Substyle: art.Vector, Prompt: p, Width: 150, Height: 100, Seed: uint64(k)})
	}
	for k, p := range []string{"rocket", "coffee outline", "growth circle", "pastel mail"} {
		out = append(out, art.Request{Kind: art.Image, Substyle: art.Icon, Prompt: p, Width: 96, Height: 96, Seed: uint64(k)})
	}
	for k, tone := range art.Tones() {
		out = append(out, art.Request{Kind: art.Mesh, Tone: tone.Name, Width: 120 + 37*k, Height: 63 + 11*k, Seed: uint64(k)})
	}
	return out
}

// TestSameBytes compares small images of every kind with recorded hashes: they are
// identical on every architecture and in every release.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	for _, r := range pinned() {
		p, err := art.Generate(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		h := sha256.New()
		h.Write(p.Pix)
		h.Write(p.SVG)
		fmt.Fprint(h, p.CSS, p.Points, p.Palette, p.Calm, p.Ink)
		fmt.Fprintf(&got, "%s %s %s %q %dx%d seed %d\n", hex.EncodeToString(h.Sum(nil)[:16]), r.Kind, r.Substyle, r.Prompt+r.Tone, r.Width, r.Height, r.Seed)
	}
	const path = "testdata/hashes.txt"
	if *bless {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	for k := range a {
		if k >= len(b) || a[k] != b[k] {
			t.Errorf("another image: %s", a[k])
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d images, %d pinned", len(a)-1, len(b)-1)
	}
}

// bannedMath are the functions of package math with architecture-dependent bits;
// internal/num has portable ones.
var bannedMath = map[string]bool{
	"Sin": true, "Cos": true, "Tan": true, "Sincos": true, "Asin": true, "Acos": true, "Atan": true, "Atan2": true, "Sinh": true, "Cosh": true, "Tanh": true,
	"Exp": true, "Exp2": true, "Expm1": true, "Log": true, "Log2": true, "Log10": true, "Log1p": true, "Pow": true, "Cbrt": true, "Hypot": true, "FMA": true,
}

func TestNoArchitectureDependentFunctions(t *testing.T) {
	t.Parallel()
	set := token.NewFileSet()
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		files++
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "math" && bannedMath[s.Sel.Name] {
					t.Errorf("%s uses math.%s: its bits differ between architectures", path, s.Sel.Name)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || files < 20 {
		t.Fatalf("read %d files: %v", files, err)
	}
}

var fused = regexp.MustCompile(`\((\S+\.go:\d+)\)\s+(FN?M(?:ADD|SUB)[SD]?)\s`)

// TestNoFusedOperations compiles the package for arm64 and looks for fused multiply-add,
// which rounds once where other architectures round twice.
func TestNoFusedOperations(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles for another architecture")
	}
	cmd := exec.Command("go", "build", "-gcflags=-S", ".", "./internal/...")
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("build for arm64: %v\n%s", err, out.String()[:min(out.Len(), 2000)])
	}
	functions := 0
	scan := bufio.NewScanner(&out)
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		if strings.Contains(scan.Text(), " STEXT ") {
			functions++
		}
		if m := fused.FindStringSubmatch(scan.Text()); m != nil {
			at := m[1]
			if i := strings.Index(at, "modules/ai/art/"); i >= 0 {
				at = at[i:]
			}
			t.Errorf("%s compiles to %s on arm64; write every product that feeds a sum as float64(x*y)", at, m[2])
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	if functions < 100 {
		t.Fatalf("the compiler printed %d functions: the check sees nothing", functions)
	}
}

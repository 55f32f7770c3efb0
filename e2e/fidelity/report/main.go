// Report compares pictures of the engine with pictures of Chromium and writes one
// HTML page: each pair side by side with a heat map of the difference, the mean
// difference and the structural similarity.
//
//	go run ./e2e/fidelity/report -ours DIR -theirs DIR -out report.html
package main

import (
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pair is one case drawn twice.
type pair struct {
	Name               string
	Mean, SSIM         float64
	Ours, Theirs, Heat template.URL
}

func main() {
	ours := flag.String("ours", "", "folder of the engine's pictures")
	theirs := flag.String("theirs", "", "folder of Chromium's pictures")
	out := flag.String("out", "report.html", "page to write")
	flag.Parse()
	pairs, err := compareAll(*ours, *theirs)
	if err != nil {
		log.Fatal(err)
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		switch {
		case a.SSIM < b.SSIM:
			return -1
		case a.SSIM > b.SSIM:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	for _, p := range pairs {
		fmt.Printf("%-32s mean %6.3f  ssim %.4f\n", p.Name, p.Mean, p.SSIM)
	}
	var page bytes.Buffer
	if err := layout.Execute(&page, pairs); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, page.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

func compareAll(ours, theirs string) ([]pair, error) {
	files, err := filepath.Glob(filepath.Join(theirs, "*.png"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no pictures in %s", theirs)
	}
	var pairs []pair
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".png")
		a, err := load(filepath.Join(ours, name+".png"))
		if err != nil {
			return nil, err
		}
		b, err := load(file)
		if err != nil {
			return nil, err
		}
		p := pair{Name: name, Mean: mean(a, b), SSIM: ssim(a, b)}
		if p.Ours, err = dataURL(a); err == nil {
			p.Theirs, err = dataURL(b)
		}
		if err == nil {
			p.Heat, err = dataURL(heat(a, b))
		}
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
}

// load reads a picture over white.
func load(file string) (*image.RGBA, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	out := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
	return out, nil
}

func difference(a, b *image.RGBA, x, y int) int {
	p, q := a.RGBAAt(x, y), b.RGBAAt(x, y)
	d := func(m, n uint8) int { return max(int(m)-int(n), int(n)-int(m)) }
	return max(d(p.R, q.R), d(p.G, q.G), d(p.B, q.B))
}

// mean is the mean over all pixels of the largest channel difference, 0 to 255.
func mean(a, b *image.RGBA) float64 {
	w, h := min(a.Rect.Dx(), b.Rect.Dx()), min(a.Rect.Dy(), b.Rect.Dy())
	sum := 0
	for y := range h {
		for x := range w {
			sum += difference(a, b, x, y)
		}
	}
	return float64(sum) / float64(w*h)
}

// ssim is the mean structural similarity of the luma over 8 × 8 windows (Wang et
// al. 2004) at a stride of 4.
func ssim(a, b *image.RGBA) float64 {
	const c1, c2 = (0.01 * 255) * (0.01 * 255), (0.03 * 255) * (0.03 * 255)
	w, h := min(a.Rect.Dx(), b.Rect.Dx()), min(a.Rect.Dy(), b.Rect.Dy())
	luma := func(m *image.RGBA, x, y int) float64 {
		p := m.RGBAAt(x, y)
		return 0.299*float64(p.R) + 0.587*float64(p.G) + 0.114*float64(p.B)
	}
	total, n := 0.0, 0
	for y := 0; y+8 <= h; y += 4 {
		for x := 0; x+8 <= w; x += 4 {
			var sa, sb, saa, sbb, sab float64
			for j := range 8 {
				for i := range 8 {
					p, q := luma(a, x+i, y+j), luma(b, x+i, y+j)
					sa, sb, saa, sbb, sab = sa+p, sb+q, saa+p*p, sbb+q*q, sab+p*q
				}
			}
			ma, mb := sa/64, sb/64
			va, vb, cov := saa/64-ma*ma, sbb/64-mb*mb, sab/64-ma*mb
			total += (2*ma*mb + c1) * (2*cov + c2) / ((ma*ma + mb*mb + c1) * (va + vb + c2))
			n++
		}
	}
	return total / math.Max(1, float64(n))
}

func heat(a, b *image.RGBA) *image.RGBA {
	w, h := min(a.Rect.Dx(), b.Rect.Dx()), min(a.Rect.Dy(), b.Rect.Dy())
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := uint8(min(255, difference(a, b, x, y)*3))
			out.SetRGBA(x, y, color.RGBA{R: v, G: v / 3, A: 255})
		}
	}
	return out
}

func dataURL(m image.Image) (template.URL, error) {
	var buf bytes.Buffer
	if err := png.Encode(&buf, m); err != nil {
		return "", err
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(buf.Bytes())), nil
}

var layout = template.Must(template.New("page").Parse(`<!doctype html><meta charset="utf-8"><title>Fidelity</title>
<style>body{font:14px system-ui;margin:24px;background:#f8fafc}section{margin:0 0 28px}img{width:32%;border:1px solid #cbd5e1;background:#fff}h2{font-size:15px;margin:0 0 6px}</style>
<h1>Fidelity: engine | Chromium | difference × 3</h1>
{{range .}}<section><h2>{{.Name}}: mean difference {{printf "%.3f" .Mean}}, SSIM {{printf "%.4f" .SSIM}}</h2>
<img src="{{.Ours}}"> <img src="{{.Theirs}}"> <img src="{{.Heat}}"></section>
{{end}}`))

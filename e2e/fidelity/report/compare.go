package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The thresholds of a case: the mean over all pixels of the largest channel difference,
// 0 to 255, and the structural similarity.
const (
	meanBar = 1.0
	ssimBar = 0.98
)

// images are PNG files of one case.
type images struct{ ours, chromium, heat string }

// compare compares every case and writes the HTML and JSON reports.
func compare(out string, strict bool) error {
	data, err := os.ReadFile(listFile(out))
	if err != nil {
		return fmt.Errorf("reading the list of cases (draw first): %w", err)
	}
	var cases []*comparison
	if err := json.Unmarshal(data, &cases); err != nil {
		return fmt.Errorf("reading the list of cases: %w", err)
	}
	for _, dir := range []string{"heat", "side"} {
		if err := os.MkdirAll(filepath.Join(out, dir), 0o755); err != nil {
			return err
		}
	}
	outside := 0
	for _, k := range cases {
		if err := k.compare(out); err != nil {
			return fmt.Errorf("%s: %w", k.Name, err)
		}
		if !k.Within && k.Skipped == "" {
			outside++
		}
	}
	slices.SortFunc(cases, func(a, b *comparison) int {
		return cmp.Or(cmp.Compare(len(a.Skipped), len(b.Skipped)), cmp.Compare(a.SSIM, b.SSIM), strings.Compare(a.Name, b.Name))
	})
	for _, k := range cases {
		mark := "  "
		if !k.Within && k.Skipped == "" {
			mark = "✗ "
		}
		fmt.Printf("%s%-46s mean %6.3f  ssim %.4f  %s %s\n", mark, k.Name, k.Mean, k.SSIM, k.Skipped, strings.Join(k.Warnings, "; "))
	}
	s := summarise(cases)
	for _, row := range s {
		fmt.Printf("%-10s %3d cases, %3d within the bars; mean %.3f (worst %.3f), ssim %.4f (worst %.4f)\n", row.Kind, row.Cases, row.Within, row.Mean, row.WorstMean, row.SSIM, row.WorstSSIM)
	}
	if err := writeJSON(filepath.Join(out, "report.json"), map[string]any{
		"bars": map[string]float64{"mean": meanBar, "ssim": ssimBar}, "summary": s, "cases": cases,
	}); err != nil {
		return err
	}
	if err := writePage(filepath.Join(out, "report.html"), s, cases); err != nil {
		return err
	}
	if strict && outside > 0 {
		return fmt.Errorf("%d cases are outside the bars", outside)
	}
	return nil
}

// summary aggregates the cases of a kind; skipped cases do not count.
type summary struct {
	Kind      string  `json:"kind"`
	Cases     int     `json:"cases"`
	Within    int     `json:"within"`
	Mean      float64 `json:"mean"`
	WorstMean float64 `json:"worst_mean"`
	SSIM      float64 `json:"ssim"`
	WorstSSIM float64 `json:"worst_ssim"`
}

// summarise returns the summaries of every kind, sorted by name, and that of all cases last.
func summarise(cases []*comparison) []*summary {
	by := map[string]*summary{}
	for _, k := range cases {
		if k.Skipped != "" {
			continue
		}
		for _, kind := range []string{k.Kind, "all"} {
			s := by[kind]
			if s == nil {
				s = &summary{Kind: kind, WorstSSIM: 1}
				by[kind] = s
			}
			s.Cases++
			if k.Within {
				s.Within++
			}
			s.Mean, s.SSIM = s.Mean+k.Mean, s.SSIM+k.SSIM
			s.WorstMean, s.WorstSSIM = max(s.WorstMean, k.Mean), min(s.WorstSSIM, k.SSIM)
		}
	}
	var list []*summary
	for _, s := range by {
		s.Mean, s.SSIM = s.Mean/float64(s.Cases), s.SSIM/float64(s.Cases)
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *summary) int {
		last := func(s *summary) int {
			if s.Kind == "all" {
				return 1
			}
			return 0
		}
		return cmp.Or(last(a)-last(b), strings.Compare(a.Kind, b.Kind))
	})
	return list
}

// compare measures one case and writes its heat map.
func (k *comparison) compare(out string) error {
	k.drawn = images{filepath.Join(out, "ours", k.Name+".png"), filepath.Join(out, "chromium", k.Name+".png"), filepath.Join(out, "heat", k.Name+".png")}
	a, err := load(k.drawn.ours)
	if err != nil {
		return err
	}
	b, err := load(k.drawn.chromium)
	if errors.Is(err, fs.ErrNotExist) {
		k.Skipped = "Chromium drew no image"
		return nil
	}
	if err != nil {
		return err
	}
	if a.Rect != b.Rect {
		return fmt.Errorf("the images are %v and %v large", a.Rect.Size(), b.Rect.Size())
	}
	k.Mean, k.SSIM = mean(a, b), ssim(a, b)
	k.Within = k.Mean <= meanBar && k.SSIM >= ssimBar
	h := heat(a, b)
	if err := writePNG(k.drawn.heat, h); err != nil || k.Within {
		return err
	}
	return writePNG(filepath.Join(out, "side", k.Name+".png"), beside(a, b, h))
}

func writePNG(file string, img image.Image) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, img), f.Close())
}

// beside joins images of one size in a row.
func beside(images ...image.Image) *image.RGBA {
	size := images[0].Bounds().Size()
	out := image.NewRGBA(image.Rect(0, 0, (size.X+8)*len(images)-8, size.Y))
	for i, img := range images {
		draw.Draw(out, image.Rect(0, 0, size.X, size.Y).Add(image.Pt(i*(size.X+8), 0)), img, image.Point{}, draw.Src)
	}
	return out
}

// load reads an image and composites it over white.
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

// difference returns the largest channel difference of the pixel at an offset.
func difference(a, b *image.RGBA, at int) int {
	d := 0
	for c := range 3 {
		m, n := int(a.Pix[at+c]), int(b.Pix[at+c])
		d = max(d, m-n, n-m)
	}
	return d
}

// mean returns the mean over all pixels of the largest channel difference, 0 to 255.
func mean(a, b *image.RGBA) float64 {
	sum := 0
	for at := 0; at < len(a.Pix); at += 4 {
		sum += difference(a, b, at)
	}
	return float64(sum) / float64(len(a.Pix)/4)
}

// ssim returns the mean structural similarity of the luma over 8 × 8 windows (Wang et
// al. 2004) at a stride of 4.
func ssim(a, b *image.RGBA) float64 {
	const c1, c2 = (0.01 * 255) * (0.01 * 255), (0.03 * 255) * (0.03 * 255)
	p, q := luma(a), luma(b)
	w, h := a.Rect.Dx(), a.Rect.Dy()
	total, n := 0.0, 0
	for y := 0; y+8 <= h; y += 4 {
		for x := 0; x+8 <= w; x += 4 {
			var sa, sb, saa, sbb, sab float64
			for j := y; j < y+8; j++ {
				for i := j*w + x; i < j*w+x+8; i++ {
					p, q := p[i], q[i]
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

func luma(m *image.RGBA) []float64 {
	out := make([]float64, len(m.Pix)/4)
	for i := range out {
		out[i] = 0.299*float64(m.Pix[4*i]) + 0.587*float64(m.Pix[4*i+1]) + 0.114*float64(m.Pix[4*i+2])
	}
	return out
}

// heat returns a heat map of three times the difference, from black to orange.
func heat(a, b *image.RGBA) *image.Paletted {
	palette := make(color.Palette, 256)
	for v := range palette {
		palette[v] = color.RGBA{R: uint8(v), G: uint8(v / 3), A: 255}
	}
	out := image.NewPaletted(a.Rect, palette)
	for i := range out.Pix {
		out.Pix[i] = uint8(min(255, difference(a, b, 4*i)*3))
	}
	return out
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// The published report, and the folder of its images.
const (
	publishedPage   = "docs/fidelity.md"
	publishedImages = "docs/pictures/fidelity"
)

// goldenPrefix begins the names of the golden cases in a report.
const goldenPrefix = "golden-"

// feature is a golden case at every scale.
type feature struct {
	name   string
	scales []*comparison // ascending
}

// publish writes the report of the golden cases by specification: the pass rates, and both images of each case.
func publish(out string) error {
	data, err := os.ReadFile(filepath.Join(out, "report.json"))
	if err != nil {
		return fmt.Errorf("reading the report (compare first): %w", err)
	}
	var report struct{ Cases []*comparison }
	if err := json.Unmarshal(data, &report); err != nil {
		return fmt.Errorf("reading the report: %w", err)
	}
	sections := make([][]*feature, len(specifications))
	var scales []float64
	for _, f := range features(report.Cases) {
		section := specificationOf(f.name)
		if section < 0 {
			return fmt.Errorf("%s belongs to no specification: add it to specifications.go", f.name)
		}
		sections[section] = append(sections[section], f)
		for _, k := range f.scales {
			if !slices.Contains(scales, k.Scale) {
				scales = append(scales, k.Scale)
			}
		}
	}
	slices.Sort(scales)
	if err := errors.Join(os.RemoveAll(publishedImages), os.MkdirAll(publishedImages, 0o755)); err != nil {
		return err
	}
	for _, list := range sections {
		for _, f := range list {
			if err := f.writeImage(out); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
	}
	return os.WriteFile(publishedPage, reportPage(sections, scales), 0o644)
}

// features groups the golden cases by name.
func features(cases []*comparison) []*feature {
	by := map[string]*feature{}
	var list []*feature
	for _, k := range cases {
		name, golden := strings.CutPrefix(k.Name, goldenPrefix)
		if !golden {
			continue
		}
		name, _, _ = strings.Cut(name, "@")
		f := by[name]
		if f == nil {
			f = &feature{name: name}
			by[name] = f
			list = append(list, f)
		}
		f.scales = append(f.scales, k)
	}
	for _, f := range list {
		slices.SortFunc(f.scales, func(a, b *comparison) int { return cmp.Compare(a.Scale, b.Scale) })
	}
	slices.SortFunc(list, func(a, b *feature) int { return strings.Compare(a.name, b.name) })
	return list
}

// writeImage writes the images of both engines at the lowest scale, side by side.
func (f *feature) writeImage(out string) error {
	k := f.scales[0]
	var pair []image.Image
	for _, folder := range []string{"ours", "chromium"} {
		img, err := load(filepath.Join(out, folder, k.Name+".png"))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		pair = append(pair, img)
	}
	both := beside(pair...)
	pm := &raster.Pixmap{Width: both.Rect.Dx(), Height: both.Rect.Dy(), Pix: both.Pix}
	data, err := encode.Encode(context.Background(), pm, encode.Options{Format: encode.WebP, Quality: 75})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(publishedImages, f.name+".webp"), data, 0o644)
}

// reportPage returns the page: the pass rates by specification and scale, then every case.
func reportPage(sections [][]*feature, scales []float64) []byte {
	var page bytes.Buffer
	fmt.Fprintf(&page, "<!-- Generated from a comparison with Chromium; run `task fidelity:docs` to write it again. -->\n# Fidelity\n\n"+
		"The golden cases of the native engine beside Chromium's images of the same documents, by specification. A case passes at a scale\n"+
		"(device pixels per CSS pixel) if the mean over all pixels of the largest channel difference is at most %.1f of 255 and the\n"+
		"structural similarity at least %.2f. `task fidelity` repeats the comparison and shows the differences.\n"+
		"[What the native engine draws](supported.md) lists the cases of every property and element.\n\n", meanBar, ssimBar)
	fmt.Fprint(&page, "| specification | cases |")
	for _, s := range scales {
		fmt.Fprintf(&page, " %g× |", s)
	}
	fmt.Fprintf(&page, "\n| --- | ---: |%s\n", strings.Repeat(" ---: |", len(scales)))
	var all []*feature
	for i, list := range sections {
		if len(list) > 0 {
			title := specifications[i].title
			rates(&page, fmt.Sprintf("[%s](#%s)", title, anchor(title)), list, scales)
			all = append(all, list...)
		}
	}
	rates(&page, "all", all, scales)
	for i, list := range sections {
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(&page, "\n## %s\n", specifications[i].title)
		for _, f := range list {
			f.write(&page)
		}
	}
	return page.Bytes()
}

// rates writes a row of the table: how many cases pass at each scale of those that are comparable.
func rates(page *bytes.Buffer, title string, list []*feature, scales []float64) {
	fmt.Fprintf(page, "| %s | %d |", title, len(list))
	for _, scale := range scales {
		passed, compared := 0, 0
		for _, f := range list {
			for _, k := range f.scales {
				if k.Scale != scale || k.Skipped != "" {
					continue
				}
				compared++
				if k.Within {
					passed++
				}
			}
		}
		fmt.Fprintf(page, " %d of %d |", passed, compared)
	}
	page.WriteString("\n")
}

// write writes the section of a case.
func (f *feature) write(page *bytes.Buffer) {
	fmt.Fprintf(page, "\n### %s\n\n", f.name)
	var figures []string
	for _, k := range f.scales {
		switch {
		case k.Skipped != "":
			figures = append(figures, fmt.Sprintf("%g×: not compared: %s", k.Scale, k.Skipped))
		case k.Within:
			figures = append(figures, fmt.Sprintf("%g×: %.2f, %.4f", k.Scale, k.Mean, k.SSIM))
		default:
			figures = append(figures, fmt.Sprintf("**%g×: %.2f, %.4f**", k.Scale, k.Mean, k.SSIM))
		}
	}
	fmt.Fprintf(page, "Mean difference and structural similarity: %s.\n\n![%s: the native engine, Chromium](%s/%s.webp)\n",
		strings.Join(figures, "; "), f.name, strings.TrimPrefix(publishedImages, "docs/"), f.name)
}

// anchor returns the fragment of a heading.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(title))
}

package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/widget"
)

const goldens = "modules/rendering/engine/testdata/goldens"

// sizes are the presets that templates are designed for, in CSS pixels.
var sizes = map[string][2]int{"og": {1200, 630}, "twitter": {1200, 600}, "linkedin": {1200, 627}, "whatsapp": {800, 800}, "instagram_post": {1080, 1080},
	"instagram_story": {1080, 1920}, "pinterest": {1000, 1500}, "youtube_thumb": {1280, 720}, "email_header": {1200, 400}, "a4": {794, 1123}, "letter": {816, 1056}}

// drawer renders cases into a folder.
type drawer struct {
	out, only string
	scales    []float64
	engine    *engine.Engine
	cases     []*comparison
}

// all renders the files of the folders and, unless alone, the goldens and the built-in templates.
func (d *drawer) all(cards []string, alone bool) error {
	for _, dir := range []string{"cases", "ours", "chromium"} {
		if err := os.RemoveAll(filepath.Join(d.out, dir)); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Join(d.out, dir), 0o755); err != nil {
			return err
		}
	}
	if err := writeFonts(d.out); err != nil {
		return err
	}
	for _, dir := range cards {
		if err := d.folder(dir); err != nil {
			return err
		}
	}
	if !alone {
		areas, err := filepath.Glob(filepath.Join(goldens, "*", "*.html"))
		if err != nil {
			return err
		}
		if err := errors.Join(d.files("golden", areas), d.templates()); err != nil {
			return err
		}
	}
	return writeJSON(listFile(d.out), d.cases)
}

// folder renders every HTML file of a folder.
func (d *drawer) folder(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.html"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no cases in %s", dir)
	}
	return d.files(filepath.Base(dir), files)
}

// files renders HTML files as cases of a kind.
func (d *drawer) files(kind string, files []string) error {
	if len(files) == 0 {
		return fmt.Errorf("no %s cases found", kind)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		w, h := canvasOf(source)
		if err := d.draw(kind+"-"+strings.TrimSuffix(filepath.Base(file), ".html"), kind, string(source), w, h); err != nil {
			return err
		}
	}
	return nil
}

// templates renders every built-in template with its example data at all its sizes.
func (d *drawer) templates() error {
	list, err := library.Gallery()
	if err != nil {
		return err
	}
	for _, t := range list {
		filled, err := library.FillContent(&t.Version.Content, library.Values{Data: t.Version.Example(), Locale: "en-US", Timezone: "UTC"})
		if err != nil || len(filled.Details) > 0 {
			return fmt.Errorf("template %s: %v %v", t.Slug, filled.Details, err)
		}
		for _, size := range t.Version.Sizes {
			wh, ok := sizes[size]
			if !ok {
				return fmt.Errorf("template %s has the unknown size %s", t.Slug, size)
			}
			if err := d.draw("template-"+t.Slug+"-"+size, "template", filled.HTML, wh[0], wh[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

var canvasTag = regexp.MustCompile(`(?:<meta name="canvas" content="|<!-- size: )(\d+)x(\d+)`)

// canvasOf returns the canvas size that a file declares; the default is 400 × 300.
func canvasOf(source []byte) (w, h int) {
	w, h = 400, 300
	if m := canvasTag.FindSubmatch(source); m != nil {
		w, _ = strconv.Atoi(string(m[1]))
		h, _ = strconv.Atoi(string(m[2]))
	}
	return w, h
}

var momentTag = regexp.MustCompile(`<meta name="at" content="([\d.]+)">`)

// momentOf returns the moment at which a file shows its animations, in seconds; nil when it names none.
func momentOf(source string) *float64 {
	m := momentTag.FindStringSubmatch(source)
	if m == nil {
		return nil
	}
	seconds, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		return nil
	}
	return &seconds
}

// draw renders one case at every scale.
func (d *drawer) draw(name, kind, source string, w, h int) error {
	if !strings.HasPrefix(name, d.only) {
		return nil
	}
	for _, scale := range d.scales {
		k := &comparison{Name: name, Kind: kind, Width: w, Height: h, Scale: scale, Skipped: unmatched(source)}
		if scale != 1 {
			k.Name += fmt.Sprintf("@%gx", scale)
			k.Kind += fmt.Sprintf("@%gx", scale)
		}
		if err := d.one(k, source); err != nil {
			return fmt.Errorf("%s: %w", k.Name, err)
		}
	}
	return nil
}

// one renders a case with the engine and writes the document for Chromium.
func (d *drawer) one(k *comparison, source string) error {
	ctx := context.Background()
	doc, err := d.engine.Open(ctx, engine.Source{HTML: source}, engine.Settings{Width: k.Width, Height: k.Height, Scale: k.Scale, At: momentOf(source)})
	if err != nil {
		return err
	}
	pic, err := doc.Draw(ctx, standIns{})
	if err != nil {
		return err
	}
	for _, warning := range pic.Warnings {
		k.Warnings = append(k.Warnings, fmt.Sprintf("%s: %s %s", warning.Code, warning.Message, warning.Path))
	}
	file, err := d.engine.Encode(ctx, pic, engine.Output{Format: encode.PNG})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(d.out, "ours", k.Name+".png"), file.Bytes, 0o644); err != nil {
		return err
	}
	if k.Expanded = own(source); k.Expanded {
		if source, err = doc.Markup(ctx, standIns{}); err != nil {
			return err
		}
		for _, r := range doc.References() {
			if data, ok := (standIns{}).File(r.URL); ok {
				image := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(data)
				source = strings.NewReplacer(strings.ReplaceAll(r.URL, "&", "&amp;"), image, r.URL, image).Replace(source)
			}
		}
	}
	d.cases = append(d.cases, k)
	head := fmt.Sprintf("<meta charset=\"utf-8\"><meta name=\"canvas\" content=\"%dx%d\"><meta name=\"scale\" content=\"%g\"><link rel=\"stylesheet\" href=\"../fonts.css\">", k.Width, k.Height, k.Scale)
	return os.WriteFile(filepath.Join(d.out, "cases", k.Name+".html"), []byte(withHead(source, head)), 0o644)
}

var (
	doctype  = regexp.MustCompile(`(?i)^(?:\s|<!--(?s:.*?)-->)*<!doctype[^>]*>`)
	complete = regexp.MustCompile(`(?i)<(?:html|head|body)[\s>]`)
)

// withHead inserts elements before a document's own head content. A fragment becomes a standards-mode document, as in the
// engine; a complete document keeps its document type, or the lack of one.
func withHead(source, head string) string {
	if t := doctype.FindString(source); t != "" {
		return t + head + source[len(t):]
	}
	if complete.MatchString(source) {
		return head + source
	}
	return "<!DOCTYPE html>" + head + source
}

// own reports whether a document uses features that only this engine has.
func own(source string) bool {
	doc, err := dom.ParseHTML(source, dom.Limits{})
	if err != nil {
		return false
	}
	for i := range doc.Nodes {
		if n := &doc.Nodes[i]; n.Tag == "ai-background" || widget.Draws(n) {
			return true
		}
	}
	return strings.Contains(source, "-svc-") || style.UtilitySheet(doc) != ""
}

// unmatched returns the reason why two correct images of a document differ; empty for none.
func unmatched(source string) string {
	if strings.Contains(source, "cross-fade(") && !strings.Contains(source, "-webkit-cross-fade(") {
		return "Chromium has only -webkit-cross-fade()"
	}
	if strings.Contains(source, "device-cmyk(") {
		return "Chromium has no device-cmyk()"
	}
	if strings.Contains(source, "<lottie") {
		return "Chromium draws no Lottie files"
	}
	return ""
}

// standIns is an engine.Files that returns two triangles for the addresses of generated backgrounds.
type standIns struct{}

// File implements [engine.Files].
func (standIns) File(address string) ([]byte, bool) {
	query, ok := strings.CutPrefix(address, engine.ArtScheme+"background?")
	if !ok {
		return nil, false
	}
	q, err := url.ParseQuery(query)
	if err != nil {
		return nil, false
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 100 100" preserveAspectRatio="none"><path fill="#345" d="M0 0h100v100H0z"/><path fill="#cb8" d="M0 100L100 0v100z"/></svg>`,
		q.Get("w"), q.Get("h")), true
}

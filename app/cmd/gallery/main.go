// Command gallery draws the built-in templates: one picture of each for the documentation, contact sheets of all in
// several brand kits, and, with -all, every template at every size it was designed for.
//
//	go run ./app/cmd/gallery -out docs/pictures/templates
package main

import (
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// kits are the tokens of three brands as style sheets, as brand kits put them on the root element.
var kits = []struct{ name, css string }{
	{"harbour", `:root{--brand-primary:#0B3B5B;--brand-accent:#F4A259;--brand-background:#F7F3EC;--brand-on-primary:#FDF8EF;--brand-font-heading:"Playfair Display",serif;--brand-font-body:Inter,sans-serif;--brand-font-weight-heading:700}`},
	{"signal", `:root{--brand-primary:#A3FF12;--brand-accent:#22D3EE;--brand-background:#0A0F14;--brand-on-primary:#0A0F14;--brand-font-heading:"JetBrains Mono",monospace;--brand-font-body:Inter,sans-serif;--brand-font-weight-heading:700}`},
	{"meadow", `:root{--brand-primary:#1F7A4D;--brand-accent:#FFC53D;--brand-background:#FFFFFF;--brand-on-primary:#FFFFFF;--brand-font-heading:Inter,sans-serif;--brand-font-body:Inter,sans-serif;--brand-font-weight-heading:800}`},
}

var sizes = map[string][2]int{"og": {1200, 630}, "twitter": {1200, 600}, "linkedin": {1200, 627}, "whatsapp": {800, 800}, "instagram_post": {1080, 1080},
	"instagram_story": {1080, 1920}, "pinterest": {1000, 1500}, "youtube_thumb": {1280, 720}, "email_header": {1200, 400}, "a4": {794, 1123}, "letter": {816, 1056}}

type options struct {
	out, only, kit string
	all, hard      bool
}

func main() {
	var o options
	flag.StringVar(&o.out, "out", "docs/pictures/templates", "the folder to write")
	flag.StringVar(&o.only, "only", "", "draw this template alone")
	flag.StringVar(&o.kit, "kit", "", "draw in the tokens of this kit: harbour, signal or meadow")
	flag.BoolVar(&o.all, "all", false, "draw every size, full size")
	flag.BoolVar(&o.hard, "hard", false, "draw with very long texts, with other scripts, and with required values only")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	list, err := library.Gallery()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	e := engine.New(engine.Options{Workers: 2})
	kit := ""
	for _, k := range kits {
		if k.name == o.kit {
			kit = k.css
		}
	}
	sheets := map[string][]tile{}
	for _, t := range list {
		if o.only != "" && t.Slug != o.only {
			continue
		}
		if o.all || o.hard {
			if err := every(e, t, kit, o); err != nil {
				return err
			}
			continue
		}
		first := t.Version.Sizes[0]
		picture, err := draw(e, t, t.Version.Example(), first, "", 1)
		if err != nil {
			return err
		}
		if first == "og" && len(picture) > 300_000 {
			return fmt.Errorf("%s: the card has %d bytes; at most 300000 are meant", t.Slug, len(picture))
		}
		small, err := scale(e, picture, sizes[first], 600)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(o.out, t.Slug+".png"), small, 0o644); err != nil {
			return err
		}
		for _, k := range kits {
			picture, err := draw(e, t, t.Version.Example(), first, k.css, 1)
			if err != nil {
				return err
			}
			sheets[k.name] = append(sheets[k.name], tile{picture, sizes[first]})
		}
	}
	if o.all || o.hard || o.only != "" {
		return nil
	}
	for _, k := range kits {
		picture, err := contact(e, sheets[k.name])
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(o.out, "kit-"+k.name+".png"), picture, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// draw renders a template with data at a preset.
func draw(e *engine.Engine, t library.Template, data map[string]any, size, kit string, zoom float64) ([]byte, error) {
	filled, err := library.FillContent(&t.Version.Content, library.Values{Data: data, Locale: "en-US", Timezone: "UTC", Empty: true})
	if err != nil {
		return nil, err
	}
	if len(filled.Details) > 0 {
		return nil, fmt.Errorf("%s: %s: %s", t.Slug, filled.Details[0].Path, filled.Details[0].Message)
	}
	wh := sizes[size]
	return page(e, t.Slug, filled.HTML, kit, wh[0], wh[1], zoom, false)
}

// page renders markup as a PNG and shows warnings.
func page(e *engine.Engine, name, markup, css string, w, h int, zoom float64, palette bool) ([]byte, error) {
	ctx := context.Background()
	doc, err := e.Open(ctx, engine.Source{HTML: markup, CSS: css}, engine.Settings{Width: w, Height: h, Scale: zoom, Locale: "en-US"})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	pic, err := doc.Draw(ctx, engine.NoFiles{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, warning := range pic.Warnings {
		fmt.Fprintf(os.Stderr, "%s: %s: %s %s\n", name, warning.Code, warning.Message, warning.Path)
	}
	file, err := e.Encode(ctx, pic, engine.Output{Format: encode.PNG, Palette: palette})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file.Bytes, nil
}

type tile struct {
	picture []byte
	size    [2]int
}

func dataURL(png []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
}

// scale makes a picture w pixels wide, with the engine's own resampling.
func scale(e *engine.Engine, png []byte, size [2]int, w int) ([]byte, error) {
	h := size[1] * w / size[0]
	if h > w {
		w, h = w*w/h, w
	}
	return page(e, "scaling", fmt.Sprintf(`<body style="margin:0"><img src="%s" style="display:block;width:%dpx;height:%dpx">`, dataURL(png), w, h), "", w, h, 1, false)
}

// contact lays pictures out in rows of four; those taller than wide take two rows.
func contact(e *engine.Engine, tiles []tile) ([]byte, error) {
	var b strings.Builder
	b.WriteString(`<style>body{margin:0;background:#e7e5e4}main{display:grid;grid:auto-flow dense 178px/repeat(4,316px);gap:16px;padding:16px}
		div{display:flex;align-items:center;justify-content:center}.tall{grid-row:span 2}
		img{display:block;max-width:316px;max-height:178px;box-shadow:0 2px 8px rgba(0,0,0,.18)}.tall img{max-height:372px}</style><main>`)
	cells := 0
	for _, t := range tiles {
		class := ""
		cells++
		if t.size[1] > t.size[0] {
			class = "tall"
			cells++
		}
		fmt.Fprintf(&b, `<div class="%s"><img src="%s"></div>`, class, html.EscapeString(dataURL(t.picture)))
	}
	return page(e, "contact sheet", b.String(), "", 1344, 16+(cells+3)/4*194, 1, false)
}

// every draws a template at all its sizes, with its example data or with hard ones.
func every(e *engine.Engine, t library.Template, kit string, o options) error {
	variants := map[string]map[string]any{"": t.Version.Example()}
	if o.hard {
		variants = hard(t)
	}
	for name, data := range variants {
		for i, size := range t.Version.Sizes {
			if o.hard && i > 0 {
				break
			}
			picture, err := draw(e, t, data, size, kit, 1)
			if err != nil {
				return err
			}
			file := t.Slug + "-" + size
			if name != "" {
				file += "-" + name
			}
			if o.kit != "" {
				file += "-" + o.kit
			}
			if err := os.WriteFile(filepath.Join(o.out, file+".png"), picture, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// hard returns data that designs break on.
func hard(t library.Template) map[string]map[string]any {
	texts := map[string]string{
		"long":     "An exceptionally long headline that nobody asked for but that somebody will certainly write one day, with words like internationalisation",
		"arabic":   "إطلاق منصة جديدة لإنشاء الصور من النصوص والبيانات بسرعة",
		"japanese": "文書から美しい画像を一瞬で生成する新しいサービスを公開しました",
	}
	out := map[string]map[string]any{}
	for name, text := range texts {
		data := t.Version.Example()
		for key, v := range t.Version.Variables {
			if v.Type == library.String && v.Required {
				runes := []rune(text)
				if v.MaxLength > 0 && len(runes) > v.MaxLength {
					runes = runes[:v.MaxLength]
				}
				data[key] = string(runes)
			}
		}
		out[name] = data
	}
	bare := map[string]any{}
	example := t.Version.Example()
	for key, v := range t.Version.Variables {
		if v.Required {
			bare[key] = example[key]
		}
	}
	out["bare"] = bare
	return out
}

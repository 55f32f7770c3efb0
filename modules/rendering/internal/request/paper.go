package request

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// resolvePaper returns the paper of a PDF: that of the field page, or of the presets a4 and letter, a4 for an output
// without any size. Other PDFs are paginated only when their document has an @page rule. It is nil for other formats.
// It sets the output's size from the paper.
func resolvePaper(s *OutputSpec, o *Output, i int, reject func(field, rule, message string, expected, actual any, fix ...fault.Op)) *engine.Paper {
	switch {
	case o.Format != "pdf":
		if s.Page != nil {
			reject("page", "page_needs_pdf", "page is for PDF outputs only.", nil, nil, fault.Remove(fault.Pointer("outputs", i, "page")))
		}
		return nil
	case s.Page == nil && s.Preset != "a4" && s.Preset != "letter":
		if s.Preset == "" && o.Width == 0 && o.Height == 0 {
			paper, _ := presetByName("a4")
			o.Width, o.Height = paper.Width, paper.Height
			return &engine.Paper{Width: o.Width, Height: o.Height, Exact: exactPreset(paper.Name), OpenSize: true, OpenMargin: true}
		}
		return &engine.Paper{Width: o.Width, Height: o.Height, OpenSize: s.Width == 0 && s.Height == 0, OpenMargin: true, Optional: true}
	}
	p := &engine.Paper{}
	var margins [4]float64
	p.OpenMargin = s.Page == nil || s.Page.Margin == ""
	p.OpenSize = (s.Page == nil || s.Page.Size == "") && s.Width == 0 && s.Height == 0
	if s.Page != nil && s.Page.Size != "" {
		exact, ok := parsePaper(s.Page.Size)
		if !ok {
			reject("page/size", "page_size", "page.size is a name, such as a4, letter or a4 landscape, or two CSS lengths, such as 210mm 297mm; each side is 16 to 8192 px.",
				paperNames(), s.Page.Size, fault.Replace(fault.Pointer("outputs", i, "page", "size"), "a4"))
			exact = exactPreset("a4")
		}
		p.Exact = exact
		o.Width, o.Height = int(math.Round(exact[0])), int(math.Round(exact[1]))
	} else if s.Width == 0 && s.Height == 0 {
		p.Exact = exactPreset(s.Preset)
	}
	if s.Page != nil && s.Page.Margin != "" {
		edges, ok := parseMargin(s.Page.Margin)
		if !ok {
			reject("page/margin", "page_margin", "page.margin is one to four CSS lengths, such as 20mm or 1in 0.5in.", nil, s.Page.Margin,
				fault.Remove(fault.Pointer("outputs", i, "page", "margin")))
		}
		margins = edges
	}
	p.Width, p.Height = o.Width, o.Height
	p.SetMargins(margins)
	if s.Page != nil && o.Width > 0 && o.Height > 0 && (p.Width-p.Left-p.Right < minSide || p.Height-p.Top-p.Bottom < minSide) {
		reject("page/margin", "page_margin", fmt.Sprintf("The margins leave less than %d px of the page.", minSide), nil, s.Page.Margin,
			fault.Remove(fault.Pointer("outputs", i, "page", "margin")))
	}
	return p
}

func paperNames() []any {
	sizes := engine.PaperSizes()
	out := make([]any, len(sizes))
	for i := range sizes {
		out[i] = sizes[i].Name
	}
	return out
}

// exactPreset returns the exact size of a preset that is a paper size, zero for others.
func exactPreset(name string) [2]float64 {
	size, _ := engine.PaperSizeByName(name)
	return [2]float64{size.Width, size.Height}
}

// parsePaper parses the value of CSS's size property: a name with an orientation, or one or two lengths.
func parsePaper(s string) (size [2]float64, ok bool) {
	var w, h float64
	landscape, named := false, false
	for _, word := range strings.Fields(strings.ToLower(s)) {
		if word == "landscape" || word == "portrait" {
			landscape = word == "landscape"
			continue
		}
		if size, ok := engine.PaperSizeByName(word); ok && w == 0 {
			w, h, named = size.Width, size.Height, true
			continue
		}
		v, valid := parseLength(word)
		switch {
		case !valid || named || h != 0:
			return size, false
		case w == 0:
			w = v
		default:
			h = v
		}
	}
	if h == 0 {
		h = w
	}
	if landscape && w < h {
		w, h = h, w
	}
	width, height := math.Round(w), math.Round(h)
	return [2]float64{w, h}, width >= minSide && height >= minSide && width <= maxSide && height <= maxSide
}

// parseMargin parses one to four lengths: top, right, bottom, left.
func parseMargin(s string) (edges [4]float64, ok bool) {
	words := strings.Fields(strings.ToLower(s))
	if len(words) < 1 || len(words) > 4 {
		return edges, false
	}
	var v [4]float64
	for i, word := range words {
		px, valid := parseLength(word)
		if !valid {
			return edges, false
		}
		v[i] = px
	}
	from := [4][4]int{{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}}[len(words)-1]
	for i, k := range from {
		edges[i] = v[k]
	}
	return edges, true
}

// parseLength parses a non-negative absolute CSS length, in pixels. A unitless 0 is valid.
func parseLength(s string) (px float64, ok bool) {
	units := map[string]float64{"px": 1, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "pt": 96.0 / 72, "pc": 16, "q": 96 / 101.6}
	number := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v >= 0 && v <= 1e5) {
		return 0, false
	}
	unit := s[len(number):]
	if unit == "" {
		return 0, v == 0
	}
	k, known := units[unit]
	return v * k, known
}

// Package layouttest compares layouts with the boxes of a browser. A fixture is an HTML file and a JSON file of boxes,
// written by e2e/fidelity/boxes.mjs.
package layouttest

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"os"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Box is an element's border box: Path consists of tags and indexes among siblings.
type Box struct {
	Path       string
	X, Y, W, H float64
}

// Fixture holds the boxes of a browser for a document on a canvas.
type Fixture struct {
	Width, Height int
	Boxes         []Box
}

// Read reads the JSON file of an HTML file.
func Read(path string) (*Fixture, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var raw struct {
		Width, Height int
		Boxes         [][]any
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	f := &Fixture{Width: raw.Width, Height: raw.Height}
	for _, b := range raw.Boxes {
		box := Box{}
		v := [4]*float64{&box.X, &box.Y, &box.W, &box.H}
		for i, field := range b {
			switch x := field.(type) {
			case string:
				box.Path = x
			case float64:
				*v[i-1] = x
			}
		}
		f.Boxes = append(f.Boxes, box)
	}
	return f, nil
}

// Engine lays out documents; it holds the caches they share.
type Engine struct {
	// Scale is the number of device pixels per CSS pixel; 0 means 1.
	Scale float64
	text  *text.Engine
}

// New returns an Engine.
func New() *Engine { return &Engine{text: text.NewEngine()} }

// Layout lays out an HTML document on a canvas.
func (e *Engine) Layout(html string, width, height int) (*layout.Result, *dom.Document, error) {
	doc, err := dom.ParseHTML(html, dom.Limits{MaxNodes: 20000})
	if err != nil {
		return nil, nil, err
	}
	opt := style.Options{Width: width, Height: height, Scale: e.Scale}
	tree, err := style.Compute(doc, opt)
	if err != nil {
		return nil, nil, err
	}
	// The fonts are loaded now: compute font-relative units with them.
	fonts := fontsOf(tree)
	if e.Scale > 1 {
		fonts = fonts.Unfitted() // as the engine draws text above one device pixel per CSS pixel
	}
	opt.Metrics = &metrics{e.text, fonts}
	for pass := 1; ; pass++ {
		if tree, err = style.Compute(doc, opt); err != nil {
			return nil, nil, err
		}
		r, err := layout.Layout(context.Background(), layout.Input{
			Tree: tree, Text: e.text, Fonts: fonts, Images: images{}, Width: width, Height: height,
		})
		if err != nil || !tree.SizeQueries || pass >= 6 {
			return r, doc, err
		}
		// Styles depend on the sizes of containers.
		sizes := r.Containers()
		if maps.Equal(sizes, opt.Containers) {
			return r, doc, nil
		}
		opt.Containers = sizes
	}
}

// Boxes lays out an HTML document and returns its elements' boxes.
func (e *Engine) Boxes(html string, width, height int) ([]Box, error) {
	r, doc, err := e.Layout(html, width, height)
	if err != nil {
		return nil, err
	}
	var out []Box
	for _, b := range r.ElementBoxes() {
		if p := pathOf(doc, b.Node); p != "" {
			out = append(out, Box{p, b.Rect.X.Float(), b.Rect.Y.Float(), b.Rect.W.Float(), b.Rect.H.Float()})
		}
	}
	return out, nil
}

// Difference is a box that differs from the browser's.
type Difference struct {
	Path      string
	Want, Got Box
	Missing   bool // no such box
}

func (d Difference) String() string {
	if d.Missing {
		return fmt.Sprintf("%s: missing, want %.2f,%.2f %.2f×%.2f", d.Path, d.Want.X, d.Want.Y, d.Want.W, d.Want.H)
	}
	return fmt.Sprintf("%s: got %.2f,%.2f %.2f×%.2f want %.2f,%.2f %.2f×%.2f", d.Path, d.Got.X, d.Got.Y, d.Got.W, d.Got.H, d.Want.X, d.Want.Y, d.Want.W, d.Want.H)
}

// Compare returns the boxes of want that are missing from got or differ by more than tolerance px.
func Compare(want, got []Box, tolerance float64) []Difference {
	byPath := map[string]Box{}
	for _, b := range got {
		byPath[b.Path] = b
	}
	var out []Difference
	for _, w := range want {
		g, ok := byPath[w.Path]
		if !ok {
			out = append(out, Difference{Path: w.Path, Want: w, Missing: true})
			continue
		}
		near := func(a, b float64) bool { return math.Abs(a-b) <= tolerance }
		if !near(w.X, g.X) || !near(w.Y, g.Y) || !near(w.W, g.W) || !near(w.H, g.H) {
			out = append(out, Difference{Path: w.Path, Want: w, Got: g})
		}
	}
	return out
}

// pathOf returns the path of an element in the form of boxes.mjs; descendants of svg have none.
func pathOf(d *dom.Document, n dom.NodeID) string {
	node := d.Node(n)
	if node.Parent == dom.None {
		return "html"
	}
	parent := d.Node(node.Parent)
	if parent.Namespace == dom.SVG {
		return ""
	}
	i := 0
	for s := parent.FirstChild; s != n && s != dom.None; s = d.Node(s).Next {
		if sib := d.Node(s); sib.Type == dom.Element && !invisible(sib.Tag) {
			i++
		}
	}
	up := pathOf(d, node.Parent)
	if up == "" {
		return ""
	}
	return fmt.Sprintf("%s/%s%d", up, strings.ToLower(node.Tag), i)
}

func invisible(tag string) bool {
	switch tag {
	case "head", "style", "script", "title", "meta", "link", "template", "base":
		return true
	}
	return false
}

// images knows the natural sizes of data: SVG images and nothing else.
type images struct{}

func (images) NaturalSize(src string) (layout.Replaced, bool) {
	data, ok := decodeDataURL(src)
	if !ok {
		return layout.Replaced{}, false
	}
	return naturalSize(data)
}

func decodeDataURL(src string) ([]byte, bool) {
	rest, ok := strings.CutPrefix(src, "data:")
	if !ok {
		return nil, false
	}
	head, body, ok := strings.Cut(rest, ",")
	if !ok {
		return nil, false
	}
	if strings.HasSuffix(head, ";base64") {
		b, err := base64.StdEncoding.DecodeString(strings.TrimSpace(body))
		return b, err == nil
	}
	s, err := url.PathUnescape(body)
	return []byte(s), err == nil
}

// fontsOf opens the document's fonts from data: URLs.
func fontsOf(t *style.Tree) *font.Set {
	if len(t.FontFaces) == 0 {
		return font.Bundled()
	}
	var rules []font.Rule
	for _, f := range t.FontFaces {
		r := font.Rule{Family: f.Family, WeightMin: f.WeightMin, WeightMax: f.WeightMax, StretchMin: f.StretchMin, StretchMax: f.StretchMax,
			Slant: font.Slant(f.Slant), SizeAdjust: f.SizeAdjust}
		if f.AscentOverride != 0 {
			r.AscentOverride = &f.AscentOverride
		}
		if f.DescentOverride != 0 {
			r.DescentOverride = &f.DescentOverride
		}
		if f.HasLineGap {
			r.LineGapOverride = &f.LineGapOverride
		}
		for _, x := range f.Ranges {
			r.UnicodeRange = append(r.UnicodeRange, font.RuneRange{First: x[0], Last: x[1]})
		}
		for _, s := range f.Sources {
			if s.Local != "" {
				r.Sources = append(r.Sources, font.Source{Local: s.Local})
			} else if data, ok := decodeDataURL(s.URL); ok {
				r.Sources = append(r.Sources, font.Source{Data: data})
			}
		}
		rules = append(rules, r)
	}
	set, _ := font.NewSet(rules)
	return set
}

// metrics resolves font-relative units with the document's fonts.
type metrics struct {
	text  *text.Engine
	fonts *font.Set
}

// UnitsOf implements style.FontMetrics.
func (m *metrics) UnitsOf(f *style.Font) style.FontUnits {
	v := m.text.Metrics(&text.Style{
		Families: f.Families, Size: geom.FromFloatRound(f.Size), Weight: f.Weight, Stretch: f.Stretch, Slant: font.Slant(f.Slant),
	}, m.fonts)
	return style.FontUnits{
		XHeight: v.XHeight.Float(), CapHeight: v.CapHeight.Float(), Zero: v.ZeroWidth.Float(),
		Ideograph: v.IdeographWidth.Float(), LineSpacing: v.LineSpacing.Float(),
	}
}

package bridge

import (
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// cssOfEngine implements the brands module's CSS queries with the native engine.
type cssOfEngine struct{}

func (cssOfEngine) Kind(property string) brands.ValueKind {
	return brands.ValueKind(inspect.KindOf(property))
}

func (cssOfEngine) Longhands(property string) []string { return style.Longhands(property) }

func (cssOfEngine) Color(text string) (brands.Color, bool) {
	c, ok := style.ParseColor(text, style.Color{A: 255})
	return kitColor(c), ok
}

func (cssOfEngine) Canonical(longhand, text string) (string, bool) {
	return style.CanonicalText(longhand, text)
}

func (cssOfEngine) Selector(text string) (brands.Selector, error) {
	s, err := style.ParseSelectors(text)
	return selectors(s), err
}

type selectors style.Selectors

func (s selectors) Specificity() uint32 { return uint32(style.Selectors(s).Specificity()) }

// brandPage adapts a drawing to the brands module's lock checks.
type brandPage struct {
	name     string
	view     *inspect.View
	elements []brands.Element
}

func newBrandPage(name string, pic *engine.Drawing) *brandPage {
	p := &brandPage{name: name, view: pic.View()}
	p.elements = make([]brands.Element, len(p.view.Elements))
	for i := range p.view.Elements {
		e := &p.view.Elements[i]
		position, _ := e.Style.Text("position")
		p.elements[i] = brands.Element{Parent: e.Parent, Tag: e.Tag, ID: e.ID, Pseudo: e.Pseudo, Path: e.Path, Text: e.Text, Box: brands.Area(e.Box),
			Letters: brands.Area(e.Letters), Image: e.Image, Position: position, Moved: e.Moved, Opacity: e.Opacity}
	}
	return p
}

func (p *brandPage) Output() string { return p.name }

func (p *brandPage) Size() (width, height float64) { return p.view.Width, p.view.Height }

func (p *brandPage) Elements() []brands.Element { return p.elements }

func (p *brandPage) Match(s brands.Selector, i int) bool {
	return p.view.Match(style.Selectors(s.(selectors)), i)
}

func (p *brandPage) Selector(i int) string { return p.view.Selector(i) }

func (p *brandPage) Paints(i int, property string) bool { return p.view.Paints(i, property) }

func (p *brandPage) Values(i int, property string) []brands.Value {
	values := p.view.Values(i, property)
	out := make([]brands.Value, len(values))
	for j := range values {
		v := &values[j]
		out[j] = brands.Value{Longhand: v.Longhand, Stop: v.Stop, Color: kitColor(v.Color), Spot: v.Color.Ink.Recipe().Spot != "", Px: v.Px, Em: v.Em, Percent: v.Percent, Number: v.Number,
			Units: brands.Units(v.Units), Text: v.Text}
	}
	return out
}

func (p *brandPage) DeclaredIn(sheet string, i int, longhand string) bool {
	return p.view.DeclaredIn(sheet, i, longhand)
}

func (p *brandPage) Backdrop(i int, replace func(j int, c brands.Color, stop bool) brands.Color) ([]brands.Color, bool) {
	colors, known := p.view.Backdrop(i, func(j int, c style.Color, stop bool) style.Color {
		return pageColor(replace(j, kitColor(c), stop))
	})
	out := make([]brands.Color, len(colors))
	for j := range colors {
		out[j] = kitColor(colors[j])
	}
	return out, known
}

func (p *brandPage) Recolored(i int, replace func(brands.Color) brands.Color) (string, bool) {
	return p.view.Recolored(i, func(c style.Color) style.Color { return pageColor(replace(kitColor(c))) })
}

// kitColor returns the screen colour of a document's colour.
func kitColor(c style.Color) brands.Color { return brands.Color{R: c.R, G: c.G, B: c.B, A: c.A} }

// pageColor returns a colour for a document.
func pageColor(c brands.Color) style.Color { return style.Color{R: c.R, G: c.G, B: c.B, A: c.A} }

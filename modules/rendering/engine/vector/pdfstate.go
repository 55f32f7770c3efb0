package vector

import (
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// graphicsState is the part of the graphics state that the stream has set; the zero value is the initial state, in
// which the colour is unknown. Opacity is initially 1 in pages and transparency groups.
type graphicsState struct {
	filled      bool
	fill        display.Solid
	translucent bool
	alpha       uint8
}

func (c *pdfContent) save() {
	c.b.WriteString("q\n")
	c.saved = append(c.saved, c.state)
	if len(c.saved) > maxSaved && c.p.o.Standard != nil && c.p.o.Standard.Archive != 0 && c.p.failed == nil {
		c.p.failed = &StandardError{Message: fmt.Sprintf("elements with transforms and clips are nested deeper than the %d levels that PDF/A allows", maxSaved)}
	}
}

func (c *pdfContent) restore() {
	c.b.WriteString("Q\n")
	c.state, c.saved = c.saved[len(c.saved)-1], c.saved[:len(c.saved)-1]
}

// setAlpha sets the opacity up to the end of the group.
func (c *pdfContent) setAlpha(a uint8) {
	if a == 255 && !c.state.translucent || c.state.translucent && c.state.alpha == a {
		return
	}
	c.gs(fmt.Sprintf("/ca %s /CA %s", num(float64(a)/255), num(float64(a)/255)))
	c.state.translucent, c.state.alpha = a != 255, a
}

// setFill sets the fill colour up to the end of the group.
func (c *pdfContent) setFill(s display.Solid) {
	c.setAlpha(s.Color.A)
	s.Color.A = 255
	if c.state.filled && c.state.fill == s {
		return
	}
	c.state.filled, c.state.fill = true, s
	if !s.Ink.IsZero() {
		c.inkColor(s.Ink, false)
		return
	}
	k := s.Color
	if k.R == k.G && k.G == k.B {
		c.b.WriteString(num(float64(k.R)/255) + " g\n")
		return
	}
	c.b.WriteString(rgbText(k) + " rg\n")
}

// rectangle appends an axis-aligned rectangle to the path.
func (c *pdfContent) rectangle(r display.Rect) {
	var b []byte
	for _, v := range []float64{r.X0.Float(), r.Y0.Float(), r.X1.Float() - r.X0.Float(), r.Y1.Float() - r.Y0.Float()} {
		b = append(appendDecimal(b, v, 3), ' ')
	}
	c.b.Write(append(b, "re\n"...))
}

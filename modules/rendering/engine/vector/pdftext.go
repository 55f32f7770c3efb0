package vector

import (
	"context"
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// textRun is the open text object of a stream. Runs of the same element continue it, so that a paragraph is one
// marked-content sequence and its lines are Td operators.
type textRun struct {
	open  bool
	tag   int32 // of the enclosing marked content, 0 for none
	font  int
	size  geom.Unit
	slant int32
	set   bool    // the text matrix is set
	x, y  float64 // start of the line, as written
	scale float64 // largest scale factor of the current transform
}

// endText closes the text object and its marked content.
func (c *pdfContent) endText() {
	if !c.run.open {
		return
	}
	c.b.WriteString("ET\n")
	if c.run.tag != 0 {
		c.b.WriteString("EMC\n")
	}
	c.run = textRun{}
}

// text writes a run of glyphs as text.
func (c *pdfContent) text(ctx context.Context, o *display.Glyphs, at place) error {
	if o.Face == nil || o.Size <= 0 || len(o.Glyphs) == 0 || len(o.Glyphs) > maxCodes-2 {
		return nil
	}
	if solid, ok := o.Brush.(display.Solid); ok && o.Stroke == nil && o.Embolden <= 0 && c.hidden == 0 && !colored(o) {
		c.begin(o.Node, at)
		c.setFill(solid)
		c.glyphs(o)
		return nil
	}
	c.endText()
	figure := c.mark(o.Node)
	if !figure {
		c.artifact()
	}
	err := c.specialText(ctx, o, at)
	if figure {
		c.b.WriteString("EMC\n")
	}
	return err
}

// begin opens a text object for a node's text or continues the open one.
func (c *pdfContent) begin(node int32, at place) {
	tag := c.tagOf(node)
	if c.run.open && c.run.tag == tag.ID {
		return
	}
	c.endText()
	if !c.mark(node) {
		c.artifact()
	}
	m := at.full
	c.run = textRun{open: true, tag: tag.ID, scale: max(math.Abs(m.A), math.Abs(m.B), math.Abs(m.C), math.Abs(m.D))}
	c.b.WriteString("BT\n")
}

// specialText writes text that is stroked, has its own brush, or is invisible over an image of it, in a separate text
// object.
func (c *pdfContent) specialText(ctx context.Context, o *display.Glyphs, at place) error {
	hidden := c.hidden > 0
	if !hidden {
		painted := !colored(o)
		if painted {
			ok, err := c.paint(ctx, o.Brush, at, c.canvas(at), o.Stroke != nil)
			if err != nil {
				return err
			}
			painted = ok
		}
		if !painted {
			if err := c.orPixels(ctx, nil, *o, at); err != nil {
				return err
			}
			hidden = true
		}
	}
	mode := 0
	switch {
	case hidden:
		c.save()
		mode = 3
	case o.Stroke != nil:
		c.stroke(o.Stroke)
		mode = 1
	case o.Embolden > 0:
		if s, ok := o.Brush.(display.Solid); ok {
			if !s.Ink.IsZero() {
				c.inkColor(s.Ink, true)
			} else {
				c.b.WriteString(rgbText(s.Color) + " RG\n")
			}
			fmt.Fprintf(&c.b, "%s w\n", num(o.Embolden.Float()))
			mode = 2
		}
	}
	c.b.WriteString("BT\n")
	if mode != 0 {
		fmt.Fprintf(&c.b, "%d Tr\n", mode)
	}
	c.run = textRun{open: true}
	c.glyphs(o)
	c.endText()
	c.restore()
	return nil
}

// glyphs writes a run in the open text object.
func (c *pdfContent) glyphs(o *display.Glyphs) {
	f := c.p.font(o.Face, len(o.Glyphs))
	if r := &c.run; r.font != f.ref || r.size != o.Size {
		fmt.Fprintf(&c.b, "%s %s Tf\n", c.use(resFont, f.ref), num(o.Size.Float()))
		r.font, r.size = f.ref, o.Size
	}
	texts := clusterTexts(o)
	if o.SpaceAfter && c.p.structure != nil {
		separateWords(o, texts)
	}
	line := shownLine{c: c, f: f, unit: o.Size.Float() / emUnits}
	for i := 0; i < len(o.Glyphs); {
		j := i + 1
		for j < len(o.Glyphs) && o.Glyphs[j].Cluster == o.Glyphs[i].Cluster {
			j++
		}
		// Several glyphs of one cluster share its text.
		span := j-i > 1 && texts[i] != ""
		if span {
			line.end()
			fmt.Fprintf(&c.b, "/Span << /ActualText <FEFF%s> >> BDC\n", utf16Hex(texts[i]))
		}
		for k := i; k < j; k++ {
			g, text := o.Glyphs[k], ""
			if k == i {
				text = texts[i]
			}
			line.show(o, g, f.code(coded{g.ID, text}))
		}
		if span {
			line.end()
			c.b.WriteString("EMC\n")
		}
		i = j
	}
	line.end()
}

// separateWords appends a space to the text of the last cluster: the words of tagged content are separated by spaces, also
// where a line ends (ISO 32000-1 §14.8.2.3.3).
func separateWords(o *display.Glyphs, texts []string) {
	last := int32(0)
	for _, g := range o.Glyphs {
		last = max(last, g.Cluster)
	}
	for i, g := range o.Glyphs {
		if g.Cluster == last {
			texts[i] += " "
		}
	}
}

// shownLine collects glyphs on one baseline for one TJ operator.
type shownLine struct {
	c    *pdfContent
	f    *pdfFont
	unit float64 // pixels per thousandth of the font size
	on   bool    // the current point is on this line
	x, y display.Coord
	pen  float64 // thousandths of the font size from x
	// open reports whether an array is open, and text holds the codes that are not yet written to it.
	open bool
	text []byte
}

func (l *shownLine) show(o *display.Glyphs, g display.Glyph, code int) {
	if !l.on || l.y != g.Y {
		l.end()
		l.c.moveText(g.X.Float(), g.Y.Float(), o.Oblique)
		l.on, l.x, l.y, l.pen = true, g.X, g.Y, 0
	}
	if !l.open {
		l.c.b.WriteByte('[')
		l.open = true
	}
	// Deviations below 1/50 pixel are ignored. Larger ones are rounded and accounted for as rounded.
	off := (g.X.Float()-l.x.Float())/l.unit - l.pen
	if math.Abs(off) >= max(min(1, 0.02/l.unit), 0.1) {
		digits := 0
		if l.unit > 0.04 {
			digits = 1
		}
		l.flush()
		l.c.b.Write(appendDecimal(nil, -off, digits))
		l.pen += roundTo(off, digits)
	}
	l.text = append(l.text, byte(code>>8), byte(code))
	l.pen += l.f.width(code)
}

func (l *shownLine) flush() {
	if len(l.text) == 0 {
		return
	}
	l.c.b.Write(appendString(nil, l.text))
	l.text = l.text[:0]
}

func (l *shownLine) end() {
	if !l.open {
		return
	}
	l.flush()
	l.c.b.WriteString("]TJ\n")
	l.open = false
}

// appendString appends a literal string of bytes (ISO 32000-1 §7.3.4.2).
func appendString(dst, text []byte) []byte {
	dst = append(dst, '(')
	for _, v := range text {
		switch v {
		case '(', ')', '\\':
			dst = append(dst, '\\', v)
		case '\r': // readers treat a bare CR as a line feed
			dst = append(dst, '\\', 'r')
		default:
			dst = append(dst, v)
		}
	}
	return append(dst, ')')
}

// moveText starts a line at a position.
func (c *pdfContent) moveText(x, y float64, oblique int32) {
	r := &c.run
	digits := 2
	if r.scale > 4 {
		digits = 4
	}
	x, y = roundTo(x, digits), roundTo(y, digits)
	var b []byte
	put := func(v float64) { b = append(appendDecimal(b, v, digits), ' ') }
	switch {
	case !r.set || r.slant != oblique || oblique != 0:
		r.set, r.slant = true, oblique
		b = append(b, "1 0 "...)
		b = append(appendDecimal(b, float64(oblique)/65536, 4), " -1 "...)
		put(x)
		put(y)
		b = append(b, "Tm\n"...)
	default:
		put(x - r.x)
		put(r.y - y)
		b = append(b, "Td\n"...)
	}
	r.x, r.y = x, y
	c.b.Write(b)
}

// roundTo rounds like appendDecimal.
func roundTo(v float64, digits int) float64 {
	unit := 1.0
	for range digits {
		unit *= 10
	}
	return math.Round(float64(v*unit)) / unit
}

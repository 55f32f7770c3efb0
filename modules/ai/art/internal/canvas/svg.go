package canvas

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SVG returns the scene as a standalone document (SVG 1.1 features only).
func (s *Scene) SVG() []byte {
	w := &svgWriter{}
	for i := range s.Shapes {
		w.shape(&s.Shapes[i])
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n", s.W, s.H, s.W, s.H)
	if w.defs.Len() > 0 {
		out.WriteString("<defs>\n" + w.defs.String() + "</defs>\n")
	}
	out.WriteString(w.body.String())
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

type svgWriter struct {
	defs, body strings.Builder
	ids        int
}

func (w *svgWriter) id() string {
	w.ids++
	return "p" + strconv.Itoa(w.ids)
}

// n formats a number with at most two decimals.
func n(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

// fraction formats a number from 0 to 1 with at most three decimals.
func fraction(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
}

func (p *Path) data() string {
	var b strings.Builder
	i := 0
	put := func(count int) {
		for k := range count {
			if k > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(n(p.points[i].X) + " " + n(p.points[i].Y))
			i++
		}
	}
	for _, v := range p.verbs {
		switch v {
		case moveTo:
			b.WriteByte('M')
			put(1)
		case lineTo:
			b.WriteByte('L')
			put(1)
		case cubicTo:
			b.WriteByte('C')
			put(3)
		case closed:
			b.WriteByte('Z')
		}
	}
	return b.String()
}

func (w *svgWriter) shape(s *Shape) {
	attrs := ""
	if o := s.opacity(); o < 1 {
		attrs += ` opacity="` + fraction(o) + `"`
	}
	if s.Mode == Screen {
		attrs += ` style="mix-blend-mode:screen"`
	}
	if s.Children != nil {
		if s.Clip != nil {
			id := w.id()
			fmt.Fprintf(&w.defs, `<clipPath id="%s"><path d="%s"/></clipPath>`+"\n", id, s.Clip.data())
			attrs += ` clip-path="url(#` + id + `)"`
		}
		inner := ""
		if s.Blur > 0 {
			id := w.id()
			fmt.Fprintf(&w.defs, `<filter id="%s" x="-50%%" y="-50%%" width="200%%" height="200%%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="%s"/></filter>`+"\n", id, n(s.Blur))
			inner = ` filter="url(#` + id + `)"`
		}
		w.body.WriteString("<g" + attrs + ">")
		if inner != "" {
			w.body.WriteString("<g" + inner + ">")
		}
		w.body.WriteByte('\n')
		for i := range s.Children {
			w.shape(&s.Children[i])
		}
		if inner != "" {
			w.body.WriteString("</g>")
		}
		w.body.WriteString("</g>\n")
		return
	}
	if s.Path.Empty() {
		return
	}
	if s.Width > 0 {
		fmt.Fprintf(&w.body, `<path d="%s" fill="none" stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"%s%s/>`+"\n",
			s.Path.data(), n(s.Width), w.brush("stroke", s.Brush), attrs)
		return
	}
	fmt.Fprintf(&w.body, `<path d="%s"%s%s/>`+"\n", s.Path.data(), w.brush("fill", s.Brush), attrs)
}

// brush returns the attributes that paint with b; gradients are added to defs.
func (w *svgWriter) brush(what string, b Brush) string {
	if b.kind == flat || len(b.stops) == 1 {
		s := fmt.Sprintf(` %s="%s"`, what, b.stops[0].Color)
		if a := b.stops[0].Alpha; a < 1 {
			s += fmt.Sprintf(` %s-opacity="%s"`, what, fraction(a))
		}
		return s
	}
	id := w.id()
	var stops strings.Builder
	for _, s := range b.stops {
		fmt.Fprintf(&stops, `<stop offset="%s" stop-color="%s"`, fraction(s.At), s.Color)
		if s.Alpha < 1 {
			fmt.Fprintf(&stops, ` stop-opacity="%s"`, fraction(s.Alpha))
		}
		stops.WriteString("/>")
	}
	if b.kind == linear {
		fmt.Fprintf(&w.defs, `<linearGradient id="%s" gradientUnits="userSpaceOnUse" x1="%s" y1="%s" x2="%s" y2="%s">%s</linearGradient>`+"\n",
			id, n(b.x1), n(b.y1), n(b.x2), n(b.y2), stops.String())
	} else {
		fmt.Fprintf(&w.defs, `<radialGradient id="%s" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(%s %s) rotate(%s) scale(%s %s)">%s</radialGradient>`+"\n",
			id, n(b.x1), n(b.y1), n(b.turn*360), n(b.x2), n(b.y2), stops.String())
	}
	return fmt.Sprintf(` %s="url(#%s)"`, what, id)
}

package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// fullShapes writes the basic shapes of a value with all their arguments, so that two of one function can be interpolated
// (CSS Shapes 1 §4.2): inset() with four edges and radii, circle() and ellipse() with radii and a position.
func fullShapes(t []css.Token) []css.Token {
	s := css.NewStream(t)
	var out strings.Builder
	for !s.AtEnd() {
		k := s.Peek()
		from := s.I
		if k.Kind == css.Function {
			name, inner := css.Lower(k.Value), css.Trim(s.Block().T)
			if full, ok := fullShape(name, inner); ok {
				out.WriteString(name + "(" + full + ") ")
				continue
			}
		} else {
			s.Next()
		}
		out.WriteString(css.Serialize(s.T[from:s.I]) + " ")
	}
	full, ok := css.Tokenize(out.String())
	if !ok {
		return t
	}
	return css.Trim(full)
}

// fullShape returns the arguments of a function with those that have initial values; false if it needs none.
func fullShape(name string, inner []css.Token) (string, bool) {
	switch name {
	case "inset":
		edges, radii := splitAt(inner, "round")
		return sides4(edges) + " round " + fullRadii(radii), len(edges) > 0
	case "circle", "ellipse":
		size, at := splitAt(inner, "at")
		if len(size) == 0 {
			size = []string{"closest-side", "closest-side"}[:map[string]int{"circle": 1, "ellipse": 2}[name]]
		}
		switch {
		case len(at) == 0, len(at) == 1 && at[0] == "center":
			at = []string{"50%", "50%"}
		case len(at) == 1:
			at = append(at, "50%")
		}
		return strings.Join(size, " ") + " at " + strings.Join(at, " "), true
	}
	return "", false
}

// splitAt returns the values before and after a keyword.
func splitAt(t []css.Token, word string) (before, after []string) {
	s := css.NewStream(t)
	list := &before
	for !s.AtEnd() {
		k := s.Peek()
		from := s.I
		if k.Is(word) {
			s.Next()
			list = &after
			continue
		}
		if k.Kind == css.Function {
			s.Block()
		} else {
			s.Next()
		}
		*list = append(*list, css.Serialize(s.T[from:s.I]))
	}
	return before, after
}

// sides4 repeats one to four values for four sides; none are zero.
func sides4(list []string) string {
	if len(list) == 0 {
		list = []string{"0px"}
	}
	var out [4]string
	for i := range out {
		out[i] = list[sideIndex(min(len(list), 4), i)]
	}
	return strings.Join(out[:], " ")
}

// fullRadii returns radii with four values for each axis.
func fullRadii(list []string) string {
	for i, v := range list {
		if v == "/" {
			return sides4(list[:i]) + " / " + sides4(list[i+1:])
		}
	}
	return sides4(list) + " / " + sides4(list)
}

// clipPathText serializes a clip-path in a form that can be interpolated; false for references and shape().
func clipPathText(c *ClipPath) (string, bool) {
	if c == nil {
		return "none", true
	}
	box := ""
	if c.Box != BorderBoxArea {
		box = " " + keyOf(geometryBoxes, c.Box)
	}
	if c.Shape == nil {
		return strings.TrimSpace(box), c.URL == "" && box != ""
	}
	s := c.Shape
	lengths := func(list ...Length) string {
		parts := make([]string, len(list))
		for i, l := range list {
			parts[i] = lengthText(l, "0px")
		}
		return strings.Join(parts, " ")
	}
	radius := func(l Length, extent RadialExtent) string {
		if extent == ExtentExplicit {
			return lengths(l)
		}
		return keyOf(extentWords, extent)
	}
	rule := map[bool]string{true: "evenodd, "}[s.EvenOdd]
	switch {
	case s.Kind == ShapeInset:
		x, y := make([]Length, 4), make([]Length, 4)
		for i, r := range s.Radius {
			x[i], y[i] = r[0], r[1]
		}
		return "inset(" + lengths(s.Inset[:]...) + " round " + lengths(x...) + " / " + lengths(y...) + ")" + box, true
	case s.Kind == ShapeCircle:
		return "circle(" + radius(s.RadiusX, s.ExtentX) + " at " + lengths(s.Center[:]...) + ")" + box, true
	case s.Kind == ShapeEllipse:
		return "ellipse(" + radius(s.RadiusX, s.ExtentX) + " " + radius(s.RadiusY, s.ExtentY) + " at " + lengths(s.Center[:]...) + ")" + box, true
	case s.Kind == ShapePolygon:
		points := make([]string, len(s.Points))
		for i := range s.Points {
			points[i] = lengths(s.Points[i][:]...)
		}
		return "polygon(" + rule + strings.Join(points, ", ") + ")" + box, true
	case s.Kind == ShapePath && len(s.commands) == 0:
		return css.Serialize([]css.Token{{Kind: css.Function, Value: "path"}, {Kind: css.String, Value: s.Path}, {Kind: css.RightParen}}) + box, !s.EvenOdd && (s.PathScale == 0 || s.PathScale == 1)
	}
	return "", false
}

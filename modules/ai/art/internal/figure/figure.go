// Package figure draws single things, people and small scenes, such as a laptop, a cat or a kitchen. Each is a list of
// shapes with colour roles, which one of seven styles renders.
package figure

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// A drawing is a list of lines in a square of side 200, y down, with the ground at y = 172 and the centre at x = 100. A
// line is a part:
//
//	ROLE SHAPE NUMBERS [*COUNT DX DY]
//
// ROLE is the colour's role, with + for lighter or - for darker. SHAPE is o (circle: centre, radius), e (ellipse:
// centre, radii, degrees), b (box: corner, size, corner radius, degrees), p (polygon), q (closed curve through points),
// t (line of a width through points), u (curve of a width through points) or m (a path of M, L, Q, C and Z). * repeats
// it.
//
//	= NAME X Y SCALE [ROLE>ROLE]
//
// places another drawing with its foot at X, Y. Figures marked upright are already drawn with depth; those marked round
// are people.
//
//go:embed drawings/*.txt
var drawings embed.FS

// part is a shape of a drawing with its role.
type part struct {
	path  *canvas.Path // an area
	role  byte         // 1 2 3: the colours; w light, k dark, n neutral, t a tint of 1, x background; s S z skin, g leaves, r o y b i l red to blue
	shade int          // -1 darker, 1 lighter
	line  *canvas.Path // the stroked line of which path is the outline, nil for none
	width float64      // stroke width of line

	detail bool // painted inside an earlier part
}

// size is the side of the square of a drawing, and foot the y of its ground.
const (
	size = 200
	foot = 172
)

// figure is a drawing.
type figure struct {
	parts   []part
	upright bool // already drawn with depth: not extruded in the isometric style
	round   bool // a person: shaded as a volume in the isometric style, not extruded
}

var figures = sync.OnceValue(func() map[string]*figure {
	out, upright, round := map[string]*figure{}, map[string]bool{}, map[string]bool{}
	source := map[string][]string{}
	var names []string
	files, err := drawings.ReadDir("drawings")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		raw, err := drawings.ReadFile("drawings/" + f.Name())
		if err != nil {
			panic(err)
		}
		name := ""
		for line := range bytes.Lines(raw) {
			text := strings.TrimSpace(string(line))
			if rest, ok := strings.CutPrefix(text, "figure "); ok {
				if name, ok = strings.CutSuffix(rest, " upright"); ok {
					upright[name] = true
				}
				if name, ok = strings.CutSuffix(name, " round"); ok {
					round[name] = true
				}
				names = append(names, name)
			} else if text != "" && text[0] != '#' {
				source[name] = append(source[name], text)
			}
		}
	}
	for _, name := range names {
		parts, err := read(source, name, 0)
		if err != nil {
			panic(fmt.Sprintf("figure %s: %v", name, err))
		}
		for k := range parts {
			parts[k].detail = inside(parts[k].path, parts[:k])
		}
		out[name] = &figure{parts, upright[name], round[name]}
	}
	return out
})

// maxDepth is the maximum nesting of drawings.
const maxDepth = 3

func read(source map[string][]string, name string, depth int) ([]part, error) {
	if source[name] == nil || depth > maxDepth {
		return nil, fmt.Errorf("%q is not drawn", name)
	}
	var out []part
	for _, line := range source[name] {
		f := strings.Fields(line)
		if f[0] == "=" {
			used, err := placed(source, f[1:], depth)
			if err != nil {
				return nil, err
			}
			out = append(out, used...)
			continue
		}
		p := part{role: f[0][0]}
		if len(f[0]) > 1 {
			p.shade = map[byte]int{'+': 1, '-': -1}[f[0][1]]
		}
		count, dx, dy := 1.0, 0.0, 0.0
		if i := slices.IndexFunc(f, func(s string) bool { return s[0] == '*' }); i > 0 {
			v, err := numbers([]string{f[i][1:], f[i+1], f[i+2]})
			if err != nil {
				return nil, err
			}
			count, dx, dy, f = v[0], v[1], v[2], f[:i]
		}
		if err := p.shape(f[1], f[2:]); err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		for k := range int(count) {
			out = append(out, p.moved(canvas.Matrix{A: 1, D: 1, E: float64(float64(k) * dx), F: float64(float64(k) * dy)}))
		}
	}
	return out, nil
}

// placed parses NAME X Y SCALE [ROLE>ROLE] and returns the parts of that drawing.
func placed(source map[string][]string, f []string, depth int) ([]part, error) {
	parts, err := read(source, f[0], depth+1)
	if err != nil {
		return nil, err
	}
	v, err := numbers(f[1:4])
	if err != nil {
		return nil, err
	}
	m := canvas.Matrix{A: v[2], D: v[2], E: v[0] - float64(size/2*v[2]), F: v[1] - float64(foot*v[2])}
	for k := range parts {
		parts[k] = parts[k].moved(m)
		for _, swap := range f[4:] {
			if parts[k].role == swap[0] {
				parts[k].role = swap[2]
				break
			}
		}
	}
	return parts, nil
}

func numbers(list []string) ([]float64, error) {
	var out []float64
	for _, s := range list {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// moved returns the part transformed by m, which scales both axes equally.
func (p part) moved(m canvas.Matrix) part {
	p.path = p.path.Apply(m)
	if p.line != nil {
		p.line = p.line.Apply(m)
		p.width = float64(p.width * num.Hypot(m.A, m.B))
	}
	return p
}

// shape sets the part's path from a shape's arguments.
func (p *part) shape(kind string, args []string) (err error) {
	if kind == "m" {
		p.path, err = outline(args)
		return err
	}
	v, err := numbers(args)
	if err != nil {
		return err
	}
	var pts []canvas.Point
	from := 0
	if kind == "t" || kind == "u" {
		from = 1
	}
	for k := from; k+1 < len(v); k += 2 {
		pts = append(pts, canvas.P(v[k], v[k+1]))
	}
	at := func(k int) float64 {
		if k < len(v) {
			return v[k]
		}
		return 0
	}
	switch kind {
	case "o":
		p.path = canvas.Circle(at(0), at(1), at(2))
	case "e":
		p.path = canvas.Ellipse(0, 0, at(2), at(3)).Apply(canvas.Place(at(0), at(1), 1, at(4)/360))
	case "b":
		w, h := at(2), at(3)
		p.path = canvas.RoundRect(-w/2, -h/2, w, h, at(4)).Apply(canvas.Place(at(0)+float64(w/2), at(1)+float64(h/2), 1, at(5)/360))
	case "p":
		p.path = canvas.Polygon(pts...)
	case "q":
		p.path = canvas.Loop(pts...)
	case "t":
		p.line, p.width = (&canvas.Path{}).Move(pts[0].X, pts[0].Y), v[0]
		for _, q := range pts[1:] {
			p.line.Line(q.X, q.Y)
		}
	case "u":
		p.line, p.width = (&canvas.Path{}).Curve(pts...), v[0]
	default:
		return fmt.Errorf("no shape %q", kind)
	}
	if p.line != nil {
		p.path = p.line.Stroked(p.width)
	}
	return nil
}

// outline parses a path of absolute M, L, Q, C and Z.
func outline(args []string) (*canvas.Path, error) {
	p := &canvas.Path{}
	for len(args) > 0 {
		verb := args[0]
		n := map[string]int{"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}[verb]
		if len(args) < n+1 || n == 0 && verb != "Z" {
			return nil, fmt.Errorf("%q of a path", verb)
		}
		v, err := numbers(args[1 : n+1])
		if err != nil {
			return nil, err
		}
		switch verb {
		case "M":
			p.Move(v[0], v[1])
		case "L":
			p.Line(v[0], v[1])
		case "Q":
			p.Quad(v[0], v[1], v[2], v[3])
		case "C":
			p.Cubic(v[0], v[1], v[2], v[3], v[4], v[5])
		case "Z":
			p.Close()
		}
		args = args[n+1:]
	}
	return p, nil
}

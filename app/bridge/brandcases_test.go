package bridge

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/brands"
)

// lockCases makes random kits and requests.
type lockCases struct {
	*rand.Rand
	nodes int
	ids   []string
}

func pick[T any](g *lockCases, list ...T) T { return list[g.IntN(len(list))] }

func (g *lockCases) chance(of float64) bool { return g.Float64() < of }

func (g *lockCases) color() string {
	return pick(g, fmt.Sprintf("#%06X", g.IntN(1<<24)), pick(g, "#FF0000", "#000000", "#FFFFFF", "#0F172A", "#38BDF8", "#777777", "#FDE68A"))
}

// kit returns a random kit whose locks use its palette, often several on one property and often conflicting.
func (g *lockCases) kit() brands.Kit {
	k := brands.Kit{}
	names := []string{"ink", "sky", "paper", "sun", "leaf"}[:2+g.IntN(4)]
	k.Colors.Palette = map[string]string{}
	for i, n := range names {
		k.Colors.Palette[n] = g.color()
		if i == 0 && g.chance(0.7) {
			k.Colors.Palette[n] = "#0F172A"
		}
		if n == "paper" {
			k.Colors.Palette[n] = "#FFFFFF"
		}
	}
	k.Colors.Roles = map[string]string{"primary": "ink", "accent": "sky"}
	k.Colors.NeutralsAllowed = g.chance(0.3)
	k.Typography.Fonts = []brands.Font{{Family: "Inter", Fallback: []string{"Noto Sans"}}, {Family: "Noto Serif"}}
	k.Typography.Roles = map[string]brands.TypeRole{"heading": {Family: "Inter", Weight: 700}}
	k.Layout.CornerRadius = []string{"0", "8px"}
	k.Logos = []brands.Logo{{Name: "main", Asset: "asset_00000000000000000000000001", MinWidth: 60, ClearSpace: pick(g, 0, 0.1)}, {Name: "old", Asset: "asset_00000000000000000000000002"}}
	for range 1 + g.IntN(7) {
		k.Locks = append(k.Locks, g.lock(names))
	}
	return k
}

func (g *lockCases) lock(names []string) brands.Lock {
	l := brands.Lock{Severity: pick(g, "", "error", "error", "warn")}
	if g.chance(0.4) {
		l.Selector = pick(g, "#n1", "#n2", ".a", ".b", "p", "div > span", "h1", "body", ".a::before")
	}
	colors := func() []any {
		var out []any
		for range 1 + g.IntN(3) {
			out = append(out, pick(g, append([]string{"primary", g.color()}, names...)...))
		}
		return out
	}
	numbers := func(property string, values ...string) brands.Lock {
		l.Property, l.Mode = property, pick(g, brands.Exact, brands.Allow, brands.Forbid, brands.Range, brands.Min, brands.Max)
		i := g.IntN(len(values) - 1)
		switch l.Mode {
		case brands.Range:
			l.Min, l.Max = values[i], values[i+1]
		case brands.Allow, brands.Forbid:
			l.Value = []any{values[i], values[i+1]}
		default:
			l.Value = values[i]
		}
		return l
	}
	listed := func(property string, values []any) brands.Lock {
		l.Property, l.Mode, l.Value = property, pick(g, brands.Allow, brands.Allow, brands.Exact, brands.Forbid), values
		if l.Mode == brands.Exact {
			l.Value = values[0]
		}
		return l
	}
	switch g.IntN(20) {
	case 0, 1, 2, 3:
		return listed("color", colors())
	case 4, 5:
		return listed(pick(g, "background-color", "background", "background-image"), colors())
	case 6:
		return listed(pick(g, "border-color", "fill", "stroke", "outline-color", "text-decoration-color", "text-shadow", "box-shadow"), colors())
	case 7, 8:
		return listed("font-family", pick(g, []any{"Inter"}, []any{"Inter", "Noto Serif"}, []any{"Noto Serif"}))
	case 9, 10:
		return numbers("font-size", "12px", "18pt", "40px", "96px")
	case 11:
		return numbers("font-weight", "300", "400", "700", "900")
	case 12:
		return numbers("letter-spacing", "0", "1px", "2px", "3px")
	case 13:
		return numbers("line-height", "1", "1.2", "1.5", "2")
	case 14:
		return numbers("border-radius", "0px", "4px", "8px", "16px")
	case 15:
		if g.chance(0.5) {
			return listed("text-align", pick(g, []any{"start", "center"}, []any{"right"}))
		}
		return listed("text-transform", pick(g, []any{"none", "uppercase"}, []any{"uppercase"}, []any{"none"}))
	case 16:
		l.Target, l.Mode, l.Value = brands.Contrast, brands.Min, pick[any](g, 3.0, 4.5, 7.0)
	case 17:
		l.Target, l.Mode, l.Value = brands.SafeArea, brands.Min, pick[any](g, "5%", "24px", "8%")
	case 18:
		l.Target, l.Mode, l.Value, l.Selector = brands.Position, brands.Exact, pick[any](g, "top-left", "center", "bottom-right", "top", "left"), pick(g, "#n1", "#n2")
	case 19:
		l.Target, l.Mode, l.Value, l.Selector = brands.LogoUsage, brands.Allow, []any{"main"}, ""
	}
	return l
}

// style returns a random set of declarations.
func (g *lockCases) style(important bool) [][2]string {
	pool := [][2]string{
		{"color", g.color()}, {"color", "rgba(255, 0, 0, .5)"}, {"color", "var(--brand-primary)"}, {"color", "transparent"}, {"-webkit-text-fill-color", g.color()},
		{"background", g.color()}, {"background-color", g.color()}, {"background", "linear-gradient(135deg, " + g.color() + ", " + g.color() + " 60%)"},
		{"background-image", "radial-gradient(circle at 20% 30%, " + g.color() + ", transparent)"}, {"background", "url(missing.png), " + g.color()},
		{"border", "2px solid " + g.color()}, {"border-left", "1px dashed " + g.color()}, {"outline", "1px solid red"}, {"opacity", pick(g, ".3", ".9", "1")},
		{"font-family", pick(g, "Georgia, serif", "'Noto Serif'", "Inter", "Comic Sans MS", "Inter, 'Noto Sans', sans-serif")},
		{"font-size", pick(g, "8px", "20px", "64px", "120px", "2em", "5vw", "larger", "150%")}, {"font-weight", pick(g, "bold", "100", "450", "900")},
		{"font", "italic 700 30px/2 Georgia"}, {"letter-spacing", pick(g, "5px", "-1px", ".1em")}, {"line-height", pick(g, "1", "3", "10px", "normal")},
		{"text-transform", pick(g, "uppercase", "capitalize", "none")}, {"text-align", pick(g, "right", "center", "justify")}, {"text-decoration", "underline " + g.color()},
		{"text-shadow", "1px 1px 2px " + g.color()}, {"box-shadow", "0 0 4px " + g.color()}, {"border-radius", pick(g, "3px", "50%", "8px 20px", "4px / 10px", "1em")},
		{"position", pick(g, "absolute", "relative")}, {"left", pick(g, "-20px", "0", "50%", "90%")}, {"top", pick(g, "-5px", "0", "40%", "95%")}, {"transform", pick(g, "rotate(8deg)", "translateX(-30px)", "scale(1.2)")},
		{"display", pick(g, "flex", "inline-block", "grid", "block")}, {"padding", pick(g, "4px", "10%")}, {"margin", pick(g, "0", "-10px", "8px auto")}, {"width", pick(g, "50%", "300px", "120%")},
		{"overflow", "hidden"}, {"fill", g.color()}, {"stroke", g.color()}, {"background-clip", "text"}, {"text-indent", "-20px"}, {"float", "right"},
	}
	var out [][2]string
	seen := map[string]bool{}
	for range g.IntN(5) {
		d := pool[g.IntN(len(pool))]
		if seen[d[0]] {
			continue
		}
		seen[d[0]] = true
		if important && g.chance(0.2) {
			d[1] += " !important"
		}
		out = append(out, d)
	}
	return out
}

func (g *lockCases) css() string {
	var b strings.Builder
	for range g.IntN(4) {
		b.WriteString(pick(g, "#n1", "#n2.a", ".a", ".b > *", "p", "h1", "body", "html", "span", ".a::before", "#n3::after", "li::marker", ":root .b", "@layer x { p", "*"))
		sel := b.String()
		b.WriteString("{")
		for _, d := range g.style(true) {
			b.WriteString(d[0] + ":" + d[1] + ";")
		}
		if strings.Contains(sel, "::") && g.chance(0.8) {
			b.WriteString("content:'mark';")
		}
		b.WriteString("}")
		if strings.HasSuffix(sel, "@layer x { p") {
			b.WriteString("}")
		}
	}
	return b.String()
}

// node returns a random element of a document tree.
func (g *lockCases) node(depth int) map[string]any {
	g.nodes++
	n := map[string]any{"tag": pick(g, "div", "div", "p", "h1", "span", "section", "b", "li")}
	if g.chance(0.4) {
		id := fmt.Sprintf("n%d", 1+g.IntN(4))
		if !strings.Contains(strings.Join(g.ids, " "), id) || g.chance(0.1) {
			n["id"] = id
			g.ids = append(g.ids, id)
		}
	}
	if g.chance(0.4) {
		n["class"] = pick(g, "a", "b", "a b")
	}
	if style := g.style(true); len(style) > 0 {
		m := map[string]any{}
		for _, d := range style {
			m[d[0]] = d[1]
		}
		n["style"] = m
	}
	if g.chance(0.6) {
		n["text"] = pick(g, "Launch day", "A somewhat longer line of text that wraps", "x", "Héllo wörld", "مرحبا")
	}
	if depth > 0 {
		var children []any
		for range g.IntN(4) {
			switch {
			case g.chance(0.1):
				children = append(children, map[string]any{"tag": "svg", "attrs": map[string]any{"width": "40", "height": "30"}, "children": []any{
					map[string]any{"tag": "g", "children": []any{map[string]any{"tag": "rect", "attrs": map[string]any{"width": "20", "height": "20", "fill": g.color()}}}},
					map[string]any{"tag": "path", "attrs": map[string]any{"d": "M0 0L9 9", "stroke": g.color(), "fill": "none"}}}})
			case g.chance(0.1):
				children = append(children, map[string]any{"tag": "img", "attrs": map[string]any{"src": "asset:asset_0000000000000000000000000" + pick(g, "1", "2"), "width": pick(g, "30", "90"), "height": "30"}})
			default:
				children = append(children, g.node(depth-1))
			}
		}
		if children != nil {
			n["children"] = children
		}
	}
	return n
}

// markup writes a tree as HTML.
func markup(n map[string]any) string {
	tag, _ := n["tag"].(string)
	text, _ := n["text"].(string)
	if tag == "" {
		return text
	}
	var b strings.Builder
	b.WriteString("<" + tag)
	for _, name := range []string{"id", "class"} {
		if v, ok := n[name].(string); ok {
			b.WriteString(" " + name + `="` + v + `"`)
		}
	}
	if style, ok := n["style"].(map[string]any); ok {
		b.WriteString(` style="`)
		for _, k := range slices.Sorted(maps.Keys(style)) {
			b.WriteString(k + ":" + strings.ReplaceAll(fmt.Sprint(style[k]), `"`, "'") + ";")
		}
		b.WriteString(`"`)
	}
	if attrs, ok := n["attrs"].(map[string]any); ok {
		for _, k := range slices.Sorted(maps.Keys(attrs)) {
			b.WriteString(" " + k + `="` + fmt.Sprint(attrs[k]) + `"`)
		}
	}
	b.WriteString(">" + text)
	children, _ := n["children"].([]any)
	for _, c := range children {
		b.WriteString(markup(c.(map[string]any)))
	}
	if tag != "img" {
		b.WriteString("</" + tag + ">")
	}
	return b.String()
}

// request returns a random request with any kind of source.
func (g *lockCases) request() *lockRequest {
	r := &lockRequest{kind: pick(g, "document", "html", "template", "sign")}
	outputs := []any{map[string]any{"name": "a", "width": 600, "height": 315}}
	if g.chance(0.3) {
		outputs = append(outputs, map[string]any{"name": "b", "width": 300, "height": 500})
	}
	tree := g.node(3)
	css := g.css()
	switch r.kind {
	case "document":
		r.wire = map[string]any{"operation": "preview", "document": tree, "outputs": outputs}
	case "html":
		r.wire = map[string]any{"operation": "preview", "html": pick(g, "", "loose text ") + markup(tree), "outputs": outputs}
	case "template":
		text, accent := markup(tree), g.color()
		r.wire = map[string]any{"operation": "preview", "template": map[string]any{"id": "tpl_1"}, "data": map[string]any{"accent": accent, "title": "Hello"}, "outputs": outputs}
		r.filled = func(data map[string]any) string {
			return fmt.Sprintf("<h1 style='color:%v'>%v</h1>%s", data["accent"], data["title"], text)
		}
	case "sign":
		r.wire = map[string]any{"width": 600, "height": 315}
		if g.chance(0.5) {
			r.wire["document"] = tree
		} else {
			r.wire["html"] = markup(tree)
		}
	}
	if css != "" && r.kind != "sign" {
		r.wire["css"] = css
	}
	if g.chance(0.4) && len(g.ids) > 0 {
		var list []any
		for range 1 + g.IntN(2) {
			m := map[string]any{}
			for _, d := range g.style(true) {
				m[d[0]] = d[1]
			}
			list = append(list, map[string]any{"node": g.ids[g.IntN(len(g.ids))], "style": m})
		}
		r.wire["overrides"] = list
	}
	return r
}

package inspect

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Facts describes a rendered element.
type Facts struct {
	Box
	// Path is its location in the request.
	Path string
	// Parent is the index of its parent, -1 for the root.
	Parent int
	// OwnText describes its own text and that of inline elements in it, Inside all text in it.
	OwnText, AllText TextFacts
	// Overflow is set when the content is larger than the box.
	Overflow bool
	// TextColor is the colour of its text, Behind the colours that may be behind it; known is false for images. Opacity is
	// the product of its own and its ancestors' opacity.
	TextColor     style.Color
	Backdrops     []style.Color
	BackdropKnown bool
	Opacity       float64
	// Area is the border box after transforms.
	Area Area
}

// TextFacts describes rendered text. The zero value means that there is none.
type TextFacts struct {
	Text  string
	Lines int
	// Fonts holds the names of the faces in use, the most used first.
	Fonts []string
	// Smallest and Largest are font sizes in CSS pixels, after fitting.
	Smallest, Largest float64
	// Clipped is set when some text is cut off or replaced by an ellipsis.
	Clipped bool
}

// Report returns the facts of all elements that generate a box, in document order.
func Report(in *Input) []Facts {
	text := in.Layout.TextFacts(in.Doc, geom.Size{W: geom.Px(in.Width), H: geom.Px(in.Height)})
	view := NewView(in)
	seen := map[dom.NodeID]int{}
	for i := range view.Elements {
		if view.Elements[i].Pseudo == "" {
			seen[view.Elements[i].node] = i
		}
	}
	children := map[dom.NodeID][]dom.NodeID{}
	for i := range in.Doc.Nodes {
		if n := &in.Doc.Nodes[i]; n.Type == dom.Element && n.Parent != dom.None && linked(in.Doc, dom.NodeID(i)) {
			children[n.Parent] = append(children[n.Parent], dom.NodeID(i))
		}
	}
	var gather func(id dom.NodeID, own bool, into *gathered)
	gather = func(id dom.NodeID, own bool, into *gathered) {
		into.add(text[id])
		if i, ok := seen[id]; ok && view.Elements[i].Text != "" {
			into.said = append(into.said, view.Elements[i].Text)
		}
		for _, c := range children[id] {
			if s := in.Tree.Styles[c]; !own || s != nil && s.Display == style.DisplayInline {
				gather(c, own, into)
			}
		}
	}
	index := map[dom.NodeID]int{}
	out := make([]Facts, 0, len(in.Boxes))
	for i, b := range Boxes(in) {
		id := in.Boxes[i].Node
		n := in.Doc.Node(id)
		f := Facts{Box: b, Path: n.Path, Parent: -1, Opacity: 1}
		for up := n.Parent; up != dom.None; up = in.Doc.Node(up).Parent {
			if at, ok := index[up]; ok {
				f.Parent = at
				break
			}
		}
		if _, twice := index[id]; !twice {
			index[id] = len(out)
		}
		if t := text[id]; t != nil {
			f.Overflow = t.Overflow
			if len(t.Baselines) > 0 || t.Clipped {
				var own gathered
				gather(id, true, &own)
				f.OwnText = own.facts()
			}
		}
		var all gathered
		gather(id, false, &all)
		f.AllText = all.facts()
		if v, ok := seen[id]; ok {
			e := &view.Elements[v]
			f.Area, f.Opacity = e.Box, e.Opacity
			if f.OwnText.Lines > 0 {
				f.TextColor = e.Style.TextFill
				f.Backdrops, f.BackdropKnown = view.Backdrop(v, nil)
			}
		}
		out = append(out, f)
	}
	return out
}

// gathered accumulates the text of several elements.
type gathered struct {
	said      []string
	baselines []geom.Unit
	names     []string
	glyphs    map[string]int
	low, high geom.Unit
	clipped   bool
}

func (g *gathered) add(t *layout.TextFact) {
	if t == nil {
		return
	}
	g.clipped = g.clipped || t.Clipped
	for _, b := range t.Baselines {
		// The baselines of one line may differ by rounding, and by more for small capitals or superscripts.
		if !slices.ContainsFunc(g.baselines, func(have geom.Unit) bool { return max(have-b, b-have) <= t.Largest/2 }) {
			g.baselines = append(g.baselines, b)
		}
	}
	if g.glyphs == nil {
		g.glyphs = map[string]int{}
	}
	for i, face := range t.Faces {
		name := faceName(face)
		if g.glyphs[name] == 0 {
			g.names = append(g.names, name)
		}
		g.glyphs[name] += t.Glyphs[i]
	}
	if t.Smallest > 0 && (g.low == 0 || t.Smallest < g.low) {
		g.low = t.Smallest
	}
	g.high = max(g.high, t.Largest)
}

func faceName(f *font.Face) string { return f.Name() }

func (g *gathered) facts() TextFacts {
	slices.SortStableFunc(g.names, func(a, b string) int { return g.glyphs[b] - g.glyphs[a] })
	return TextFacts{Text: strings.Join(g.said, " "), Lines: len(g.baselines), Fonts: g.names, Smallest: g.low.Float(), Largest: g.high.Float(), Clipped: g.clipped}
}

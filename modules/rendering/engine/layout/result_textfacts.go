package layout

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// TextFact describes the rendering of an element's own text.
type TextFact struct {
	// Baselines holds the distinct baselines of its lines in canvas coordinates, from the top.
	Baselines []geom.Unit
	// Faces holds the faces of its glyphs, Glyphs the number of glyphs of each.
	Faces  []*font.Face
	Glyphs []int
	// Smallest and Largest are font sizes after fitting.
	Smallest, Largest geom.Unit
	// Clipped is set when some of it is cut off by a box or the canvas, or replaced by an ellipsis.
	Clipped bool
	// Overflow is set when the element's content is larger than its box.
	Overflow bool
}

// TextFacts returns the facts of every element that has text of its own, or whose content overflows. canvas is the size
// of the page.
func (r *Result) TextFacts(doc *dom.Document, canvas geom.Size) map[dom.NodeID]*TextFact {
	w := factWalk{doc: doc, facts: map[dom.NodeID]*TextFact{}}
	page := geom.Rect{W: canvas.W, H: canvas.H}
	w.walk(r.Root, geom.Point{}, page)
	return w.facts
}

type factWalk struct {
	doc   *dom.Document
	facts map[dom.NodeID]*TextFact
}

func (w *factWalk) of(b *Box) *TextFact {
	node := dom.None
	for ; b != nil; b = b.Parent {
		if b.Node != dom.None {
			node = b.Node
			break
		}
	}
	if node != dom.None && w.doc.Node(node).Type == dom.Text {
		node = w.doc.Node(node).Parent
	}
	if node == dom.None {
		return &TextFact{}
	}
	if w.facts[node] == nil {
		w.facts[node] = &TextFact{}
	}
	return w.facts[node]
}

func (w *factWalk) walk(f *Fragment, origin geom.Point, clip geom.Rect) {
	at := origin.Add(f.Offset)
	if f.Kind == TextFragment {
		w.text(f, at, clip)
		return
	}
	if b := f.Box; b != nil && f.Kind == BoxFragment {
		if f.Clamped {
			w.of(b).Clipped = true
		}
		const slack = geom.Unit(64)
		if f.Overflow.MaxX() > f.Size.W+slack || f.Overflow.MaxY() > f.Size.H+slack {
			w.of(b).Overflow = true
		}
		if (b.Style.Overflow[0] != style.OverflowVisible || b.Style.Overflow[1] != style.OverflowVisible) && (b.Pseudo != NoPseudo || b.Node != w.doc.Root && b.Node != w.doc.Body) {
			clip = clip.Intersect(geom.RectAt(at, f.Size).Inset(f.Border))
		}
	}
	for _, c := range f.Children {
		w.walk(c, at, clip)
	}
}

func (w *factWalk) text(f *Fragment, at geom.Point, clip geom.Rect) {
	if f.Box == nil || f.Box.Style.Visibility != style.Visible {
		return
	}
	fact := w.of(f.Box)
	if f.Ellipsis || f.Hidden {
		fact.Clipped = true
		return
	}
	said := false
	for i := range f.Runs {
		r := &f.Runs[i]
		if len(r.Glyphs) == 0 || strings.TrimSpace(r.Source[r.Start:r.End]) == "" {
			continue
		}
		said = true
		if i := slices.Index(fact.Faces, r.Face); i >= 0 {
			fact.Glyphs[i] += len(r.Glyphs)
		} else if r.Face != nil {
			fact.Faces, fact.Glyphs = append(fact.Faces, r.Face), append(fact.Glyphs, len(r.Glyphs))
		}
		if fact.Smallest == 0 || r.Size < fact.Smallest {
			fact.Smallest = r.Size
		}
		fact.Largest = max(fact.Largest, r.Size)
	}
	if !said {
		return
	}
	if line := at.Y + f.FirstBaseline; !slices.Contains(fact.Baselines, line) {
		fact.Baselines = append(fact.Baselines, line)
		slices.Sort(fact.Baselines)
	}
	// The box of a line is higher than its glyphs: a fifth of it may be clipped without touching any.
	const slack = geom.Unit(64)
	fifth := f.Size.H / 5
	if at.X+slack < clip.X || at.X+f.Size.W > clip.MaxX()+slack || at.Y+fifth < clip.Y || at.Y+f.Size.H-fifth > clip.MaxY() {
		fact.Clipped = true
	}
}

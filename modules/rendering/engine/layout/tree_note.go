package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// noteCounter is the name of the footnote counter.
const noteCounter = "footnote"

// footnote is a footnote with its call (CSS Generated Content for Paged Media 3 §2).
type footnote struct {
	node dom.NodeID
	body *Box
	frag *Fragment // in its own strip, with its margins
	// full is the total height, least the minimum that must be on one page.
	full, least geom.Unit
	breaker     *columnBreaker
	policy      style.NotePolicy
	taken       bool
	page        int // of its call
}

// note creates the call of a footnote, and its body, which is laid out outside the flow.
func (t *treeBuilder) note(n dom.NodeID, st *style.Computed, depth int) []*Box {
	t.counters.increment(noteCounter, 1)
	if t.l.in.NoteNumber != nil {
		t.counters.set(noteCounter, t.l.in.NoteNumber(n))
	}
	call := t.notePart(n, t.tree.NoteCall[n], FootnoteCallPseudo, t.doc.Node(n).Parent)
	if len(call) == 0 {
		call = []*Box{t.newBox(Box{Kind: InlineBox, Style: inheritedStyle(st, style.DisplayInline), Node: n, Pseudo: FootnoteCallPseudo})}
	}
	t.inNote, t.noteNode = true, n
	body := t.anonymous(BlockBox, st, style.DisplayBlock, t.elementBoxes(n, st, depth))
	t.inNote = false
	t.l.notes = append(t.l.notes, &footnote{node: n, body: body, policy: st.NotePolicy, page: -1})
	return call
}

// notePart creates the boxes of a ::footnote-call or ::footnote-marker, whose text belongs to an element.
func (t *treeBuilder) notePart(n dom.NodeID, p *style.Pseudo, kind PseudoKind, of dom.NodeID) []*Box {
	if p == nil || len(p.Content) == 0 {
		return nil
	}
	boxes := t.pseudo(n, p, kind)
	for _, b := range boxes {
		for _, c := range b.Children {
			if c.Kind == TextBox {
				c.Node = of
			}
		}
	}
	return boxes
}

// isNote reports whether an element is a footnote here; one inside another is laid out as a block.
func (t *treeBuilder) isNote(n dom.NodeID, st *style.Computed) bool {
	if !st.Note || t.l.in.NoteWidth == nil {
		return false
	}
	if t.inNote {
		t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_value", Path: t.doc.Node(n).Path, Message: "float: footnote in a footnote is not supported; it is a block of it"})
	}
	return !t.inNote
}

// layoutNotes lays out the footnotes, each in its own strip.
func (l *layouter) layoutNotes() {
	for _, n := range l.notes {
		width := l.in.NoteWidth(l.pageName(n.node))
		f := *l.layout(n.body, Space{Available: geom.Size{W: width, H: Indefinite}, Percent: geom.Size{W: width, H: Indefinite}, NewContext: true})
		l.placeOutOfFlow(&f, f.Size, allOutOfFlow)
		n.frag = &Fragment{Kind: BoxFragment, Size: f.Size, Children: []*Fragment{&f}, FirstBaseline: NoBaseline, LastBaseline: NoBaseline}
		n.breaker = newColumnBreaker(n.frag, func(places int) bool { return l.spend(n.body, places) })
		n.full = max(f.Size.H, n.breaker.total)
		n.least = min(n.full, max(geom.One, n.breaker.firstEnd()))
		if n.policy != style.NoteAuto {
			n.least = n.full
		}
	}
}

// pageName returns the page type of an element.
func (l *layouter) pageName(n dom.NodeID) string {
	for ; n != dom.None; n = l.in.Tree.Doc.Node(n).Parent {
		if s := l.in.Tree.Styles[n]; s != nil && s.Page != "" {
			return s.Page
		}
	}
	return ""
}

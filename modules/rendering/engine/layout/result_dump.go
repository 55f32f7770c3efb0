package layout

import (
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// Dump prints a fragment tree for tests and debugging, one fragment per line with absolute positions in CSS px.
func Dump(f *Fragment, doc *dom.Document) string {
	var b strings.Builder
	dumpFragment(&b, f, doc, geom.Point{}, 0)
	return b.String()
}

func dumpFragment(b *strings.Builder, f *Fragment, doc *dom.Document, origin geom.Point, depth int) {
	at := origin.Add(f.Offset)
	fmt.Fprintf(b, "%s%s %v,%v %v×%v", strings.Repeat("  ", depth), f.name(doc), at.X.Float(), at.Y.Float(), f.Size.W.Float(), f.Size.H.Float())
	for _, r := range f.Runs {
		if r.End <= len(r.Source) && r.Start <= r.End {
			fmt.Fprintf(b, " %q", r.Source[r.Start:r.End])
		}
	}
	if f.Hidden {
		b.WriteString(" hidden")
	}
	b.WriteByte('\n')
	for _, c := range f.Children {
		dumpFragment(b, c, doc, at, depth+1)
	}
}

func (f *Fragment) name(doc *dom.Document) string {
	switch {
	case f.Kind == LineFragment:
		return "line"
	case f.Kind == TextFragment:
		return "text"
	case f.Box == nil:
		return "box"
	case f.Box.Node == dom.None:
		return "anonymous"
	}
	name := doc.Node(f.Box.Node).Tag
	switch f.Box.Pseudo {
	case BeforePseudo:
		name += "::before"
	case AfterPseudo:
		name += "::after"
	case MarkerPseudo:
		name += "::marker"
	case FootnoteCallPseudo:
		name += "::footnote-call"
	case FootnoteMarkerPseudo:
		name += "::footnote-marker"
	}
	return name
}

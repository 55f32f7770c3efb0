package layout

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Input is the complete input of a layout.
type Input struct {
	Tree   *style.Tree
	Text   *text.Engine
	Fonts  *font.Set
	Images ImageSizer
	// Width and Height are the canvas in CSS pixels: the initial containing block.
	Width, Height int
	// PageOf returns the number of the page on which an element begins, for target-counter(); nil before it is known.
	PageOf func(node dom.NodeID) int
	// PageWidth returns the width of the pages of a type, for boxes with the page property; nil when all pages are as
	// wide as the canvas.
	PageWidth func(name string) geom.Unit
	// NoteWidth returns the width of the footnotes on the pages of a type; nil lays out footnotes in the flow.
	NoteWidth func(name string) geom.Unit
	// NoteNumber returns the number of a footnote that depends on the pages; nil before it is known.
	NoteNumber func(node dom.NodeID) int
	// MaxBoxes bounds the box tree; 0 means 20,000.
	MaxBoxes int
	// Floats are adaptations of floats to the ends of pages, by the index of their box, see [Result.Floats].
	Floats map[int32]FloatFix
}

// ImageSizer provides natural sizes of images by the URL as written.
type ImageSizer interface {
	// NaturalSize returns the natural size; ok is false when there is no such image.
	NaturalSize(url string) (r Replaced, ok bool)
}

// Result is a laid-out document.
type Result struct {
	// Root is the fragment of the html element, at its position on the canvas. Boxes whose containing block is the
	// canvas are among its children. It is never nil; its Box is nil for a document whose root element has no box.
	Root *Fragment
	// Boxes is the box tree in tree order: Boxes[i].Index == i.
	Boxes    []*Box
	Warnings []dom.Warning
	Missing  []text.Missing
	// NeedsPages is set when content depends on Input.PageOf.
	NeedsPages bool
	// Floats, set by Paginate, are the floats that are on other pages than what was laid out beside them: another layout
	// with these fixes, besides those of its input, agrees better.
	Floats map[int32]FloatFix

	hasFloats bool
	notes     []*footnote
}

// layouter is the state of one layout. It is not safe for concurrent use.
type layouter struct {
	stop     func() error // returns the reason to stop layout, nil to continue
	in       Input
	boxes    []*Box
	warnings []dom.Warning
	missing  []text.Missing
	err      error
	work     work
	depth    int
	metrics  map[metricsKey]text.Metrics
	fit      fitState
	sticky   bool // a box is sticky
	// needsPages is set when content depends on the pages of elements.
	needsPages bool
	hasFloats  bool // a box floats
	kept       []keptBox
	anchors    anchorState
	subgrids   []subgridTracks
	notes      []*footnote
	quirks     bool // the document is in quirks mode
	// quirkyLines is set when inline boxes without text do not contribute to line heights.
	quirkyLines bool
}

const (
	// defaultMaxBoxes bounds the box tree when Input.MaxBoxes is 0.
	defaultMaxBoxes = 20000
	// maxDepth bounds the depth of the box tree, and with it the stack.
	maxDepth = 512
	// maxCached bounds the number of cached results per box.
	maxCached = 16
)

// Layout builds the box tree of a styled document and lays it out on a canvas. It is deterministic on every
// architecture. The error is that of ctx, or names the limit that the document exceeds.
func Layout(ctx context.Context, in Input) (*Result, error) {
	mode := in.Tree.Doc.Mode
	l := &layouter{stop: ctx.Err, in: in, quirks: mode == dom.Quirks, quirkyLines: mode != dom.Standards}
	root, err := l.buildTree()
	if err != nil {
		return nil, fmt.Errorf("building boxes: %w", err)
	}
	l.work.begin(l.boxes)
	canvas := geom.Size{W: geom.Px(in.Width), H: geom.Px(in.Height)}
	if in.PageWidth != nil {
		canvas.W = in.PageWidth("")
	}
	f := l.layoutRoot(root, canvas)
	l.layoutNotes()
	l.restoreStyles()
	if l.sticky {
		screen := geom.Rect{W: canvas.W, H: canvas.H}
		stick(f, geom.Point{}, screen, screen)
	}
	if l.err == nil {
		l.err = ctx.Err() // the text of a line may be incomplete
	}
	if l.err != nil {
		return nil, fmt.Errorf("laying out: %w", l.err)
	}
	return &Result{Root: f, Boxes: l.boxes, Warnings: l.warnings, Missing: l.missing, NeedsPages: l.needsPages, hasFloats: l.hasFloats, notes: l.notes}, nil
}

// layoutRoot lays out the root element in the initial containing block.
func (l *layouter) layoutRoot(root *Box, canvas geom.Size) *Fragment {
	if root == nil {
		return &Fragment{Kind: BoxFragment, FirstBaseline: NoBaseline, LastBaseline: NoBaseline}
	}
	s := Space{Available: canvas, Percent: canvas, NewContext: true}
	page := &Fragment{Kind: BoxFragment, Size: canvas, FirstBaseline: NoBaseline, LastBaseline: NoBaseline}
	if root.IsOutOfFlow() {
		l.addOutOfFlow(page, outOfFlow{Box: root})
		l.placeOutOfFlow(page, canvas, allOutOfFlow)
		return page.Children[0]
	}
	s.ShrinkToFit = root.Kind == OrthogonalBox
	f := *l.layout(root, s)
	m := f.Margin
	x := m.Left
	if startsAtRight(root) {
		x = canvas.W - m.Right - f.Size.W
	}
	if free := canvas.W - f.Size.W - m.Horizontal(); free > 0 && root.Style.Margin[style.Left].IsAuto() {
		x = m.Left + free
		if root.Style.Margin[style.Right].IsAuto() {
			x = m.Left + free/2
		}
	}
	at := geom.Point{X: x, Y: m.Top}.Add(l.relativeOffset(root, canvas))
	f.Offset = at
	// The canvas is the containing block of the remaining boxes.
	for _, o := range f.pending {
		o.Static = o.Static.Add(at)
		page.pending = append(page.pending, o)
	}
	f.pending = nil
	page.Children = []*Fragment{&f} // whose boxes may be anchors
	l.placeOutOfFlow(page, canvas, allOutOfFlow)
	f.Children = append([]*Fragment(nil), f.Children...)
	for _, c := range page.Children[1:] {
		c.Offset = c.Offset.Sub(at)
		f.Children = append(f.Children, c)
	}
	return &f
}

// startsAtRight reports whether the root begins at the right edge of the canvas, by its block direction or else its inline
// direction.
func startsAtRight(root *Box) bool {
	if mode := root.Style.WritingMode; mode != style.HorizontalTB {
		return mode == style.VerticalRL || mode == style.SidewaysRL
	}
	return root.Style.Direction == style.RTL
}

// layout lays out a box as the root of a formatting context in a space and returns its fragment, with used margins
// (auto ones 0) and Offset zero. Results are shared and must not be modified: [layouter.place] puts a copy into a
// parent. It is cached by (b, s).
func (l *layouter) layout(b *Box, s Space) *Fragment {
	s.NewContext = true
	for i := range b.cache.fragments {
		if b.cache.fragments[i].space == s {
			return b.cache.fragments[i].fragment
		}
	}
	if !l.step(b) {
		return l.emptyFragment(b)
	}
	l.depth++
	f := l.dispatch(b, s)
	l.depth--
	if len(b.cache.fragments) >= maxCached {
		b.cache.fragments = b.cache.fragments[:0]
	}
	b.cache.fragments = append(b.cache.fragments, fragmentEntry{s, f})
	return f
}

func (l *layouter) dispatch(b *Box, s Space) *Fragment {
	var f *Fragment
	switch b.Kind {
	case ReplacedBox:
		f = l.layoutReplaced(b, s)
	case FlexBox:
		f = l.layoutFlex(b, s)
	case GridBox:
		f = l.layoutGrid(b, s)
	case TableBox:
		f = l.layoutTable(b, s)
	case MathBox:
		f = l.layoutMath(b, s)
	case RubyBox:
		f = l.layoutRuby(b, 0)
	case OrthogonalBox:
		f = l.layoutOrthogonal(b, s)
	default:
		f = l.layoutBlock(b, s)
	}
	if b.Style.Contain&style.ContainLayout != 0 {
		f.FirstBaseline, f.LastBaseline, f.lineBaseline = NoBaseline, NoBaseline, NoBaseline
	}
	f = l.finish(f)
	if b.isMirrored() {
		f = b.mirror(f)
	}
	return f
}

func (l *layouter) emptyFragment(b *Box) *Fragment {
	return &Fragment{Kind: BoxFragment, Box: b, FirstBaseline: NoBaseline, LastBaseline: NoBaseline, lineBaseline: NoBaseline}
}

// boxCache caches the results of a box by their input.
type boxCache struct {
	sizes     []sizesEntry
	fragments []fragmentEntry
	inline    *inlineContent
	table     *tableGrid
	sensitive uint8 // see heightSensitive: 0 unknown, 1 no, 2 yes
}

type fragmentEntry struct {
	space    Space
	fragment *Fragment
}

package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
)

// Source is a document: markup or a tree; exactly one is set.
type Source struct {
	HTML string
	Tree *dom.Tree
	// CSS is an author style sheet added after those of the document.
	CSS string
}

// Settings holds the canvas and the environment of a render.
type Settings struct {
	// Width and Height are the canvas in CSS pixels; each is 1 to 16384.
	Width, Height int
	// Scale is the number of device pixels per CSS pixel, 1 to 3; 0 means 1.
	Scale float64
	// Locale is a BCP 47 tag: the language of elements that do not specify one.
	Locale string
	// Direction is "ltr", "rtl", "auto" or empty for the document's own.
	Direction string
	Overrides []Override
	Seed      uint32
	// Print selects the medium print instead of screen.
	Print bool
	// Dark is the preferred colour scheme of the viewer: prefers-color-scheme, light-dark() and color-scheme depend on
	// it.
	Dark bool
	// At is the time at which the document's animations are sampled, in seconds; nil selects the time after the finite
	// ones have ended.
	At *float64
	// Viewport is the viewport height for viewport units and media queries, in CSS pixels; 0 means Height.
	Viewport int
	// Paper, if set, paginates the document, for PDF. Width and Height are then the page size without margins, and the
	// medium is print.
	Paper *Paper
	// frames is the number of documents that this one is nested in, as an iframe.
	frames int
}

// Document is a parsed and styled document for one canvas, at one time: after its finite animations have ended, with
// infinite ones at their start. [Document.At] selects another time. It is immutable.
type Document struct {
	engine   *Engine
	settings Settings
	// base has the styles without animations, tree those at the selected time.
	base, tree *style.Tree
	// frame holds the declarations of the animations at that time, containers the sizes that container queries were
	// evaluated with.
	frame   []style.Override
	seconds float64 // the time of Lottie animations and SVG animation elements; negative for the last frame, and the start
	// source is the document without the values of its SVG animation elements, nil if it has none.
	source     *dom.Document
	containers map[dom.NodeID]style.ContainerSize
	// fonts are the opened fonts that font-relative units are resolved with, nil for the bundled ones.
	fonts *font.Set
	// css is the sheet of the source and overrides the declarations of the overrides; tree already includes both.
	css       string
	overrides []style.Override
}

// viewport returns the height of the viewport.
func (s *Settings) viewport() int {
	if s.Viewport > 0 && s.Paper == nil {
		return s.Viewport
	}
	return s.Height
}

// Open parses and styles a document. Malformed markup and style sheets are repaired as browsers do; an [*Error] reports
// an exceeded limit.
func (e *Engine) Open(ctx context.Context, src Source, set Settings) (*Document, error) {
	if set.Scale == 0 {
		set.Scale = 1
	}
	if set.Paper != nil && !set.Paper.Optional {
		set.Width, set.Height = set.Paper.area()
		set.Print = true
	}
	if set.Width < 1 || set.Height < 1 || set.Width > 16384 || set.Height > 16384 {
		return nil, &Error{Rule: "canvas_size", Message: fmt.Sprintf("the canvas is %d × %d; each side is 1 to 16384", set.Width, set.Height)}
	}
	limits := limitsOf(set.Paper != nil)
	doc, err := parse(ctx, src, limits)
	if err != nil {
		return nil, err
	}
	laid, err := applyOverrides(doc, set.Overrides)
	if err != nil {
		return nil, err
	}
	if set.Paper != nil && set.Paper.Optional && !mentionsPage(doc) {
		limits = limitsOf(false)
	}
	if err := limits.check(doc); err != nil {
		return nil, err
	}
	applyDirection(doc, set)
	placeArt(doc, set)
	chooseSources(doc, set)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if src.CSS != "" {
		doc.Sheets = append(doc.Sheets, dom.Sheet{Text: src.CSS, Path: "/css"})
	}
	if set.Paper != nil && set.Paper.Optional {
		if mentionsPage(doc) {
			set.Width, set.Height = set.Paper.area()
			set.Print = true
		} else {
			set.Paper = nil
		}
	}
	svg.ResolveViewport(doc, float64(set.Width), float64(set.viewport()))
	d := &Document{engine: e, settings: set, css: src.CSS, overrides: laid}
	if _, ok := svg.Animation(doc); ok {
		d.source, doc = doc, svg.AnimatedAt(doc, 0)
	}
	if err := d.style(ctx, doc); err != nil {
		return nil, err
	}
	if err := d.chooseCanvas(ctx, doc); err != nil {
		return nil, err
	}
	d.seconds = -1
	if set.At == nil {
		return d, d.restyle(ctx, d.base.SettledFrame())
	}
	d.seconds = *set.At
	return d, d.restyle(ctx, d.base.AnimationFrame(*set.At))
}

// restyle computes the styles with the declarations of CSS animations and, at a time other than the start, the
// attributes of SVG animation elements.
func (d *Document) restyle(ctx context.Context, frame []style.Override) (err error) {
	doc := d.base.Doc
	d.tree, d.frame = d.base, frame
	if d.source != nil && d.seconds > 0 {
		doc = svg.AnimatedAt(d.source, d.seconds)
	}
	if len(frame) == 0 && doc == d.base.Doc {
		return nil
	}
	d.tree, err = d.compute(ctx, doc, frame)
	return err
}

// style computes the styles without animations.
func (d *Document) style(ctx context.Context, doc *dom.Document) (err error) {
	d.base, err = d.compute(ctx, doc, nil)
	d.tree = d.base
	return err
}

// compute computes the styles of doc with the declarations of a frame.
func (d *Document) compute(ctx context.Context, doc *dom.Document, frame []style.Override) (*style.Tree, error) {
	options := d.options(frame)
	options.Stop = ctx.Err
	tree, err := style.Compute(doc, options)
	if err != nil {
		return nil, fmt.Errorf("computing styles: %w", err)
	}
	return tree, nil
}

// chooseCanvas recomputes the styles if the document's @page rules specify another canvas size than the settings.
func (d *Document) chooseCanvas(ctx context.Context, doc *dom.Document) error {
	set := &d.settings
	if set.Paper == nil {
		return nil
	}
	if set.Paper.Optional && d.base.Pages == nil {
		set.Width, set.Height = set.Paper.Width, set.Paper.Height
		set.Paper, set.Print = nil, false
		return d.style(ctx, doc)
	}
	first := d.sheet(layout.PageKind{Name: d.firstPage()})
	w, h := first.area()
	if w == set.Width && h == set.Height {
		return nil
	}
	set.Width, set.Height = w, h
	return d.style(ctx, doc)
}

// mentionsPage reports whether a style sheet of a document may have an @page rule.
func mentionsPage(doc *dom.Document) bool {
	for i := range doc.Sheets {
		if strings.Contains(strings.ToLower(doc.Sheets[i].Text), "@page") {
			return true
		}
	}
	return false
}

// options returns the inputs of style computation; frame is appended to the overrides of the request.
func (d *Document) options(frame []style.Override) style.Options {
	return style.Options{
		Width: d.settings.Width, Height: d.settings.viewport(), Scale: d.settings.Scale, Locale: d.settings.Locale,
		Metrics: &fontMetrics{d.engine, d.fonts}, Print: d.settings.Print, Dark: d.settings.Dark, Containers: d.containers, Overrides: append(d.overrides[:len(d.overrides):len(d.overrides)], frame...),
	}
}

func parse(ctx context.Context, src Source, limits sizeLimits) (*dom.Document, error) {
	var doc *dom.Document
	var err error
	base := "/html"
	if src.Tree != nil {
		base = "/document"
		doc, err = dom.FromTree(src.Tree, base, dom.Limits{MaxNodes: limits.nodes})
	} else {
		doc, err = dom.ParseHTML(src.HTML, dom.Limits{MaxNodes: limits.nodes, Stop: ctx.Err})
	}
	switch {
	case err == nil:
		return doc, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("parsing: %w", ctx.Err())
	case errors.Is(err, dom.ErrTooManyNodes):
		return nil, &Error{Rule: "max_nodes", Path: base, Message: err.Error(), Cause: err}
	case errors.Is(err, dom.ErrTooDeep):
		return nil, &Error{Rule: "max_depth", Path: base, Message: err.Error(), Cause: err}
	}
	return nil, &Error{Rule: "document", Path: base, Message: err.Error(), Cause: err}
}

// sizeLimits bounds a document: its elements, its characters of text, and its nodes and boxes.
type sizeLimits struct{ elements, characters, nodes int }

// limitsOf returns the limits of a document: those of an image, or those of as many pages as a document has at most.
func limitsOf(paged bool) sizeLimits {
	if paged {
		return sizeLimits{elements: 60_000, characters: 2_000_000, nodes: 200_000}
	}
	return sizeLimits{elements: 2_000, characters: 200_000, nodes: 20_000}
}

// notText holds the elements whose text is not rendered: style sheets may embed fonts and images.
var notText = map[string]bool{"style": true, "script": true, "template": true}

// check rejects documents larger than any image or report needs.
func (l sizeLimits) check(doc *dom.Document) error {
	elements, characters := 0, 0
	for i := range doc.Nodes {
		if n := &doc.Nodes[i]; n.Type == dom.Element {
			elements++
		} else if n.Parent == dom.None || !notText[doc.Nodes[n.Parent].Tag] {
			characters += utf8.RuneCountInString(n.Text)
		}
	}
	path := doc.Node(doc.Root).Path
	if elements > l.elements {
		return &Error{Rule: "max_nodes", Path: path, Message: fmt.Sprintf("the document has %d elements; at most %d are drawn", elements, l.elements)}
	}
	if characters > l.characters {
		return &Error{Rule: "max_characters", Path: path, Message: fmt.Sprintf("the document has %d characters of text; at most %d are drawn", characters, l.characters)}
	}
	return nil
}

// applyDirection sets the request's direction and locale on the root element, unless the document specifies them.
func applyDirection(doc *dom.Document, set Settings) {
	root := &doc.Nodes[doc.Root]
	if _, has := root.Attr("dir"); !has && set.Direction != "" && set.Direction != "auto" {
		root.Attrs = append(root.Attrs, dom.Attr{Name: "dir", Value: set.Direction})
	}
	if _, has := root.Attr("lang"); !has && set.Locale != "" {
		root.Attrs = append(root.Attrs, dom.Attr{Name: "lang", Value: set.Locale})
		if doc.Lang == "" {
			doc.Lang = set.Locale
		}
	}
	if set.Direction == "auto" {
		if _, has := root.Attr("dir"); !has {
			body := &doc.Nodes[doc.Body]
			if _, has := body.Attr("dir"); !has {
				body.Attrs = append(body.Attrs, dom.Attr{Name: "dir", Value: "auto"})
			}
		}
	}
}

// Warnings returns the warnings of parsing and styling.
func (d *Document) Warnings() []dom.Warning {
	return append(append(append(append([]dom.Warning(nil), d.tree.Doc.Warnings...), d.tree.Warnings...), d.pageWarnings()...), d.noteWarnings()...)
}

// Title returns the document's title.
func (d *Document) Title() string { return d.tree.Doc.Title }

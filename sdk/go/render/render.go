// Package render renders HTML and CSS to images in the calling process, with the engine of the service: no service, browser,
// network, clock or font of the system takes part, and the same request gives the same bytes on every machine.
//
// The names of this package, what they mean and the rules of their errors stay as they are within a major version of the
// module; new fields have zero values that mean what was before. The packages below modules, which this one stands on,
// change at any time. Bytes change with Version alone, which each release's change log names: what was rendered with one
// Version is rendered the same by every release that has it.
//
// It covers stills and single pages. Animations, paginated PDF, templates with placeholders and brands are the service's
// and the command line's; html/template fills documents here.
package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// Version is the version of the engine: it changes when the bytes of an image do.
const Version = engine.Version

// Format is a file format.
type Format string

// The formats. The default is PNG.
const (
	PNG  Format = "png"
	JPEG Format = "jpeg"
	WebP Format = "webp"
	AVIF Format = "avif"
	GIF  Format = "gif"
	SVG  Format = "svg"
	PDF  Format = "pdf" // one page of the canvas's size
)

// The size of a request that names none, in CSS pixels.
const (
	DefaultWidth  = 1200
	DefaultHeight = 630
	// MaxAutoHeight is the greatest height that Request.AutoHeight leads to.
	MaxAutoHeight = 8192
)

// Options tune a Renderer; the zero value works. They never change a byte of an image.
type Options struct {
	// Workers is how many goroutines draw and encode one image; 0 means 1.
	Workers int
	// CacheBytes bounds the cache of glyphs and static layers; 0 means 24 MiB.
	CacheBytes int
}

// Renderer renders requests. It is safe for concurrent use, and holds nothing that must be closed. One per process
// suffices.
type Renderer struct{ engine *engine.Engine }

// New returns a Renderer.
func New(o Options) *Renderer {
	return &Renderer{engine.New(engine.Options{Workers: o.Workers, CacheBytes: o.CacheBytes})}
}

// Request is one image to render. Exactly one of HTML and Document is set.
type Request struct {
	HTML string
	// Document is a document tree as JSON, as the API takes it.
	Document json.RawMessage
	// CSS is a style sheet over those of the document.
	CSS string
	// Width and Height are the canvas in CSS pixels, 1 to 16384 each; 0 means 1200 and 630.
	Width, Height int
	// AutoHeight makes the canvas as tall as the document: at least Height, which may be 0 then, and at most MaxAutoHeight.
	AutoHeight bool
	// Trim cuts a still image to what is painted: edges that are transparent, or of the background's colour, are left out.
	Trim bool
	// Scale is device pixels per CSS pixel, 1 to 3; 0 means 1.
	Scale  float64
	Format Format
	// Quality is 1 to 100 for JPEG, WebP and AVIF; 0 means 80.
	Quality int
	// Lossless makes WebP and AVIF without loss, Palette a PNG of at most 256 colours.
	Lossless, Palette bool
	// SVGText keeps the text of an SVG as text with embedded subset fonts, for selection and search; false makes it outlines.
	SVGText bool
	// MaxBytes, when set, lowers the quality until the file is no larger.
	MaxBytes int
	// Background is below the document: a CSS colour; "" means transparent, and white in formats without
	// transparency.
	Background string
	// Locale is the language of the text, a BCP 47 tag; Direction is "ltr", "rtl", "auto" or "" for the document's own.
	Locale, Direction string
	// Dark prefers the dark colour scheme.
	Dark bool
	// Seed decides everything random.
	Seed uint32
	// At is the moment of the document's animations that is shown, in seconds; nil means after the finite ones.
	At *float64
	// Files holds the images and fonts that the document names by relative addresses; nil means none. Addresses with a
	// scheme other than data are never read.
	Files fs.FS
}

// Image is a rendered file.
type Image struct {
	Bytes       []byte
	ContentType string
	// Width and Height are in device pixels, of SVG and PDF in CSS pixels.
	Width, Height int
	// Warnings are what the document asks for and the engine does not draw, images that could not be read, and
	// characters without a glyph.
	Warnings []Warning
}

// Warning is a remark about a document. Code is stable.
type Warning struct{ Code, Path, Message string }

// Error is a request that cannot be rendered. Rule is stable; Path is a JSON Pointer into the request of the API, "" where
// there is none.
type Error struct{ Rule, Path, Message string }

// Error implements error.
func (e *Error) Error() string {
	return "render: " + strings.TrimPrefix(e.Path+": "+e.Message, ": ")
}

func invalid(rule, path, format string, args ...any) error {
	return &Error{rule, path, fmt.Sprintf(format, args...)}
}

// Render renders one image. The error is an *Error for a request that cannot be rendered, and that of ctx when it ended.
func (r *Renderer) Render(ctx context.Context, in Request) (*Image, error) {
	out, err := output(&in)
	if err != nil {
		return nil, err
	}
	src, err := source(&in)
	if err != nil {
		return nil, err
	}
	set := engine.Settings{Width: in.Width, Height: in.Height, Scale: in.Scale, Locale: in.Locale, Direction: in.Direction, Seed: in.Seed, Dark: in.Dark, At: in.At}
	if set.Width == 0 && set.Height == 0 {
		set.Width, set.Height = DefaultWidth, DefaultHeight
		if in.AutoHeight {
			set.Height = 0
		}
	}
	files := folder{in.Files}
	if in.AutoHeight {
		if set.Width == 0 {
			set.Width = DefaultWidth
		}
		set.Height = max(set.Height, 1)
		viewport := set.Height
		if set.Height, err = r.engine.FitHeight(ctx, src, set, files, MaxAutoHeight); err != nil {
			return nil, refused(err)
		}
		set.Viewport = viewport
	}
	doc, err := r.engine.Open(ctx, src, set)
	if err != nil {
		return nil, refused(err)
	}
	drawn, err := doc.Draw(ctx, files)
	if err != nil {
		return nil, refused(err)
	}
	defer drawn.Close()
	file, err := r.engine.Encode(ctx, drawn, out)
	if err != nil {
		return nil, refused(err)
	}
	return &Image{Bytes: file.Bytes, ContentType: contentTypes[in.Format], Width: file.Width, Height: file.Height, Warnings: warnings(drawn)}, nil
}

var contentTypes = map[Format]string{"": "image/png", PNG: "image/png", JPEG: "image/jpeg", WebP: "image/webp", AVIF: "image/avif", GIF: "image/gif",
	SVG: "image/svg+xml", PDF: "application/pdf"}

// output checks the members of a request that decide the file.
func output(in *Request) (engine.Output, error) {
	o := engine.Output{Quality: in.Quality, Lossless: in.Lossless, Palette: in.Palette, MaxBytes: in.MaxBytes, Trim: in.Trim, SVGText: in.SVGText}
	switch in.Format {
	case PNG, "":
		o.Format = encode.PNG
	case JPEG:
		o.Format = encode.JPEG
	case WebP:
		o.Format = encode.WebP
	case AVIF:
		o.Format = encode.AVIF
	case GIF:
		o.Format = encode.GIF
	case SVG:
		o.Vector = engine.SVG
	case PDF:
		o.Vector = engine.PDF
	default:
		return o, invalid("enum", "/outputs/0/format", "%q is not a format; use png, jpeg, webp, avif, gif, svg or pdf", in.Format)
	}
	if in.Quality < 0 || in.Quality > 100 {
		return o, invalid("quality", "/outputs/0/quality", "the quality is %d; it is 1 to 100", in.Quality)
	}
	if in.Trim && o.Vector != engine.NoVector {
		return o, invalid("trim_needs_pixels", "/outputs/0/trim", "trim is for still images in pixels")
	}
	if in.SVGText && o.Vector != engine.SVG {
		return o, invalid("svg_needs_svg", "/outputs/0/svg", "svg is for SVG outputs only")
	}
	if (in.Width == 0) != (in.Height == 0) && !in.AutoHeight {
		return o, invalid("size", "/outputs/0", "width and height are given together")
	}
	if in.Background != "" {
		var ok bool
		if o.Background, ok = engine.ParseColor(in.Background); !ok {
			return o, invalid("color", "/outputs/0/background", "%q is not a CSS colour, such as #FFF, white or rgb(0 0 0 / 50%%)", in.Background)
		}
	}
	return o, nil
}

// source returns the document of a request.
func source(in *Request) (engine.Source, error) {
	src := engine.Source{HTML: in.HTML, CSS: in.CSS}
	if (in.HTML == "") == (len(in.Document) == 0) {
		return src, invalid("one_of", "", "exactly one of HTML and Document is needed")
	}
	if len(in.Document) > 0 {
		var err error
		if src.Tree, err = dom.ParseTree(in.Document, "/document"); err != nil {
			return src, refused(err)
		}
	}
	return src, nil
}

// refused converts an error of the engine to one of this package.
func refused(err error) error {
	var e *engine.Error
	switch {
	case errors.As(err, &e):
		return &Error{e.Rule, e.Path, e.Message}
	case errors.Is(err, dom.ErrTree):
		at, message, _ := strings.Cut(strings.TrimPrefix(err.Error(), dom.ErrTree.Error()+": "), ": ")
		return &Error{"document", at, message}
	case errors.Is(err, encode.ErrOptions), errors.Is(err, encode.ErrSize), errors.Is(err, encode.ErrMaxBytes):
		return &Error{"output", "/outputs/0", err.Error()}
	}
	return err
}

func warnings(p *engine.Drawing) []Warning {
	var list []Warning
	for _, w := range p.Warnings {
		list = append(list, Warning{w.Code, w.Path, w.Message})
	}
	for _, m := range p.Missing {
		list = append(list, Warning{"image_missing", "", "The image " + clip(m.URL) + " could not be read."})
	}
	if len(p.Glyphs) > 0 {
		list = append(list, Warning{"missing_glyph", "", fmt.Sprintf("No font has a glyph for %q.", string(p.Glyphs))})
	}
	return list
}

// clip limits the length of an address quoted in a warning.
func clip(s string) string {
	if len(s) > 120 {
		return s[:120] + "…"
	}
	return s
}

// folder is an engine.Files backed by a file system.
type folder struct{ files fs.FS }

// File implements engine.Files.
func (f folder) File(address string) ([]byte, bool) {
	u, err := url.Parse(address)
	if f.files == nil || err == nil && (u.Scheme != "" || u.Host != "") || err != nil && strings.Contains(address, ":") {
		return nil, false
	}
	// A file whose name is the reference as written takes precedence, as in the command line: 100%.png is no URL.
	written, _, _ := strings.Cut(address, "?")
	names := []string{written}
	if err == nil {
		names = append(names, u.Path)
	}
	for _, name := range names {
		if data, err := fs.ReadFile(f.files, strings.TrimPrefix(path.Clean("/"+name), "/")); err == nil {
			return data, true
		}
	}
	return nil, false
}

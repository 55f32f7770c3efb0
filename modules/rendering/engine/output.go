package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
)

// Output specifies the file format of an image.
type Output struct {
	Format encode.Format
	// Vector, if set, replaces Format; only MaxBytes, Background, PDF and SVGText of the other fields then apply.
	Vector VectorFormat
	// Quality, Lossless, Palette, Smallest and MaxBytes are as in [encode.Options].
	Quality  int
	Lossless bool
	Palette  bool
	Smallest bool
	// Trim removes the edges of an image that are transparent or of the background's colour.
	Trim     bool
	MaxBytes int
	// PDF selects conformance and attachments of a PDF; nil for neither.
	PDF *PDFOptions
	// SVGText keeps the text of an SVG as text with embedded subset fonts; false converts it to outlines.
	SVGText bool
	// Background is painted below the document; nil means none, and white in formats without alpha.
	Background *display.Color
}

// PDFOptions selects the conformance and the attachments of a PDF.
type PDFOptions struct {
	Standard *vector.Standard
	Files    []vector.Attachment
	// Intent is the printing condition that the file is made for, nil for none.
	Intent *vector.Intent
	// Forms converts the document's controls to form fields.
	Forms bool
}

// File is an encoded file.
type File struct {
	Bytes []byte
	// Width and Height are in device pixels; of vector files in CSS pixels.
	Width, Height int
	// Pages is the number of pages of a PDF, 0 for other formats.
	Pages int
	// Frames is the number of frames of an animated file, 0 for others.
	Frames int
	// Warnings reports what the format could not express.
	Warnings []dom.Warning
}

// Encode draws an image's display list and encodes it as a file. An image may be encoded many times.
func (e *Engine) Encode(ctx context.Context, p *Drawing, o Output) (*File, error) {
	if o.Vector != NoVector {
		return e.encodeVector(ctx, p, o)
	}
	pm, err := e.drawn(ctx, p, raster.Options{
		Background: o.Background, Memory: e.canvases.take, Indexed: (o.Format == encode.PNG || o.Format == encode.WebP) && o.MaxBytes == 0 && !o.Trim,
	})
	if err != nil {
		return nil, err
	}
	memory := pm.Memory()
	if o.Trim {
		if pm, err = e.trim(ctx, p, pm, o.Background); err != nil {
			e.canvases.put(memory)
			return nil, err
		}
	}
	// No encoder retains the pixels.
	defer e.canvases.put(memory)
	data, err := encode.Encode(ctx, pm, encode.Options{
		Format: o.Format, Quality: o.Quality, Lossless: o.Lossless, Palette: o.Palette, Smallest: o.Smallest,
		Background: o.Background, MaxBytes: o.MaxBytes, Workers: e.workers, Memo: &e.stripes,
	})
	switch {
	case errors.Is(err, encode.ErrMaxBytes):
		return nil, &Error{Rule: "max_bytes_unreachable", Message: err.Error(), Cause: err}
	case errors.Is(err, encode.ErrOptions), errors.Is(err, encode.ErrSize):
		return nil, &Error{Rule: "format_limit", Message: err.Error(), Cause: err}
	case err != nil:
		return nil, err
	}
	return &File{Bytes: data, Width: pm.Width, Height: pm.Height}, nil
}

// Pixels draws an image's display list.
func (e *Engine) Pixels(ctx context.Context, p *Drawing, background *display.Color) (*raster.Pixmap, error) {
	return e.pixelsInto(ctx, p, raster.Options{Background: background}, nil)
}

// pixelsInto draws an image's display list into memory if that is large enough; the pixmap then owns it.
func (e *Engine) pixelsInto(ctx context.Context, p *Drawing, o raster.Options, memory []byte) (*raster.Pixmap, error) {
	o.Memory = func(int) *raster.Canvas { return &raster.Canvas{Bytes: memory} }
	return e.drawn(ctx, p, o)
}

// complexityError converts an error about a list that is too expensive to draw, naming the element with the largest share.
func (p *Drawing) complexityError(err error, list *display.List) error {
	e := &Error{Rule: "max_complexity", Message: "the document draws more than one image may; use fewer or simpler shapes, glyphs and layers", Cause: err}
	if errors.As(err, &e.Limit) {
		e.Message = e.Limit.Error()
		if node := list.NodeAt(e.Limit.Op - 1); e.Limit.Op > 0 && node > 0 && p.doc != nil {
			e.Path = p.doc.Node(dom.NodeID(node - 1)).Path
		}
	}
	return e
}

// drawn draws an image's display list with the options o.
func (e *Engine) drawn(ctx context.Context, p *Drawing, o raster.Options) (*raster.Pixmap, error) {
	o.Scale, o.Workers, o.Cache = p.settings.Scale, e.workers, e.pixels
	pm, err := raster.Draw(ctx, p.List, o)
	switch {
	case err == nil:
		return pm, nil
	case errors.Is(err, raster.ErrTooLarge):
		return nil, &Error{Rule: "max_pixels", Message: fmt.Sprintf("the image has more than %d million device pixels, which the engine does not draw", raster.MaxPixels/1_000_000), Cause: err}
	case errors.Is(err, raster.ErrTooComplex):
		return nil, p.complexityError(err, p.List)
	case errors.Is(err, raster.ErrTooDeep):
		return nil, &Error{Rule: "max_layers", Message: "elements with opacity, filters or blend modes are nested too deep", Cause: err}
	}
	return nil, fmt.Errorf("drawing: %w", err)
}

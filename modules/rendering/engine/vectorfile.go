package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/codec/deflate"
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
)

// VectorFormat is a vector file format.
type VectorFormat uint8

// The vector formats; the zero value is none.
const (
	NoVector VectorFormat = iota
	SVG
	PDF
)

// partQuality is the JPEG quality of the rasterised parts of a PDF: at it they differ from the image by less than renderers do.
const partQuality = 92

// compress compresses text with high effort: it is short, and most of the content of a text-heavy file.
func compress(data []byte, pixel, row int) []byte {
	if row == 0 && pixel == 1 && len(data) < 1<<20 {
		return deflate.BestZlib(data)
	}
	return deflate.Zlib(data, pixel, row)
}

// encodeVector encodes an image's display list without rasterizing it.
func (e *Engine) encodeVector(ctx context.Context, p *Drawing, o Output) (*File, error) {
	options := vector.Options{
		Scale: p.settings.Scale, Background: o.Background, Compress: compress,
		PNG: func(ctx context.Context, pm *raster.Pixmap) ([]byte, error) {
			return encode.Encode(ctx, pm, encode.Options{Format: encode.PNG, Workers: e.workers})
		},
		JPEG: func(ctx context.Context, pm *raster.Pixmap) ([]byte, error) {
			return encode.Encode(ctx, pm, encode.Options{Format: encode.JPEG, Quality: partQuality, Workers: e.workers})
		},
	}
	f := &File{Width: p.List.Width, Height: p.List.Height}
	var err error
	var broken *vector.StandardError
	switch o.Vector {
	case SVG:
		options.Text = o.SVGText
		if p.doc != nil {
			options.Tags = p.tag
			p.metadata(&options)
		}
		f.Bytes, err = vector.SVG(ctx, p.List, options)
	case PDF:
		pages := p.pages
		if pages == nil {
			pages = []*display.List{p.List}
		}
		f.Pages = len(pages)
		f.Width, f.Height = pages[0].Width, pages[0].Height
		p.describe(&options)
		options.Warn = func(message string) {
			f.Warnings = append(f.Warnings, dom.Warning{Code: "unsupported_value", Path: "/css", Message: message})
		}
		if o.PDF != nil {
			options.Standard, options.Files, options.Intent = o.PDF.Standard, o.PDF.Files, o.PDF.Intent
			if o.PDF.Forms {
				if pages, options.Fields, err = p.fields(pages); err != nil {
					return nil, err
				}
				options.Tags = p.formTag
			}
		}
		f.Bytes, err = vector.PDF(ctx, pages, options)
	default:
		return nil, &Error{Rule: "format_limit", Message: "unknown vector format"}
	}
	switch {
	case errors.Is(err, raster.ErrTooComplex):
		return nil, p.complexityError(err, p.List)
	case errors.Is(err, raster.ErrTooDeep), errors.Is(err, vector.ErrTooDeep):
		return nil, &Error{Rule: "max_layers", Message: "elements with opacity, filters or blend modes are nested too deep", Cause: err}
	case errors.As(err, &broken):
		return nil, &Error{Rule: "pdf_standard", Message: broken.Message, Cause: err}
	case err != nil:
		return nil, fmt.Errorf("writing a vector file: %w", err)
	}
	if o.MaxBytes > 0 && len(f.Bytes) > o.MaxBytes {
		return nil, &Error{Rule: "max_bytes_unreachable", Message: fmt.Sprintf("the file has %d bytes and vector files have no lower quality", len(f.Bytes))}
	}
	return f, nil
}

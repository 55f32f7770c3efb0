package draw

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/platenhq/platen/modules/rendering/internal/request"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// WritePixels encodes 8-bit RGBA with straight alpha as a PNG file, with the test mark if marked.
func WritePixels(ctx context.Context, e *engine.Engine, pix []byte, width, height int, marked bool) ([]byte, error) {
	if len(pix) != 4*width*height {
		return nil, fmt.Errorf("%d bytes are not %d × %d pixels", len(pix), width, height)
	}
	pm := &raster.Pixmap{Width: width, Height: height, Pix: pix, Opaque: true}
	for k := 3; k < len(pix); k += 4 {
		if pix[k] != 255 {
			pm.Pix, pm.Opaque = premultiplied(pix), false
			break
		}
	}
	file, err := encode.Encode(ctx, pm, encode.Options{Format: encode.PNG})
	if err != nil || !marked {
		return file, err
	}
	layout, err := e.Photo(ctx, file, width, height, 1)
	if err != nil {
		return nil, err
	}
	out, err := e.Encode(ctx, e.Watermark(layout), engine.Output{Format: encode.PNG})
	if err != nil {
		return nil, err
	}
	return out.Bytes, nil
}

// MarkSVG adds the test mark to an SVG file.
func MarkSVG(ctx context.Context, e *engine.Engine, svg []byte, width, height int) ([]byte, error) {
	end := bytes.LastIndex(svg, []byte("</svg>"))
	if end < 0 {
		return nil, fmt.Errorf("marking an SVG: it has no end tag")
	}
	mark, err := e.Mark(ctx, width, height)
	if err != nil {
		return nil, fmt.Errorf("marking an SVG: %w", err)
	}
	return slices.Concat(svg[:end], []byte(mark), svg[end:]), nil
}

// FitImage decodes an untrusted image file under the limits of a render and returns 8-bit RGBA with straight alpha of
// the given size: the image scaled to cover it and cropped to the centre. A file that is not an image is an
// [*engine.Error].
func FitImage(ctx context.Context, e *engine.Engine, file []byte, width, height int) (pix []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = request.Recovered(v)
		}
	}()
	if _, err := engine.InspectImage(ctx, file); err != nil {
		return nil, err
	}
	const name = "image:"
	html := fmt.Sprintf(`<body style="margin:0"><img src="%s" style="display:block;width:%dpx;height:%dpx;object-fit:cover">`, name, width, height)
	doc, err := e.Open(ctx, engine.Source{HTML: html}, engine.Settings{Width: width, Height: height})
	if err != nil {
		return nil, err
	}
	layout, err := doc.Draw(ctx, oneFile{name, file})
	if err != nil {
		return nil, err
	}
	defer layout.Close()
	if len(layout.Missing) > 0 {
		return nil, &engine.Error{Rule: "image_invalid", Message: "The image cannot be shown."}
	}
	pm, err := e.Pixels(ctx, layout, nil)
	if err != nil {
		return nil, err
	}
	return straight(pm.Pix), nil
}

// oneFile is an engine.Files with a single file.
type oneFile struct {
	name string
	data []byte
}

func (f oneFile) File(url string) ([]byte, bool) { return f.data, url == f.name }

// premultiplied returns a copy of RGBA with alpha multiplied into the colours.
func premultiplied(pix []byte) []byte {
	out := slices.Clone(pix)
	for k := 0; k+3 < len(out); k += 4 {
		a := int(out[k+3])
		for j := range 3 {
			out[k+j] = byte((int(out[k+j])*a + 127) / 255)
		}
	}
	return out
}

// straight converts premultiplied to straight alpha, in place.
func straight(pix []byte) []byte {
	for k := 0; k+3 < len(pix); k += 4 {
		a := int(pix[k+3])
		if a == 0 || a == 255 {
			continue
		}
		for j := range 3 {
			pix[k+j] = byte(min(255, (int(pix[k+j])*255+a/2)/a))
		}
	}
	return pix
}

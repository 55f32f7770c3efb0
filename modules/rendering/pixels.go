package rendering

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// WritePixels writes straight 8-bit RGBA as a PNG file, with the test mark over it when marked.
func (m *Module) WritePixels(ctx context.Context, pix []byte, width, height int, marked bool) ([]byte, error) {
	return WritePixels(ctx, m.engine, pix, width, height, marked)
}

// WritePixels is the method of the same name without a service.
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
	pic, err := e.Photo(ctx, file, width, height, 1)
	if err != nil {
		return nil, err
	}
	out, err := e.Encode(ctx, e.Watermark(pic), engine.Output{Format: encode.PNG})
	if err != nil {
		return nil, err
	}
	return out.Bytes, nil
}

// MarkSVG puts the test mark over an SVG file.
func (m *Module) MarkSVG(ctx context.Context, svg []byte, width, height int) ([]byte, error) {
	return MarkSVG(ctx, m.engine, svg, width, height)
}

// MarkSVG is the method of the same name without a service.
func MarkSVG(ctx context.Context, e *engine.Engine, svg []byte, width, height int) ([]byte, error) {
	end := bytes.LastIndex(svg, []byte("</svg>"))
	if end < 0 {
		return nil, fmt.Errorf("marking an SVG: it does not end")
	}
	mark, err := e.Mark(ctx, width, height)
	if err != nil {
		return nil, fmt.Errorf("marking an SVG: %w", err)
	}
	return slices.Concat(svg[:end], []byte(mark), svg[end:]), nil
}

// FitPicture decodes an untrusted picture file under the limits of a render and returns straight 8-bit RGBA of the
// size asked for: the picture scaled to cover it, its middle kept. An [*engine.Error] says that it is no picture.
func (m *Module) FitPicture(ctx context.Context, file []byte, width, height int) (pix []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = recovered(v)
		}
	}()
	if _, err := engine.InspectPicture(ctx, file); err != nil {
		return nil, err
	}
	const name = "picture:"
	html := fmt.Sprintf(`<body style="margin:0"><img src="%s" style="display:block;width:%dpx;height:%dpx;object-fit:cover">`, name, width, height)
	doc, err := m.engine.Open(ctx, engine.Source{HTML: html}, engine.Settings{Width: width, Height: height})
	if err != nil {
		return nil, err
	}
	pic, err := doc.Draw(ctx, oneFile{name, file})
	if err != nil {
		return nil, err
	}
	if len(pic.Missing) > 0 {
		return nil, &engine.Error{Rule: "image_invalid", Message: "The picture cannot be shown."}
	}
	pm, err := m.engine.Pixels(ctx, pic, nil)
	if err != nil {
		return nil, err
	}
	return straight(pm.Pix), nil
}

// oneFile is an engine.Files of one file.
type oneFile struct {
	name string
	data []byte
}

func (f oneFile) File(url string) ([]byte, bool) { return f.data, url == f.name }

// premultiplied returns a copy of straight RGBA with alpha multiplied in.
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

// straight undoes premultiplied, in place.
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

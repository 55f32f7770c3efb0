package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// ImageFacts describes an image file. Width and Height are in pixels, 0 for an
// SVG without a size.
type ImageFacts struct {
	MIMEType      string
	Width, Height int
}

var pictureTypes = map[image.Format]string{
	image.PNG: "image/png", image.JPEG: "image/jpeg", image.WebP: "image/webp", image.GIF: "image/gif", image.AVIF: "image/avif", image.BMP: "image/bmp", image.ICO: "image/x-icon",
	image.SVG: "image/svg+xml",
}

// InspectImage decodes an untrusted image with the limits of a render. An [*Error] reports why it would be rejected. An
// SVG with scripts, event handlers, embedded documents or external references is rejected, although it could be drawn
// without them.
func InspectImage(ctx context.Context, data []byte) (ImageFacts, error) {
	format := image.Sniff(data)
	facts := ImageFacts{MIMEType: pictureTypes[format]}
	if format == image.SVG {
		v, _, err := svg.Parse(data, svg.Limits{Strict: true}, svg.Context{Text: text.NewEngine(), Fonts: font.Bundled()})
		if err != nil {
			return facts, svgRefusal(err)
		}
		if n := v.Natural(); n.HasWidth && n.HasHeight {
			facts.Width, facts.Height = int(n.Width.Float()), int(n.Height.Float())
		}
		return facts, nil
	}
	b, err := image.Decode(ctx, data, image.Limits{})
	switch {
	case err != nil && ctx.Err() != nil:
		return facts, fmt.Errorf("reading the image: %w", ctx.Err())
	case errors.Is(err, image.ErrUnsupported):
		return facts, &Error{Rule: "image_unsupported", Message: "The file is not an image that can be drawn: " + err.Error() + ".", Cause: err}
	case errors.Is(err, image.ErrTooLarge):
		return facts, &Error{Rule: "image_too_large", Message: "The image is too large: " + err.Error() + ".", Cause: err}
	case err != nil:
		return facts, &Error{Rule: "image_invalid", Message: "The image cannot be read: " + err.Error() + ".", Cause: err}
	}
	facts.Width, facts.Height = b.Width, b.Height
	return facts, nil
}

// svgRefusal returns the rule that an SVG violates, and the offending element.
func svgRefusal(err error) *Error {
	var f *svg.Forbidden
	switch {
	case errors.As(err, &f):
		return &Error{Rule: "svg_forbidden", Element: f.Element, Message: "The SVG is not accepted: " + err.Error() + ".", Cause: err}
	case errors.Is(err, svg.ErrForbidden):
		return &Error{Rule: "svg_forbidden", Message: "The SVG is not accepted: " + err.Error() + ".", Cause: err}
	case errors.Is(err, svg.ErrTooLarge):
		return &Error{Rule: "svg_too_large", Message: "The SVG is too large: " + err.Error() + ".", Cause: err}
	}
	return &Error{Rule: "image_invalid", Message: "The SVG cannot be read: " + err.Error() + ".", Cause: err}
}

// InspectFont opens an untrusted font file with the limits of a render. An [*Error] reports why it would be rejected.
func InspectFont(data []byte) (font.Description, error) {
	d, err := font.Describe(data)
	switch {
	case errors.Is(err, font.ErrTooLarge):
		return d, &Error{Rule: "font_too_large", Message: "The font is too large: " + err.Error() + ".", Cause: err}
	case err != nil:
		return d, &Error{Rule: "font_invalid", Message: fmt.Sprintf("The file is not a usable font: %v.", err), Cause: err}
	}
	return d, nil
}

package bridge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// Backgrounds draws the images of <ai-background> elements, for the rendering module and
// the command line.
type Backgrounds struct{}

// Draw returns the PNG file that an address of a background describes: the same bytes forever.
func (Backgrounds) Draw(ctx context.Context, address string) (file []byte, warnings []string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the generator panicked: %v", v)
		}
	}()
	r, err := art.ParseAddress(address)
	if err != nil {
		return nil, nil, err
	}
	p, err := art.Generate(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if !p.Opaque {
		return nil, nil, errors.New("a background is not opaque")
	}
	for _, w := range p.Warnings {
		warnings = append(warnings, w.Message)
	}
	file, err = encode.Encode(ctx, &raster.Pixmap{Width: p.Width, Height: p.Height, Pix: p.Pix, Opaque: true}, encode.Options{Format: encode.PNG})
	return file, warnings, err
}

// File is Draw as an engine.Files; ok is false for addresses that describe no background.
func (b Backgrounds) File(address string) ([]byte, bool) {
	if !strings.HasPrefix(address, art.AddressScheme) {
		return nil, false
	}
	file, _, err := b.Draw(context.Background(), address)
	return file, err == nil
}

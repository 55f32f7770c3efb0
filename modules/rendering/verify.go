package rendering

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// ErrPinned says that a file was drawn by a browser or a model: its result is pinned by the request and kept, and
// cannot be made again byte for byte elsewhere.
var ErrPinned = errors.New("the file is pinned, not computed; its signature is all that can be verified")

// Rerender makes the file of a receipt again from its request, without a
// service. files hands out what the receipt lists as inputs.
func Rerender(ctx context.Context, e *engine.Engine, req *Request, r *Receipt, files engine.Files) (*engine.File, error) {
	if r.Engine.Name == browserName {
		return nil, fmt.Errorf("%w: %s drew it", ErrPinned, r.Engine.Version)
	}
	if r.Engine.Version != engine.Version {
		return nil, fmt.Errorf("the receipt is of engine %s and this is %s", r.Engine.Version, engine.Version)
	}
	outputs, details := resolveOutputs(req.Outputs)
	if len(details) > 0 {
		return nil, fault.Rules(details...)
	}
	for i := range outputs {
		o := &outputs[i]
		if o.Name != r.Output.Name {
			continue
		}
		doc, err := openOutput(ctx, e, req, o, r.Seed)
		if err != nil {
			return nil, err
		}
		pic, err := doc.Draw(ctx, files)
		if err != nil {
			return nil, err
		}
		return film{engine: e}.encode(ctx, o, doc, pic, files, r.Watermarked)
	}
	return nil, fmt.Errorf("the request has no output named %q", r.Output.Name)
}

// settings are what the engine opens a request's document with for this output.
func (o *Output) settings(req *Request, seed int32) engine.Settings {
	return engine.Settings{
		Width: o.Width, Height: o.Height, Scale: o.Scale, Locale: req.Locale, Direction: req.Direction,
		Overrides: req.Overrides, Seed: uint32(seed), Paper: o.Paper,
	}
}

// encoding is how the engine writes this output.
func (o *Output) encoding() engine.Output {
	return engine.Output{
		Format: formats[o.Format].encode, Vector: formats[o.Format].vector, Quality: o.Quality, Lossless: o.Lossless, Palette: o.Palette, MaxBytes: o.MaxBytes, Background: o.Background,
	}
}

// SHA256 returns the hex hash of a file.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

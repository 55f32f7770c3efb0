package draw

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// ErrPinned reports that a file was made by a browser or a model: its result is pinned by the request and stored, and
// cannot be reproduced byte for byte elsewhere.
var ErrPinned = errors.New("the file is pinned, not computed; its signature is all that can be verified")

// Original describes how a file was rendered, from its receipt.
type Original struct {
	EngineName, EngineVersion string
	Output                    string // its name
	Seed                      int32
	Watermarked               bool
}

// Rerender renders the file of a receipt again from its request, without a service. files holds the inputs of the
// receipt. It does not support mp4.
func Rerender(ctx context.Context, e *engine.Engine, req *request.Request, o Original, files engine.Files) (*engine.File, error) {
	return encoder{engine: e}.rerender(ctx, req, o, files)
}

// Rerender renders the file of a receipt again from its request. files holds the inputs of the receipt.
func (e *Engines) Rerender(ctx context.Context, req *request.Request, o Original, files engine.Files) (*engine.File, error) {
	return e.encoder.rerender(ctx, req, o, files)
}

func (e encoder) rerender(ctx context.Context, req *request.Request, of Original, files engine.Files) (*engine.File, error) {
	if of.EngineName == plan.Browser {
		return nil, fmt.Errorf("%w: %s drew it", ErrPinned, of.EngineVersion)
	}
	if of.EngineVersion != engine.Version {
		return nil, fmt.Errorf("the receipt is of engine %s and this is %s", of.EngineVersion, engine.Version)
	}
	outputs, details := request.ResolveOutputs(req.Outputs, request.MostPixels)
	if len(details) > 0 {
		return nil, fault.Rules(details...)
	}
	for i := range outputs {
		o := &outputs[i]
		if o.Name != of.Output {
			continue
		}
		doc, err := openOutput(ctx, e.engine, req, o, of.Seed)
		if err != nil {
			return nil, err
		}
		layout, err := doc.Draw(ctx, files)
		if err != nil {
			return nil, err
		}
		defer layout.Close()
		return e.encode(ctx, &opened{o, doc, layout, files, of.Watermarked, nil})
	}
	return nil, fmt.Errorf("the request has no output named %q", of.Output)
}

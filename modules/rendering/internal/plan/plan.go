package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Plan is a request with every decision needed for its render. It is immutable after Build.
type Plan struct {
	// Original is the request as the caller sent it. Request is the same with its template filled in and the tokens of its
	// brand kit in its style sheet: it references nothing mutable.
	Original, Request *request.Request
	Outputs           []request.Output
	Hash              string // sha256:… of Request
	Seed              int32
	Credits           int // cost of a live render
	Frames            int // of all animations
	Pins              Pins
	BrandID           string // the brand that the render belongs to, "" if there is none
	Engine            Engine
	Overridden        []string // the rules of broken locks that an approval must permit
	Warnings          []request.Warning

	kit *Kit // nil if there is none
}

// Builder builds plans. It is safe for concurrent use; every field is required.
type Builder struct {
	Templates Templates
	Brands    Brands
	Fonts     Fonts
	Policy    Policy
	Overrides Overrides
	Engines   Engines
	// Decode decodes Request.Wire.
	Decode func(wire []byte) (*request.Request, error)
	// MaxPixels is the limit of the pixels of one output, 0 for [request.DefaultPixels].
	MaxPixels int
}

// Options configures Build.
type Options struct {
	// ApproveLocks accepts a request that breaks locks of its brand kit, subject to approval, if a policy permits it
	// (lock.override); otherwise the request is rejected.
	ApproveLocks bool
	// Unowned is set when nothing of the render is stored, so that it belongs to no brand.
	Unowned bool
	// Stored holds the decisions made when the request was queued, nil for a new request.
	Stored *Stored
}

// Stored is the part of a plan that was decided and stored when a job was queued.
type Stored struct {
	Hash     string
	Seed     int32
	BrandID  string
	Engine   string
	Pins     Pins
	Warnings []request.Warning
}

// Build resolves a request and applies its checks, from its references to its policies (semantics: steps 10 and 11); each
// step reports every broken rule. It opens the documents of the resolved outputs with open.
//
// When a check after the resolution fails, Build returns the plan as far as it was built, with the error; before that the
// plan is nil.
func (b *Builder) Build(ctx context.Context, original *request.Request, o Options, open func(*Plan) Documents) (*Plan, error) {
	p := &Plan{Original: original}
	if err := b.findReferences(ctx, p, o.Unowned); err != nil {
		return nil, err
	}
	outputs, details := request.ResolveOutputs(original.Outputs, b.MaxPixels)
	p.Outputs = outputs
	details = append(details, b.checkEngine(original, outputs)...)
	details = append(details, CheckFormats(outputs, b.Engines.Formats())...)
	details = append(details, request.CheckOverrides(original)...)
	if p.Request = original; o.Stored == nil { // a stored request is resolved: fonts uploaded in the meantime do not change it
		found, err := b.resolve(ctx, p)
		if err != nil {
			return nil, err
		}
		details = append(details, found...)
	}
	if len(details) > 0 {
		return nil, fault.Rules(details...)
	}
	if s := o.Stored; s != nil {
		p.Hash, p.Seed = s.Hash, s.Seed
	} else {
		sum := sha256.Sum256(p.Request.Canonical)
		p.Hash, p.Seed = "sha256:"+hex.EncodeToString(sum[:]), request.SeedOf(original, sum)
	}
	docs := open(p)
	if err := docs.FetchUploads(ctx); err != nil {
		return nil, err
	}
	for i := range outputs {
		if o := &outputs[i]; o.AutoHeight {
			if err := docs.Fit(ctx, i); err != nil {
				return nil, err
			}
			o.Height, o.Viewport = docs.Output(i).Height, docs.Output(i).Viewport
		}
		times, frames, found, err := measure(ctx, p, docs, i)
		if err != nil {
			return nil, err
		}
		details = append(details, found...)
		p.Frames += frames
		p.Credits += outputs[i].Credits(times)
	}
	if len(details) > 0 {
		return p, fault.Rules(details...)
	}
	if err := b.chooseEngine(ctx, p, docs); err != nil {
		return p, err
	}
	if err := checkAssertions(ctx, p, docs); err != nil {
		return p, err
	}
	if err := b.checkLocks(ctx, p, docs, o.ApproveLocks); err != nil {
		return p, err
	}
	if err := b.checkPolicy(ctx, p, docs); err != nil {
		return p, err
	}
	if s := o.Stored; s != nil {
		p.BrandID, p.Pins, p.Warnings = s.BrandID, s.Pins, s.Warnings
		b.keepEngine(p, s.Engine)
	}
	return p, nil
}

// WithOutput returns a copy of the plan with output i replaced.
func (p *Plan) WithOutput(i int, o request.Output) *Plan {
	out := *p
	out.Outputs = slices.Clone(p.Outputs)
	out.Outputs[i] = o
	return &out
}

// measure returns the cost of an output in multiples of that of one image of its size: 1 except for the pages of a
// document on paper and the frames of an animation, whose number it also returns.
func measure(ctx context.Context, p *Plan, docs Documents, i int) (times, frames int, found []fault.Detail, err error) {
	o := &p.Outputs[i]
	switch {
	case o.Paper != nil:
		if _, err := docs.Open(ctx, i); err != nil {
			return 0, 0, nil, err
		}
		if docs.Output(i).Paper == nil {
			return 1, 0, nil, nil // the document is one page of the canvas size
		}
		layout, err := docs.Layout(ctx, i)
		if err != nil {
			return 0, 0, nil, err
		}
		return layout.Pages(), 0, nil, nil
	case o.MayBeAnimated():
		doc, err := docs.Open(ctx, i)
		if err != nil {
			return 0, 0, nil, err
		}
		frames, found := CheckFrames(o, doc, i, p.Original.Operation)
		return max(1, (frames+framesPerCredit-1)/framesPerCredit), frames, found, nil
	}
	return 1, 0, nil, nil
}

// Local returns the plan of a request that is rendered without a service, and thus without a template, brand, asset or
// font of a workspace. formats holds the available formats, pixels is the limit of one output, 0 for
// [request.DefaultPixels]. A request that breaks rules is a fault with all violations.
func Local(req *request.Request, formats []string, pixels int) (*Plan, error) {
	outputs, details := request.ResolveOutputs(req.Outputs, pixels)
	details = append(details, CheckFormats(outputs, formats)...)
	if details = append(details, request.CheckOverrides(req)...); len(details) > 0 {
		return nil, fault.Rules(details...)
	}
	return &Plan{
		Original: req, Request: req, Outputs: outputs, Seed: request.SeedOf(req, sha256.Sum256(req.Canonical)),
		Engine: Engine{Name: Native, Version: engine.Version},
	}, nil
}

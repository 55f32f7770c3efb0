package rendering

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// Local draws requests natively without a service: the rules of outputs, presets, paper and animations are the
// service's, and so is every byte. It is safe for concurrent use.
type Local struct{ film film }

// NewLocal returns a Local. ffmpeg is the program that writes mp4: a path, "" for the one that the system's
// search path has, or "off".
func NewLocal(e *engine.Engine, ffmpeg string) *Local {
	return &Local{film{e, findVideo(ffmpeg)}}
}

// Drawing is one output of a request, drawn.
type Drawing struct {
	Output   Output
	File     *engine.File
	Picture  *engine.Picture
	Warnings []Warning
}

// Ending is what the names of the output's files end with, without the dot.
func (d *Drawing) Ending() string { return formats[d.Output.Format].ext }

// Draw draws the outputs of a request that names nothing stored: no template, brand, asset or font of a workspace.
// each is called after every output; its error ends the drawing. A request that breaks rules is a fault with
// all of them.
func (l *Local) Draw(ctx context.Context, req *Request, files engine.Files, each func(Drawing) error) (err error) {
	at := -1
	defer func() {
		if v := recover(); v != nil {
			err = engineFault(recovered(v), at)
		}
	}()
	outputs, details := resolveOutputs(req.Outputs)
	details = append(details, l.film.check(outputs)...)
	if details = append(details, checkOverrides(req)...); len(details) > 0 {
		return fault.Rules(details...)
	}
	p := &plan{asked: req, req: req, outputs: outputs, seed: seedOf(req, sha256.Sum256(req.Canonical))}
	for i := range outputs {
		at = i
		d, err := l.draw(ctx, p, i, files)
		if err != nil {
			return err
		}
		if err := each(d); err != nil {
			return err
		}
	}
	return nil
}

func (l *Local) draw(ctx context.Context, p *plan, i int, files engine.Files) (Drawing, error) {
	o := &p.outputs[i]
	doc, err := openOutput(ctx, l.film.engine, p.req, o, p.seed)
	if err != nil {
		return Drawing{}, engineFault(err, i)
	}
	if _, found := checkFilm(o, doc, i); len(found) > 0 {
		return Drawing{}, fault.Rules(found...)
	}
	pic, err := doc.Draw(ctx, files)
	if err != nil {
		return Drawing{}, engineFault(err, i)
	}
	if err := missing(p, pic); err != nil {
		return Drawing{}, err
	}
	var broken []fault.Detail
	for j := range p.req.Asserts {
		broken = append(broken, p.req.Asserts[j].check(o, pic.Report(), j)...)
	}
	if len(broken) > 0 {
		return Drawing{}, fault.Rules(broken...)
	}
	file, err := l.film.encode(ctx, o, doc, pic, files, false)
	if err != nil {
		return Drawing{}, engineFault(err, i)
	}
	d := Drawing{Output: *o, File: file, Picture: pic, Warnings: toWarnings(pic.Warnings)}
	if cut := pic.Cut(); o.Format == "pdf" && cut > 0 {
		d.Warnings = append(d.Warnings, cutWarning(i, cut))
	}
	return d, nil
}

// seedOf is the seed of a request with a hash: the one it asks for, or the hash's first 31 bits.
func seedOf(req *Request, hash [sha256.Size]byte) int32 {
	if req.Seed != nil {
		return *req.Seed
	}
	return int32(binary.BigEndian.Uint32(hash[:4]) >> 1)
}

package rendering

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// Proof is a picture for whoever decides about a request. Nothing of it is stored or charged.
type Proof struct {
	Name          string
	Format        string // of the output it stands for
	Width, Height int    // of the proof, in pixels
	PNG           []byte
}

// maxProof is the longest side of a proof, in pixels.
const maxProof = 1600

// Proof draws one output of a request as a watermarked PNG, whatever the mode of the caller, without asking for
// approval. An output that the request does not have is an ImageNotFound fault.
func (m *Module) Proof(ctx context.Context, req *Request, output int) (_ Proof, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = engineFault(recovered(v), output)
		}
	}()
	limited, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	p, err := m.check(limited, req, approveBroken)
	if err != nil {
		return Proof{}, err
	}
	if output < 0 || output >= len(p.outputs) {
		return Proof{}, fault.NotFound(fault.ImageNotFound)
	}
	o := &p.outputs[output]
	if longest := max(o.Width, o.Height); float64(longest)*o.Scale > maxProof {
		o.Scale = min(o.Scale, float64(maxProof)/float64(longest))
		p.documents[output], p.pictures[output] = nil, nil // opened at the old scale
	}
	proof := Proof{Name: o.Name, Format: o.Format}
	if p.renderer.Name() != engineName {
		o.Format, o.Quality, o.MaxBytes = "png", 0, 0
		d, _, err := m.drawOutput(limited, p, output, ident.Test)
		if err != nil {
			return Proof{}, err
		}
		proof.Width, proof.Height, proof.PNG = d.file.Width, d.file.Height, d.file.Bytes
		return proof, nil
	}
	if err := m.lay(limited, p, output); err != nil {
		return Proof{}, err
	}
	file, err := m.engine.Encode(limited, m.engine.Watermark(p.pictures[output]), engine.Output{Format: encode.PNG})
	if err != nil {
		return Proof{}, fmt.Errorf("encoding a proof: %w", err)
	}
	proof.Width, proof.Height, proof.PNG = file.Width, file.Height, file.Bytes
	return proof, nil
}

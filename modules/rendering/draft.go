package rendering

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Draft renders a request of one output as a PNG that is neither stored nor charged, with the test mark if marked: the
// preview of a template. It applies the checks of a render except approvals and credits.
func (m *Module) Draft(ctx context.Context, req *Request, marked bool) ([]byte, error) {
	p, docs, err := m.plan(ctx, req, plan.Options{Unowned: true})
	defer docs.Close()
	if err != nil {
		return nil, err
	}
	if len(p.Outputs) != 1 {
		return nil, fmt.Errorf("a draft has %d outputs", len(p.Outputs))
	}
	ctx, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	file, err := docs.Draft(ctx, 0, marked)
	if err != nil {
		return nil, err
	}
	return file.Bytes, nil
}

// ReviewImage is an image for approvers.
type ReviewImage struct {
	Name          string
	Format        string // of the rendered output
	Width, Height int    // of the PNG, in pixels
	PNG           []byte
}

// maxReviewSide is the maximal longer side of an image for review, in pixels.
const maxReviewSide = 1600

// ReviewImage renders one output of a request as a watermarked PNG, in either mode, without requiring approval. Nothing
// is stored or charged. An output that does not exist is an ImageNotFound fault.
func (m *Module) ReviewImage(ctx context.Context, req *Request, output int) (_ ReviewImage, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = request.EngineFault(request.Recovered(v), output)
		}
	}()
	limited, stop := context.WithTimeout(ctx, m.cfg.PreviewTimeout)
	defer stop()
	p, docs, err := m.plan(limited, req, plan.Options{ApproveLocks: true})
	defer docs.Close()
	if err != nil {
		return ReviewImage{}, err
	}
	if output < 0 || output >= len(p.Outputs) {
		return ReviewImage{}, fault.NotFound(fault.ImageNotFound)
	}
	file, err := docs.Review(limited, output, maxReviewSide)
	if err != nil {
		return ReviewImage{}, err
	}
	o := &p.Outputs[output]
	return ReviewImage{Name: o.Name, Format: o.Format, Width: file.Width, Height: file.Height, PNG: file.Bytes}, nil
}

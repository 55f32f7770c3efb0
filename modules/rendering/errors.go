package rendering

import (
	"context"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// The faults of this module besides those of its rules.
var (
	errJobNotFound   = fault.NotFound(fault.RenderJobNotFound)
	errImageNotFound = fault.NotFound(fault.ImageNotFound)
	errPDFNotFound   = fault.NotFound(fault.PDFNotFound)
	errJobEnded      = fault.State("job_ended", "The job has ended and can no longer be canceled.")
)

// engineFault tells a refusal of the engine from its failure: what the document
// can mend is VALIDATION_FAILED, everything else RENDER_FAILED.
func engineFault(err error, output int) error {
	var refused *engine.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		path := refused.Path
		if path == "" && output >= 0 {
			path = fault.Pointer("outputs", output)
			if refused.Rule == "max_bytes_unreachable" {
				path = fault.Pointer("outputs", output, "max_bytes")
			}
		}
		return fault.Rules(fault.Detail{Path: path, Rule: refused.Rule, Message: refused.Message})
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return fault.New(fault.RenderFailed, "The render took too long; make the document simpler or the outputs smaller.").
			With(fault.Detail{Rule: "timeout", Message: "The time for one render was over."}).Because(err)
	}
	return fault.New(fault.RenderFailed, "The document could not be rendered.").
		With(fault.Detail{Rule: "renderer_error", Message: "The renderer failed on this document."}).Because(err)
}

// recovered turns a panic of the renderer into an error, so that one document
// never takes the process down.
func recovered(v any) error { return fmt.Errorf("renderer panicked: %v", v) }

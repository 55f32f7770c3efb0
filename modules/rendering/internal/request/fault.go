package request

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// EngineFault converts an error of the engine about an output (-1 for none): VALIDATION_FAILED if the caller can fix it
// in the document, else RENDER_FAILED. It returns nil for nil and context.Canceled unchanged.
func EngineFault(err error, output int) error {
	var rejected *engine.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &rejected):
		path := rejected.Path
		if path == "" && output >= 0 {
			path = fault.Pointer("outputs", output)
			if rejected.Rule == "max_bytes_unreachable" {
				path = fault.Pointer("outputs", output, "max_bytes")
			}
			if rejected.Rule == "pdf_standard" {
				path = fault.Pointer("outputs", output, "pdf", "standards")
			}
		}
		d := fault.Detail{Path: path, Rule: rejected.Rule, Message: rejected.Message}
		if l := rejected.Limit; l != nil {
			d.Context = map[string]any{"counted": l.Counted, "count": l.Count, "limit": l.Limit}
		}
		return fault.Rules(Located(d))
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		// The time depends on the machine: unlike the counted limits it proves nothing about the document (ADR 0041).
		return fault.New(fault.RenderFailed, "The render exceeded its time limit; simplify the document or make the outputs smaller.").
			With(fault.Detail{Rule: "timeout", Message: "The render exceeded its time limit."}).Because(err)
	}
	return fault.New(fault.RenderFailed, "The document could not be rendered.").
		With(fault.Detail{Rule: "renderer_error", Message: "The renderer failed on this document."}).Because(err)
}

// Located returns a detail whose path is a JSON Pointer. Elements of HTML documents have paths of the form
// html/body[1]/img[1]: the detail then refers to the markup and has the element in its context.
func Located(d fault.Detail) fault.Detail {
	if d.Path == "" || strings.HasPrefix(d.Path, "/") {
		return d
	}
	members := map[string]any{"node": d.Path}
	for name, v := range d.Context {
		members[name] = v
	}
	d.Path, d.Context = "/html", members
	return d
}

// Recovered converts a panic of the renderer to an error, so that a document cannot crash the process.
func Recovered(v any) error { return fmt.Errorf("renderer panicked: %v", v) }

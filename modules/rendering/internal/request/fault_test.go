package request

import (
	"context"
	"fmt"
	"testing"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// TestLimitsAreClientErrors checks that exceeded limits of the engine are reported as errors of the request.
func TestLimitsAreClientErrors(t *testing.T) {
	t.Parallel()
	over := &limit.Error{Counted: "layout_steps", Count: 1001, Limit: 1000}
	f := fault.From(EngineFault(fmt.Errorf("drawing: %w", &engine.Error{Rule: "max_complexity", Path: "html/body[1]/p[2]", Message: over.Error(), Limit: over}), 0))
	if f.Code != fault.ValidationFailed || len(f.Details) != 1 {
		t.Fatalf("%+v", f)
	}
	d := f.Details[0]
	if d.Rule != "max_complexity" || d.Path != "/html" || d.Context["counted"] != "layout_steps" || d.Context["count"] != int64(1001) || d.Context["limit"] != int64(1000) || d.Context["node"] != "html/body[1]/p[2]" {
		t.Errorf("%+v", d)
	}
	f = fault.From(EngineFault(context.DeadlineExceeded, 0))
	if f.Code != fault.RenderFailed || f.Details[0].Rule != "timeout" {
		t.Errorf("%+v", f)
	}
}

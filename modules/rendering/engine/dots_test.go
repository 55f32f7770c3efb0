package engine

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// TestLongDottedLineIsAStroke checks that the dots of a line of any length are not listed one by one.
func TestLongDottedLineIsAStroke(t *testing.T) {
	t.Parallel()
	for _, op := range paged(t, "<div style='width:3e6px;border-top:1px dotted red'>").List.Ops {
		if f, ok := op.(display.FillPath); ok && len(f.Path.Points) > 1<<18 {
			t.Errorf("the line has %d points", len(f.Path.Points))
		}
	}
}

package inputs

import (
	"context"
	"fmt"
	"testing"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

type noAssets struct{}

func (noAssets) Open(context.Context, string) ([]byte, error) {
	return nil, fmt.Errorf("opening: %w", fault.NotFound(fault.AssetNotFound))
}

// TestMissingUploadNamesItsElement checks that a wrapped fault gets the element's path and the URL, like an unwrapped
// one.
func TestMissingUploadNamesItsElement(t *testing.T) {
	t.Parallel()
	s := (&Reader{Assets: noAssets{}}).Open("ws_test")
	err := s.readUpload(t.Context(), engine.Reference{URL: "asset:asset_1", Path: "/html/body/img"})
	f := fault.From(err)
	if f.Code != fault.AssetNotFound || len(f.Details) == 0 || f.Details[0].Path != "/html/body/img" || f.Details[0].Actual != "asset:asset_1" {
		t.Errorf("%v: %+v", err, f.Details)
	}
}

package inputs

import (
	"context"
	"errors"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Uploaded reports whether a URL refers to an asset or a font uploaded by the workspace.
func Uploaded(url string) bool {
	return strings.HasPrefix(url, "asset:") || strings.HasPrefix(url, "font:")
}

// readUpload reads an uploaded file. Its content is immutable, so its name pins it.
func (s *Set) readUpload(ctx context.Context, r engine.Reference) error {
	data, err := s.reader.Assets.Open(ctx, r.URL)
	if err != nil {
		var f *fault.Error
		if errors.As(err, &f) && len(f.Details) == 0 {
			err = f.With(fault.Detail{Rule: strings.ToLower(string(f.Code)), Message: f.Message}).Because(err)
		}
		return fault.Relocate(err, func(d *fault.Detail) {
			if d.Path == "" {
				d.Path = r.Path
				*d = request.Located(*d)
			}
			if d.Actual == nil {
				d.Actual = r.URL
			}
		})
	}
	s.add(r, data)
	return nil
}

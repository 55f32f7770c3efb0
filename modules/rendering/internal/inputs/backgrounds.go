package inputs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// maxBackgrounds is the maximal number of distinct <ai-background> images of a request.
const maxBackgrounds = 8

// drawBackground draws a background described by its URL, which determines every byte.
func (s *Set) drawBackground(ctx context.Context, r engine.Reference) error {
	drawn := 0
	for url := range s.files {
		if strings.HasPrefix(url, engine.ArtScheme) {
			drawn++
		}
	}
	if drawn >= maxBackgrounds {
		return fault.Rules(request.Located(fault.Detail{
			Path: r.Path, Rule: "max_backgrounds", Expected: int64(maxBackgrounds), Message: fmt.Sprintf("A request may have at most %d different <ai-background> images.", maxBackgrounds),
		}))
	}
	data, warnings, err := s.reader.Art.Draw(ctx, r.URL)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return request.EngineFault(err, -1)
	}
	if err != nil {
		// A failed background is treated like an unreachable image, by on_missing.
		s.files[r.URL] = nil
		s.warnings = append(s.warnings, request.Warning{Code: "background_undrawable", Path: r.Path, Message: "The background could not be drawn: " + err.Error() + "."})
		return nil
	}
	s.files[r.URL] = data
	s.inputs = append(s.inputs, Input{Kind: "background", Name: r.URL, SHA256: SHA256(data)})
	for _, w := range warnings {
		s.warnings = append(s.warnings, request.Warning{Code: "undrawable_word", Path: r.Path, Message: w})
	}
	return nil
}

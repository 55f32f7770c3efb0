package rendering

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// maxArt is how many different backgrounds of <ai-background> one request may have.
const maxArt = 8

// draw has a background drawn that the document describes. Its address decides every byte.
func (b *fileBox) draw(ctx context.Context, r engine.Reference) error {
	drawn := 0
	for url := range b.files {
		if strings.HasPrefix(url, engine.ArtScheme) {
			drawn++
		}
	}
	if drawn >= maxArt {
		return fault.Rules(fault.Detail{Path: r.Path, Rule: "max_backgrounds", Expected: int64(maxArt), Message: fmt.Sprintf("A request may have at most %d different <ai-background> pictures.", maxArt)})
	}
	data, warnings, err := b.module.needs.Art.Draw(ctx, r.URL)
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return engineFault(err, -1)
	}
	if err != nil {
		// It is missing, like a picture that is not to be had; on_missing says what that means.
		b.files[r.URL] = nil
		b.warnings = append(b.warnings, Warning{Code: "background_undrawable", Path: r.Path, Message: "The background could not be drawn: " + err.Error() + "."})
		return nil
	}
	b.files[r.URL] = data
	b.inputs = append(b.inputs, input{Kind: "background", Name: r.URL, SHA256: SHA256(data)})
	for _, w := range warnings {
		b.warnings = append(b.warnings, Warning{Code: "undrawable_word", Path: r.Path, Message: w})
	}
	return nil
}

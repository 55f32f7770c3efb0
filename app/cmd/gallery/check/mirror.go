package check

import (
	"context"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// mirror checks that an image of right-to-left texts is the mirrored image of the same texts from left to right.
func (j *checker) mirror(ctx context.Context, e *engine.Engine, markup string) error {
	if j.shot.Case.Name != "ar" && j.shot.Case.Name != "he" {
		return nil
	}
	const auto = `<main dir="auto"`
	if !strings.Contains(markup, auto) {
		j.add("mirror", "main has no dir=auto")
		return nil
	}
	pic, err := j.shot.Draw(ctx, e, strings.Replace(markup, auto, `<main dir="ltr"`, 1), "")
	if err != nil {
		return err
	}
	left := pic.View()
	if len(left.Elements) != len(j.view.Elements) {
		j.add("mirror", "it has %d elements, from left to right %d", len(j.view.Elements), len(left.Elements))
		return nil
	}
	for i := range left.Elements {
		r, l := &j.view.Elements[i], &left.Elements[i]
		if r.Pseudo != "" || r.Shape || r.Style.Display == style.DisplayInline || r.Box.Empty() || r.Moved || j.inContent(i) {
			continue
		}
		if want := j.view.Width - l.Box.X - l.Box.W; math.Abs(r.Box.X-want) > 2 {
			j.add("mirror", "%s begins at %.0f; mirrored at %.0f", j.name(i), r.Box.X, want)
		}
	}
	return nil
}

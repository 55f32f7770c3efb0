package check

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// Shot is one image of a template.
type Shot struct {
	Template *library.Template
	Case     Case
	Size     string
	Mood     string
	Kit      Kit
}

// String names the shot.
func (s *Shot) String() string {
	return fmt.Sprintf("%s %s %s %s %s", s.Template.Slug, s.Case.Name, s.Size, s.Mood, s.Kit.Name)
}

// Moods returns the values of a template's variable mood, or one empty value.
func Moods(t *library.Template) []string {
	if v := t.Version.Variables["mood"]; v != nil {
		return v.Enum
	}
	return []string{""}
}

// Markup returns the shot's document.
func (s *Shot) Markup() (string, error) {
	filled, err := library.FillContent(&s.Template.Version.Content, library.Values{Data: s.Case.Data(s.Template.Version, s.Mood), Locale: s.Case.Locale, Timezone: "UTC"})
	if err != nil {
		return "", err
	}
	if len(filled.Details) > 0 {
		return "", fmt.Errorf("%s: %s: %s", s, filled.Details[0].Path, filled.Details[0].Message)
	}
	return filled.HTML, nil
}

// Draw lays a document out for the shot; css is laid over the kit.
func (s *Shot) Draw(ctx context.Context, e *engine.Engine, markup, css string) (*engine.Drawing, error) {
	size := Sizes[s.Size]
	doc, err := e.Open(ctx, engine.Source{HTML: markup, CSS: s.Kit.CSS + css}, engine.Settings{Width: size[0], Height: size[1], Locale: s.Case.Locale})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	pic, err := doc.Draw(ctx, engine.NoFiles{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	return pic, nil
}

// Check draws the shot and returns its findings.
func (s *Shot) Check(ctx context.Context, e *engine.Engine) ([]Finding, error) {
	markup, err := s.Markup()
	if err != nil {
		return nil, err
	}
	return s.findings(ctx, e, markup)
}

// findings returns the findings of the shot's document.
func (s *Shot) findings(ctx context.Context, e *engine.Engine, markup string) ([]Finding, error) {
	pic, err := s.Draw(ctx, e, markup, "")
	if err != nil {
		return nil, err
	}
	j := newJudge(s, pic)
	j.texts()
	j.overlaps()
	j.images()
	j.empty()
	j.voids()
	if err := j.contrast(ctx, e, markup); err != nil {
		return nil, err
	}
	if err := j.mirror(ctx, e, markup); err != nil {
		return nil, err
	}
	return j.findings, nil
}

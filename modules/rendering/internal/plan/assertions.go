package plan

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// checkAssertions lays out every output and checks the request's assertions; the fault has every violated condition.
func checkAssertions(ctx context.Context, p *Plan, docs Documents) error {
	if len(p.Original.Asserts) == 0 {
		return nil
	}
	var details []fault.Detail
	for i := range p.Outputs {
		layout, err := docs.Layout(ctx, i)
		if err != nil {
			return err
		}
		facts := layout.Report()
		for j := range p.Original.Asserts {
			details = append(details, CheckAssertion(&p.Original.Asserts[j], &p.Outputs[i], facts, j)...)
		}
	}
	if len(details) > 0 {
		return fault.Rules(details...)
	}
	return nil
}

// CheckAssertion returns the conditions of assertion index that the layout of an output violates.
func CheckAssertion(a *request.Assert, o *request.Output, facts []inspect.Facts, index int) []fault.Detail {
	var details []fault.Detail
	reject := func(member, message string, expected, actual any) {
		details = append(details, fault.Detail{Path: fault.Pointer("assert", index, member), Rule: "assert." + member, Expected: expected, Actual: actual,
			Message: fmt.Sprintf("In the output %s %s", o.Name, message), Context: map[string]any{"output": o.Name, "node": a.Node}})
	}
	at := slices.IndexFunc(facts, func(f inspect.Facts) bool { return f.ID == a.Node })
	if at < 0 {
		reject("node", fmt.Sprintf("no element with the id %q is laid out.", a.Node), a.Node, nil)
		return details
	}
	if a.Empty() {
		reject("node", "an assertion asks for nothing.", nil, nil)
		return details
	}
	f := &facts[at]
	text := &f.AllText
	if a.MaxLines > 0 && text.Lines > a.MaxLines {
		reject("max_lines", fmt.Sprintf("#%s has %d lines; at most %d.", a.Node, text.Lines, a.MaxLines), int64(a.MaxLines), int64(text.Lines))
	}
	if a.NotClipped && text.Clipped {
		reject("not_clipped", fmt.Sprintf("text of #%s is cut off.", a.Node), true, false)
	}
	if a.MinFontSize > 0 && text.Lines > 0 && text.Smallest < a.MinFontSize {
		reject("min_font_size", fmt.Sprintf("#%s has text of %.4g px; at least %.4g.", a.Node, text.Smallest, a.MinFontSize), a.MinFontSize, text.Smallest)
	}
	if a.MinContrast > 0 {
		for i := at; i < len(facts); i++ {
			if !within(facts, i, at) {
				continue
			}
			if c := Contrast(&facts[i]); facts[i].OwnText.Lines > 0 && c > 0 && c < a.MinContrast {
				reject("min_contrast", fmt.Sprintf("#%s has a contrast of %.2f; at least %.4g.", a.Node, c, a.MinContrast), a.MinContrast, c)
				break
			}
		}
	}
	if len(a.Fonts) > 0 {
		for _, face := range text.Fonts {
			if !slices.ContainsFunc(a.Fonts, func(family string) bool { return strings.HasPrefix(strings.ToLower(face), strings.ToLower(family)) }) {
				families := make([]any, len(a.Fonts))
				for i, name := range a.Fonts {
					families[i] = name
				}
				reject("fonts", fmt.Sprintf("#%s is drawn with %s.", a.Node, face), families, face)
				break
			}
		}
	}
	const slack = 0.5 // CSS pixels
	if a.Fits {
		box := inspect.Area{W: float64(o.Width), H: float64(o.Height)}
		what := "the canvas"
		if f.Parent >= 0 && facts[f.Parent].Tag != "html" && facts[f.Parent].Tag != "body" {
			box, what = facts[f.Parent].Area, "what it is in"
		}
		if f.Area.X < box.X-slack || f.Area.Y < box.Y-slack || f.Area.X+f.Area.W > box.X+box.W+slack || f.Area.Y+f.Area.H > box.Y+box.H+slack {
			reject("fits", fmt.Sprintf("#%s sticks out of %s.", a.Node, what), true, false)
		}
	}
	if a.Visible && (f.Opacity == 0 || f.Area.Empty() || f.Area.X >= float64(o.Width) || f.Area.Y >= float64(o.Height) || f.Area.X+f.Area.W <= 0 || f.Area.Y+f.Area.H <= 0) {
		reject("visible", fmt.Sprintf("#%s cannot be seen.", a.Node), true, false)
	}
	return details
}

// within reports whether an element is outer or a descendant of it.
func within(facts []inspect.Facts, i, outer int) bool {
	for ; i >= 0; i = facts[i].Parent {
		if i == outer {
			return true
		}
	}
	return false
}

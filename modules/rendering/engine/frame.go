package engine

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// maxFrames bounds the nesting of iframes.
const maxFrames = 3

// drawFrame draws the document in the srcdoc attribute of an iframe, on a canvas of the size of its content box. Errors
// in it become warnings: the enclosing document is drawn anyway.
func (d *Document) drawFrame(ctx context.Context, files Files, n *dom.Node, w, h geom.Unit) (*display.List, []dom.Warning) {
	source, ok := n.Attr("srcdoc")
	if !ok {
		return nil, nil
	}
	refuse := func(message string) (*display.List, []dom.Warning) {
		return nil, []dom.Warning{{Code: "unsupported_element", Path: n.Path, Message: "the iframe is not drawn: " + message}}
	}
	if d.settings.frames >= maxFrames {
		return refuse(fmt.Sprintf("frames are nested more than %d deep", maxFrames))
	}
	set := Settings{
		Width: max(1, w.Round()), Height: max(1, h.Round()), Scale: d.settings.Scale, Locale: d.settings.Locale, Seed: d.settings.Seed,
		Print: d.settings.Print, Dark: d.settings.Dark, frames: d.settings.frames + 1,
	}
	inner, err := d.engine.Open(ctx, Source{HTML: source}, set)
	if err != nil {
		return refuse(err.Error())
	}
	p, err := inner.Draw(ctx, files)
	if err != nil {
		return refuse(err.Error())
	}
	for i := range p.Warnings {
		p.Warnings[i].Path = n.Path + " " + p.Warnings[i].Path
	}
	return p.List, p.Warnings
}

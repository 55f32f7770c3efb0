package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"

	"github.com/platenhq/platen/app/cmd/gallery/check"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// drawer draws templates into a folder.
type drawer struct {
	engine *engine.Engine
	list   []library.Template
	cases  []check.Case
	folder string
}

// shot draws one image of a template.
func (d *drawer) shot(ctx context.Context, s *check.Shot) (tile, error) {
	markup, err := s.Markup()
	if err != nil {
		return tile{}, err
	}
	pic, err := s.Draw(ctx, d.engine, markup, "")
	if err != nil {
		return tile{}, err
	}
	file, err := d.engine.Encode(ctx, pic, engine.Output{Format: encode.PNG})
	if err != nil {
		return tile{}, fmt.Errorf("%s: %w", s, err)
	}
	return tile{image: file.Bytes, size: check.Sizes[s.Size]}, nil
}

// page draws markup that is not a template, as a PNG with or without a palette of 256 colours.
func (d *drawer) page(ctx context.Context, name, markup string, w, h int, palette bool) error {
	doc, err := d.engine.Open(ctx, engine.Source{HTML: markup}, engine.Settings{Width: w, Height: h, Locale: "en-US"})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	pic, err := doc.Draw(ctx, engine.NoFiles{})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	file, err := d.engine.Encode(ctx, pic, engine.Output{Format: encode.PNG, Palette: palette})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(filepath.Join(d.folder, name+".png"), file.Bytes, 0o600)
}

// tile is an image on a contact sheet.
type tile struct {
	image   []byte
	size    [2]int
	caption string
}

// scaled returns the size of a tile that fits into w × h px.
func (t *tile) scaled(w, h int) (int, int) {
	if tw := t.size[0] * h / t.size[1]; tw <= w {
		return tw, h
	}
	return w, t.size[1] * w / t.size[0]
}

// sheet lays tiles out in rows on a page of width px; each is at most w × h.
func (d *drawer) sheet(ctx context.Context, name string, tiles []tile, width, w, h int) error {
	const gap, line = 12, 15
	var b strings.Builder
	b.WriteString(`<style>body{margin:0;background:#e7e5e4;font:11px/13px Inter;color:#44403c}div{position:absolute}img{display:block;box-shadow:0 1px 5px rgba(0,0,0,.2)}</style>`)
	x, y, row := gap, gap, 0
	for i := range tiles {
		t := &tiles[i]
		tw, th := t.scaled(w, h)
		if x+tw+gap > width {
			x, y, row = gap, y+row+gap, 0
		}
		height := th
		if t.caption != "" {
			height += line
		}
		fmt.Fprintf(&b, `<div style="left:%dpx;top:%dpx;width:%dpx"><img style="width:%dpx;height:%dpx" src="data:image/png;base64,%s">%s</div>`,
			x, y, tw, tw, th, base64.StdEncoding.EncodeToString(t.image), html.EscapeString(t.caption))
		x, row = x+tw+gap, max(row, height)
	}
	return d.page(ctx, name, b.String(), width, y+row+gap, true)
}

package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/app/cmd/gallery/check"
	"github.com/platenhq/platen/modules/library"
)

// heroCards are the cards of the README's first image, in columns of equal height. The mood is an index into those of
// the template.
var heroCards = [][]struct {
	slug, size string
	mood       int
	kit        string
}{
	{{"blog-post", "og", 1, "harbour"}, {"stat-card", "og", 0, "meadow"}, {"product", "og", 2, "harbour"}},
	{{"event", "og", 0, "harbour"}, {"quote", "og", 0, "meadow"}, {"announcement", "og", 2, "meadow"}},
	{{"story", "instagram_story", 0, "harbour"}},
}

// hero draws the README's first image: cards in two columns beside a story of the same height.
func (d *drawer) hero(ctx context.Context) error {
	const gap, card = 18, 448
	const height = 3*235 + 2*gap
	var b strings.Builder
	b.WriteString(`<style>html{height:100%;background:linear-gradient(160deg,#f3f1ec,#dfe3e6)}body{margin:0}img{position:absolute;border-radius:10px;box-shadow:0 2px 4px rgb(15 23 42/.10),0 10px 28px rgb(15 23 42/.14)}</style>`)
	x := gap
	for _, column := range heroCards {
		y, width := gap, 0
		for _, c := range column {
			i := slices.IndexFunc(d.list, func(t library.Template) bool { return t.Slug == c.slug })
			k := slices.IndexFunc(check.Kits, func(k check.Kit) bool { return k.Name == c.kit })
			if i < 0 || k < 0 {
				return fmt.Errorf("no template %s or kit %s", c.slug, c.kit)
			}
			t := &d.list[i]
			made, err := d.shot(ctx, &check.Shot{Template: t, Case: d.cases[0], Size: c.size, Mood: check.Moods(t)[c.mood], Kit: check.Kits[k]})
			if err != nil {
				return err
			}
			w, h := made.scaled(card, height)
			fmt.Fprintf(&b, `<img style="left:%dpx;top:%dpx;width:%dpx;height:%dpx" src="data:image/png;base64,%s">`,
				x, y, w, h, base64.StdEncoding.EncodeToString(made.image))
			y, width = y+h+gap, max(width, w)
		}
		x += width + gap
	}
	return d.page(ctx, "hero", b.String(), x, height+2*gap, false)
}

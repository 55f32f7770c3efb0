package main

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/platenhq/platen/app/cmd/gallery/check"
)

// docs draws the images of the documentation: one of each template, its moods in a row, and all in each kit.
func (d *drawer) docs(ctx context.Context) error {
	kits := map[string][]tile{}
	for i := range d.list {
		t := &d.list[i]
		moods := check.Moods(t)
		first, err := d.shot(ctx, &check.Shot{Template: t, Case: d.cases[0], Size: t.Version.Sizes[0], Mood: moods[0], Kit: check.Kits[0]})
		if err != nil {
			return err
		}
		w, h := first.scaled(600, 600)
		if err := d.page(ctx, t.Slug, fmt.Sprintf(`<body style="margin:0"><img src="data:image/png;base64,%s" style="display:block;width:%dpx;height:%dpx">`,
			base64.StdEncoding.EncodeToString(first.image), w, h), w, h, true); err != nil {
			return err
		}
		for k, kit := range check.Kits[1:] {
			made, err := d.shot(ctx, &check.Shot{Template: t, Case: d.cases[0], Size: t.Version.Sizes[0], Mood: moods[(i+k)%len(moods)], Kit: kit})
			if err != nil {
				return err
			}
			kits[kit.Name] = append(kits[kit.Name], made)
		}
	}
	if len(d.list) > 1 {
		if err := d.hero(ctx); err != nil {
			return err
		}
	}
	for name, tiles := range kits {
		if err := d.sheet(ctx, "kit-"+name, tiles, 1344, 256, 178); err != nil {
			return err
		}
	}
	return nil
}

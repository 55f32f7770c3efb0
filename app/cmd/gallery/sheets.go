package main

import (
	"context"
	"fmt"
	"os"

	"github.com/platenhq/platen/app/cmd/gallery/check"
	"github.com/platenhq/platen/modules/library"
)

// sheets draws a contact sheet of every template: its sizes in each mood, each kit, and each case.
func (d *drawer) sheets(ctx context.Context) error {
	for i := range d.list {
		t := &d.list[i]
		var tiles []tile
		for k, s := range shots(t, d.cases) {
			made, err := d.shot(ctx, &s)
			if err != nil {
				return err
			}
			made.caption = fmt.Sprintf("%d %s %s %s %s", k, s.Case.Name, s.Size, s.Mood, s.Kit.Name)
			tiles = append(tiles, made)
		}
		if err := d.sheet(ctx, t.Slug, tiles, 1560, 372, 300); err != nil {
			return err
		}
		fmt.Fprintln(os.Stdout, t.Slug, len(tiles))
	}
	return nil
}

// shots are the images of a template's contact sheet.
func shots(t *library.Template, cases []check.Case) []check.Shot {
	var out []check.Shot
	moods, sizes := check.Moods(t), t.Version.Sizes
	for i, c := range cases {
		if c.Name == "typical" {
			for _, size := range sizes {
				for _, mood := range moods {
					out = append(out, check.Shot{Template: t, Case: c, Size: size, Mood: mood, Kit: check.Kits[0]})
				}
			}
			for k, kit := range check.Kits[1:] {
				for m := range moods {
					out = append(out, check.Shot{Template: t, Case: c, Size: sizes[(k+m)%len(sizes)], Mood: moods[m], Kit: kit})
				}
			}
			continue
		}
		n := 1
		if i < 4 {
			n = len(sizes)
		}
		for k := range n {
			out = append(out, check.Shot{Template: t, Case: c, Size: sizes[(i+k)%len(sizes)], Mood: moods[(i+k)%len(moods)], Kit: check.Kits[(i+k)%len(check.Kits)]})
		}
	}
	return out
}

// check draws every case at every size, in every mood and kit, or the sample of the test, and prints the findings.
func (d *drawer) check(ctx context.Context, sample bool) error {
	faults, images := 0, 0
	for i := range d.list {
		t := &d.list[i]
		shots := check.Every(t, d.cases)
		if sample {
			shots = check.Sample(t, i)
		}
		for k := range shots {
			found, err := shots[k].Check(ctx, d.engine)
			if err != nil {
				return err
			}
			images++
			for _, f := range found {
				faults++
				fmt.Fprintf(os.Stdout, "%s: %s: %s\n", &shots[k], f.Rule, f.Message)
			}
		}
	}
	fmt.Fprintf(os.Stdout, "%d images, %d findings\n", images, faults)
	if faults > 0 {
		return fmt.Errorf("%d findings", faults)
	}
	return nil
}

// overview draws every template in its moods, at its first size and its tallest.
func (d *drawer) overview(ctx context.Context) error {
	var tiles []tile
	typical := check.Cases()[0]
	for i := range d.list {
		t := &d.list[i]
		for _, mood := range check.Moods(t) {
			made, err := d.shot(ctx, &check.Shot{Template: t, Case: typical, Size: t.Version.Sizes[0], Mood: mood, Kit: check.Kits[0]})
			if err != nil {
				return err
			}
			tiles = append(tiles, made)
		}
	}
	return d.sheet(ctx, "overview", tiles, 1560, 372, 270)
}

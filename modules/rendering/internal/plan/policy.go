package plan

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// checkPolicy checks the content against the workspace's policies. Renders initiated by the service were checked when
// they were requested.
func (b *Builder) checkPolicy(ctx context.Context, p *Plan, docs Documents) error {
	if ident.Must(ctx).Kind == ident.KindSystem {
		return nil
	}
	c := Content{Request: p.Original}
	if p.Pins.Template != nil {
		c.Text = values(c.Text, "/data", p.Original.Data)
	}
	doc, err := docs.Open(ctx, 0) // every output has the same text
	if err != nil {
		return err
	}
	for _, t := range doc.Texts() {
		at := Passage{Path: t.Path, Text: t.Text}
		if !strings.HasPrefix(t.Path, "/") {
			at.Path, at.Node = "/html", t.Path
		}
		at.Path = p.Place(at.Path)
		c.Text = append(c.Text, at)
	}
	return b.Policy.Check(ctx, c)
}

// values appends every text of a JSON value with its path, sorted by name.
func values(list []Passage, path string, v any) []Passage {
	switch v := v.(type) {
	case string:
		list = append(list, Passage{Path: path, Text: v})
	case []any:
		for i, item := range v {
			list = values(list, path+fault.Pointer(i), item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			list = values(list, path+fault.Pointer(name), v[name])
		}
	}
	return list
}

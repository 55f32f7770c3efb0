package library

import "testing"

func TestBuiltInTemplatesCompile(t *testing.T) {
	t.Parallel()
	g, err := loadGallery()
	if err != nil || len(g.list) < 10 {
		t.Fatalf("%d templates, %v", len(g.list), err)
	}
	for id, versions := range g.versions {
		for _, v := range versions {
			if _, details := compile(&v.Content); len(details) > 0 {
				t.Errorf("version %d of %s: %s: %s", v.Number, g.byID[id].Slug, details[0].Path, details[0].Message)
			}
		}
	}
}

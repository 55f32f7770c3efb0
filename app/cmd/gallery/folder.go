package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/platenhq/platen/modules/library"
)

// readTemplates reads the newest version of every template in a folder laid out as modules/library/builtin is, so that
// a template can be drawn while it is edited.
func readTemplates(folder string) ([]library.Template, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*", "template.json"))
	if err != nil {
		return nil, err
	}
	position := map[string]int{}
	var list []library.Template
	for _, name := range names {
		var described struct {
			Name, Description string
			Position          int
			Tags, Sizes       []string
		}
		if err := readJSON(name, &described); err != nil {
			return nil, err
		}
		dir := filepath.Dir(name)
		n := 1
		for {
			if _, err := os.Stat(filepath.Join(dir, fmt.Sprintf("%d.html", n+1))); err != nil {
				break
			}
			n++
		}
		markup, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.html", n)))
		if err != nil {
			return nil, err
		}
		v := &library.Version{Number: n, Content: library.Content{HTML: string(markup), Sizes: described.Sizes}}
		if err := readJSON(filepath.Join(dir, fmt.Sprintf("%d.json", n)), &v.Variables); err != nil {
			return nil, err
		}
		t := library.Template{Slug: filepath.Base(dir), Name: described.Name, Description: described.Description, Tags: described.Tags, Version: v}
		position[t.Slug] = described.Position
		list = append(list, t)
	}
	slices.SortStableFunc(list, func(a, b library.Template) int { return position[a.Slug] - position[b.Slug] })
	return list, nil
}

func readJSON(name string, to any) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

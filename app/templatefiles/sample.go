package templatefiles

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/platenhq/platen/app/textfile"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/canonical"
)

// The subfolders of a template.
const (
	samplesFolder = "samples"
	goldenFolder  = "golden"
)

// ExampleSample is the name of the sample with the variables' examples.
const ExampleSample = "example"

// Sample is data to test a template with.
type Sample struct {
	Name string
	Data map[string]any
}

// Content returns the template's content. Declarations that cannot be read are an error.
func (t *Template) Content() (*library.Content, error) {
	c := &library.Content{HTML: t.HTML, Document: t.Document, CSS: t.CSS, Sizes: t.Sizes, Variables: map[string]*library.Variable{}}
	if len(t.Variables) > 0 {
		var declared map[string]json.RawMessage
		if err := json.Unmarshal(t.Variables, &declared); err != nil {
			return nil, plainError(aboutFile, "variables", t.Variables, err)
		}
		for _, name := range slices.Sorted(maps.Keys(declared)) {
			v := c.Variables[name]
			if err := json.Unmarshal(declared[name], &v); err != nil {
				return nil, plainError(aboutFile, "variables."+name, declared[name], err)
			}
			c.Variables[name] = v
		}
	}
	return c, nil
}

// Samples returns the data of samples/NAME.json in order of their names, and the variables' examples, as "example", for
// a template that has none.
func (t *Template) Samples(c *library.Content) ([]Sample, error) {
	entries, err := os.ReadDir(filepath.Join(t.Folder, samplesFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []Sample
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || e.IsDir() {
			continue
		}
		raw, err := textfile.Read(filepath.Join(t.Folder, samplesFolder, e.Name()))
		if err != nil {
			return nil, err
		}
		data := map[string]any{}
		if err := canonical.Unmarshal(raw, &data); err != nil {
			return nil, fmt.Errorf("%s/%s is not a JSON object: %w", samplesFolder, e.Name(), err)
		}
		canonical.Shorten(data)
		out = append(out, Sample{Name: name, Data: data})
	}
	if len(out) == 0 {
		out = append(out, Sample{Name: ExampleSample, Data: c.Example()})
	}
	return out, nil
}

// Golden returns the file name of the expected image of a sample at a size.
func (t *Template) Golden(sample, size string) string {
	return filepath.Join(t.Folder, goldenFolder, sample+"."+size+".png")
}

// StaleGoldens returns the golden images that belong to no sample and size of the template.
func (t *Template) StaleGoldens(current map[string]bool) ([]string, error) {
	list, err := filepath.Glob(filepath.Join(t.Folder, goldenFolder, "*.png"))
	var out []string
	for _, name := range list {
		if !current[name] {
			out = append(out, name)
		}
	}
	return out, err
}

// Package templatefiles keeps the templates of a workspace as files: one folder each, named by the slug, with
// template.json (name, description, tags, sizes, variables, version), body.html or document.json, style.css, test
// data in samples, and the expected images in golden.
package templatefiles

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/platenhq/platen/app/textfile"
)

// Template is a template as files.
type Template struct {
	Slug string `json:"-"`
	// Folder is the folder it was read from; empty for a template from a service.
	Folder string `json:"-"`
	// Version is the last workspace version that equalled the files, or 0.
	Version     int             `json:"version,omitempty"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Tags        []string        `json:"tags,omitempty"`
	Sizes       []string        `json:"sizes,omitempty"`
	Variables   json.RawMessage `json:"variables,omitempty"`
	HTML        string          `json:"-"`
	Document    json.RawMessage `json:"-"`
	CSS         string          `json:"-"`
}

// The names of the files.
const (
	aboutFile    = "template.json"
	htmlFile     = "body.html"
	documentFile = "document.json"
	styleFile    = "style.css"
)

// Files returns the template's files by name, as Write writes them.
func (t *Template) Files() (map[string][]byte, error) {
	about, err := pretty(t)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{aboutFile: about}
	if t.HTML != "" {
		out[htmlFile] = []byte(t.HTML)
	}
	if len(t.Document) > 0 {
		if out[documentFile], err = pretty(t.Document); err != nil {
			return nil, err
		}
	}
	if t.CSS != "" {
		out[styleFile] = []byte(t.CSS)
	}
	return out, nil
}

// pretty returns JSON with sorted members, indented by two spaces, with a final newline.
func pretty(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var order any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&order); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err = enc.Encode(order)
	return b.Bytes(), err
}

// Write writes a template into its folder below dir, and removes its obsolete files.
func Write(dir string, t *Template) error {
	files, err := t.Files()
	if err != nil {
		return fmt.Errorf("writing %s: %w", t.Slug, err)
	}
	folder := filepath.Join(dir, t.Slug)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, name := range []string{aboutFile, htmlFile, documentFile, styleFile} {
		path := filepath.Join(folder, name)
		if data, ok := files[name]; ok {
			if err := os.WriteFile(path, data, 0o644); err != nil {
				return err
			}
		} else if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Read returns the templates of a folder, in order of their slugs.
func Read(dir string) ([]*Template, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []*Template
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		t, err := readOne(filepath.Join(dir, e.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // another kind of folder
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Join(dir, e.Name()), err)
		}
		t.Slug, t.Folder = e.Name(), filepath.Join(dir, e.Name())
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *Template) int { return strings.Compare(a.Slug, b.Slug) })
	return out, nil
}

func readOne(folder string) (*Template, error) {
	t := &Template{}
	about, err := textfile.Read(filepath.Join(folder, aboutFile))
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(about))
	dec.DisallowUnknownFields()
	if err := dec.Decode(t); err != nil {
		return nil, plainError(aboutFile, "", about, err)
	}
	for name, put := range map[string]func([]byte){
		htmlFile: func(b []byte) { t.HTML = string(b) }, documentFile: func(b []byte) { t.Document = b }, styleFile: func(b []byte) { t.CSS = string(b) },
	} {
		data, err := textfile.Read(filepath.Join(folder, name))
		if err == nil {
			put(data)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if (t.HTML == "") == (len(t.Document) == 0) {
		return nil, fmt.Errorf("it needs either %s or %s", htmlFile, documentFile)
	}
	return t, nil
}

package library

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
)

// builtinFiles holds the built-in templates: builtin/<slug>/template.json describes a template; N.html and N.json are
// its version N, which never changes after its release. A change adds a new version.
//
//go:embed builtin
var builtinFiles embed.FS

// gallery holds the built-in templates. It is immutable.
type gallery struct {
	list     []Template // in the order of the gallery
	byID     map[string]*Template
	bySlug   map[string]*Template
	versions map[string][]*Version
}

// find returns the built-in template with an id or slug; nil if there is none.
func (g *gallery) find(name string) *Template {
	if t := g.bySlug[name]; t != nil {
		return t
	}
	return g.byID[name]
}

// BuiltinID returns the id of the built-in template with a slug: the same in every installation. Generated ids begin
// with a timestamp and never have this form.
func BuiltinID(slug string) string {
	sum := sha256.Sum256([]byte("platen built-in template " + slug))
	const digits = "0123456789abcdefghjkmnpqrstvwxyz"
	out := []byte(string(ident.Template) + "_00")
	for i := range ident.Length - 2 {
		out = append(out, digits[sum[i]&31])
	}
	return string(out)
}

// galleryStart is the creation time of the gallery; its templates are one second apart, so that lists keep their order.
var galleryStart = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// loadGallery reads every built-in template. They are compiled when they are used; a test compiles each.
func loadGallery() (*gallery, error) {
	g := &gallery{byID: map[string]*Template{}, bySlug: map[string]*Template{}, versions: map[string][]*Version{}}
	folders, err := fs.ReadDir(builtinFiles, "builtin")
	if err != nil {
		return nil, fmt.Errorf("reading the built-in templates: %w", err)
	}
	order := map[string]int{}
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		t, position, err := g.load(f.Name())
		if err != nil {
			return nil, fmt.Errorf("built-in template %s: %w", f.Name(), err)
		}
		order[t.ID] = position
		g.list = append(g.list, t)
	}
	slices.SortFunc(g.list, func(a, b Template) int { return order[a.ID] - order[b.ID] })
	for i := range g.list {
		t := &g.list[i]
		t.CreatedAt = galleryStart.Add(-time.Duration(i) * time.Second)
		t.UpdatedAt = t.CreatedAt
		g.byID[t.ID], g.bySlug[t.Slug] = t, t
		for _, v := range g.versions[t.ID] {
			v.CreatedAt, v.PublishedAt = t.CreatedAt, &t.CreatedAt
		}
	}
	return g, nil
}

// described is the content of template.json.
type described struct {
	Name, Description string
	Position          int
	Tags, Sizes       []string
}

func (g *gallery) load(slug string) (Template, int, error) {
	folder := path.Join("builtin", slug)
	var d described
	if err := readJSON(path.Join(folder, "template.json"), &d); err != nil {
		return Template{}, 0, err
	}
	t := Template{ID: BuiltinID(slug), Slug: slug, Name: d.Name, Description: d.Description, Tags: d.Tags, Builtin: true}
	files, err := fs.ReadDir(builtinFiles, folder)
	if err != nil {
		return Template{}, 0, err
	}
	numbers := map[int]bool{}
	for _, f := range files {
		if n, err := strconv.Atoi(strings.TrimSuffix(f.Name(), ".html")); err == nil {
			numbers[n] = true
		}
	}
	for _, n := range slices.Sorted(maps.Keys(numbers)) {
		markup, err := builtinFiles.ReadFile(path.Join(folder, fmt.Sprintf("%d.html", n)))
		if err != nil {
			return Template{}, 0, err
		}
		v := &Version{TemplateID: t.ID, Number: n, Content: Content{HTML: string(markup), Sizes: d.Sizes}}
		if err := readJSON(path.Join(folder, fmt.Sprintf("%d.json", n)), &v.Variables); err != nil {
			return Template{}, 0, err
		}
		if v.SHA256, err = v.hash(); err != nil {
			return Template{}, 0, err
		}
		g.versions[t.ID] = append([]*Version{v}, g.versions[t.ID]...)
		t.Published, t.Latest, t.Version = n, n, v
	}
	if t.Version == nil {
		return Template{}, 0, fmt.Errorf("it has no version")
	}
	return t, d.Position, nil
}

func readJSON(name string, to any) error {
	data, err := builtinFiles.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Gallery returns the built-in templates with their published versions, for tools that list them.
func Gallery() ([]Template, error) {
	g, err := loadGallery()
	if err != nil {
		return nil, err
	}
	return g.list, nil
}

// BuiltinSHA256 returns the hash of a version of a built-in template, for tools.
func BuiltinSHA256(slug string, version int) (string, error) {
	g, err := loadGallery()
	if err != nil {
		return "", err
	}
	if t := g.bySlug[slug]; t != nil {
		for _, v := range g.versions[t.ID] {
			if v.Number == version {
				return v.SHA256, nil
			}
		}
	}
	return "", fmt.Errorf("no built-in template %s has a version %d", slug, version)
}

// FillContent renders a content outside a workspace, for tools.
func FillContent(c *Content, in Values) (Filled, error) {
	b, details := compile(c)
	if len(details) > 0 {
		return Filled{Details: details}, nil
	}
	return b.fill(in)
}

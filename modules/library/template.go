package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/library/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Template is a document with placeholders.
type Template struct {
	ID, Name, Slug, Description, BrandID string
	Tags                                 []string
	Builtin                              bool
	Published, Latest                    int // version numbers; Published is 0 for none
	CreatedAt, UpdatedAt                 time.Time
	// Version is the published version, or the latest when none is; nil in lists.
	Version *Version
}

// Version is an immutable version of a template's content.
type Version struct {
	TemplateID string
	Number     int
	Content
	SHA256      string
	CreatedAt   time.Time
	PublishedAt *time.Time
}

// Example returns the examples of the variables, which previews use as data.
func (c *Content) Example() map[string]any {
	out := map[string]any{}
	for name, v := range c.Variables {
		switch {
		case v.Locked:
		case v.Example != nil:
			out[name] = v.Example
		case v.Required && v.Default == nil:
			out[name] = sample(v)
		}
	}
	return out
}

// NewTemplate is the input for creating a template.
type NewTemplate struct {
	Name, Slug, Description, BrandID string
	Tags                             []string
	Content
	Publish bool
}

// TemplateChange is a partial update of a template; nil fields are unchanged.
type TemplateChange struct {
	Name, Slug, Description, BrandID *string
	Tags                             []string
}

// checked validates a content and returns its hash.
func (m *Module) checked(c *Content) (hash string, err error) {
	_, details := compile(c)
	presets := m.needs.Inspector.Presets()
	for i, s := range c.Sizes {
		if !slices.Contains(presets, s) {
			list := make([]any, len(presets))
			for j, p := range presets {
				list[j] = p
			}
			details = append(details, fault.Detail{Path: fault.Pointer("sizes", i), Rule: "enum", Expected: list, Actual: s, Message: s + " is not a preset.",
				FixPatch: []fault.Op{fault.Replace(fault.Pointer("sizes", i), "og")}})
		}
	}
	if len(details) > 0 {
		return "", fault.Rules(details...)
	}
	return c.hash()
}

// hash returns the hex SHA-256 of the members that determine the rendered documents.
func (c *Content) hash() (string, error) {
	text, err := json.Marshal(struct {
		HTML      string               `json:"html,omitempty"`
		Document  json.RawMessage      `json:"document,omitempty"`
		CSS       string               `json:"css,omitempty"`
		Variables map[string]*Variable `json:"variables,omitempty"`
	}{c.HTML, c.Document, c.CSS, c.Variables})
	if err != nil {
		return "", fmt.Errorf("hashing a template: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// CreateTemplate stores a template with its version 1. It needs an open transaction. The errors are the content's
// violations, ErrSlugTaken, ident.ErrBrand, a BrandNotFound fault, and those of the Gate.
func (m *Module) CreateTemplate(ctx context.Context, n NewTemplate) (Template, error) {
	brand, err := m.brand(ctx, n.BrandID)
	if err != nil {
		return Template{}, err
	}
	hash, err := m.checked(&n.Content)
	if err != nil {
		return Template{}, err
	}
	t := &store.Template{ID: ident.New(ident.Template), WorkspaceID: workspace(ctx), BrandID: brand, Name: n.Name, Slug: n.Slug, Description: n.Description,
		Tags: append([]string{}, n.Tags...), Latest: 1, Live: tenant(ctx).Livemode()}
	if t.Slug == "" {
		t.Slug = slugOf(n.Name, t.ID)
		if _, err := m.store.Template(ctx, tenant(ctx), t.Slug); !errors.Is(err, store.ErrGone) || m.builtin.bySlug[t.Slug] != nil {
			t.Slug = cutSlug(t.Slug, 55) + "-" + strings.ToLower(t.ID[len(t.ID)-8:])
		}
	}
	if m.builtin.bySlug[t.Slug] != nil {
		return Template{}, ErrSlugTaken
	}
	if err := m.store.InsertTemplate(ctx, t); err != nil {
		return Template{}, storeFault(err, ErrTemplateNotFound, ErrSlugTaken)
	}
	v, err := m.addVersion(ctx, t, 1, &n.Content, hash)
	if err != nil {
		return Template{}, err
	}
	if n.Publish {
		if err := m.publish(ctx, t, v); err != nil {
			return Template{}, err
		}
	}
	return templateOf(t, v)
}

var notSlug = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^a-z0-9]+`) })

// slugOf derives a slug from a name, or from the id if no character of the name is valid in a slug.
func slugOf(name, id string) string {
	s := strings.Trim(notSlug().ReplaceAllString(strings.ToLower(name), "-"), "-")
	if s == "" {
		s = "template-" + id[len(id)-8:]
	}
	return cutSlug(s, 64)
}

func cutSlug(s string, n int) string {
	if len(s) > n {
		s = strings.TrimRight(s[:n], "-")
	}
	return s
}

func (m *Module) addVersion(ctx context.Context, t *store.Template, number int, c *Content, hash string) (*store.Version, error) {
	vars, err := json.Marshal(nonNil(c.Variables))
	if err != nil {
		return nil, fmt.Errorf("writing variables: %w", err)
	}
	v := &store.Version{TemplateID: t.ID, Version: number, HTML: c.HTML, Document: c.Document, CSS: c.CSS, Variables: vars,
		Sizes: append([]string{}, c.Sizes...), Notes: c.Notes, SHA256: hash, Actor: ident.Must(ctx).Actor()}
	if err := m.store.InsertVersion(ctx, v); err != nil {
		return nil, err
	}
	return v, m.adoptVersion(ctx, v)
}

func nonNil(v map[string]*Variable) map[string]*Variable {
	if v == nil {
		return map[string]*Variable{}
	}
	return v
}

func (m *Module) publish(ctx context.Context, t *store.Template, v *store.Version) error {
	content, err := json.Marshal(struct {
		HTML      string          `json:"html,omitempty"`
		Document  json.RawMessage `json:"document,omitempty"`
		CSS       string          `json:"css,omitempty"`
		Variables json.RawMessage `json:"variables,omitempty"`
		Sizes     []string        `json:"sizes,omitempty"`
	}{v.HTML, v.Document, v.CSS, v.Variables, v.Sizes})
	if err != nil {
		return fmt.Errorf("writing a version for review: %w", err)
	}
	if err := m.needs.Gate.Allow(ctx, Publication{TemplateID: t.ID, Name: t.Name, BrandID: t.BrandID, Version: v.Version, SHA256: v.SHA256, Content: content}); err != nil {
		return err
	}
	if err := m.store.Publish(ctx, v); err != nil {
		return err
	}
	if err := m.adoptVersion(ctx, v); err != nil {
		return err
	}
	t.Published = v.Version
	return m.store.UpdateTemplate(ctx, t)
}

func versionOf(v *store.Version) (*Version, error) {
	out := &Version{TemplateID: v.TemplateID, Number: v.Version, SHA256: v.SHA256, CreatedAt: v.CreatedAt, PublishedAt: v.PublishedAt,
		Content: Content{HTML: v.HTML, Document: v.Document, CSS: v.CSS, Sizes: v.Sizes, Notes: v.Notes}}
	if err := json.Unmarshal(v.Variables, &out.Variables); err != nil {
		return nil, fmt.Errorf("reading the variables of %s: %w", v.TemplateID, err)
	}
	return out, nil
}

func summary(t *store.Template) Template {
	return Template{ID: t.ID, Name: t.Name, Slug: t.Slug, Description: t.Description, BrandID: t.BrandID, Tags: t.Tags,
		Published: t.Published, Latest: t.Latest, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt}
}

func templateOf(t *store.Template, v *store.Version) (Template, error) {
	out := summary(t)
	var err error
	out.Version, err = versionOf(v)
	return out, err
}

// Templates pages through the templates, newest first, or through the built-in ones.
func (m *Module) Templates(ctx context.Context, builtin bool, tag string, limit *int32, cursor *string) (page.Page[Template], error) {
	req, err := m.pageOf(ctx, "templates.list", fmt.Sprint(builtin, tag), limit, cursor)
	if err != nil {
		return page.Page[Template]{}, err
	}
	at := func(t Template) page.Position { return page.Position{CreatedAt: t.CreatedAt, ID: t.ID} }
	if builtin {
		rows := slices.Clone(m.builtin.list)
		if tag != "" {
			rows = slices.DeleteFunc(rows, func(t Template) bool { return !slices.Contains(t.Tags, tag) })
		}
		for i := range rows {
			rows[i].Version = nil
		}
		return page.Cut(m.cursors, req, page.Rows(req, rows, at), at), nil
	}
	rows, err := m.store.Templates(ctx, tenant(ctx), tag, req)
	if err != nil {
		return page.Page[Template]{}, err
	}
	list := make([]Template, len(rows))
	for i := range rows {
		list[i] = summary(rows[i])
	}
	return page.Cut(m.cursors, req, list, at), nil
}

// find returns a template of the workspace that the caller may use, by id or slug.
func (m *Module) find(ctx context.Context, name string) (*store.Template, error) {
	t, err := m.store.Template(ctx, tenant(ctx), name)
	if err != nil {
		return nil, storeFault(err, m.missing(name), nil)
	}
	return t, nil
}

// missing returns ErrTemplateNotFound, with the built-in template that was probably meant.
func (m *Module) missing(name string) *fault.Error {
	near := fault.Nearest(name, slices.Sorted(maps.Keys(m.builtin.bySlug)))
	if near == "" {
		return ErrTemplateNotFound
	}
	return ErrTemplateNotFound.With(fault.Detail{Path: "/template_id", Rule: "template_not_found", Context: map[string]any{"suggestion": near},
		Message: fmt.Sprintf("No such template in this workspace; did you mean %q?", near)})
}

// lock is like find for an update: it locks the template and marks it live if the caller is.
func (m *Module) lock(ctx context.Context, name string) (*store.Template, error) {
	if m.builtin.find(name) != nil {
		return nil, ErrBuiltin
	}
	t, err := m.store.LockTemplate(ctx, tenant(ctx), name)
	if err != nil {
		return nil, storeFault(err, ErrTemplateNotFound, nil)
	}
	if err := tenant(ctx).Check(t.BrandID); err != nil {
		return nil, err
	}
	if err := ident.Must(ctx).MayChange(t.Live, "this template or its versions"); err != nil {
		return nil, err
	}
	if tenant(ctx).Livemode() && !t.Live {
		if err := m.adoptCurrent(ctx, t); err != nil {
			return nil, err
		}
	}
	t.Live = tenant(ctx).Livemode()
	return t, nil
}

// Template returns a template with its published version, or its latest when none is.
func (m *Module) Template(ctx context.Context, name string) (Template, error) {
	if b := m.builtin.find(name); b != nil {
		return *b, nil
	}
	t, err := m.find(ctx, name)
	if err != nil {
		return Template{}, err
	}
	number := t.Published
	if number == 0 {
		number = t.Latest
	}
	v, err := m.store.TemplateVersion(ctx, t, number)
	if err != nil {
		return Template{}, storeFault(err, ErrVersionNotFound, nil)
	}
	return templateOf(t, v)
}

// UpdateTemplate changes a template's metadata. The errors are those of CreateTemplate.
func (m *Module) UpdateTemplate(ctx context.Context, name string, c TemplateChange) (Template, error) {
	t, err := m.lock(ctx, name)
	if err != nil {
		return Template{}, err
	}
	if c.BrandID != nil {
		if t.BrandID, err = m.brand(ctx, *c.BrandID); err != nil {
			return Template{}, err
		}
	}
	for _, f := range []struct {
		to  *string
		new *string
	}{{&t.Name, c.Name}, {&t.Slug, c.Slug}, {&t.Description, c.Description}} {
		if f.new != nil {
			*f.to = *f.new
		}
	}
	if len(c.Tags) > 0 {
		t.Tags = c.Tags
	}
	if c.Slug != nil && m.builtin.bySlug[t.Slug] != nil {
		return Template{}, ErrSlugTaken
	}
	if err := m.store.UpdateTemplate(ctx, t); err != nil {
		return Template{}, storeFault(err, ErrTemplateNotFound, ErrSlugTaken)
	}
	return m.Template(ctx, t.ID)
}

// DeleteTemplate deletes a template and its versions.
func (m *Module) DeleteTemplate(ctx context.Context, name string) (id string, err error) {
	t, err := m.lock(ctx, name)
	if err != nil {
		return "", err
	}
	return t.ID, storeFault(m.store.DeleteTemplate(ctx, tenant(ctx), t.ID), ErrTemplateNotFound, nil)
}

// CreateVersion adds a version.
func (m *Module) CreateVersion(ctx context.Context, name string, c Content, publish bool) (*Version, error) {
	t, err := m.lock(ctx, name)
	if err != nil {
		return nil, err
	}
	hash, err := m.checked(&c)
	if err != nil {
		return nil, err
	}
	t.Latest++
	v, err := m.addVersion(ctx, t, t.Latest, &c, hash)
	if err != nil {
		return nil, err
	}
	if err := m.store.UpdateTemplate(ctx, t); err != nil {
		return nil, err
	}
	if publish {
		if err := m.publish(ctx, t, v); err != nil {
			return nil, err
		}
	}
	return versionOf(v)
}

// Publish makes a version, by default the latest, the one used by requests that name no version.
func (m *Module) Publish(ctx context.Context, name string, number int) (Template, error) {
	t, err := m.lock(ctx, name)
	if err != nil {
		return Template{}, err
	}
	if number == 0 {
		number = t.Latest
	}
	v, err := m.store.TemplateVersion(ctx, t, number)
	if err != nil {
		return Template{}, storeFault(err, ErrVersionNotFound, nil)
	}
	if err := m.publish(ctx, t, v); err != nil {
		return Template{}, err
	}
	return templateOf(t, v)
}

// Versions pages through the versions of a template, newest first.
func (m *Module) Versions(ctx context.Context, name string, limit *int32, cursor *string) (page.Page[*Version], error) {
	req, err := m.pageOf(ctx, "templates.versions", name, limit, cursor)
	if err != nil {
		return page.Page[*Version]{}, err
	}
	at := func(v *Version) page.Position {
		return page.Position{CreatedAt: v.CreatedAt, ID: store.VersionKey(v.Number)}
	}
	if b := m.builtin.find(name); b != nil {
		return page.Cut(m.cursors, req, page.Rows(req, m.builtin.versions[b.ID], at), at), nil
	}
	t, err := m.find(ctx, name)
	if err != nil {
		return page.Page[*Version]{}, err
	}
	rows, err := m.store.TemplateVersions(ctx, t, req)
	if err != nil {
		return page.Page[*Version]{}, err
	}
	list := make([]*Version, len(rows))
	for i := range rows {
		if list[i], err = versionOf(rows[i]); err != nil {
			return page.Page[*Version]{}, err
		}
	}
	return page.Cut(m.cursors, req, list, at), nil
}

// VersionOf returns a version of a template; 0 is the published one, or the latest when none is.
func (m *Module) VersionOf(ctx context.Context, name string, number int) (Template, *Version, error) {
	if b := m.builtin.find(name); b != nil {
		if number == 0 {
			number = b.Published
		}
		for _, v := range m.builtin.versions[b.ID] {
			if v.Number == number {
				return *b, v, nil
			}
		}
		return Template{}, nil, ErrVersionNotFound
	}
	t, err := m.find(ctx, name)
	if err != nil {
		return Template{}, nil, err
	}
	if number == 0 {
		if number = t.Published; number == 0 {
			number = t.Latest
		}
	}
	v, err := m.store.TemplateVersion(ctx, t, number)
	if errors.Is(err, store.ErrGone) {
		return Template{}, nil, ErrVersionNotFound
	}
	if err != nil {
		return Template{}, nil, err
	}
	out, err := templateOf(t, v)
	return out, out.Version, err
}

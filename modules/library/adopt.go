package library

import (
	"context"
	"regexp"
	"sync"

	"github.com/platenhq/platen/modules/library/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
)

// What a live object uses is live too: otherwise a test credential, which may change what test credentials created,
// could change or delete it.

var fileID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(?:asset|font)_[0-9a-hjkmnp-tv-z]{26}\b`) })

// Adopt marks live what a live object of the caller uses from now on, in the transaction of ctx: the template of an id
// or a slug, "" for none, and the assets and fonts that the text names, each with its licence. For a test caller, and
// for what does not exist, it does nothing.
func (m *Module) Adopt(ctx context.Context, template, text string) error {
	if !tenant(ctx).Livemode() {
		return nil
	}
	if template != "" && m.builtin.find(template) == nil {
		t, err := m.find(ctx, template)
		switch {
		case fault.CodeOf(err) == fault.TemplateNotFound:
		case err != nil:
			return err
		case !t.Live:
			if err := m.store.AdoptTemplate(ctx, tenant(ctx), t.ID); err != nil {
				return err
			}
			if err := m.adoptCurrent(ctx, t); err != nil {
				return err
			}
		}
	}
	ids := fileID().FindAllString(text, -1)
	if len(ids) == 0 {
		return nil
	}
	return m.store.AdoptFiles(ctx, tenant(ctx), ids)
}

// adoptCurrent adopts the content of a template's version in use.
func (m *Module) adoptCurrent(ctx context.Context, t *store.Template) error {
	number := t.Published
	if number == 0 {
		number = t.Latest
	}
	v, err := m.store.TemplateVersion(ctx, t, number)
	if err != nil {
		return storeFault(err, ErrVersionNotFound, nil)
	}
	return m.adoptVersion(ctx, v)
}

// adoptVersion adopts the content of a version.
func (m *Module) adoptVersion(ctx context.Context, v *store.Version) error {
	return m.Adopt(ctx, "", v.HTML+"\n"+v.CSS+"\n"+string(v.Document)+"\n"+string(v.Variables))
}

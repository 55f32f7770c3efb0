package policy

import (
	"context"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/policy/internal/store"
)

// Setting is the policy of a workspace.
type Setting struct {
	// Categories are the blocked categories, of the built-in list and of a moderation service.
	Categories []string
	// Deny and Allow are words and phrases of the workspace's own.
	Deny, Allow []string
	// Moderated is true if the moderation service is called as well.
	Moderated bool
	// UpdatedAt is nil for the defaults.
	UpdatedAt *time.Time
}

// Change holds the changes to a setting; a nil field is unchanged.
type Change struct {
	Categories, Deny, Allow *[]string
}

func (m *Module) setting(r *store.Setting) Setting {
	s := Setting{Categories: r.Categories, Deny: r.Deny, Allow: r.Allow, Moderated: m.moderation != nil, UpdatedAt: r.UpdatedAt}
	if r.AllCategories {
		s.Categories = Categories()
	}
	return s
}

// Setting returns a workspace's setting.
func (m *Module) Setting(ctx context.Context, ws ident.Workspace) (Setting, error) {
	r, err := m.store.Setting(ctx, string(ws))
	if err != nil {
		return Setting{}, err
	}
	return m.setting(r), nil
}

// Update changes the setting of the caller's workspace. It needs an open transaction. A term that contains no word is
// a VALIDATION_FAILED fault.
func (m *Module) Update(ctx context.Context, c Change) (Setting, error) {
	t := ident.Must(ctx).Tenant()
	if err := t.CheckWhole(); err != nil {
		return Setting{}, err
	}
	ws := t.Workspace()
	var details []fault.Detail
	for name, terms := range map[string]*[]string{"deny": c.Deny, "allow": c.Allow} {
		if terms == nil {
			continue
		}
		for i, t := range *terms {
			if _, ok := parseTerm(Custom, t); !ok {
				details = append(details, fault.Detail{Path: fault.Pointer(name, "items", i), Rule: "term", Actual: t, Message: fmt.Sprintf("%q holds no word.", t),
					FixPatch: []fault.Op{fault.Remove(fault.Pointer(name, "items", i))}})
			}
		}
	}
	if len(details) > 0 {
		return Setting{}, fault.Rules(details...)
	}
	r, err := m.store.Update(ctx, string(ws), func(r *store.Setting) {
		if c.Categories != nil {
			r.Categories, r.AllCategories = *c.Categories, false
		}
		if c.Deny != nil {
			r.Deny = *c.Deny
		}
		if c.Allow != nil {
			r.Allow = *c.Allow
		}
	})
	if err != nil {
		return Setting{}, err
	}
	m.db.AfterCommit(ctx, func() { m.drop(ws) })
	return m.setting(r), m.db.Notify(ctx, channel, string(ws))
}

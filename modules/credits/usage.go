package credits

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/credits/internal/store"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Usage is the spending of one caller on one kind of work on one day (UTC).
type Usage struct {
	Day time.Time
	// Actor is ident.Principal.Actor.
	Actor string
	// Category is preview, render, signed, ai or other.
	Category            string
	Credits, Operations int64
}

// UsageFilter narrows a list of usage; the zero value lists everything.
type UsageFilter struct {
	Actor, Category string
	// After limits the list to days that begin after it.
	After time.Time
}

// UsageDays pages through the workspace's usage, newest first. Usage and the ledger cover the whole workspace: a tenant
// limited to brands is refused.
func (m *Module) UsageDays(ctx context.Context, t ident.Tenant, f UsageFilter, limit *int32, cursor *string) (page.Page[Usage], error) {
	bound := page.Scope{Route: "credits.usage", Tenant: t, Filters: fmt.Sprintf("%q %q %d", f.Actor, f.Category, f.After.UnixMicro())}
	req, err := m.cursors.Request(bound, limit, cursor)
	if err != nil {
		return page.Page[Usage]{}, err
	}
	rows, err := m.store.UsageDays(ctx, t, store.UsageFilter(f), req)
	if err != nil {
		return page.Page[Usage]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(u store.Usage) page.Position { return page.Position{CreatedAt: u.CreatedAt, ID: u.ID} })
	return page.Map(p, func(u store.Usage) Usage {
		return Usage{Day: u.Day, Actor: u.Actor, Category: u.Category, Credits: u.Credits, Operations: u.Operations}
	}), nil
}

// categories maps the prefix of a hold's subject to the kind of work. For images of signed URLs, the subject is the
// image's id, which their URL contains before they are rendered.
var categories = map[string]string{string(ident.Render): "preview", string(ident.Job): "render", string(ident.Image): "signed", "ai": "ai"}

// categoriesJSON is categories as JSON, for SQL statements.
var categoriesJSON = func() string {
	text, _ := json.Marshal(categories) // strings always marshal
	return string(text)
}()

// actor returns the actor that spends: the caller, or the service itself when no token is involved.
func actor(ctx context.Context) string {
	if p := ident.From(ctx); p != nil {
		return p.Actor()
	}
	return "system"
}

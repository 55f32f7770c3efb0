package brands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/brands/internal/store"
	"github.com/platenhq/platen/modules/platform/ident"
)

// InForce is the kit that applies to a render.
type InForce struct {
	KitID, BrandID string
	Version        int
	Compiled       *Compiled
	Body           json.RawMessage
}

// Find returns the kit that applies to a request that names a brand, a kit (kitID, and version unless 0), or both; nil
// when the brand has no kit in force. For a caller limited to one brand, that brand is the default; other brands are
// ErrForbidden, whether they exist or not. The other errors are ErrBrandNotFound, ErrKitNotFound, ErrOtherBrand,
// ErrDraft, ErrOutOfUse and ErrBrandArchived.
func (m *Module) Find(ctx context.Context, brandID, kitID string, version int) (*InForce, error) {
	t := tenant(ctx)
	implied := false
	if brandID == "" && kitID == "" {
		if len(t.Brands()) != 1 {
			return nil, nil
		}
		brandID, implied = t.Brands()[0], true
	}
	if brandID != "" {
		b, err := m.store.Brand(ctx, t, brandID)
		switch {
		case implied && errors.Is(err, store.ErrGone):
			return nil, nil
		case err != nil:
			return nil, brandFault(t, err)
		case b.Status == "archived":
			return nil, ErrBrandArchived
		}
		if kitID == "" {
			if kitID = b.DefaultKit; kitID == "" {
				return nil, nil
			}
			implied = true
		}
	}
	k, err := m.store.Kit(ctx, t, kitID)
	if err != nil {
		return nil, kitFault(t, err)
	}
	if brandID != "" && k.BrandID != brandID {
		return nil, ErrOtherBrand
	}
	if version == 0 {
		if version = k.Published; version == 0 {
			if implied {
				return nil, nil
			}
			return nil, ErrKitNotFound
		}
	}
	v, err := m.store.Version(ctx, k, version)
	if err != nil {
		return nil, kitFault(ident.Tenant{}, err)
	}
	switch {
	case v.Status == string(Archived) && !evaluating(ctx):
		return nil, ErrOutOfUse
	case v.Status == string(Draft) && ident.Must(ctx).Mode == ident.Live && !evaluating(ctx):
		return nil, ErrDraft
	}
	c, err := m.compile(k.ID, v)
	if err != nil {
		return nil, err
	}
	return &InForce{KitID: k.ID, BrandID: k.BrandID, Version: v.Version, Compiled: c, Body: v.Body}, nil
}

type evaluatingKey struct{}

// evaluating reports whether the document is only checked, not rendered: any version is then accepted.
func evaluating(ctx context.Context) bool { return ctx.Value(evaluatingKey{}) != nil }

// compile compiles a version and caches the result.
func (m *Module) compile(kitID string, v *store.Version) (*Compiled, error) {
	key := fmt.Sprintf("%s@%d#%s", kitID, v.Version, v.SHA256)
	if c, ok := m.compiled.Get(key); ok {
		return c, nil
	}
	kit := new(Kit)
	if err := json.Unmarshal(v.Body, kit); err != nil {
		return nil, fmt.Errorf("reading version %d of %s: %w", v.Version, kitID, err)
	}
	c, details := Compile(m.needs.Styles, kit)
	if c == nil {
		return nil, fmt.Errorf("version %d of %s violates %d rules that it satisfied when it was stored, the first is %s at %s", v.Version, kitID, len(details), details[0].Rule, details[0].Path)
	}
	c.cost = 4<<10 + 8*len(v.Body) + len(c.CSS)
	m.compiled.Add(key, c)
	return c, nil
}

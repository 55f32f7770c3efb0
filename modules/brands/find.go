package brands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

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

// Find returns the kit that applies to a request that names a brand, a kit (kitID, and version unless 0), or
// both; nil when the brand has none in force. A caller who is narrowed to one brand names it by naming none;
// other brands are ErrForbidden, whether they exist or not. The other errors are ErrBrandNotFound,
// ErrKitNotFound, ErrOtherBrand, ErrDraft, ErrOutOfUse and ErrBrandArchived.
func (m *Module) Find(ctx context.Context, brandID, kitID string, version int) (*InForce, error) {
	o := owner(ctx)
	implied := false
	if brandID == "" && kitID == "" {
		if len(o.Brands) != 1 {
			return nil, nil
		}
		brandID, implied = o.Brands[0], true
	}
	if brandID != "" {
		b, err := m.store.Brand(ctx, o, brandID)
		switch {
		case implied && errors.Is(err, store.ErrGone):
			return nil, nil
		case err != nil:
			return nil, brandFault(o, err)
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
	k, err := m.store.Kit(ctx, o, kitID)
	if err != nil {
		return nil, kitFault(o, err)
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
	v, err := m.store.Version(ctx, k.ID, version)
	if err != nil {
		return nil, kitFault(store.Owner{}, err)
	}
	switch {
	case v.Status == string(Archived) && !judging(ctx):
		return nil, ErrOutOfUse
	case v.Status == string(Draft) && ident.Must(ctx).Mode == ident.Live && !judging(ctx):
		return nil, ErrDraft
	}
	c, err := m.compile(k.ID, v)
	if err != nil {
		return nil, err
	}
	return &InForce{KitID: k.ID, BrandID: k.BrandID, Version: v.Version, Compiled: c, Body: v.Body}, nil
}

type judgingKey struct{}

// judging reports whether the document is only judged: then every version will do.
func judging(ctx context.Context) bool { return ctx.Value(judgingKey{}) != nil }

// Check lays out a render request, which names the kit and the version, and judges it. Nothing is kept.
func (m *Module) Check(ctx context.Context, id string, version int, request func(version int) []byte) (ref map[string]any, v Verdict, err error) {
	kit, err := m.Kit(ctx, id)
	if err != nil {
		return nil, v, err
	}
	if version == 0 {
		version = kit.Current.Version
	} else if _, err := m.Version(ctx, id, version); err != nil {
		return nil, v, err
	}
	errs, warnings, err := m.needs.Renderer.Judge(context.WithValue(ctx, judgingKey{}, true), request(version))
	return map[string]any{"id": id, "version": int64(version)}, Verdict{Errors: errs, Warnings: warnings}, err
}

// compile understands a version, once.
func (m *Module) compile(kitID string, v *store.Version) (*Compiled, error) {
	key := fmt.Sprintf("%s@%d#%s", kitID, v.Version, v.SHA256)
	if c := m.compiled.get(key); c != nil {
		return c, nil
	}
	kit := new(Kit)
	if err := json.Unmarshal(v.Body, kit); err != nil {
		return nil, fmt.Errorf("reading version %d of %s: %w", v.Version, kitID, err)
	}
	c, details := Compile(m.needs.Styles, kit)
	if c == nil {
		return nil, fmt.Errorf("version %d of %s breaks %d rules it once kept, first %s at %s", v.Version, kitID, len(details), details[0].Rule, details[0].Path)
	}
	m.compiled.put(key, c)
	return c, nil
}

// cache keeps the kits used last. The zero value is empty.
type cache struct {
	mu    sync.Mutex
	items map[string]*Compiled
	order []string
}

const cached = 128

func (c *cache) get(key string) *Compiled {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.items[key]
}

func (c *cache) put(key string, kit *Compiled) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.items == nil {
		c.items = map[string]*Compiled{}
	}
	if c.items[key] == nil {
		c.order = append(c.order, key)
	}
	c.items[key] = kit
	if len(c.order) > cached {
		delete(c.items, c.order[0])
		c.order = c.order[1:]
	}
}

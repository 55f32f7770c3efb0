package library

import (
	"context"
	"time"

	"github.com/platenhq/platen/modules/library/internal/store"
	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/ident"
)

// fontsChannel notifies processes that the fonts of a workspace have changed; the payload is the workspace.
const fontsChannel = "library_fonts"

// fontsKey is a workspace and a mode; the mode determines which fonts are visible.
type fontsKey struct {
	workspace ident.Workspace
	live      bool
}

func newFonts() *cache.Cache[fontsKey, []*store.Font] {
	return cache.New[fontsKey](cache.Options[[]*store.Font]{
		MaxCost: 8 << 20, Cost: func(list []*store.Font) int { return 256 + 512*len(list) }, // estimates in bytes
		TTL: 5 * time.Second, // a notification may be lost
	})
}

// workspaceFonts returns the fonts of the caller's workspace, in order of creation.
func (m *Module) workspaceFonts(ctx context.Context) ([]*store.Font, error) {
	t := tenant(ctx)
	key := fontsKey{t.Workspace(), t.Livemode()}
	if list, ok := m.fonts.Get(key); ok {
		return list, nil
	}
	epoch := m.fonts.Epoch()
	list, err := m.store.Faces(ctx, t)
	if err == nil && m.db.Tx(ctx) == nil {
		m.fonts.Put(key, list, epoch)
	}
	return list, err
}

// fontsChanged invalidates the cached fonts in every process when the transaction of ctx commits.
func (m *Module) fontsChanged(ctx context.Context) error {
	m.db.AfterCommit(ctx, func() { m.fonts.Drop("") })
	return m.db.Notify(ctx, fontsChannel, workspace(ctx))
}

package auth

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/auth/internal/store"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// TokenVerifier verifies bearer tokens that are no API keys. It returns ErrUnauthorized for a token that
// is not valid, whatever the reason, and other errors only for trouble on our side.
type TokenVerifier interface {
	VerifyToken(ctx context.Context, token string) (*ident.Principal, error)
}

// Authenticate returns whose token it is. An address with too many failures is refused without a look at
// the database, unless its key is known at the moment. The error is ErrUnauthorized or trouble on our side.
func (m *Module) Authenticate(ctx context.Context, token string, from netip.Addr) (*ident.Principal, error) {
	if token == "" {
		return nil, ErrUnauthorized
	}
	hash := hashToken(m.pepper, token)
	if p := m.cache.get(hash); p != nil {
		m.uses.note(p.KeyID, from)
		return p, nil
	}
	// An IPv6 customer owns a whole /64.
	who := from.String()
	if from.Is6() {
		if block, err := from.Prefix(64); err == nil {
			who = block.String()
		}
	}
	if m.failures.Blocked(who) {
		return nil, ErrUnauthorized
	}
	p, err := m.verify(ctx, token, hash)
	if err != nil {
		if fault.CodeOf(err) == fault.Unauthorized {
			m.failures.Add(who)
		}
		return nil, err
	}
	if p.Kind == ident.KindKey {
		m.uses.note(p.KeyID, from)
	}
	return p, nil
}

func (m *Module) verify(ctx context.Context, token string, hash [32]byte) (*ident.Principal, error) {
	_, mode, ok := parseToken(token)
	if !ok {
		if m.Tokens == nil {
			return nil, ErrUnauthorized
		}
		return m.Tokens.VerifyToken(ctx, token)
	}
	epoch := m.cache.epoch()
	row, found, err := m.store.ByHash(ctx, hash[:])
	if err != nil {
		return nil, err
	}
	if !found || row.Mode != string(mode) || key(row.Key).Status == Revoked {
		return nil, ErrUnauthorized
	}
	p, err := principal(row)
	if err != nil {
		return nil, err
	}
	// A key in grace ends at an instant; the cache must not carry it beyond.
	if row.RotatedAt == nil {
		m.cache.put(hash, p, epoch)
	}
	return p, nil
}

func principal(row store.KeyAndVersion) (*ident.Principal, error) {
	scopes, err := ident.ParseScopes(row.Scopes)
	if err != nil {
		return nil, err
	}
	return &ident.Principal{
		Workspace: ident.Workspace(row.Workspace), Mode: ident.Mode(row.Mode), Kind: ident.KindKey, KeyID: row.ID,
		CreatedBy: row.CreatedBy, Scopes: scopes, APIVersion: row.APIVersion,
	}, nil
}

// Run drops changed keys from the cache and writes down last uses until ctx ends; the last uses are
// written once more then.
func (m *Module) Run(ctx context.Context, l *pg.Listener) error {
	cancel := l.Subscribe(channel, m.cache.drop)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			last, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer stop()
			return m.FlushUses(last)
		case <-time.After(5 * time.Second):
		}
		if err := m.FlushUses(ctx); err != nil && ctx.Err() == nil {
			// Tried again with the next round; a use that is lost costs nothing.
			continue
		}
	}
}

// FlushUses writes the last uses noted so far, at most one a minute and key.
func (m *Module) FlushUses(ctx context.Context) error {
	for id, u := range m.uses.take() {
		if err := m.store.Used(ctx, id, u.ip); err != nil {
			return err
		}
	}
	return nil
}

// cache remembers accepted keys for a short time.
type cache struct {
	ttl   time.Duration
	clock clock.Clock

	mu      sync.Mutex
	entries map[[32]byte]cached
	drops   uint64
}

type cached struct {
	p     *ident.Principal
	until time.Time
}

// maxCached bounds the memory; reaching it empties the cache.
const maxCached = 50_000

func newCache(ttl time.Duration, c clock.Clock) *cache {
	return &cache{ttl: ttl, clock: c, entries: map[[32]byte]cached{}}
}

func (c *cache) get(hash [32]byte) *ident.Principal {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[hash]
	if !ok || !c.clock.Now().Before(e.until) {
		return nil
	}
	return e.p
}

// epoch is to be read before the database and given to put, so that a key dropped in between is not
// remembered from the older read.
func (c *cache) epoch() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drops
}

func (c *cache) put(hash [32]byte, p *ident.Principal, epoch uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if epoch != c.drops || c.ttl == 0 {
		return
	}
	if len(c.entries) >= maxCached {
		clear(c.entries)
	}
	c.entries[hash] = cached{p, c.clock.Now().Add(c.ttl)}
}

// drop forgets a key; "" forgets all.
func (c *cache) drop(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drops++
	for hash, e := range c.entries {
		if id == "" || e.p.KeyID == id {
			delete(c.entries, hash)
		}
	}
}

// uses collects last uses, off the request path.
type uses struct {
	clock clock.Clock

	mu      sync.Mutex
	pending map[string]use
	written map[string]time.Time
}

type use struct{ ip string }

func newUses(c clock.Clock) *uses {
	return &uses{clock: c, pending: map[string]use{}, written: map[string]time.Time{}}
}

func (u *uses) note(id string, from netip.Addr) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.clock.Now().Sub(u.written[id]) >= time.Minute {
		u.pending[id] = use{from.String()}
	}
}

func (u *uses) take() map[string]use {
	u.mu.Lock()
	defer u.mu.Unlock()
	out := u.pending
	u.pending = map[string]use{}
	now := u.clock.Now()
	for id, at := range u.written {
		if now.Sub(at) > time.Minute {
			delete(u.written, id)
		}
	}
	for id := range out {
		u.written[id] = now
	}
	return out
}

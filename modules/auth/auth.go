package auth

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/platenhq/platen/modules/auth/internal/store"
	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/secret"
)

// FirstVersion is the API version that workspaces are pinned to.
const FirstVersion = "2026-01-01"

// Grace is the time for which a rotated key remains valid.
const Grace = 24 * time.Hour

// DefaultWorkspace is the name of the workspace created on first start.
const DefaultWorkspace = "default"

// channel notifies processes to evict a key from their caches; the payload is the key's id.
const channel = "auth_keys"

// Deps is the infrastructure that the module uses.
type Deps struct {
	DB      *pg.DB
	Secrets *secret.Ring
	Cursors *page.Sealer
	Clock   clock.Clock
	Log     *slog.Logger
	// Tokens verifies bearer tokens that are not API keys, such as JWTs; nil rejects them.
	Tokens TokenVerifier
}

// Module manages workspaces and keys and authenticates requests. It is safe for concurrent use.
type Module struct {
	db       *pg.DB
	store    *store.Store
	cursors  *page.Sealer
	pepper   [32]byte
	cache    *cache.Cache[[32]byte, *ident.Principal] // by the hash of the key's text; evicted by id
	cacheFor time.Duration
	failures *ratelimit.Failures
	uses     *uses
	delayed  atomic.Uint64
	log      *slog.Logger
	tokens   TokenVerifier
}

// New returns the module. It starts nothing: Run invalidates caches and writes last uses.
func New(cfg Config, d Deps) *Module {
	return &Module{
		db: d.DB, store: store.New(d.DB), cursors: d.Cursors, pepper: d.Secrets.Key("auth.pepper"),

		cacheFor: cfg.CacheFor, cache: newCache(cfg.CacheFor, maxCached, d.Clock),
		failures: ratelimit.NewFailures(cfg.FailuresPerMinute, d.Clock), uses: newUses(d.Clock), log: d.Log, tokens: d.Tokens,
	}
}

// maxCached is the maximum number of cached keys.
const maxCached = 50_000

func newCache(ttl time.Duration, size int, c clock.Clock) *cache.Cache[[32]byte, *ident.Principal] {
	return cache.New[[32]byte](cache.Options[*ident.Principal]{Entries: size, TTL: ttl, Clock: c, Tag: func(p *ident.Principal) string { return p.KeyID }})
}

// Workspace is a tenant.
type Workspace struct {
	ID         ident.Workspace
	Name       string
	APIVersion string
	CreatedAt  time.Time
}

// CreateWorkspace creates a workspace. The error is ErrNameTaken when the name is in use.
func (m *Module) CreateWorkspace(ctx context.Context, name string) (Workspace, error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 100 {
		return Workspace{}, fault.Rules(fault.Detail{Path: "/name", Rule: "length", Message: "The name must have 1 to 100 characters."})
	}
	row, ok, err := m.store.CreateWorkspace(ctx, string(ident.NewWorkspace()), name, FirstVersion)
	if err != nil {
		return Workspace{}, err
	}
	if !ok {
		return Workspace{}, ErrNameTaken
	}
	return workspace(row), nil
}

// Workspace returns a workspace by id, or ErrWorkspaceNotFound.
func (m *Module) Workspace(ctx context.Context, id ident.Workspace) (Workspace, error) {
	return m.found(m.store.Workspace(ctx, "id", string(id)))
}

// WorkspaceByName returns a workspace by its name, or ErrWorkspaceNotFound.
func (m *Module) WorkspaceByName(ctx context.Context, name string) (Workspace, error) {
	return m.found(m.store.Workspace(ctx, "name", name))
}

// Workspaces returns every workspace, oldest first, for the operator's command line.
func (m *Module) Workspaces(ctx context.Context) ([]Workspace, error) {
	rows, err := m.store.Workspaces(ctx)
	out := make([]Workspace, len(rows))
	for i, r := range rows {
		out[i] = workspace(r)
	}
	return out, err
}

func (m *Module) found(row store.Workspace, ok bool, err error) (Workspace, error) {
	if err == nil && !ok {
		err = ErrWorkspaceNotFound
	}
	return workspace(row), err
}

func workspace(r store.Workspace) Workspace {
	return Workspace{ID: ident.Workspace(r.ID), Name: r.Name, APIVersion: r.APIVersion, CreatedAt: r.CreatedAt}
}

// NewKey is the input for creating a key.
type NewKey struct {
	Workspace ident.Workspace
	Mode      ident.Mode
	Name      string
	// Scopes are validated; nil means ident.DefaultScopes. A scope brand:<id> limits the key to that brand.
	Scopes []string
	// CreatedBy is the actor, such as "user:…" or "cli".
	CreatedBy string
}

// CreateKey creates a key for the operator, who may grant any right, and returns it with its text, which is never shown
// again. The key is its own root; the API uses MintKey.
func (m *Module) CreateKey(ctx context.Context, n NewKey) (Key, string, error) {
	text := newToken(n.Mode)
	k, err := m.insert(ctx, n, text, "", nil)
	return k, text, err
}

// ImportKey imports a key that was issued elsewhere, such as one with a legacy prefix.
func (m *Module) ImportKey(ctx context.Context, n NewKey, text string) (Key, error) {
	_, mode, ok := parseToken(text)
	if !ok {
		return Key{}, fault.Rules(fault.Detail{Path: "/secret", Rule: "key_format", Message: "The text does not have the form of an API key."})
	}
	n.Mode = mode
	return m.insert(ctx, n, text, "", nil)
}

// insert stores a key with the given roots; without roots the key is its own root.
func (m *Module) insert(ctx context.Context, n NewKey, text, replaces string, roots []string) (Key, error) {
	if n.Scopes == nil {
		n.Scopes = ident.DefaultScopes()
	}
	scopes, err := parseScopes(n.Scopes)
	if err != nil {
		return Key{}, err
	}
	id := ident.New(ident.APIKey)
	if len(roots) == 0 {
		roots = []string{id}
	}
	ident.Requires(ctx, scopes.List()...) // the response shows the key's text
	prefix, _, _ := parseToken(text)
	hash := hashToken(m.pepper, text)
	row, ok, err := m.store.CreateKey(ctx, store.Key{
		ID: id, Workspace: string(n.Workspace), Mode: string(n.Mode), Name: n.Name, Hash: hash[:],
		Prefix: prefix, LastFour: text[len(text)-4:], Scopes: scopes.List(), CreatedBy: n.CreatedBy, Roots: roots, Replaces: replaces,
	})
	if err != nil {
		return Key{}, err
	}
	if !ok {
		return Key{}, fault.State("key_exists", "This key exists already.")
	}
	return key(row), nil
}

// Keys pages through the keys of a tenant, newest first. A tenant limited to brands sees only keys limited to the same
// brands or a subset.
func (m *Module) Keys(ctx context.Context, t ident.Tenant, limit *int32, cursor *string) (page.Page[Key], error) {
	req, err := m.cursors.Request(page.Scope{Route: "auth.keys", Tenant: t}, limit, cursor)
	if err != nil {
		return page.Page[Key]{}, err
	}
	rows, err := m.store.Keys(ctx, t, req)
	if err != nil {
		return page.Page[Key]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(k store.Key) page.Position { return page.Position{CreatedAt: k.CreatedAt, ID: k.ID} })
	return page.Map(p, key), nil
}

// CountKeys returns the number of valid keys of a workspace by mode.
func (m *Module) CountKeys(ctx context.Context, ws ident.Workspace) (live, test int, err error) {
	return m.store.CountKeys(ctx, ws, Grace)
}

// Key returns a key, or ErrKeyNotFound.
func (m *Module) Key(ctx context.Context, ws ident.Workspace, mode ident.Mode, id string) (Key, error) {
	row, ok, err := m.store.Key(ctx, ws, mode, id, false)
	if err == nil && !ok {
		err = ErrKeyNotFound
	}
	return key(row), err
}

// Status is the state of a key.
type Status string

// The statuses of a key. A rotated key is revoked when its grace period ends.
const (
	Active  Status = "active"
	InGrace Status = "grace"
	Revoked Status = "revoked"
)

// Key is an API key without its text.
type Key struct {
	ID        string
	Workspace ident.Workspace
	Mode      ident.Mode
	Name      string
	// Prefix and LastFour identify the key to people.
	Prefix, LastFour string
	// Scopes contains no brand scopes; Brand is the one brand the key is limited to, "" for none.
	Scopes []string
	Brand  string
	// Limit lists every brand the key is limited to, nil for no limit.
	Limit     []string
	Status    Status
	Replaces  string
	CreatedBy string
	CreatedAt time.Time
	// LastUsedAt has a resolution of one minute; it is zero for a key that was never used.
	LastUsedAt time.Time
	LastUsedIP string
	// ExpiresAt is the end of the grace period, zero for a key that was not rotated.
	ExpiresAt time.Time
}

func key(r store.Key) Key {
	k := Key{ID: r.ID, Workspace: ident.Workspace(r.Workspace), Mode: ident.Mode(r.Mode), Name: r.Name, Prefix: r.Prefix, LastFour: r.LastFour,
		Replaces: r.Replaces, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt, LastUsedIP: r.LastUsedIP, Status: Active}
	k.Scopes = slices.DeleteFunc(slices.Clone(r.Scopes), func(s string) bool {
		id, ok := strings.CutPrefix(s, "brand:")
		if ok {
			k.Brand, k.Limit = id, append(k.Limit, id)
		}
		return ok
	})
	if r.LastUsedAt != nil {
		k.LastUsedAt = *r.LastUsedAt
	}
	if r.RotatedAt != nil {
		k.ExpiresAt, k.Status = r.RotatedAt.Add(Grace), InGrace
	}
	if r.RevokedAt != nil || (r.RotatedAt != nil && !r.Now.Before(k.ExpiresAt)) {
		k.Status = Revoked
	}
	return k
}

// String identifies the key without its text.
func (k Key) String() string { return fmt.Sprintf("%s (%s…%s)", k.ID, k.Prefix, k.LastFour) }

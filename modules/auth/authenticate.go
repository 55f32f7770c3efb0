package auth

import (
	"context"
	"net/netip"
	"strings"

	"github.com/platenhq/platen/modules/auth/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// TokenVerifier verifies bearer tokens that are not API keys. It returns ErrUnauthorized for any invalid token,
// whatever the reason, and other errors only for internal failures.
type TokenVerifier interface {
	VerifyToken(ctx context.Context, token string) (*ident.Principal, error)
}

// Authenticate returns the principal of a token. An address with too many failures is refused without a database
// lookup, unless its key is cached. The error is ErrUnauthorized or an internal failure.
func (m *Module) Authenticate(ctx context.Context, token string, from netip.Addr) (*ident.Principal, error) {
	if token == "" {
		return nil, ErrUnauthorized
	}
	hash := hashToken(m.pepper, token)
	if p, ok := m.cache.Get(hash); ok {
		m.uses.record(p.KeyID, from)
		return p, nil
	}
	who := sender(from)
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
		m.uses.record(p.KeyID, from)
	}
	return p, nil
}

// sender returns the key under which failures are counted: an IPv6 customer has a whole /64.
func sender(from netip.Addr) string {
	if from.Is6() {
		if block, err := from.Prefix(64); err == nil {
			return block.String()
		}
	}
	return from.String()
}

func (m *Module) verify(ctx context.Context, token string, hash [32]byte) (*ident.Principal, error) {
	if strings.HasPrefix(token, prefixSession) {
		return m.owner(ctx, hash)
	}
	_, mode, ok := parseToken(token)
	if !ok {
		if m.tokens == nil {
			return nil, ErrUnauthorized
		}
		return m.tokens.VerifyToken(ctx, token)
	}
	epoch := m.cache.Epoch()
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
	// A rotated key is not cached, because the cache must not outlive its grace period.
	if row.RotatedAt == nil && m.cacheFor > 0 {
		m.cache.Put(hash, p, epoch)
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
		CreatedBy: row.CreatedBy, Roots: row.Roots, Scopes: scopes, APIVersion: row.APIVersion,
	}, nil
}

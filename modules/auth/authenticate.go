package auth

import (
	"context"
	"net/netip"
	"strings"

	"github.com/platenhq/platen/modules/auth/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
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
	if p, ok := m.cache.Get(hash); ok {
		m.uses.note(p.KeyID, from)
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
		m.uses.note(p.KeyID, from)
	}
	return p, nil
}

// sender names whose failures are counted: an IPv6 customer owns a whole /64.
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
	// A key in grace ends at an instant; the cache must not carry it beyond.
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

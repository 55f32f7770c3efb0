package auth

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/auth/internal/store"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Rotate creates a successor with the same rights and returns it with its text; the old key remains valid for Grace. p
// needs at least the rights of the key. The successor gets the roots of both the key and p, since both know its text.
// The errors are ErrKeyNotFound, ErrKeyRotated and ErrKeyRevoked, and FORBIDDEN.
func (m *Module) Rotate(ctx context.Context, p *ident.Principal, id string) (Key, string, error) {
	var fresh Key
	var text string
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		old, err := m.lockOwnKey(ctx, p, id, "rotate this key")
		switch {
		case err != nil:
			return err
		case old.RevokedAt != nil:
			return ErrKeyRevoked
		case old.RotatedAt != nil:
			return ErrKeyRotated
		}
		text = newToken(p.Mode)
		n := NewKey{Workspace: p.Workspace, Mode: p.Mode, Name: old.Name, Scopes: old.Scopes, CreatedBy: p.Actor()}
		roots := slices.Compact(slices.Sorted(slices.Values(slices.Concat(old.Roots, p.Roots))))
		if fresh, err = m.insert(ctx, n, text, old.ID, roots); err != nil {
			return err
		}
		if err := m.store.Rotated(ctx, old.ID); err != nil {
			return err
		}
		return m.db.Notify(ctx, channel, old.ID)
	})
	if err != nil {
		return Key{}, "", err
	}
	return fresh, text, nil
}

// Revoke revokes a key immediately; revoking it again changes nothing. p needs at least the rights of the key. The
// errors are ErrKeyNotFound and FORBIDDEN.
func (m *Module) Revoke(ctx context.Context, p *ident.Principal, id string) (Key, error) {
	var k Key
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if _, err := m.lockOwnKey(ctx, p, id, "revoke this key"); err != nil {
			return err
		}
		row, ok, err := m.store.Revoke(ctx, p.Workspace, p.Mode, id)
		if err != nil {
			return err
		}
		if !ok {
			return ErrKeyNotFound
		}
		k = key(row)
		m.db.AfterCommit(ctx, func() { m.cache.Drop(id) })
		return m.db.Notify(ctx, channel, id)
	})
	return k, err
}

// lockOwnKey locks a key that p has the rights to change. doing names the operation for errors.
func (m *Module) lockOwnKey(ctx context.Context, p *ident.Principal, id, doing string) (store.Key, error) {
	row, ok, err := m.store.Key(ctx, p.Workspace, p.Mode, id, true)
	if err != nil {
		return row, err
	}
	if !ok {
		return row, ErrKeyNotFound
	}
	has, err := ident.ParseScopes(row.Scopes)
	if err != nil {
		return row, err
	}
	return row, p.Covers(has, doing, nil)
}

package signing

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"math/big"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/signing/internal/store"
)

// Status is the lifecycle state of a signing key.
type Status string

// The statuses of a key.
const (
	Active  Status = "active"  // signs and verifies
	Retired Status = "retired" // verifies only
	Revoked Status = "revoked" // does neither
)

// Key is a signing key without its secret.
type Key struct {
	ID        string // sgk_…
	KID       string // as it appears in URLs
	Mode      ident.Mode
	Status    Status
	Replaces  string
	CreatedAt time.Time
	// RetiredAt and RevokedAt are nil until the key is retired or revoked.
	RetiredAt, RevokedAt *time.Time
}

// A kid is 8 random characters and 4 that only this installation can compute, so that a forged kid is
// refused without a database query.
const (
	kidRandom = 8
	kidCheck  = 4
	kidLen    = kidRandom + kidCheck
)

const crockford = "0123456789abcdefghjkmnpqrstvwxyz"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func randomText(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		v, err := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet))))
		if err != nil {
			panic("signing: no randomness: " + err.Error())
		}
		b[i] = alphabet[v.Int64()]
	}
	return string(b)
}

// newSecret returns a fresh secret: 43 characters of base 62 hold 256 bits.
func newSecret() string { return "ssk_" + randomText(base62, 43) }

func (m *Module) newKID() string {
	text := randomText(crockford, kidRandom)
	return text + m.kidCheck(text)
}

func (m *Module) kidCheck(text string) string {
	mac := hmac.New(sha256.New, m.kidKey[:])
	mac.Write([]byte(text))
	return encode(mac.Sum(nil))[:kidCheck]
}

func (m *Module) ownKID(kid string) bool {
	return len(kid) == kidLen && hmac.Equal([]byte(m.kidCheck(kid[:kidRandom])), []byte(kid[kidRandom:]))
}

// encode returns bytes in lower-case Crockford base 32, five bits per character; remaining bits are dropped.
func encode(b []byte) string {
	out := make([]byte, 0, len(b)*8/5)
	acc, bits := 0, 0
	for _, c := range b {
		acc, bits = acc<<8|int(c), bits+8
		for bits >= 5 {
			bits -= 5
			out = append(out, crockford[acc>>bits&31])
		}
		acc &= 1<<bits - 1
	}
	return string(out)
}

// CreateKey creates a signing key of the caller's workspace and mode, and returns it with its secret, which
// is never shown again. A signing key signs for every brand: callers limited to brands cannot create one.
func (m *Module) CreateKey(ctx context.Context) (Key, string, error) {
	p := ident.Must(ctx)
	if err := covers(p, "make a signing key"); err != nil {
		return Key{}, "", err
	}
	return m.insertKey(ctx, p, "")
}

// covers rejects callers that lack the rights of a signing key: to sign requests of every brand.
func covers(p *ident.Principal, doing string) error {
	can, err := ident.ParseScopes([]string{"sign:write"})
	if err != nil {
		return err
	}
	return p.Covers(can, doing, nil)
}

func (m *Module) insertKey(ctx context.Context, p *ident.Principal, replaces string) (Key, string, error) {
	secret := newSecret()
	row := &store.Key{
		ID: ident.New(ident.SigningKey), WorkspaceID: string(p.Workspace), Livemode: p.Mode.Livemode(), KID: m.newKID(),
		CreatedBy: p.Actor(), Replaces: replaces,
	}
	ident.Requires(ctx, "sign:write") // the response shows the secret
	row.Sealed = m.secrets.Seal(sealUse, row.ID, []byte(secret))
	if err := m.store.InsertKey(ctx, row); err != nil {
		return Key{}, "", err
	}
	return key(row), secret, nil
}

// Keys pages through the caller's signing keys, newest first.
func (m *Module) Keys(ctx context.Context, limit *int32, cursor *string) (page.Page[Key], error) {
	p := ident.Must(ctx)
	req, err := m.cursors.Request(page.Scope{Route: "signing.keys", Tenant: p.Tenant()}, limit, cursor)
	if err != nil {
		return page.Page[Key]{}, err
	}
	rows, err := m.store.Keys(ctx, p.Tenant(), req)
	if err != nil {
		return page.Page[Key]{}, err
	}
	cut := page.Cut(m.cursors, req, rows, func(k *store.Key) page.Position { return page.Position{CreatedAt: k.CreatedAt, ID: k.ID} })
	return page.Map(cut, key), nil
}

// Key returns a signing key of the caller, or ErrKeyNotFound.
func (m *Module) Key(ctx context.Context, id string) (Key, error) {
	row, err := m.keyRow(ctx, id, store.Read)
	if err != nil {
		return Key{}, err
	}
	return key(row), nil
}

// RotateKey creates a successor, which it returns with its secret, and retires the key. The errors are
// ErrKeyNotFound, ErrKeyRetired and ErrKeyRevoked.
func (m *Module) RotateKey(ctx context.Context, id string) (Key, string, error) {
	var fresh Key
	var secret string
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		old, err := m.keyRow(ctx, id, store.Lock)
		if err != nil {
			return err
		}
		if err := covers(ident.Must(ctx), "rotate this signing key"); err != nil {
			return err
		}
		switch key(old).Status {
		case Revoked:
			return ErrKeyRevoked
		case Retired:
			return ErrKeyRetired
		}
		if fresh, secret, err = m.insertKey(ctx, ident.Must(ctx), old.ID); err != nil {
			return err
		}
		return m.endKey(ctx, old, "retired_at")
	})
	return fresh, secret, err
}

// RetireKey makes a key verify-only; retiring it again changes nothing. The errors are
// ErrKeyNotFound and ErrKeyRevoked.
func (m *Module) RetireKey(ctx context.Context, id string) (Key, error) {
	return m.end(ctx, id, func(ctx context.Context, k *store.Key) error {
		switch key(k).Status {
		case Revoked:
			return ErrKeyRevoked
		case Retired:
			return nil
		}
		return m.endKey(ctx, k, "retired_at")
	})
}

// RevokeKey invalidates a key and every URL it signed, in all processes within a second; revoking it again
// changes nothing. The error is ErrKeyNotFound.
func (m *Module) RevokeKey(ctx context.Context, id string) (Key, error) {
	return m.end(ctx, id, func(ctx context.Context, k *store.Key) error {
		if key(k).Status == Revoked {
			return nil
		}
		return m.endKey(ctx, k, "revoked_at")
	})
}

func (m *Module) end(ctx context.Context, id string, how func(ctx context.Context, k *store.Key) error) (Key, error) {
	var out Key
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		row, err := m.keyRow(ctx, id, store.Lock)
		if err != nil {
			return err
		}
		if err := covers(ident.Must(ctx), "end this signing key"); err != nil {
			return err
		}
		if err := how(ctx, row); err != nil {
			return err
		}
		out = key(row)
		return nil
	})
	return out, err
}

func (m *Module) endKey(ctx context.Context, k *store.Key, column string) error {
	if err := m.store.EndKey(ctx, k, column); err != nil {
		return err
	}
	m.db.AfterCommit(ctx, func() { m.keys.Drop(k.KID) })
	return m.db.Notify(ctx, keysChannel, k.KID)
}

func (m *Module) keyRow(ctx context.Context, id string, how store.Access) (*store.Key, error) {
	row, err := m.store.Key(ctx, ident.Must(ctx).Tenant(), id, how)
	if store.IsGone(err) {
		return nil, ErrKeyNotFound
	}
	return row, err
}

// signer returns the newest active key of the caller with its secret, creating the first one if there is
// none. It runs in a transaction.
func (m *Module) signer(ctx context.Context) (kid, secret string, err error) {
	p := ident.Must(ctx)
	row, err := m.store.NewestActive(ctx, p.Tenant())
	if store.IsGone(err) {
		if err := m.store.LockTenant(ctx, p.Tenant()); err != nil { // two concurrent first calls create one key
			return "", "", err
		}
		row, err = m.store.NewestActive(ctx, p.Tenant())
	}
	if store.IsGone(err) {
		k, secret, err := m.insertKey(ctx, p, "")
		return k.KID, secret, err
	}
	if err != nil {
		return "", "", err
	}
	plain, err := m.secrets.Open(sealUse, row.ID, row.Sealed)
	return row.KID, string(plain), err
}

func key(r *store.Key) Key {
	k := Key{ID: r.ID, KID: r.KID, Mode: mode(r.Livemode), Status: Active, Replaces: r.Replaces, CreatedAt: r.CreatedAt, RetiredAt: r.RetiredAt, RevokedAt: r.RevokedAt}
	switch {
	case r.RevokedAt != nil:
		k.Status = Revoked
	case r.RetiredAt != nil:
		k.Status = Retired
	}
	return k
}

func mode(livemode bool) ident.Mode {
	if livemode {
		return ident.Live
	}
	return ident.Test
}

package auth

import (
	"context"
	"crypto/rand"
	"net/netip"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
)

const (
	// LinkValid is the lifetime of a sign-in link.
	LinkValid = 10 * time.Minute
	// SessionValid is the lifetime of a session.
	SessionValid = 12 * time.Hour
)

const (
	prefixLink    = "svc_signin_"
	prefixSession = "svc_session_"
)

// ownerSubject is the subject of an owner's sessions, and the root of the keys created in them.
const ownerSubject = "owner"

// NewSignIn returns the text of a link that signs the owner of a workspace in, once and within LinkValid. It is for the
// operator; only the link's hash is stored.
func (m *Module) NewSignIn(ctx context.Context, ws ident.Workspace, mode ident.Mode) (string, error) {
	text := prefixLink + rand.Text()
	hash := hashToken(m.pepper, text)
	return text, m.store.CreateSignIn(ctx, hash[:], ws, mode, LinkValid)
}

// Redeem exchanges a link's text for a session token, which Authenticate accepts for SessionValid. The error is
// ErrSignIn for a text that is unknown, used or expired, and for an address with too many failures.
func (m *Module) Redeem(ctx context.Context, link string, from netip.Addr) (string, error) {
	who := sender(from)
	if m.failures.Blocked(who) {
		return "", ErrSignIn
	}
	token := prefixSession + rand.Text()
	known, session := hashToken(m.pepper, link), hashToken(m.pepper, token)
	ok := strings.HasPrefix(link, prefixLink)
	if ok {
		var err error
		if _, ok, err = m.store.RedeemSignIn(ctx, known[:], session[:], SessionValid); err != nil {
			return "", err
		}
	}
	if !ok {
		m.failures.Add(who)
		return "", ErrSignIn
	}
	return token, nil
}

// EndSession ends the session of a token; it ignores other tokens.
func (m *Module) EndSession(ctx context.Context, token string) error {
	if !strings.HasPrefix(token, prefixSession) {
		return nil
	}
	hash := hashToken(m.pepper, token)
	return m.store.EndSession(ctx, hash[:])
}

// owner returns the principal of an owner's session. It has every scope; its roots are the same in every session of a
// workspace, so that keys created in different sessions count as one person's.
func (m *Module) owner(ctx context.Context, hash [32]byte) (*ident.Principal, error) {
	row, ok, err := m.store.Session(ctx, hash[:])
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrUnauthorized
	}
	scopes, err := ident.ParseScopes(ident.KnownScopes())
	if err != nil {
		return nil, err
	}
	return &ident.Principal{
		Workspace: ident.Workspace(row.Workspace), Mode: ident.Mode(row.Mode), Kind: ident.KindSession, Subject: ownerSubject,
		Roots: []string{ownerSubject + ":" + row.Workspace}, Scopes: scopes, APIVersion: row.APIVersion,
	}, nil
}

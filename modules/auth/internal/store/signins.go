package store

import (
	"context"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Session is a redeemed sign-in with the API version of its workspace.
type Session struct {
	Workspace  string
	Mode       string
	APIVersion string
}

// CreateSignIn inserts a sign-in with a link of the given lifetime, and deletes expired ones.
func (s *Store) CreateSignIn(ctx context.Context, link []byte, ws ident.Workspace, mode ident.Mode, valid time.Duration) error {
	if _, err := s.db.SQL(ctx).ExecContext(ctx, `DELETE FROM auth.sign_ins WHERE coalesce(ends_at, link_until) < svc_now()`); err != nil {
		return fmt.Errorf("removing sign-ins: %w", err)
	}
	_, err := s.db.SQL(ctx).ExecContext(ctx, `INSERT INTO auth.sign_ins (link, workspace, mode, created_at, link_until)
		VALUES ($1, $2, $3, svc_now(), svc_now() + $4 * interval '1 second')`, link, string(ws), string(mode), valid.Seconds())
	if err != nil {
		return fmt.Errorf("creating a sign-in: %w", err)
	}
	return nil
}

// RedeemSignIn adds a session of the given lifetime to the sign-in of a link; false when the link is unknown, used or
// expired. Of concurrent calls one succeeds.
func (s *Store) RedeemSignIn(ctx context.Context, link, session []byte, length time.Duration) (Session, bool, error) {
	var out Session
	err := s.db.Conn(ctx).NewRaw(`UPDATE auth.sign_ins i SET session = ?, ends_at = svc_now() + ? * interval '1 second'
		FROM auth.workspaces w WHERE w.id = i.workspace AND i.link = ? AND i.session IS NULL AND i.link_until > svc_now()
		RETURNING i.workspace, i.mode, w.api_version`, session, length.Seconds(), link).Scan(ctx, &out)
	return one(out, err, "redeeming a sign-in")
}

// Session returns the session with the hash; false when there is none or it has expired.
func (s *Store) Session(ctx context.Context, session []byte) (Session, bool, error) {
	var out Session
	err := s.db.Conn(ctx).NewRaw(`SELECT i.workspace, i.mode, w.api_version FROM auth.sign_ins i JOIN auth.workspaces w ON w.id = i.workspace
		WHERE i.session = ? AND i.ends_at > svc_now()`, session).Scan(ctx, &out)
	return one(out, err, "looking up a session")
}

// EndSession ends the session with the hash.
func (s *Store) EndSession(ctx context.Context, session []byte) error {
	if _, err := s.db.SQL(ctx).ExecContext(ctx, `DELETE FROM auth.sign_ins WHERE session = $1`, session); err != nil {
		return fmt.Errorf("ending a session: %w", err)
	}
	return nil
}

package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Issuer is a row of auth.jwt_issuers.
type Issuer struct {
	bun.BaseModel `bun:"table:auth.jwt_issuers"`

	ID            string `bun:",pk"`
	Workspace     string
	Mode          string
	Issuer        string
	JWKSURL       string   `bun:"jwks_url"`
	DefaultScopes []string `bun:",array"`
	Algorithms    []string `bun:",array"`
	CreatedBy     string
	Roots         []string `bun:",array"`
	Ceiling       []string `bun:",array"`
	CreatedAt     time.Time
}

// IssuerNow is an issuer with the API version of its workspace and the database time of the read.
type IssuerNow struct {
	Issuer     `bun:",extend"`
	APIVersion string    `bun:",scanonly"`
	Now        time.Time `bun:",scanonly"`
}

// CreateIssuer inserts an issuer; false when it is already registered.
func (s *Store) CreateIssuer(ctx context.Context, i Issuer) (Issuer, bool, error) {
	var out Issuer
	err := s.db.Conn(ctx).NewRaw(`INSERT INTO auth.jwt_issuers (id, workspace, mode, issuer, jwks_url, default_scopes, algorithms, created_by, roots, ceiling, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, svc_now()) ON CONFLICT (issuer) DO NOTHING RETURNING *`,
		i.ID, i.Workspace, i.Mode, i.Issuer, i.JWKSURL, pgdialect.Array(i.DefaultScopes), pgdialect.Array(i.Algorithms), i.CreatedBy,
		pgdialect.Array(i.Roots), pgdialect.Array(i.Ceiling)).Scan(ctx, &out)
	return one(out, err, "creating a JWT issuer")
}

// Issuer returns an issuer of the workspace and mode.
func (s *Store) Issuer(ctx context.Context, ws ident.Workspace, mode ident.Mode, id string) (Issuer, bool, error) {
	var i Issuer
	err := s.db.Conn(ctx).NewRaw("SELECT * FROM auth.jwt_issuers WHERE workspace = ? AND mode = ? AND id = ?", string(ws), string(mode), id).Scan(ctx, &i)
	return one(i, err, "reading a JWT issuer")
}

// issuerRows are the tenant columns of issuers: an issuer belongs to the brands that its ceiling is limited to.
var issuerRows = ident.Rows{Workspace: "workspace", Mode: "mode", Brands: "ARRAY(SELECT substr(s, 7) FROM unnest(ceiling) s WHERE s LIKE 'brand:%')"}

// Issuers returns the rows of one page and one more when others follow.
func (s *Store) Issuers(ctx context.Context, t ident.Tenant, req page.Request) ([]Issuer, error) {
	mine, whose := t.Where(issuerRows)
	cond, args, order := req.Where()
	var list []Issuer
	err := s.db.Conn(ctx).NewRaw("SELECT * FROM auth.jwt_issuers WHERE "+mine+" AND "+cond+" ORDER BY "+order+" LIMIT ?",
		slices.Concat(whose, args, []any{req.Fetch()})...).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("listing JWT issuers: %w", err)
	}
	return list, nil
}

// DeleteIssuer deletes an issuer; false when there is none. Its ceiling never changes, so an earlier check remains
// valid.
func (s *Store) DeleteIssuer(ctx context.Context, ws ident.Workspace, mode ident.Mode, id string) (bool, error) {
	res, err := s.db.Conn(ctx).NewRaw("DELETE FROM auth.jwt_issuers WHERE workspace = ? AND mode = ? AND id = ?", string(ws), string(mode), id).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("deleting a JWT issuer: %w", err)
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// IssuerNamed returns the issuer with the given iss claim, in any workspace.
func (s *Store) IssuerNamed(ctx context.Context, iss string) (IssuerNow, bool, error) {
	var i IssuerNow
	err := s.db.Conn(ctx).NewRaw(`SELECT i.*, w.api_version, svc_now() AS now FROM auth.jwt_issuers i JOIN auth.workspaces w ON w.id = i.workspace
		WHERE i.issuer = ?`, iss).Scan(ctx, &i)
	return one(i, err, "looking up a JWT issuer")
}

// CountKeys returns the number of valid keys of the workspace by mode.
func (s *Store) CountKeys(ctx context.Context, ws ident.Workspace, grace time.Duration) (live, test int, err error) {
	err = s.db.SQL(ctx).QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE mode = 'live'), count(*) FILTER (WHERE mode = 'test') FROM auth.api_keys
		WHERE workspace = $1 AND revoked_at IS NULL AND coalesce(rotated_at + $2 * interval '1 second' > svc_now(), true)`, string(ws), grace.Seconds()).Scan(&live, &test)
	if err != nil {
		return 0, 0, fmt.Errorf("counting keys: %w", err)
	}
	return live, test, nil
}

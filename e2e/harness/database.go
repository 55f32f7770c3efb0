package harness

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/e2e/invariant"
)

// checkInvariants reports violated invariants in a stopped service's database.
func checkInvariants(t testing.TB, url string) {
	t.Helper()
	ctx := context.Background()
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Errorf("checking the invariants: %v", err)
		return
	}
	defer db.Close(ctx)
	violations, err := invariant.Always(ctx, db)
	if err != nil {
		t.Errorf("checking the invariants: %v", err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

// Exec runs a statement on the service's database, to set up states that a client cannot.
func (s *Service) Exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	db, err := pgx.Connect(context.Background(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.Background())
	if _, err := db.Exec(context.Background(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// SetAvailable sets the available credits of every account to n, by spending or granting the difference.
func (s *Service) SetAvailable(t testing.TB, n int) {
	t.Helper()
	s.Exec(t, `WITH changed AS (SELECT workspace, available - $1::bigint AS rest FROM credits.accounts WHERE available <> $1),
		booked AS (UPDATE credits.accounts a SET available = $1, spent = spent + greatest(rest, 0), granted = granted + greatest(-rest, 0)
			FROM changed c WHERE c.workspace = a.workspace),
		noted AS (INSERT INTO credits.usage (workspace, day, actor, category, credits, operations)
			SELECT workspace, date '2000-01-01', 'test', 'render', rest, 1 FROM changed WHERE rest > 0)
		INSERT INTO credits.ledger (id, workspace, kind, amount, subject, created_at)
		SELECT 'test_' || gen_random_uuid(), workspace, CASE WHEN rest > 0 THEN 'capture' ELSE 'grant' END, abs(rest), 'test', svc_now() FROM changed`, n)
}

// Key creates an API key of the default workspace, as the command line does.
func (s *Service) Key(t testing.TB, mode string, scopes ...string) string {
	t.Helper()
	text, err := s.mint(context.Background(), mode, scopes...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// App returns the application, for actions of the operator's command line.
func (s *Service) App() *app.App { return s.app }

// DatabaseURL returns the URL of the service's database.
func (s *Service) DatabaseURL() string { return s.database }

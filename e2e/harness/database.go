package harness

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/app"
)

// Exec runs a statement on the service's database, to bring about what a client cannot.
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

// Key makes an API key of the default workspace, as the command line does.
func (s *Service) Key(t testing.TB, mode string, scopes ...string) string {
	t.Helper()
	text, err := s.mint(context.Background(), mode, scopes...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// App is the process, for what the operator does on the command line.
func (s *Service) App() *app.App { return s.app }

// DatabaseURL is where the service's database is.
func (s *Service) DatabaseURL() string { return s.database }

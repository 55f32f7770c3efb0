package auth_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/platenhq/platen/migrations"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// TestMigrationFindsTheRootsAndCeilingsOfWhatIsThere: roots follow creators and rotations, and ceilings the data stored
// for issuers.
func TestMigrationFindsTheRootsAndCeilingsOfWhatIsThere(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), pgtest.Empty(t), pg.Options{MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	before, after := fstest.MapFS{}, fstest.MapFS{}
	err = fs.WalkDir(migrations.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(name, "auth/") && !strings.HasPrefix(name, "platform/") {
			return err
		}
		data, err := migrations.Files.ReadFile(name)
		after[name] = &fstest.MapFile{Data: data}
		if name < "auth/0003" || name > "auth/9999" {
			before[name] = &fstest.MapFile{Data: data}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	migrate := func(files fs.FS) {
		t.Helper()
		if _, err := pg.Migrate(t.Context(), db, pg.Migrations{Files: files}); err != nil {
			t.Fatal(err)
		}
	}
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.SQL(t.Context()).ExecContext(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	migrate(before)
	exec("INSERT INTO auth.workspaces VALUES ('ws', 'ws', '2026-01-01', now())")
	for _, k := range []struct{ id, by, replaces, scopes string }{
		{"a", "cli", "", "{keys:write,usage:read}"}, {"b", "cli", "", "{render:write}"}, {"c", "key:a", "", "{}"}, {"d", "key:c", "", "{}"},
		{"e", "key:d", "d", "{}"}, {"f", "key:b", "e", "{}"}, {"g", "key:gone", "", "{}"}, {"h", "user:ada", "", "{}"},
	} {
		exec(`INSERT INTO auth.api_keys (id, workspace, mode, name, hash, prefix, last_four, scopes, created_by, created_at, replaces)
			VALUES ($1::text, 'ws', 'live', '', convert_to($1::text, 'UTF8'), '', '', $2, $3, now(), nullif($4, ''))`, k.id, k.scopes, k.by, k.replaces)
	}
	for _, i := range []struct{ id, by, defaults string }{{"i1", "key:a", "{render:write}"}, {"i2", "key:e", "{}"}, {"i3", "key:gone", "{render:write,approvals:decide}"}} {
		exec(`INSERT INTO auth.jwt_issuers VALUES ($1::text, 'ws', 'live', $1::text, '', $2, '{RS256}', $3, now())`, i.id, i.defaults, i.by)
	}
	migrate(after)
	var got []string
	rows, err := db.SQL(t.Context()).QueryContext(t.Context(), `SELECT id, array_to_string(roots, ' '), '' FROM auth.api_keys
		UNION ALL SELECT id, array_to_string(roots, ' '), array_to_string(ceiling, ' ') FROM auth.jwt_issuers ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, roots, ceiling string
		if err := rows.Scan(&id, &roots, &ceiling); err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.TrimRight(fmt.Sprintf("%s: %s; %s", id, roots, ceiling), "; "))
	}
	want := []string{"a: a", "b: b", "c: a", "d: a", "e: a", "f: a b", "g: g", "h: h", "i1: a; usage:read", "i2: a", "i3: ; render:write"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

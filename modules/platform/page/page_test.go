package page_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/secret"
)

type row struct {
	at time.Time
	id string
}

func place(r row) page.Position { return page.Position{CreatedAt: r.at, ID: r.id} }

// query serves a request from rows that are sorted newest first, as a store would.
func query(t *testing.T, rows []row, r page.Request) []row {
	t.Helper()
	cond, args, _ := r.Where()
	var out []row
	after := func(a row, at time.Time, id string) bool { return a.at.Before(at) || a.at.Equal(at) && a.id < id }
	for i := range rows {
		v := rows[i]
		backward := strings.Contains(cond, ">")
		if backward {
			v = rows[len(rows)-1-i]
		}
		if len(args) == 2 {
			at, id := args[0].(time.Time), args[1].(string)
			if !backward && !after(v, at, id) || backward && !after(row{at, id}, v.at, v.id) {
				continue
			}
		}
		if len(out) < r.Fetch() {
			out = append(out, v)
		}
	}
	return out
}

func sealer() *page.Sealer { return page.NewSealer(secret.New([32]byte{1}).AEAD("page")) }

func TestWalkForwardAndBackSeesEveryRowOnce(t *testing.T) {
	t.Parallel()
	s, scope := sealer(), page.Scope{Route: "r", Tenant: ident.System("ws_1", ident.Live).Tenant()}
	base := time.Date(2026, 1, 1, 0, 0, 0, 123456000, time.UTC)
	var rows []row
	for i := range 23 { // pairs share a time, so that the id decides
		rows = append(rows, row{base.Add(-time.Duration(i/2) * time.Second), fmt.Sprintf("id%02d", 99-i)})
	}
	limit := int32(5)
	var seen []string
	var pages []page.Page[row]
	cursor := ""
	for {
		r, err := s.Request(scope, &limit, &cursor)
		if err != nil {
			t.Fatal(err)
		}
		p := page.Cut(s, r, query(t, rows, r), place)
		for _, v := range p.Items {
			seen = append(seen, v.id)
		}
		pages = append(pages, p)
		if len(pages) == 2 { // a newer row does not shift the pages
			rows = append([]row{{base.Add(time.Hour), "new"}}, rows...)
		}
		if cursor = p.Next; cursor == "" {
			break
		}
	}
	if len(seen) != 23 || seen[0] != "id99" || seen[22] != "id77" {
		t.Fatalf("saw %v", seen)
	}
	if pages[0].Prev != "" || pages[4].HasMore || !pages[3].HasMore {
		t.Errorf("ends are wrong: first prev %q, last has_more %v", pages[0].Prev, pages[4].HasMore)
	}
	for i := 4; i > 0; i-- {
		r, err := s.Request(scope, &limit, &pages[i].Prev)
		if err != nil {
			t.Fatal(err)
		}
		p := page.Cut(s, r, query(t, rows, r), place)
		if p.Items[0] != pages[i-1].Items[0] || len(p.Items) != 5 || !p.HasMore {
			t.Errorf("going back from page %d: got %v, want %v", i, p.Items, pages[i-1].Items)
		}
	}
}

func limited(t *testing.T, ws ident.Workspace) ident.Tenant {
	t.Helper()
	p := ident.System(ws, ident.Live)
	p.Scopes = p.Scopes.LimitedTo(ident.New(ident.Brand))
	return p.Tenant()
}

func TestCursorsAreBoundAndTamperProof(t *testing.T) {
	t.Parallel()
	s, scope := sealer(), page.Scope{Route: "r", Tenant: ident.System("ws_1", ident.Live).Tenant(), Filters: "status=failed"}
	one := int32(1)
	first, _ := s.Request(scope, &one, nil)
	rows := []row{{time.Unix(2, 0), "b"}, {time.Unix(1, 0), "a"}}
	cursor := page.Cut(s, first, rows, place).Next
	if _, err := s.Request(scope, nil, &cursor); err != nil {
		t.Fatalf("its own cursor is refused: %v", err)
	}
	for name, other := range map[string]page.Scope{
		"route":       {Route: "q", Tenant: ident.System("ws_1", ident.Live).Tenant(), Filters: "status=failed"},
		"workspace":   {Route: "r", Tenant: ident.System("ws_2", ident.Live).Tenant(), Filters: "status=failed"},
		"mode":        {Route: "r", Tenant: ident.System("ws_1", ident.Test).Tenant(), Filters: "status=failed"},
		"brand limit": {Route: "r", Tenant: limited(t, "ws_1"), Filters: "status=failed"},
		"filters":     {Route: "r", Tenant: ident.System("ws_1", ident.Live).Tenant()},
	} {
		if _, err := s.Request(other, nil, &cursor); fault.Rule(err) != "cursor" || fault.CodeOf(err) != fault.InvalidRequest {
			t.Errorf("another %s: got %v", name, err)
		}
	}
	for i := range cursor {
		flipped := []byte(cursor)
		flipped[i] ^= 1
		text := string(flipped)
		if _, err := s.Request(scope, nil, &text); err == nil {
			t.Errorf("a change at %d is accepted", i)
		}
	}
}

func TestLimitBounds(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int32]string{0: "minimum", -1: "minimum", 51: "maximum"} {
		if _, err := sealer().Request(page.Scope{}, &limit, nil); fault.Rule(err) != want {
			t.Errorf("limit %d: got %v, want rule %s", limit, err, want)
		}
	}
	r, err := sealer().Request(page.Scope{}, nil, nil)
	if err != nil || r.Fetch() != 26 {
		t.Errorf("default fetch %d, %v", r.Fetch(), err)
	}
}

package approvals_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// export is a chain of four entries as lines.
func export(t testing.TB) (m *approvals.Module, ws ident.Workspace, lines []byte) {
	t.Helper()
	m, ws = approvals.New(approvals.Needs{}, approvals.Deps{DB: pgtest.New(t)}), ident.NewWorkspace()
	for i := range 4 {
		d := approvals.Decision{ID: ident.New(ident.Decision), Workspace: ws, Mode: ident.Test, Actor: "system", Action: "render.preview", Subject: "rnd_1", Outcome: "completed",
			Facts: map[string]any{"n": int64(i), "text": "<é \u2028 \"quoted\"> & more"}}
		if err := m.Record(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	lines, last, more, err := m.Export(t.Context(), ws, 0, 10)
	if err != nil || last != 4 || more {
		t.Fatalf("export: %d, %v, %v", last, more, err)
	}
	return m, ws, lines
}

// TestEveryChangeOfAnExportIsFound: each changed bit, each line that is missing, moved or doubled.
func TestEveryChangeOfAnExportIsFound(t *testing.T) {
	t.Parallel()
	m, ws, whole := export(t)
	c, err := approvals.VerifyExport(bytes.NewReader(whole), approvals.Chain{})
	if err != nil || c.Number != 4 {
		t.Fatalf("the export itself: %d, %v", c.Number, err)
	}
	own, err := m.Verify(t.Context(), ws)
	if err != nil || own.Number != 4 || !bytes.Equal(own.Hash, c.Hash) {
		t.Fatalf("the log itself: %+v, %v", own, err)
	}
	check := func(name string, text []byte, from approvals.Chain) {
		t.Helper()
		if got, err := approvals.VerifyExport(bytes.NewReader(text), from); err == nil && bytes.Equal(got.Hash, c.Hash) && got.Number == 4 {
			t.Errorf("%s is not found", name)
		} else if err != nil && !errors.Is(err, approvals.ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	end := bytes.LastIndex(bytes.TrimSpace(whole), []byte(`,"previous"`))
	for at := 0; at < end; at += 3 {
		changed := bytes.Clone(whole)
		changed[at] ^= 1
		if changed[at] == '\n' || whole[at] == '\n' || bytes.EqualFold(changed, whole) {
			continue
		}
		check(fmt.Sprintf("a bit of byte %d (%q)", at, whole[at]), changed, approvals.From(0, make([]byte, 32)))
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(whole), "\n"), "\n")
	check("a missing line", []byte(lines[0]+lines[2]+lines[3]), approvals.Chain{})
	check("a moved line", []byte(lines[1]+lines[0]+lines[2]+lines[3]), approvals.Chain{})
	check("a doubled line", []byte(lines[0]+lines[0]+lines[1]+lines[2]+lines[3]), approvals.Chain{})
	tail := []byte(lines[2] + lines[3])
	if got, err := approvals.VerifyExport(bytes.NewReader(tail), approvals.Chain{}); err != nil || got.Number != 4 {
		t.Errorf("the end alone: %+v, %v", got, err)
	}
	check("an end that goes on from another hash", tail, approvals.From(2, make([]byte, 32)))
}

// FuzzVerifyExport: whatever is read, a chain is only ever longer by entries that match.
func FuzzVerifyExport(f *testing.F) {
	f.Add([]byte(`{"entry":{"id":"dec_1","number":1},"previous":"00","hash":"00"}` + "\n"))
	f.Add([]byte("{}\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := approvals.VerifyExport(bytes.NewReader(text), approvals.Chain{})
		if err == nil && c.Hash != nil && len(c.Hash) != 32 {
			t.Errorf("a chain ends with %x", c.Hash)
		}
	})
}

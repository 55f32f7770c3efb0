package approvals_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/hashchain"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// export returns a chain of four entries as exported lines.
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
	lines, last, more, err := m.Export(t.Context(), ident.System(ws, ident.Live).Tenant(), 0, 10)
	if err != nil || last != 4 || more {
		t.Fatalf("export: %d, %v, %v", last, more, err)
	}
	return m, ws, lines
}

// TestEveryChangeOfAnExportIsFound: each flipped bit, each missing, moved or duplicated line.
func TestEveryChangeOfAnExportIsFound(t *testing.T) {
	t.Parallel()
	m, ws, whole := export(t)
	c, err := approvals.VerifyExport(bytes.NewReader(whole), approvals.Chain{})
	if err != nil || c.Number != 4 {
		t.Fatalf("the export itself: %d, %v", c.Number, err)
	}
	own, err := m.Verify(t.Context(), ident.System(ws, ident.Live).Tenant())
	if err != nil || own.Number != 4 || !bytes.Equal(own.Hash, c.Hash) {
		t.Fatalf("the log itself: %+v, %v", own, err)
	}
	check := func(name string, text []byte, from approvals.Chain) {
		t.Helper()
		if got, err := approvals.VerifyExport(bytes.NewReader(text), from); !errors.Is(err, approvals.ErrBroken) {
			t.Errorf("%s is not found: %+v, %v", name, got, err)
		}
	}
	flips, harmless := 0, 0
	for at := range bytes.TrimSuffix(whole, []byte("\n")) {
		for bit := range 8 {
			changed := bytes.Clone(whole)
			changed[at] ^= 1 << bit
			name := fmt.Sprintf("bit %d of byte %d (%q)", bit, at, whole[at])
			if flips++; sameLine(changed, whole, at) {
				// Flips that only change the case of a hexadecimal digit or of a member name outside the entry have no
				// effect.
				harmless++
				if got, err := approvals.VerifyExport(bytes.NewReader(changed), approvals.Chain{}); err != nil || got.Number != 4 || !bytes.Equal(got.Hash, c.Hash) {
					t.Errorf("%s: %+v, %v", name, got, err)
				}
				continue
			}
			check(name, changed, approvals.From(0, make([]byte, 32)))
		}
	}
	if flips < 8000 || harmless == 0 || harmless > flips/16 {
		t.Errorf("%d flips, %d of them harmless", flips, harmless)
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

// sameLine reports whether a flip changed the case of a letter outside the exported entry.
func sameLine(changed, whole []byte, at int) bool {
	start := bytes.LastIndexByte(whole[:at], '\n') + 1
	entry := bytes.Index(whole[start:], []byte(`"entry":`)) + start + len(`"entry":`)
	end := bytes.Index(whole[start:], []byte(`,"previous"`)) + start
	return (at < entry || at >= end) && whole[at]|0x20 >= 'a' && whole[at]|0x20 <= 'z' && changed[at] == whole[at]^0x20
}

// line returns an exported entry that follows the entry with the hash previous.
func line(number int, workspace string, previous []byte) (text string, hash []byte) {
	body := fmt.Sprintf(`{"id":"dec_%d","number":%d,"workspace_id":%q}`, number, number, workspace)
	hash = hashchain.Link(previous, []byte(body))
	return fmt.Sprintf(`{"entry":%s,"previous":"%x","hash":"%x"}`+"\n", body, previous, hash), hash
}

// FuzzVerifyExport: an accepted export gives the same result line by line as in one read, each entry continues the
// previous one, and a repeated line is rejected.
func FuzzVerifyExport(f *testing.F) {
	first, hash := line(1, "ws_1", make([]byte, 32))
	second, last := line(2, "ws_1", hash)
	third, _ := line(3, "ws_1", last)
	foreign, _ := line(2, "ws_2", hash)
	for _, s := range []string{first, first + second, first + second + third, "\n" + first + "\n" + second, second + third, first + third, first + foreign, "{}\n\n", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		whole, err := approvals.VerifyExport(bytes.NewReader(text), approvals.Chain{})
		if err != nil {
			if !errors.Is(err, approvals.ErrBroken) {
				t.Errorf("%v", err)
			}
			return
		}
		lines := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
		c := approvals.Chain{}
		for i, l := range lines {
			if len(strings.TrimSuffix(l, "\r")) == 0 {
				continue
			}
			var x approvals.Exported
			if err := json.Unmarshal([]byte(l), &x); err != nil {
				t.Fatalf("line %d is accepted: %v", i, err)
			}
			previous, _ := hex.DecodeString(x.Previous)
			before := c
			if c, err = approvals.VerifyExport(strings.NewReader(l), c); err != nil {
				t.Fatalf("line %d alone is refused: %v", i, err)
			}
			if before.Hash != nil && c.Number != before.Number+1 || !bytes.Equal(c.Hash, hashchain.Link(previous, x.Entry)) {
				t.Fatalf("line %d: number %d follows %d, hash %x", i, c.Number, before.Number, c.Hash)
			}
			if _, err := approvals.VerifyExport(strings.NewReader(l), c); !errors.Is(err, approvals.ErrBroken) {
				t.Fatalf("line %d is accepted twice: %v", i, err)
			}
		}
		if c.Number != whole.Number || !bytes.Equal(c.Hash, whole.Hash) {
			t.Errorf("line by line the chain ends with %+v, as a whole with %+v", c, whole)
		}
	})
}

// TestChainsOfWorkspacesAreSeparate: an entry that matches its hash and belongs to another workspace is refused.
func TestChainsOfWorkspacesAreSeparate(t *testing.T) {
	t.Parallel()
	first, hash := line(1, "ws_1", make([]byte, 32))
	own, _ := line(2, "ws_1", hash)
	foreign, _ := line(2, "ws_2", hash)
	if c, err := approvals.VerifyExport(strings.NewReader(first+own), approvals.Chain{}); err != nil || c.Number != 2 {
		t.Errorf("its own: %+v, %v", c, err)
	}
	if c, err := approvals.VerifyExport(strings.NewReader(first+foreign), approvals.Chain{}); !errors.Is(err, approvals.ErrBroken) || c.Number != 1 {
		t.Errorf("another's: %+v, %v", c, err)
	}
}

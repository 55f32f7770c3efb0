package fault_test

import (
	"testing"

	"github.com/platenhq/platen/modules/platform/fault"
)

// TestRebaseMovesThePathAndThePatch, leaves places outside the body and never changes the patch of the original.
func TestRebaseMovesThePathAndThePatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, patch         string
		move                func(string) string
		wantPath, wantPatch string
	}{
		{"/html", "/css", fault.Under("/items/0"), "/items/0/html", "/items/0/css"},
		{"", "", fault.Under("/items/0"), "/items/0", "/items/0"},
		{"query:limit", "/css", fault.Under("/items/0"), "query:limit", "/items/0/css"},
		{"/outputs/0/width", "/outputs/0", fault.Within("/outputs/0"), "/width", ""},
		{"/outputs/01/width", "/outputs/0a", fault.Within("/outputs/0"), "/outputs/01/width", "/outputs/0a"},
		{"/html", "/outputs/1", fault.Within("/outputs/0"), "/html", "/outputs/1"},
		{"header:X", "/a", fault.Within("/a"), "header:X", ""},
	} {
		shared := []fault.Op{fault.Remove(c.patch)}
		d := fault.Detail{Path: c.path, FixPatch: shared}
		d.Rebase(c.move)
		if d.Path != c.wantPath || d.FixPatch[0].Path != c.wantPatch {
			t.Errorf("%q and %q moved to %q and %q, want %q and %q", c.path, c.patch, d.Path, d.FixPatch[0].Path, c.wantPath, c.wantPatch)
		}
		if shared[0].Path != c.patch {
			t.Errorf("%q: the patch of the original was changed", c.path)
		}
	}
}

// TestOutsideBodyNamesTheParameter and drops the patch.
func TestOutsideBodyNamesTheParameter(t *testing.T) {
	t.Parallel()
	d := fault.Detail{Path: "/a~1b", Message: "/a~1b must be a number.", FixPatch: []fault.Op{fault.Remove("/a~1b")}}
	d.OutsideBody("query")
	if d.Path != "query:a/b" || d.Message != `"a/b" must be a number.` || d.FixPatch != nil {
		t.Errorf("got %+v", d)
	}
}

package pdfedit_test

import (
	"bytes"
	"testing"

	"github.com/platenhq/platen/app/pdfedit"
)

// TestMergeSharesEqualObjects checks that a file merged with itself holds its fonts once, and that the result is the same in
// every run.
func TestMergeSharesEqualObjects(t *testing.T) {
	t.Parallel()
	one := drawn(t)
	merge := func() []byte {
		out, err := pdfedit.Merge([]pdfedit.File{{Name: "a", Data: one}, {Name: "b", Data: one}, {Name: "c", Data: one}})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	three := merge()
	if len(three) > len(one)*3/2 {
		t.Errorf("a file of %d bytes three times is %d bytes", len(one), len(three))
	}
	if !bytes.Equal(three, merge()) {
		t.Error("merging again gives another file")
	}
	info, err := pdfedit.Read(pdfedit.File{Name: "merged", Data: three}, "")
	if err != nil || info.Pages != 3 {
		t.Errorf("the merged file has %+v, %v", info, err)
	}
}

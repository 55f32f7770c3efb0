package admission_test

import (
	"io"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/platform/admission"
)

// TestBodiesShareMemory: a body that exceeds the memory is rejected and leaves the others their bytes; freeing twice
// releases them once.
func TestBodiesShareMemory(t *testing.T) {
	t.Parallel()
	m := admission.NewMemory("bodies", 16<<20)
	big, small := m.Reserve(), m.Reserve()
	if n, err := io.Copy(io.Discard, big.Reader(io.LimitReader(zeros{}, 16<<20-1000))); err != nil || n != 16<<20-1000 {
		t.Fatalf("%d bytes, %v", n, err)
	}
	if _, err := io.ReadAll(small.Reader(strings.NewReader(strings.Repeat("x", 1001)))); !overloaded(err) {
		t.Errorf("got %v, want a rejection with Retry-After", err)
	}
	small.Free()
	if s := m.State(); s.Bytes != 16<<20-1000 || s.Rejected != 1 {
		t.Errorf("state: %+v", s)
	}
	big.Free()
	big.Free()
	if s := m.State(); s.Bytes != 0 {
		t.Errorf("%d bytes remain counted", s.Bytes)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

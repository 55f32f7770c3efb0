package hashchain_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/platenhq/platen/modules/platform/hashchain"
)

// TestLinkIsSHA256OfThePreviousHashAndTheText compares with a value of sha256sum over 32 zero bytes and "a".
func TestLinkIsSHA256OfThePreviousHashAndTheText(t *testing.T) {
	t.Parallel()
	const want = "41a0370c3d9f42773a59e8e01651911cf43b1e3f66944cbb690029debc4eb647"
	if got := hex.EncodeToString(hashchain.Link(hashchain.Zero(), []byte("a"))); got != want {
		t.Errorf("the hash is %s, want %s", got, want)
	}
}

// TestNextRejectsEntriesThatDoNotFollow and leaves the position where it was.
func TestNextRejectsEntriesThatDoNotFollow(t *testing.T) {
	t.Parallel()
	zero := hashchain.Zero()
	first := hashchain.Link(zero, []byte("a"))
	second := hashchain.Link(first, []byte("b"))
	var p hashchain.Position
	if err := p.Next(1, []byte("a"), zero, first); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name           string
		number         int64
		text           string
		previous, hash []byte
		want           error
	}{
		{"repeated", 1, "a", zero, first, hashchain.ErrNumber},
		{"skipped", 3, "b", first, second, hashchain.ErrNumber},
		{"wrong predecessor", 2, "b", zero, hashchain.Link(zero, []byte("b")), hashchain.ErrPrevious},
		{"changed text", 2, "c", first, second, hashchain.ErrHash},
		{"changed hash", 2, "b", first, first, hashchain.ErrHash},
		{"short previous", 2, "b", nil, second, hashchain.ErrPrevious},
	} {
		if err := p.Next(c.number, []byte(c.text), c.previous, c.hash); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		if p.Number != 1 || !bytes.Equal(p.Hash, first) {
			t.Fatalf("%s: the position moved to %d", c.name, p.Number)
		}
	}
	if err := p.Next(2, []byte("b"), first, second); err != nil || p.Number != 2 {
		t.Errorf("the second entry: number %d, %v", p.Number, err)
	}
}

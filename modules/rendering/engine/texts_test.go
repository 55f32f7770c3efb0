package engine_test

import (
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// TestExtractedTextMatches checks that words split by markup are joined, that blocks are separated, and that texts of
// style sheets and widgets are included.
func TestExtractedTextMatches(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	doc, err := e.Open(t.Context(), engine.Source{
		HTML: `<style>.x::before{content:"said by style"} p{color:red}</style><div><h1>Sp<b>ri</b>ng</h1><p>one</p><p>two<br>three</p><div><span>a</span><span>b</span></div></div><qr-code value="https://example.com"></qr-code>`,
	}, engine.Settings{Width: 100, Height: 100})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range doc.Texts() {
		got = append(got, p.Text)
	}
	want := []string{"Spring", "one", "two three", "ab", "https://example.com", "said by style"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

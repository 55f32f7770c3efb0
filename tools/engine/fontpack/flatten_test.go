package main

import (
	"os"
	"reflect"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// TestFlattenKeepsOutlines compares every glyph of the flattened face with the
// original's, and its hints. It needs the Debian package fonts-noto-cjk.
func TestFlattenKeepsOutlines(t *testing.T) {
	t.Parallel()
	input, err := os.ReadFile("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
	if err != nil {
		t.Skip("fonts-noto-cjk is not installed")
	}
	want, err := font.OpenTrusted(input, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	file, chunks, err := strip(input, item{})
	if err != nil {
		t.Fatal(err)
	}
	stems, err := packStems(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := font.OpenTrusted(file, chunks, stems)
	if err != nil {
		t.Fatal(err)
	}
	for g := range want.GlyphCount() {
		a, hintsA := want.HintedOutline(font.GlyphID(g))
		b, hintsB := got.HintedOutline(font.GlyphID(g))
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("glyph %d: got %+v, want %+v", g, b, a)
		}
		if !reflect.DeepEqual(hintsA, hintsB) {
			t.Fatalf("glyph %d: got hints %+v, want %+v", g, hintsB, hintsA)
		}
	}
}

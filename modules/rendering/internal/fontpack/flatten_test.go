package main

import (
	"os"
	"reflect"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// TestFlattenKeepsOutlines compares every glyph of the flattened face with the
// original's. It needs the Debian package fonts-noto-cjk.
func TestFlattenKeepsOutlines(t *testing.T) {
	t.Parallel()
	input, err := os.ReadFile("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
	if err != nil {
		t.Skip("fonts-noto-cjk is not installed")
	}
	want, err := font.OpenTrusted(input, nil)
	if err != nil {
		t.Fatal(err)
	}
	file, chunks, err := strip(input, item{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := font.OpenTrusted(file, chunks)
	if err != nil {
		t.Fatal(err)
	}
	for g := range want.GlyphCount() {
		a, b := want.Outline(font.GlyphID(g)), got.Outline(font.GlyphID(g))
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("glyph %d: got %+v, want %+v", g, b, a)
		}
	}
}

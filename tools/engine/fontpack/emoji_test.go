package main

import (
	"reflect"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// TestMergedEmojiKeepTheirArtwork merges the bundled face with itself: every glyph
// must be the one it was, moved.
func TestMergedEmojiKeepTheirArtwork(t *testing.T) {
	t.Parallel()
	was := font.Bundled().Primary(&font.Query{Families: []string{"Noto Color Emoji"}, Weight: 400, Stretch: 100}).Face
	merged, err := mergeEmoji(was.Data(), was.Data())
	if err != nil {
		t.Fatal(err)
	}
	is, err := font.OpenTrusted(merged, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for g := range was.GlyphCount() {
		a, ok := was.ColorGlyph(font.GlyphID(g), geom.Px(16))
		b, also := is.ColorGlyph(font.GlyphID(g), geom.Px(16))
		if ok != also {
			t.Fatalf("glyph %d: in colour %v, was %v", g, also, ok)
		}
		if !ok {
			continue
		}
		compared++
		moved, ok := b.Paint.(*font.PaintTransform)
		if !ok || moved.Matrix.A != moved.Matrix.D || moved.Matrix.F >= 0 {
			t.Fatalf("glyph %d: not moved: %+v", g, b.Paint)
		}
		if !samePaint(was, is, reflect.ValueOf(a.Paint), reflect.ValueOf(moved.Paint)) {
			t.Fatalf("glyph %d: other artwork", g)
		}
	}
	if compared < 3900 {
		t.Errorf("only %d glyphs have colours", compared)
	}
}

// samePaint compares paint trees, with the outlines in place of their ids.
func samePaint(fa, fb *font.Face, a, b reflect.Value) bool {
	if a.Kind() == reflect.Interface {
		a, b = a.Elem(), b.Elem()
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer:
		return samePaint(fa, fb, a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !samePaint(fa, fb, a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !samePaint(fa, fb, a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	if x, ok := a.Interface().(font.GlyphID); ok {
		return reflect.DeepEqual(fa.Outline(x), fb.Outline(b.Interface().(font.GlyphID)))
	}
	return a.Interface() == b.Interface()
}

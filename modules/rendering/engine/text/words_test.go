package text

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/go-text/typesetting/language"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// TestWordsShapeAsTheWhole compares word-by-word shaping with shaping the whole text, on random text in the alphabet of
// every bundled family.
func TestWordsShapeAsTheWhole(t *testing.T) {
	t.Parallel()
	for _, family := range font.Families() {
		t.Run(family, func(t *testing.T) {
			t.Parallel()
			e := NewEngine()
			face := font.Bundled().Primary(&font.Query{Families: []string{family}}).Face
			var alphabet []rune
			for _, r := range face.Coverage() {
				for c := r.First; c <= r.Last && c < 0x1F000 && len(alphabet) < 4000; c++ {
					if p := propsOf(c); p.grapheme() != gbExtend && p.grapheme() != gbSpacingMark && kindOf(c) == kindText && !font.Ignorable(c) {
						alphabet = append(alphabet, c)
					}
				}
			}
			rng := rand.New(rand.NewSource(1))
			common := []rune("AB-x: ->(1) aTe.,'\"/+ o")
			for n := range 300 {
				var b strings.Builder
				from := rng.Intn(len(alphabet))
				for range 4 + rng.Intn(24) {
					switch {
					case rng.Intn(4) == 0:
						b.WriteByte(' ')
					case rng.Intn(2) == 0:
						b.WriteRune(common[rng.Intn(len(common))])
					default:
						b.WriteRune(alphabet[(from+rng.Intn(60))%len(alphabet)])
					}
				}
				text := b.String()
				script := language.Common
				for _, r := range text {
					if sc := scriptOf(r); sc.Strong() {
						script = sc
						break
					}
				}
				key := shapeKey{face: face, script: script, rtl: n%3 == 0}
				key.text = text
				want := fmt.Sprint(glyphList([]unit{{end: len(text), glyphs: e.shapeCached(nil, &key)}}, key.rtl))
				got := fmt.Sprint(glyphList(e.shapeWords(nil, key, text, nil), key.rtl))
				if got != want {
					t.Fatalf("%q rtl %v:\n got %s\nwant %s", text, key.rtl, got, want)
				}
			}
		})
	}
}

func glyphList(units []unit, rtl bool) (list [][5]int32) {
	for i := range units {
		u := units[i]
		if rtl {
			u = units[len(units)-1-i]
		}
		for _, g := range u.glyphs {
			list = append(list, [5]int32{int32(g.id), g.cluster + int32(u.start), g.advance, g.dx, g.dy})
		}
	}
	return list
}

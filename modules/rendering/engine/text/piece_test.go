package text

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// long holds texts of about n characters that might take a shaper, line breaker or the bidi algorithm more than linear
// time.
var long = map[string]func(n int) string{
	"one word":              func(n int) string { return strings.Repeat("a", n) },
	"words":                 func(n int) string { return randomWords(n, "abcdefghijtfT", 9) },
	"spaced letters":        func(n int) string { return strings.Repeat("a ", n/2) },
	"sensitive, then plain": func(n int) string { return strings.Repeat("1x1 abcdefghijklmnop ", n/21) },
	"sensitive":             func(n int) string { return strings.Repeat("(-) 1x1 ", n/8) },
	"arabic": func(n int) string {
		return randomWords(n, "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", 8)
	},
	"one arabic word": func(n int) string { return strings.Repeat("سلام", n/4) },
	"devanagari": func(n int) string {
		return randomWords(n, "कखगघङचछजझञटठडढणतथिीुूे", 8)
	},
	"one devanagari word": func(n int) string { return strings.Repeat("नमस्ते", n/6) },
	"thai": func(n int) string {
		return strings.Repeat("ภาษาไทยเป็นภาษาที่มีระดับเสียง", n/30)
	},
	"khmer":   func(n int) string { return strings.Repeat("ភាសាខ្មែរជាភាសា", n/15) },
	"myanmar": func(n int) string { return strings.Repeat("မြန်မာဘာသာစကား", n/14) },
	"chinese": func(n int) string {
		return randomWords(n, "的一是不了人我在有他这为之大来以个中上们", 1<<20)
	},
	"korean":          func(n int) string { return randomWords(n, "가나다라마바사아자차카타파하", 6) },
	"families":        func(n int) string { return strings.Repeat("👨‍👩‍👧‍👦", n/7) },
	"joined emoji":    func(n int) string { return strings.Repeat("👨\u200d", n/2) },
	"marks":           func(n int) string { return "a" + strings.Repeat("\u0301", n) },
	"soft hyphens":    func(n int) string { return strings.Repeat("ab\u00ad", n/3) },
	"no-break spaces": func(n int) string { return strings.Repeat("a\u00a0", n/2) },
	"mixed fonts":     func(n int) string { return strings.Repeat("aя漢ا😀ก ", n/7) },
	"overrides":       func(n int) string { return strings.Repeat("\u202e\u2067a", n/3) },
	"isolates":        func(n int) string { return strings.Repeat("\u2068a\u2069א", n/4) },
	"open isolates":   func(n int) string { return strings.Repeat("\u2068", n) },
	"nested isolates": func(n int) string { return strings.Repeat("\u2068", n/2) + strings.Repeat("\u2069", n/2) },
	"brackets":        func(n int) string { return "א" + strings.Repeat("(a)[", n/4) },
	"open brackets":   func(n int) string { return "א" + strings.Repeat("(", n/2) + strings.Repeat(")", n/2) },
	"fractions":       func(n int) string { return strings.Repeat("1⁄2 ", n/4) },
}

func randomWords(n int, alphabet string, longest int) string {
	rng := rand.New(rand.NewSource(7))
	letters := []rune(alphabet)
	var b strings.Builder
	for range n {
		b.WriteRune(letters[rng.Intn(len(letters))])
		if rng.Intn(longest) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// TestShapingIsLinear counts the bytes passed to the shaper for a text and for one of twice its length, whole and
// broken into lines.
func TestShapingIsLinear(t *testing.T) {
	for name, text := range long {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cost := func(n int) (int64, int) {
				e := NewEngine()
				text := text(n)
				s := e.Shape(paragraph(text, 16), font.Bundled())
				for at := 0; at < len(text); {
					end := max(s.Fit(at, len(text), 300*64), s.NextCluster(at))
					s.Line(at, end, LineOptions{Justify: 64})
					at = end
				}
				return e.shaped.Load(), len(text)
			}
			c1, n1 := cost(9_000)
			c2, n2 := cost(18_000)
			if c1 > 4*int64(n1) {
				t.Errorf("shaping %d bytes of text passes %d bytes to the shaper", n1, c1)
			}
			if limit := c1*int64(n2)/int64(n1)*5/4 + 2*maxPiece; c2 > limit {
				t.Errorf("%d bytes cost %d, %d cost %d: more than linear (%d)", n1, c1, n2, c2, limit)
			}
		})
	}
}

// TestShapingStopsOnRequest stops shaping after any number of checks and measures the text shaped afterwards.
func TestShapingStopsOnRequest(t *testing.T) {
	for name, text := range long {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := paragraph(text(30_000), 16)
			for _, after := range []int{0, 3} {
				e := NewEngine()
				asked, before := 0, int64(0)
				s := e.ShapeUntil(func() error {
					if asked++; asked > after {
						before = e.shaped.Load()
						return context.Canceled
					}
					return nil
				}, p, font.Bundled())
				if done := e.shaped.Load() - before; asked > after && done > 2*maxPiece {
					t.Errorf("%d bytes are shaped after the stop", done)
				}
				if asked > after+1 {
					t.Errorf("%d checks after the stop", asked-after-1)
				}
				s.Line(0, len(p.Text), LineOptions{})
				s.Breaks()
			}
		})
	}
}

// TestPiecesShapeAsTheWhole compares text shaped in pieces with the same text shaped as a whole, for scripts with safe
// positions.
func TestPiecesShapeAsTheWhole(t *testing.T) {
	for _, name := range []string{"one word", "words", "sensitive, then plain", "chinese", "arabic", "devanagari", "thai", "korean", "no-break spaces", "mixed fonts", "families"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := long[name](9_000)
			e := NewEngine()
			for _, rtl := range []bool{false, true} {
				whole := e.Shape(paragraph(text, 16), font.Bundled())
				it := &whole.items[0]
				key := shapeKey{face: it.match.Face, script: it.script, rtl: rtl, text: text}
				want := fmt.Sprint(glyphList([]unit{{glyphs: e.shapeCached(nil, &key)}}, rtl))
				units := e.shapePiece(nil, key, text, nil, 0, len(text), nil)
				if len(units) < 2 {
					t.Fatalf("%d bytes are shaped as one piece", len(text))
				}
				if got := fmt.Sprint(glyphList(units, rtl)); got != want {
					t.Errorf("rtl %v: %d pieces differ from the whole", rtl, len(units))
				}
			}
		})
	}
}

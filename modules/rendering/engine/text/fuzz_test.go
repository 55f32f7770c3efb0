package text

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// FuzzShape checks, for arbitrary text and line breaks, that every grapheme cluster is placed exactly once or draws
// nothing, in the order of its level, that widths are finite and that shaping with warm caches gives the same result.
func FuzzShape(f *testing.F) {
	for _, s := range []string{
		"Hello, world", "مرحبا 123 (abc) عالم", "क्षत्रिय हिन्दी", "日本語「テキスト」", "👨‍👩‍👧 1️⃣ 🇯🇵 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "a\tb\uFFFCc\nd\u2028e", "soft\u00ADhyphen",
		"\u202Eabc\u202C \u2067x\u2069", "ภาษาไทยง่าย", "e\u0301\u0301\u0301", "\u200D\uFE0F\u0301", "Żółć fi ffi -> (A)", "\xff\xfe",
	} {
		f.Add(s, uint16(3), uint16(7), int16(0), uint8(0))
	}
	e, fonts := NewEngine(), font.Bundled()
	f.Fuzz(func(t *testing.T, text string, a, b uint16, spacing int16, flags uint8) {
		if len(text) > 400 {
			return
		}
		style := *plainStyle(16)
		style.LetterSpacing = Spacing(spacing) << 10
		style.Caps = Caps(flags&1) * SmallCaps
		style.Slant = Slant(flags >> 1 & 1)
		other := style
		cut := min(int(a), len(text))
		p := &Paragraph{Text: text, AutoBase: flags&4 != 0, Base: Direction(flags >> 3 & 1), Spans: []Span{
			{Start: 0, End: cut, Style: &style, Anywhere: flags&16 != 0, ManualHyphen: true},
			{Start: cut, End: len(text), Style: &other, WordBreak: WordBreak(flags >> 5 & 3)},
		}}
		s := e.Shape(p, fonts)
		checkBreaks(t, s)
		start, end := min(int(a), int(b), len(text)), min(max(int(a), int(b)), len(text))
		runs := s.Line(start, end, LineOptions{Hyphen: flags&128 != 0, Justify: 64})
		checkRuns(t, s, runs, start, end)
		if fit := s.Fit(start, end, geom.Px(40)); fit < s.PrevCluster(start) || fit > len(text) {
			t.Fatalf("Fit returned %d for [%d, %d)", fit, start, end)
		}
		again := NewEngine().Shape(p, fonts).Line(start, end, LineOptions{Hyphen: flags&128 != 0, Justify: 64})
		if len(again) != len(runs) {
			t.Fatalf("a cold engine returns %d runs, a warm one %d", len(again), len(runs))
		}
		for i := range runs {
			if runs[i].Width != again[i].Width || len(runs[i].Glyphs) != len(again[i].Glyphs) {
				t.Fatalf("run %d differs between a cold and a warm engine", i)
			}
		}
	})
}

func checkBreaks(t *testing.T, s *Shaped) {
	t.Helper()
	last := 0
	for _, b := range s.Breaks() {
		if b.Pos <= last && !(last == 0 && b.Pos > 0) || b.Pos >= len(s.Text()) {
			t.Fatalf("break at %d after %d in %q", b.Pos, last, s.Text())
		}
		if s.PrevCluster(s.NextCluster(b.Pos)) != b.Pos {
			t.Fatalf("break at %d is inside a cluster of %q", b.Pos, s.Text())
		}
		last = b.Pos
	}
}

func checkRuns(t *testing.T, s *Shaped, runs []Run, start, end int) {
	t.Helper()
	covered := map[int]int{}
	for _, r := range runs {
		if r.Width > 1<<26 || r.Width < -(1<<26) {
			t.Fatalf("a run has width %d", r.Width)
		}
		if r.Hyphen {
			continue
		}
		for i := r.Start; i < r.End; i++ {
			covered[i]++
		}
		for i, g := range r.Glyphs {
			if g.Cluster < r.Start || g.Cluster >= r.End {
				t.Fatalf("glyph of cluster %d in run [%d, %d) of %q", g.Cluster, r.Start, r.End, s.Text())
			}
			if i > 0 {
				step := g.Cluster - r.Glyphs[i-1].Cluster
				if r.Level%2 == 1 {
					step = -step
				}
				if step < 0 {
					t.Fatalf("clusters of a run of level %d are not in order: %+v", r.Level, r.Glyphs)
				}
			}
			if int(g.ID) >= r.Face.GlyphCount() {
				t.Fatalf("glyph %d of %d", g.ID, r.Face.GlyphCount())
			}
		}
	}
	start, end = s.offset(s.clusterAt(start)), s.offset(s.clusterAt(end))
	for i := start; i < end; i++ {
		r := runeAt(s.Text(), int(s.starts[s.clusterAt(i)]))
		if n := covered[i]; n != 1 && (n > 1 || kindOf(r) != kindNone) {
			t.Fatalf("byte %d of %q is in %d runs", i, s.Text(), n)
		}
	}
}

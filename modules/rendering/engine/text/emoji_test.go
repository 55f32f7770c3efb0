package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// TestEmojiAreOneGlyph shapes every sequence of Unicode's list: each must be one glyph, in colour unless the sequence
// selects text presentation.
func TestEmojiAreOneGlyph(t *testing.T) {
	t.Parallel()
	e, fonts := NewEngine(), font.Bundled()
	for _, line := range testLines(t, "emoji.txt") {
		f := strings.Split(line, "\t")
		for _, seq := range f[1:] {
			s := e.Shape(paragraph(seq, 16), fonts)
			runs := s.Line(0, len(seq), LineOptions{})
			if len(runs) != 1 || len(runs[0].Glyphs) != 1 || runs[0].Glyphs[0].ID == 0 || len(s.Missing()) > 0 {
				t.Errorf("%q (%s): got %d runs %+v", seq, f[0], len(runs), runs)
				continue
			}
			c, ok := runs[0].Face.ColorGlyph(runs[0].Glyphs[0].ID, runs[0].Size)
			plain := f[0] != "F" && utf8.RuneCountInString(seq) == 1
			if !plain && (!ok || c.Paint == nil) {
				t.Errorf("%q (%s): %s has no colours for it", seq, f[0], runs[0].Face.Name())
			}
		}
	}
}

func TestEmojiBetweenText(t *testing.T) {
	t.Parallel()
	const text = "Go 👨‍👩‍👧 1️⃣ ok 1 ☺︎ ☺️"
	s := NewEngine().Shape(paragraph(text, 16), font.Bundled())
	runs := s.Line(0, len(text), LineOptions{})
	var got []string
	for _, r := range runs {
		kind := "text"
		if r.Face.HasColor() {
			kind = "colour"
		}
		got = append(got, kind+":"+text[r.Start:r.End])
		if strings.Contains(text[r.Start:r.End], " ") && r.Face.Name() != "Inter Regular" {
			t.Errorf("a space is set in %s", r.Face.Name())
		}
	}
	const want = "text:Go |colour:👨‍👩‍👧|text: |colour:1️⃣|text: ok 1 |text:☺︎|text: |colour:☺️"
	if g := strings.Join(got, "|"); g != want {
		t.Errorf("got  %s\nwant %s", g, want)
	}
}

func TestSmallCapitals(t *testing.T) {
	t.Parallel()
	style := *plainStyle(20)
	style.Caps = SmallCaps // Inter has no smcp feature
	const text = "Ab ß"
	s := NewEngine().Shape(&Paragraph{Text: text, Spans: []Span{{End: len(text), Style: &style}}}, font.Bundled())
	runs := s.Line(0, len(text), LineOptions{})
	face := runs[0].Face
	glyph := func(r rune) font.GlyphID { g, _ := face.Glyph(r); return g }
	var got []font.GlyphID
	var sizes []geom.Unit
	for _, r := range runs {
		for _, g := range r.Glyphs {
			got = append(got, g.ID)
			sizes = append(sizes, r.Size)
		}
	}
	want := []font.GlyphID{glyph('A'), glyph('B'), glyph(' '), glyph('S'), glyph('S')}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		small := i == 1 || i > 2
		if got[i] != want[i] || small != (sizes[i] == geom.Px(14)) {
			t.Errorf("glyph %d: got %d at %v, want %d, small %v", i, got[i], sizes[i].Float(), want[i], small)
		}
	}
}

// TestEmojiAdvances compares the advances of emoji with those of Chromium with bitmap emoji: whole pixels if the style
// names the font, otherwise the width of the bitmaps.
func TestEmojiAdvances(t *testing.T) {
	t.Parallel()
	const text = "🚀"
	advance := func(size float64, fonts *font.Set, families ...string) geom.Unit {
		style := *plainStyle(16)
		style.Size, style.Families = geom.FromFloatRound(size), families
		return NewEngine().Shape(&Paragraph{Text: text, Spans: []Span{{End: len(text), Style: &style}}}, fonts).Advance(0, len(text))
	}
	for size, want := range map[float64]int{13: 16, 16: 20, 17.3: 22, 24: 30, 32: 40, 48: 60, 64: 80, 96: 120, 120: 150, 150: 187} {
		if got := advance(size, font.Bundled(), "Inter", "noto color emoji"); got != geom.Px(want) {
			t.Errorf("%v px: %v px wide, want %d", size, got.Float(), want)
		}
	}
	own, _ := font.NewSet([]font.Rule{{Family: "Noto Color Emoji"}}) // invalid, but a rule
	for size, want := range map[float64]float64{18: 22.46875, 48: 59.90625, 72: 89.859375} {
		for _, got := range []geom.Unit{advance(size, font.Bundled(), "Inter"), advance(size, own, "Noto Color Emoji")} {
			if d := got.Float() - want; d > 0.02 || d < -0.02 {
				t.Errorf("%v px: %v px wide, want %v", size, got.Float(), want)
			}
		}
	}
}

// TestNewerEmojiAreOneGlyph shapes sequences of Unicode 15.1 to 17, which are newer than the bundled artwork.
func TestNewerEmojiAreOneGlyph(t *testing.T) {
	t.Parallel()
	e, fonts := NewEngine(), font.Bundled()
	for _, seq := range []string{"🐦‍🔥", "🍋‍🟩", "🍄‍🟫", "⛓️‍💥", "🙂‍↔️", "🙂‍↕️", "🚶🏽‍♀️‍➡️", "🧑‍🧑‍🧒‍🧒", "🫩", "🪾", "🫆", "🇨🇶", "🫪", "🫯", "🧑🏿‍🩰", "👯🏻‍♀️"} {
		s := e.Shape(paragraph(seq, 16), fonts)
		runs := s.Line(0, len(seq), LineOptions{})
		if len(runs) != 1 || len(runs[0].Glyphs) != 1 || len(s.Missing()) > 0 {
			t.Errorf("%q: %d runs %+v", seq, len(runs), runs)
			continue
		}
		if c, ok := runs[0].Face.ColorGlyph(runs[0].Glyphs[0].ID, runs[0].Size); !ok || c.Paint == nil {
			t.Errorf("%q has no colours", seq)
		}
	}
}

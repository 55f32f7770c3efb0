package text

import (
	"strings"
	"unicode"

	"github.com/go-text/typesetting/language"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// shapeRange shapes [start, end) of an item and returns its glyphs in visual order, with spacing applied. If w is nil,
// a worker is acquired for the call.
func (s *Shaped) shapeRange(w *worker, it *item, start, end int, stop *stopper) []glyph {
	sc := &scaler{style: it.style, size: int64(it.size), upem: int64(it.match.Face.Metrics().UnitsPerEm), emoji: it.match.Face.StandsForBitmaps(), whole: it.font.wholeEmoji}
	key := shapeKey{face: it.match.Face, features: it.features, lang: it.font.lang(it.match.Face), script: it.script, rtl: it.level%2 == 1 && !it.upright, upper: it.upper}
	text := s.text[start:end]
	out := make([]glyph, 0, len(text)+4)
	units := s.engine.shapeWords(w, key, text, stop)
	if s.fullWidth {
		defer func() { s.eastAsian(it, out, start, end) }()
	}
	if it.upright {
		for _, u := range units {
			out = sc.placeUpright(out, u.glyphs, start+u.start, it, s.text)
		}
		return out
	}
	if key.rtl {
		for i := len(units) - 1; i >= 0; i-- {
			out = sc.place(out, units[i].glyphs, start+units[i].start, s.text)
		}
		return out
	}
	for _, u := range units {
		out = sc.place(out, u.glyphs, start+u.start, s.text)
	}
	return out
}

// unit is a separately shaped stretch of an item: a word with the following space, or several words if font rules span
// the space.
type unit struct {
	start, end int // in the item's text
	glyphs     []rawGlyph
	sensitive  bool
	joined     bool // merged from several units; glyphs are not shaped yet
}

// shapeWords shapes word by word, so that words can be cached. Words with glyphs whose rules depend on context beyond a
// space are shaped together with that context, so that the result equals that of shaping the whole text. Each character
// is shaped at most twice.
func (e *Engine) shapeWords(w *worker, key shapeKey, text string, stop *stopper) []unit {
	shape := func(units []unit, start, end int) []unit { return e.shapePiece(w, key, text, units, start, end, stop) }
	rules := key.face.WordRules()
	// The shaper composes Myanmar letters depending on the rest of the text, and forms fractions from the digits around
	// a fraction slash.
	if !rules.ByWords || key.script == language.Myanmar || strings.ContainsRune(text, fractionSlash) || !onlyDisables(key.features) {
		return shape(nil, 0, len(text))
	}
	units := make([]unit, 0, 8)
	sensitive := false
	for start := 0; start < len(text); {
		end := wordEnd(text, start)
		n := len(units)
		units = shape(units, start, end)
		if rules.Reach > 0 {
			key.text = text[start:end]
			is := false
			for _, u := range units[n:] {
				is = is || isSensitive(rules, &key, u.glyphs)
			}
			if sensitive = sensitive || is; is {
				for i := n; i < len(units); i++ {
					units[i].sensitive = true
				}
			}
		}
		start = end
	}
	if !sensitive {
		return units
	}
	joined := make([]unit, 0, len(units))
	for _, u := range joinSensitive(units, text, rules.Reach) {
		if u.joined {
			joined = shape(joined, u.start, u.end)
		} else {
			joined = append(joined, u)
		}
	}
	return joined
}

// isSensitive reports whether a word has a glyph, before or after substitution, that may depend on context beyond a
// space.
func isSensitive(rules *font.WordRules, key *shapeKey, glyphs []rawGlyph) bool {
	for i, r := range key.text {
		if i > 0 && r == ' ' {
			break
		}
		if g, ok := key.face.Glyph(r); ok && rules.Sensitive(g) {
			return true
		}
	}
	for _, g := range glyphs {
		if rules.Sensitive(g.id) {
			return true
		}
	}
	return false
}

// joinSensitive merges sensitive units with the context of their rules on both sides: reach glyphs, approximated by
// twice as many characters, since a ligature may represent several. Merged units have no glyphs yet.
func joinSensitive(units []unit, text string, reach int) []unit {
	near := func(a, b int) bool { return within(text[a:b], 2*reach) }
	joined := units[:0:0]
	done := 0 // units before this index are in joined
	for i := 0; i < len(units); i++ {
		if !units[i].sensitive {
			continue
		}
		lo, hi := i, i+1
		for lo > done && near(units[lo].start, units[i].start) {
			lo--
		}
		joined = append(joined, units[done:lo]...)
		start := units[lo].start
		for len(joined) > 0 && near(start, units[i].start) {
			// Include the units of an earlier merge.
			start = joined[len(joined)-1].start
			joined = joined[:len(joined)-1]
		}
		for last := i; hi < len(units) && near(units[last].end, units[hi].start); hi++ {
			if units[hi].sensitive {
				last = hi
			}
		}
		joined = append(joined, unit{start: start, end: units[hi-1].end, joined: true})
		done = hi
		i = hi - 1
	}
	return append(joined, units[done:]...)
}

// within reports whether text has fewer than n characters, examining at most n.
func within(text string, n int) bool {
	for range text {
		if n--; n <= 0 {
			return false
		}
	}
	return true
}

// onlyDisables reports whether encoded features only disable defaults: enabled features may have rules that start at
// a space.
func onlyDisables(features string) bool {
	for ; len(features) >= 8; features = features[8:] {
		if features[4:8] != "\x00\x00\x00\x00" {
			return false
		}
	}
	return true
}

// fractionSlash makes the shaper form a fraction from the digits on both sides.
const fractionSlash = 0x2044

// wordEnd returns the end of the word at start, including the following space and its marks.
func wordEnd(text string, start int) int {
	i := strings.IndexByte(text[start:], ' ')
	if i < 0 {
		return len(text)
	}
	end := start + i + 1
	if end < len(text) && text[end] >= 0x80 {
		if r := runeAt(text, end); unicode.IsMark(r) || r == 0x200D || propsOf(r).grapheme() == gbExtend {
			return wordEnd(text, end) // the shaper clusters a space with its marks
		}
	}
	return end
}

// shapeCached shapes text with the cache or a worker.
func (e *Engine) shapeCached(w *worker, k *shapeKey) []rawGlyph {
	if g, ok := e.cache.get(k); ok {
		return g
	}
	if w == nil {
		w = e.workers.get()
		defer e.workers.put(w)
	}
	e.shaped.Add(int64(len(k.text)))
	g := w.shape(k)
	e.cache.put(k, g)
	return g
}

// scaler converts glyphs from font units to a size.
type scaler struct {
	style *Style
	size  int64 // 1/64 px
	upem  int64
	emoji bool // the bundled emoji, whose advance is that of the bitmaps they replace
	whole bool // in whole pixels
}

// px converts font units to fixed, rounded to nearest.
func (sc *scaler) px(v int32) fixed {
	n := int64(v) * sc.size * 1024
	if n < 0 {
		return -((-n + sc.upem/2) / sc.upem)
	}
	return (n + sc.upem/2) / sc.upem
}

// width converts an advance like FreeType, which rounds the scale first; text widths in browsers are sums of such
// advances.
func (sc *scaler) width(v int32) fixed {
	n := int64(v) * ((sc.size<<16 + sc.upem/2) / sc.upem)
	if n < 0 {
		return -((-n + 32) >> 6)
	}
	return (n + 32) >> 6
}

// bitmapWidth returns the advance of emoji: the bitmaps are 136 pixels wide at 109 pixels per em.
func (sc *scaler) bitmapWidth() fixed {
	w := (sc.size<<10*136 + 54) / 109
	if sc.whole {
		w = (w + 1<<15) &^ (1<<16 - 1)
	}
	return w
}

// place appends raw glyphs starting at byte offset base, with letter- and word-spacing added after the last glyph of
// every cluster.
func (sc *scaler) place(out []glyph, raw []rawGlyph, base int, text string) []glyph {
	letter, word := fixed(sc.style.LetterSpacing), fixed(sc.style.WordSpacing)
	for i, r := range raw {
		g := glyph{id: r.id, cluster: int32(base) + r.cluster, unsafe: r.unsafe, advance: sc.width(r.advance)}
		if sc.emoji && r.advance > 0 {
			g.advance = sc.bitmapWidth()
		}
		if r.dx != 0 || r.dy != 0 {
			g.dx, g.dy = sc.px(r.dx), sc.px(r.dy)
		}
		if (letter != 0 || word != 0) && (i+1 == len(raw) || raw[i+1].cluster != r.cluster) {
			c := rune(text[g.cluster])
			if c >= 0x80 {
				c = runeAt(text, int(g.cluster))
			}
			if !font.Ignorable(c) && !(letter != 0 && unicode.In(c, cursive...)) {
				g.advance += letter
			}
			if c == ' ' || c == 0xA0 {
				g.advance += word
			}
		}
		out = append(out, g)
	}
	return out
}

// cursive lists the scripts with joined letters, to which letter-spacing does not apply (CSS Text 4 §8.2).
var cursive = []*unicode.RangeTable{unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Phags_Pa, unicode.Hanifi_Rohingya}

// hyphen shapes the hyphen of an item's font.
func (s *Shaped) hyphen(it *item) []glyph {
	face := it.font.primary.Face
	key := shapeKey{face: face, text: string(hyphenOf(face)), features: it.font.features, lang: it.style.Lang, script: language.Latin, rtl: it.level%2 == 1}
	sc := &scaler{style: it.style, size: int64(it.style.sizeIn(&it.font.primary, &it.font.primary)), upem: int64(face.Metrics().UnitsPerEm)}
	return sc.place(nil, s.engine.shapeCached(nil, &key), 0, key.text)
}

// emboldenOf returns Skia's outline weight of a synthesised bold: 1/24 of the size up to 9 px, 1/32 from 36 px, linear
// in between.
func emboldenOf(size geom.Unit) geom.Unit {
	switch {
	case size <= geom.Px(9):
		return size / 24
	case size >= geom.Px(36):
		return size / 32
	}
	f := 1.0/24 + float64((size.Float()-9)/27*(1.0/32-1.0/24))
	return geom.FromFloatRound(size.Float() * f)
}

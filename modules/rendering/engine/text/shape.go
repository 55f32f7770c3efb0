package text

import (
	"github.com/go-text/typesetting/language"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// shapeRange shapes [start, end) of an item and returns its glyphs in visual
// order, with spacing applied. w may be nil: then one is taken for the call.
func (s *Shaped) shapeRange(w *worker, it *item, start, end int) []glyph {
	sc := &scaler{style: it.style, size: int64(it.size), upem: int64(it.match.Face.Metrics().UnitsPerEm)}
	key := shapeKey{face: it.match.Face, features: it.font.features, lang: it.style.Lang, script: it.script, rtl: it.level%2 == 1}
	text := s.text[start:end]
	out := make([]glyph, 0, len(text)+4)
	if it.match.Face.SpaceIsNeutral() {
		out = s.shapeWords(w, key, text, start, sc, out)
	} else {
		key.text = text
		out = sc.place(out, s.engine.shapeCached(w, &key), start, s.text)
	}
	return out
}

// shapeWords shapes word by word: the font has no rule that looks across a space.
func (s *Shaped) shapeWords(w *worker, key shapeKey, text string, start int, sc *scaler, out []glyph) []glyph {
	emit := func(a, b int) {
		key.text = text[a:b]
		out = sc.place(out, s.engine.shapeCached(w, &key), start+a, s.text)
	}
	if key.rtl {
		for b := len(text); b > 0; {
			a := b
			if text[b-1] == ' ' {
				a--
			} else {
				for a > 0 && text[a-1] != ' ' {
					a--
				}
			}
			emit(a, b)
			b = a
		}
		return out
	}
	for a := 0; a < len(text); {
		b := a + 1
		if text[a] != ' ' {
			for b < len(text) && text[b] != ' ' {
				b++
			}
		}
		emit(a, b)
		a = b
	}
	return out
}

// shapeCached shapes text by the cache or a worker.
func (e *Engine) shapeCached(w *worker, k *shapeKey) []rawGlyph {
	if g, ok := e.cache.get(k); ok {
		return g
	}
	if w == nil {
		w = e.workers.get()
		defer e.workers.put(w)
	}
	g := w.shape(k)
	e.cache.put(k, g)
	return g
}

// scaler places glyphs of font units at a size.
type scaler struct {
	style *Style
	size  int64 // 1/64 px
	upem  int64
}

// px converts font units to fixed, to the nearest.
func (sc *scaler) px(v int32) fixed {
	n := int64(v) * sc.size * 1024
	if n < 0 {
		return -((-n + sc.upem/2) / sc.upem)
	}
	return (n + sc.upem/2) / sc.upem
}

// place appends raw glyphs that start at byte offset base, with letter- and
// word-spacing added after the last glyph of every cluster.
func (sc *scaler) place(out []glyph, raw []rawGlyph, base int, text string) []glyph {
	letter, word := fixed(sc.style.LetterSpacing)<<10, fixed(sc.style.WordSpacing)<<10
	for i, r := range raw {
		g := glyph{id: r.id, cluster: int32(base) + r.cluster, unsafe: r.unsafe, advance: sc.px(r.advance)}
		if r.dx != 0 || r.dy != 0 {
			g.dx, g.dy = sc.px(r.dx), sc.px(r.dy)
		}
		if (letter != 0 || word != 0) && (i+1 == len(raw) || raw[i+1].cluster != r.cluster) {
			c := rune(text[g.cluster])
			if c >= 0x80 {
				c = runeAt(text, int(g.cluster))
			}
			if !font.Ignorable(c) {
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

// hyphen shapes the hyphen of an item's font.
func (s *Shaped) hyphen(it *item) []glyph {
	face := it.font.primary.Face
	key := shapeKey{face: face, text: string(hyphenOf(face)), features: it.font.features, lang: it.style.Lang, script: language.Latin, rtl: it.level%2 == 1}
	sc := &scaler{style: it.style, size: int64(scaleSize(it.style.Size, it.font.primary.Scale)), upem: int64(face.Metrics().UnitsPerEm)}
	return sc.place(nil, s.engine.shapeCached(nil, &key), 0, key.text)
}

// emboldenOf is the outline weight Skia adds for a synthesised bold: 1/24 of the
// size up to 9 px, 1/32 from 36 px, linear in between.
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

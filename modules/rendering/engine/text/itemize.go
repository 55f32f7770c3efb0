package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-text/typesetting/language"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// itemKind classifies text for the shaper.
type itemKind uint8

const (
	kindText   itemKind = iota
	kindObject          // one U+FFFC
	kindTab             // one U+0009
	kindNone            // a forced break or a control character that draws nothing
)

// item is a stretch of text with a single style, face, script and level.
type item struct {
	kind       itemKind
	start, end int
	style      *Style // of the first span; the others are equal
	font       *styleFont
	match      font.Match
	size       geom.Unit
	level      uint8
	upper      bool // upper-cased
	upright    bool // upright in a vertical line
	// lineStart and lineEnd report whether the item starts and ends at a line edge.
	lineStart, lineEnd bool
	features           string
	script             language.Script
	glyphs             []glyph
}

// styleFont is a style with its resolved fonts.
type styleFont struct {
	style    *Style
	cascade  *font.Cascade
	primary  font.Match
	features string
	before   []Feature // features that precede the style's own
	faces    map[faceKey]faceFeatures
	// wholeEmoji reports whether the bundled emoji have whole-pixel advances.
	wholeEmoji bool
	upright    string    // features of upright text, computed on first use
	region     string    // language of the region selected by the families
	ascii      [128]int8 // 1: in the primary face, −1: not, 0: unknown
}

// sameFont reports whether two styles shape alike, so that shaping can cross their boundary.
func sameFont(a, b *Style) bool {
	if a == b {
		return true
	}
	return a.Size == b.Size && a.Weight == b.Weight && a.Stretch == b.Stretch && a.Slant == b.Slant && a.Lang == b.Lang &&
		a.LetterSpacing == b.LetterSpacing && a.WordSpacing == b.WordSpacing && a.NoKerning == b.NoKerning &&
		a.NoLigatures == b.NoLigatures && a.Orientation == b.Orientation && a.Caps == b.Caps && a.NoSynthesis == b.NoSynthesis &&
		a.OpticalSizing == b.OpticalSizing && a.NoPunctuationTrim == b.NoPunctuationTrim && a.Autospace == b.Autospace && a.SizeAdjust == b.SizeAdjust && a.Unfitted == b.Unfitted && a.Palette == b.Palette && a.Emoji == b.Emoji && a.Alternates == b.Alternates &&
		slices.Equal(a.Families, b.Families) && slices.Equal(a.Features, b.Features) && slices.Equal(a.Variations, b.Variations)
}

func newStyleFont(style *Style, fonts *font.Set) *styleFont {
	f := &styleFont{style: style, cascade: fonts.Cascade(queryOf(style)), wholeEmoji: fonts.NamesEmoji(style.Families), region: fonts.RegionOf(style.Families)}
	f.primary = f.cascade.Primary()
	var list []Feature
	if style.NoKerning {
		list = append(list, Feature{"kern", 0})
	}
	if style.NoLigatures || style.LetterSpacing != 0 {
		list = append(list, Feature{"liga", 0}, Feature{"clig", 0}, Feature{"dlig", 0}, Feature{"hlig", 0}, Feature{"calt", 0})
	}
	f.before = list
	f.features = encodeFeatures(append(list[:len(list):len(list)], style.Features...))
	return f
}

// featuresOf returns the features of text in a face, and the synthesis of capitals.
func (f *styleFont) featuresOf(m *font.Match) (string, small) {
	if f.style.Caps == NormalCaps && f.style.Alternates == nil {
		return f.features, smallNone
	}
	key := faceKey{m.Face, m.Family}
	c, ok := f.faces[key]
	if !ok {
		var own []Feature
		c.small = smallNone
		if f.style.Caps != NormalCaps {
			own, c.small = f.style.Caps.in(m.Face)
		}
		if f.style.NoSynthesis&NoSyntheticCaps != 0 {
			c.small = smallNone
		}
		alternates := f.style.Alternates.Features(m.Family)
		c.features = f.features
		if len(own) > 0 || len(alternates) > 0 {
			list := append(own, f.before...)
			for _, x := range alternates {
				list = append(list, Feature(x))
			}
			c.features = encodeFeatures(append(list, f.style.Features...))
		}
		if f.faces == nil {
			f.faces = map[faceKey]faceFeatures{}
		}
		f.faces[key] = c
	}
	return c.features, c.small
}

// faceKey identifies a face of a family.
type faceKey struct {
	face   *font.Face
	family string
}

// faceFeatures is the cached result of [styleFont.featuresOf] for a face.
type faceFeatures struct {
	features string
	small    small
}

// lang returns the language in which text is shaped: that of the style or, if the face has no specific forms for it,
// that of the region.
func (f *styleFont) lang(face *font.Face) string {
	lang := f.style.Lang
	if f.region == "" || !face.HasRegions() {
		return lang
	}
	primary, _, _ := strings.Cut(lang, "-")
	switch strings.ToLower(primary) {
	case "zh", "ja", "ko":
		return lang
	}
	return f.region
}

// lookup returns the face of a grapheme cluster.
func (f *styleFont) lookup(cluster string) (font.Match, bool) {
	if len(cluster) == 1 && cluster[0] < 128 {
		c := cluster[0]
		if f.ascii[c] == 0 {
			f.ascii[c] = -1
			if m, ok := f.cascade.Lookup(cluster); ok && m == f.primary {
				f.ascii[c] = 1
			}
		}
		if f.ascii[c] > 0 {
			return f.primary, true
		}
	}
	return f.cascade.Lookup(cluster)
}

// spanAt returns the index of the span that contains pos, searching from index from on.
func (s *Shaped) spanAt(pos, from int) int {
	for from+1 < len(s.para.Spans) && s.para.Spans[from].End <= pos {
		from++
	}
	return from
}

// kindOf classifies a cluster by its first character.
func kindOf(r rune) itemKind {
	switch {
	case r == '\t':
		return kindTab
	case r == objectRune:
		return kindObject
	case r < 0x20, r >= 0x7F && r < 0xA0, r == 0x2028, r == 0x2029:
		return kindNone
	}
	return kindText
}

// smallCapsTenths is the size of synthesised small capitals in tenths, rounded to whole pixels as in Chromium.
const smallCapsTenths = 7

var defaultStyle = &Style{Size: geom.Px(16), Weight: 400, Stretch: 100}

// itemize splits the text into items.
func (s *Shaped) itemize(fonts *font.Set, stop *stopper) {
	var resolved []*styleFont
	resolve := func(style *Style) *styleFont {
		for _, f := range resolved {
			if sameFont(f.style, style) {
				return f
			}
		}
		f := newStyleFont(style, fonts)
		resolved = append(resolved, f)
		return f
	}
	scripts := newScriptRuns(s.text)
	span, style := -1, defaultStyle
	var current *styleFont
	for i, start := range s.starts {
		if stop.poll() {
			return
		}
		pos, end := int(start), s.clusterEnd(i)
		cluster := s.text[pos:end]
		r, _ := utf8.DecodeRuneInString(cluster)
		if len(s.para.Spans) > 0 {
			if k := s.spanAt(pos, max(span, 0)); k != span {
				span, style = k, s.para.Spans[k].Style
				if style == nil {
					style = defaultStyle
				}
				if current == nil || !sameFont(current.style, style) {
					current = resolve(style)
				}
			}
		} else if current == nil {
			current = resolve(style)
		}
		it := item{kind: kindOf(r), start: pos, end: end, style: style, font: current, level: s.levelOf(i), script: scripts.next(cluster)}
		var last *item
		if n := len(s.items); n > 0 {
			last = &s.items[n-1]
		}
		if it.kind == kindText {
			joins := last != nil && last.kind == kindText && last.font == current && last.level == it.level
			if joins && allIgnorable(cluster) {
				last.end = end
				continue
			}
			m, ok := current.lookup(cluster)
			if !ok {
				s.missing = append(s.missing, Missing{Pos: pos, Rune: missingRune(m.Face, cluster)})
			}
			m.Bold = m.Bold && style.NoSynthesis&NoSyntheticWeight == 0
			m.Oblique = m.Oblique && style.NoSynthesis&NoSyntheticStyle == 0
			it.match, it.size = m, style.sizeIn(&m, &current.primary)
			var how small
			if it.features, how = current.featuresOf(&m); how != smallNone {
				var isSmall bool
				if isSmall, it.upper = how.of(r); isSmall {
					it.size = geom.Px(it.size.Mul(smallCapsTenths, 10).Round())
				}
			}
			if it.upright = style.Orientation.upright(r); it.upright && how == smallNone {
				it.features = current.uprightOf(m.Family)
			}
			if joins && last.match == m && last.upright == it.upright && last.script == it.script && last.upper == it.upper && last.size == it.size {
				last.end = end
				continue
			}
		} else {
			it.match, it.size, it.features = current.primary, style.Size, current.features
			if it.kind == kindNone && last != nil && last.kind == kindNone && last.level == it.level && last.font == current {
				last.end = end
				continue
			}
		}
		s.items = append(s.items, it)
	}
}

func allIgnorable(cluster string) bool {
	for _, r := range cluster {
		if !font.Ignorable(r) {
			return false
		}
	}
	return true
}

func missingRune(f *font.Face, cluster string) rune {
	for _, r := range cluster {
		if !font.Ignorable(r) && !f.HasGlyph(r) {
			return r
		}
	}
	r, _ := utf8.DecodeRuneInString(cluster)
	return r
}

// scriptRuns resolves the script of clusters from left to right (UAX #24 §5.1): Common and Inherited take the preceding
// script, or at the start the following one; a closing bracket takes the script of its opening bracket.
type scriptRuns struct {
	current language.Script
	open    []openBracket
}

type openBracket struct {
	closing rune
	script  language.Script
}

func newScriptRuns(text string) *scriptRuns {
	s := &scriptRuns{current: language.Common}
	for _, r := range text {
		if sc := scriptOf(r); sc.Strong() && sc != language.Unknown {
			s.current = sc
			break
		}
	}
	return s
}

// scriptOf returns a character's script, with a fast path for ASCII.
func scriptOf(r rune) language.Script {
	if r < 0x80 {
		if c := r | 0x20; c >= 'a' && c <= 'z' {
			return language.Latin
		}
		return language.Common
	}
	return language.LookupScript(r)
}

func (s *scriptRuns) next(cluster string) language.Script {
	r, _ := utf8.DecodeRuneInString(cluster)
	sc := scriptOf(r)
	if sc.Strong() && sc != language.Unknown {
		s.current = sc
		return sc
	}
	if r == '(' || r == '[' || r == '{' || r >= 0x2045 && isOpenBracket(r) {
		if len(s.open) == 32 {
			s.open = s.open[1:]
		}
		s.open = append(s.open, openBracket{closingBracket(r), s.current})
		return s.current
	}
	for i := len(s.open) - 1; i >= 0; i-- {
		if s.open[i].closing == r {
			s.current = s.open[i].script
			s.open = s.open[:i]
			break
		}
	}
	return s.current
}

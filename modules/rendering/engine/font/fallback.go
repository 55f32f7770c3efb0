package font

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const emojiFamily = "noto color emoji"

// Lookup returns the face for a grapheme cluster: from the query's families, then the fallback faces of its script,
// then all bundled faces. Clusters with emoji presentation (UTS #51 §1.4.3; selected by U+FE0F, suppressed by U+FE0E)
// prefer a colour face. ok is false when no face has the whole cluster; the match is then the primary face, which draws
// its missing-glyph box.
func (c *Cascade) Lookup(cluster string) (m Match, ok bool) {
	emoji := c.query.Emoji.of(cluster)
	if emoji {
		if e, of := c.find(cluster, true); e != nil {
			return c.match(e, of), true
		}
	}
	if e, of := c.find(cluster, false); e != nil {
		return c.match(e, of), true
	}
	return c.Primary(), false
}

// find returns a face that has the cluster; color restricts it to colour faces. of is its family, an empty one for a
// fallback face.
func (c *Cascade) find(cluster string, color bool) (found *entry, of *family) {
	for i := range c.families {
		f := &c.families[i]
		for _, e := range f.entries {
			if color && (e.bundled != nil && !e.bundled.color || e.face != nil && e.face.color == nil) {
				continue
			}
			if e.hasCluster(cluster) {
				return e, f
			}
		}
	}
	if color {
		return c.findIn(emojiFamily, cluster), &family{}
	}
	text := c.query.Emoji == TextPresentation // which prefers any face without colours
	for _, name := range fallbackFamilies(cluster) {
		if text && name == emojiFamily {
			continue
		}
		if e := c.findIn(name, cluster); e != nil {
			return e, &family{}
		}
	}
	seen := ""
	for _, b := range catalogueFaces {
		if b.family == seen || text && b.color {
			continue
		}
		seen = b.family
		if e := c.findIn(foldName(b.family), cluster); e != nil {
			return e, &family{}
		}
	}
	if text {
		return c.findIn(emojiFamily, cluster), &family{}
	}
	return nil, nil
}

func (c *Cascade) findIn(folded, cluster string) *entry {
	list := bundledFamily(folded)
	if len(list) == 0 {
		return nil
	}
	q := c.query
	if !c.families[0].bundled {
		q.Weight = 400 // browsers ask the system for the character alone and embolden the result
	}
	for _, e := range best(list, &q) {
		if e.hasCluster(cluster) {
			return e
		}
	}
	return nil
}

// hasCluster reports whether the face has glyphs for the whole cluster as is, or in its composed or decomposed form,
// which the shaper tries.
func (e *entry) hasCluster(cluster string) bool {
	if e.hasAll(cluster) {
		return true
	}
	if len(cluster) < 2 || utf8.RuneCountInString(cluster) > 32 {
		return false
	}
	return e.hasAll(norm.NFC.String(cluster)) || e.hasAll(norm.NFD.String(cluster))
}

func (e *entry) hasAll(s string) bool {
	any := false
	for _, r := range s {
		if Ignorable(r) {
			continue
		}
		any = true
		switch {
		case e.has(r):
		case isSpaceLike(r) && e.has(' '), r == 0x2011 && e.has(0x2010):
		default:
			return false
		}
	}
	return any || e.ranges == nil
}

// isSpaceLike reports whether the shaper synthesises the space from U+0020.
func isSpaceLike(r rune) bool {
	return r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F
}

// Ignorable reports whether r is default-ignorable or a control character: these draw nothing and never select another
// face.
func Ignorable(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7F && r < 0xA0, r == 0xAD, r == 0x34F, r == 0x61C,
		r >= 0x200B && r <= 0x200F, r >= 0x2028 && r <= 0x202E, r >= 0x2060 && r <= 0x206F,
		r >= 0xFE00 && r <= 0xFE0F, r == 0xFEFF, r == 0xFFFC,
		r >= 0x180B && r <= 0x180F, r == 0x17B4, r == 0x17B5, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0,
		r >= 0xE0000 && r <= 0xE0FFF, r >= 0x1D173 && r <= 0x1D17A, r >= 0x1BCA0 && r <= 0x1BCA3:
		return true
	}
	return false
}

// Presentation is how emoji without a variation selector are drawn (font-variant-emoji).
type Presentation uint8

// The presentations; the zero value is that of each character (UTS #51 §1.4.3).
const (
	DefaultPresentation Presentation = iota
	TextPresentation
	EmojiPresentation
)

// of reports whether a cluster has emoji presentation.
func (p Presentation) of(cluster string) bool {
	first, n := utf8.DecodeRuneInString(cluster)
	if p == DefaultPresentation || len(cluster) > n && !allIgnorableMarks(cluster[n:]) || !unicode.Is(emojiCharacters, first) {
		return IsEmoji(cluster)
	}
	return p == EmojiPresentation
}

// allIgnorableMarks reports whether a string has no variation selector and only ignorable characters.
func allIgnorableMarks(s string) bool {
	for _, r := range s {
		if r == 0xFE0E || r == 0xFE0F || !Ignorable(r) {
			return false
		}
	}
	return true
}

// IsEmoji reports whether a grapheme cluster has emoji presentation.
func IsEmoji(cluster string) bool {
	first, n := utf8.DecodeRuneInString(cluster)
	if first < 0x80 && len(cluster) == 1 {
		return false
	}
	rest, joined := cluster[n:], false
	for _, r := range rest {
		switch {
		case r == 0xFE0E:
			return false
		case r == 0xFE0F, r == 0x20E3, r >= 0x1F3FB && r <= 0x1F3FF:
			return true
		case r == 0x200D:
			joined = true
		case joined && (r >= 0x2600 && r <= 0x2BFF || r >= 0x1F000):
			return true // an emoji sequence that lacks its U+FE0F
		}
	}
	return unicode.Is(emojiPresentation, first)
}

// emojiPresentation is the property Emoji_Presentation (UTS #51, Unicode 15).
var emojiPresentation = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x231A, 0x231B, 1}, {0x23E9, 0x23EC, 1}, {0x23F0, 0x23F3, 3}, {0x25FD, 0x25FE, 1},
		{0x2614, 0x2615, 1}, {0x2648, 0x2653, 1}, {0x267F, 0x2693, 20}, {0x26A1, 0x26A1, 1},
		{0x26AA, 0x26AB, 1}, {0x26BD, 0x26BE, 1}, {0x26C4, 0x26C5, 1}, {0x26CE, 0x26D4, 6},
		{0x26EA, 0x26EA, 1}, {0x26F2, 0x26F3, 1}, {0x26F5, 0x26FA, 5}, {0x26FD, 0x2705, 8},
		{0x270A, 0x270B, 1}, {0x2728, 0x274C, 36}, {0x274E, 0x274E, 1}, {0x2753, 0x2755, 1},
		{0x2757, 0x2757, 1}, {0x2795, 0x2797, 1}, {0x27B0, 0x27BF, 15}, {0x2B1B, 0x2B1C, 1},
		{0x2B50, 0x2B55, 5},
	},
	R32: []unicode.Range32{
		{0x1F004, 0x1F004, 1}, {0x1F0CF, 0x1F0CF, 1}, {0x1F18E, 0x1F18E, 1}, {0x1F191, 0x1F19A, 1},
		{0x1F1E6, 0x1F1FF, 1}, {0x1F201, 0x1F201, 1}, {0x1F21A, 0x1F21A, 1}, {0x1F22F, 0x1F22F, 1},
		{0x1F232, 0x1F236, 1}, {0x1F238, 0x1F23A, 1}, {0x1F250, 0x1F251, 1}, {0x1F300, 0x1F320, 1},
		{0x1F32D, 0x1F335, 1}, {0x1F337, 0x1F37C, 1}, {0x1F37E, 0x1F393, 1}, {0x1F3A0, 0x1F3CA, 1},
		{0x1F3CF, 0x1F3D3, 1}, {0x1F3E0, 0x1F3F0, 1}, {0x1F3F4, 0x1F3F4, 1}, {0x1F3F8, 0x1F43E, 1},
		{0x1F440, 0x1F440, 1}, {0x1F442, 0x1F4FC, 1}, {0x1F4FF, 0x1F53D, 1}, {0x1F54B, 0x1F54E, 1},
		{0x1F550, 0x1F567, 1}, {0x1F57A, 0x1F57A, 1}, {0x1F595, 0x1F596, 1}, {0x1F5A4, 0x1F5A4, 1},
		{0x1F5FB, 0x1F64F, 1}, {0x1F680, 0x1F6C5, 1}, {0x1F6CC, 0x1F6CC, 1}, {0x1F6D0, 0x1F6D2, 1},
		{0x1F6D5, 0x1F6D7, 1}, {0x1F6DC, 0x1F6DF, 1}, {0x1F6EB, 0x1F6EC, 1}, {0x1F6F4, 0x1F6FC, 1},
		{0x1F7E0, 0x1F7EB, 1}, {0x1F7F0, 0x1F7F0, 1}, {0x1F90C, 0x1F93A, 1}, {0x1F93C, 0x1F945, 1},
		{0x1F947, 0x1F9FF, 1}, {0x1FA70, 0x1FAFF, 1},
	},
}

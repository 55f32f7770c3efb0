package text

import (
	"unicode"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// NoSynthesis is the set of forms that are not synthesised in faces without them (CSS Fonts 4 §6.4).
type NoSynthesis uint8

// The forms.
const (
	NoSyntheticWeight NoSynthesis = 1 << iota
	NoSyntheticStyle
	NoSyntheticCaps
)

// Caps is font-variant-caps: small capitals are synthesised in faces without them (CSS Fonts 4 §6.6).
type Caps uint8

// The values of font-variant-caps.
const (
	NormalCaps Caps = iota
	SmallCaps
	AllSmallCaps
	PetiteCaps
	AllPetiteCaps
	Unicase
	TitlingCaps
)

// small selects the characters that are set as synthesised small capitals.
type small uint8

const (
	smallNone  small = iota
	smallLower       // lower-case letters, mapped to capitals
	smallUpper       // all other characters (unicase)
	smallAll         // all characters
)

// in returns the font features for the capitals, or the synthesis if the face lacks them.
func (c Caps) in(f *font.Face) (features []Feature, s small) {
	has := func(tags ...string) bool {
		for _, t := range tags {
			if !f.HasFeature(t) {
				return false
			}
		}
		for _, t := range tags {
			features = append(features, Feature{t, 1})
		}
		return true
	}
	switch {
	case c == PetiteCaps && has("pcap"), c == AllPetiteCaps && has("pcap", "c2pc"):
	case (c == SmallCaps || c == PetiteCaps) && !has("smcp"):
		return nil, smallLower
	case (c == AllSmallCaps || c == AllPetiteCaps) && !has("smcp", "c2sc"):
		return nil, smallAll
	case c == Unicase && !has("unic"):
		return nil, smallUpper
	case c == TitlingCaps:
		has("titl")
	}
	return features, smallNone
}

// of reports whether a character is set as a small capital, and whether it is mapped to upper case.
func (s small) of(r rune) (isSmall, upper bool) {
	upper = unicode.ToUpper(r) != r || r == 'ß'
	switch s {
	case smallLower:
		return upper, upper
	case smallUpper:
		return !upper, false
	case smallAll:
		return true, upper
	}
	return false, false
}

package fontrule

import "fmt"

// Kind is a kind of alternate glyphs: a function of font-variant-alternates and a block of @font-feature-values.
type Kind uint8

// The kinds.
const (
	Stylistic Kind = iota
	Styleset
	CharacterVariant
	Swash
	Ornaments
	Annotation
)

// Feature is an OpenType feature setting.
type Feature struct {
	Tag   string
	Value uint32
}

// Alternates is a font-variant-alternates; nil is normal. A document has one Alternates for each value, so that equal
// ones are the same pointer.
type Alternates struct {
	Historical bool
	Uses       []Use
	Values     Values
}

// Use is a name in a function of font-variant-alternates.
type Use struct {
	Kind Kind
	Name string
}

// ValueKey identifies a feature value of a family (in lower case).
type ValueKey struct {
	Family string
	Use    Use
}

// Values holds the numbers of the feature values of @font-feature-values rules.
type Values map[ValueKey][]uint32

// The numbers of the features of style sets and character variants.
const (
	lastStyleset         = 20
	lastCharacterVariant = 99
)

// Features returns the features for a font of a family (in lower case); names that the family does not define have none.
func (a *Alternates) Features(family string) []Feature {
	if a == nil {
		return nil
	}
	var out []Feature
	if a.Historical {
		out = append(out, Feature{"hist", 1})
	}
	for _, u := range a.Uses {
		list := a.Values[ValueKey{family, u}]
		if len(list) == 0 {
			continue
		}
		switch first := list[0]; u.Kind {
		case Stylistic:
			out = append(out, Feature{"salt", first})
		case Swash:
			out = append(out, Feature{"swsh", first}, Feature{"cswh", first})
		case Ornaments:
			out = append(out, Feature{"ornm", first})
		case Annotation:
			out = append(out, Feature{"nalt", first})
		case Styleset:
			for _, n := range list {
				if n >= 1 && n <= lastStyleset {
					out = append(out, Feature{fmt.Sprintf("ss%02d", n), 1})
				}
			}
		case CharacterVariant:
			value := uint32(1)
			if len(list) > 1 {
				value = list[1]
			}
			if first >= 1 && first <= lastCharacterVariant {
				out = append(out, Feature{fmt.Sprintf("cv%02d", first), value})
			}
		}
	}
	return out
}

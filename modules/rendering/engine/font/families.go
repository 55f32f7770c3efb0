package font

import (
	"cmp"
	"slices"
)

// Family is a bundled family in one slant, with its weights.
type Family struct {
	Name                 string
	Italic               bool
	WeightMin, WeightMax int
}

// Catalogue returns the bundled families, by name, upright before italic.
func Catalogue() []Family {
	var list []Family
	for _, b := range catalogueFaces {
		italic := b.slant != Upright
		at := slices.IndexFunc(list, func(f Family) bool { return f.Name == b.family && f.Italic == italic })
		if at < 0 {
			list = append(list, Family{b.family, italic, b.weight, b.weight})
			continue
		}
		list[at].WeightMin, list[at].WeightMax = min(list[at].WeightMin, b.weight), max(list[at].WeightMax, b.weight)
	}
	slices.SortStableFunc(list, func(a, b Family) int {
		if c := cmp.Compare(a.Name, b.Name); c != 0 || a.Italic == b.Italic {
			return c
		}
		if b.Italic {
			return -1
		}
		return 1
	})
	return list
}

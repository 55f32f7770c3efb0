package engine

import (
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/widget"
)

// Families returns the bundled families, in order of their names.
func Families() []string { return font.Families() }

// FontCatalogue returns the bundled families with their slants and weights.
func FontCatalogue() []font.Family { return font.Catalogue() }

// Properties returns the names of the CSS properties that documents may use, sorted.
func Properties() []string { return style.Properties() }

// Elements returns the elements beyond HTML, sorted.
func Elements() []string { return widget.Elements() }

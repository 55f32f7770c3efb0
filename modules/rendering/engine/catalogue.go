package engine

import (
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/widget"
)

// Families returns the names of the bundled families, sorted.
func Families() []string { return font.Families() }

// FontCatalogue returns the bundled families with their slants and weights.
func FontCatalogue() []font.Family { return font.Catalogue() }

// Properties returns the names of the supported CSS properties, sorted.
func Properties() []string { return style.Properties() }

// Elements returns the names of the elements beyond HTML, sorted.
func Elements() []string { return widget.Elements() }

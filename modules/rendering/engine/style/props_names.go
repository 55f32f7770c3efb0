package style

import (
	"maps"
	"slices"
	"strings"
)

// Properties returns the sorted names of the supported properties: longhands, shorthands and aliases, without those
// that have no effect.
func Properties() []string {
	names := map[string]bool{}
	for _, p := range props.props[1:] {
		names[p.name] = true
	}
	for n := range props.shorthands {
		names[n] = true
	}
	for n := range props.aliases {
		names[n] = true
	}
	maps.DeleteFunc(names, func(n string, _ bool) bool { return n == "" || strings.HasPrefix(n, "--") })
	return slices.Sorted(maps.Keys(names))
}

package style

import (
	"maps"
	"slices"
	"strings"
)

// Properties returns the names of the properties that documents may use, sorted:
// longhands, shorthands and other names, but for those that change nothing.
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

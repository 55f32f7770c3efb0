package tailwind

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// maker returns the declarations of a utility for a value, or "" when the value is invalid for it. Every declaration
// ends in a semicolon.
type maker func(v value) string

// named is a utility with a value.
type named struct {
	prefix string
	make   maker
	suffix string
	rank   int
}

// tables holds the utilities.
type tables struct {
	byPrefix map[string][]named // those that take a value, by name
	statics  map[string]static  // those without one
}

// utilities returns the tables, which are built on first use: most programs use no utilities.
var utilities = sync.OnceValue(define)

type static struct {
	decls string
	rank  int
}

// utility returns the declarations of a utility without its variants.
func utility(name string) (decls string, rank int, suffix string) {
	all := utilities()
	if s, ok := all.statics[name]; ok {
		return s.decls, s.rank, ""
	}
	if a, ok := arbitrary(name); ok {
		prop, v, ok := strings.Cut(a, ":")
		if !ok || prop == "" || v == "" {
			return "", 0, ""
		}
		return prop + ":" + v + ";", 1 << 20, ""
	}
	neg := strings.HasPrefix(name, "-")
	base := strings.TrimPrefix(name, "-")
	// The longest prefix whose utility accepts the rest wins; a bracket ends the search.
	end := len(base)
	if i := strings.IndexAny(base, "[("); i >= 0 {
		end = i
	}
	for i := end; i > 0; i-- {
		if i < len(base) && base[i] != '-' && !(i == end && i > 0 && base[i-1] == '-') {
			continue
		}
		prefix := strings.TrimSuffix(base[:i], "-")
		rest := strings.TrimPrefix(base[min(len(prefix), len(base)):], "-")
		list := all.byPrefix[prefix]
		if len(list) == 0 {
			continue
		}
		v, ok := parseValue(rest, neg)
		if !ok {
			continue
		}
		for _, u := range list {
			if d := u.make(v); d != "" {
				return d, u.rank, u.suffix
			}
		}
	}
	// A utility without a value may have a modifier.
	if prefix, modifier := cutModifier(base); modifier != "" {
		for _, u := range all.byPrefix[prefix] {
			if d := u.make(value{modifier: modifier, neg: neg}); d != "" {
				return d, u.rank, u.suffix
			}
		}
	}
	return "", 0, ""
}

// Names returns the names of all utilities in order: of those with a value the part before it, followed by "-*".
func Names() []string {
	all := utilities()
	names := slices.Collect(maps.Keys(all.statics))
	for prefix := range all.byPrefix {
		names = append(names, prefix+"-*")
	}
	slices.Sort(names)
	return names
}

// definer registers utilities; the order of registration is their order in the sheet.
type definer struct {
	tables
	rank int
}

func (d *definer) static(name, decls string) {
	d.rank++
	d.statics[name] = static{decls, d.rank}
}

// words defines a utility for every keyword of the property, as prefix-word or word alone.
func (d *definer) words(prefix, prop, list string) {
	for _, w := range strings.Fields(list) {
		name, v, ok := strings.Cut(w, "=")
		if !ok {
			v = name
		}
		if prefix != "" {
			name = prefix + "-" + name
		}
		d.static(name, prop+":"+strings.ReplaceAll(v, "_", " ")+";")
	}
}

func (d *definer) fn(prefix string, m maker) {
	d.rank++
	d.byPrefix[prefix] = append(d.byPrefix[prefix], named{prefix: prefix, make: m, rank: d.rank})
}

// set returns a maker that sets the properties to the result of read.
func set(read func(value) string, properties ...string) maker {
	return func(v value) string {
		s := read(v)
		if s == "" {
			return ""
		}
		var sb strings.Builder
		for _, p := range properties {
			sb.WriteString(p + ":" + s + ";")
		}
		return sb.String()
	}
}

// notNegative wraps a maker to reject negative values.
func notNegative(m maker) maker {
	return func(v value) string {
		if v.neg {
			return ""
		}
		return m(v)
	}
}

func define() *tables {
	d := &definer{tables: tables{byPrefix: map[string][]named{}, statics: map[string]static{}}}
	defineLayout(d)
	defineFlexbox(d)
	defineTypography(d)
	defineDecoration(d)
	defineEffects(d)
	defineMasks(d)
	definePassive(d)
	return &d.tables
}

package font

import (
	"reflect"
	"unsafe"

	otfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype/tables"
)

// exactCoverage replaces the range form of every coverage table by the list form.
//
// The shaper (go-text v0.3.5) filters lookups by a small digest of their coverage, and stops adding ranges to it as
// soon as one of its three masks is full: glyphs that only the other two masks would have admitted are then never
// looked up, and kerning pairs are lost ("Wo" in Inter). Lists are added completely. The tables keep their coverage in
// unexported fields, hence the reflection; a test compares kerning with a known result and fails when this is no longer
// needed or no longer works.
func exactCoverage(f *otfont.Font) {
	for i := range f.GSUB.Lookups {
		for j, s := range f.GSUB.Lookups[i].Subtables {
			if t, ok := withLists(s).(tables.GSUBLookup); ok {
				f.GSUB.Lookups[i].Subtables[j] = t
			}
		}
	}
	for i := range f.GPOS.Lookups {
		for j, s := range f.GPOS.Lookups[i].Subtables {
			if t, ok := withLists(s).(tables.GPOSLookup); ok {
				f.GPOS.Lookups[i].Subtables[j] = t
			}
		}
	}
}

var coverageType = reflect.TypeFor[tables.Coverage]()

// withLists returns a copy of a subtable in which coverage fields, including those of the format struct in its Data
// field, are lists.
func withLists(subtable any) any {
	v := reflect.ValueOf(subtable)
	if v.Kind() != reflect.Struct {
		return subtable
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	for i := range c.NumField() {
		field := c.Field(i)
		switch {
		case field.Type() == coverageType:
			field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
			if ranges, ok := field.Interface().(tables.Coverage2); ok {
				field.Set(reflect.ValueOf(listCoverage(ranges)))
			}
		case c.Type().Field(i).Name == "Data" && field.Kind() == reflect.Interface && !field.IsNil():
			if d := withLists(field.Interface()); reflect.TypeOf(d).AssignableTo(field.Type()) {
				field.Set(reflect.ValueOf(d))
			}
		}
	}
	return c.Interface()
}

// listCoverage expands ranges to a list. Overlapping ranges, which only malformed fonts have, are bounded by the
// maximum number of glyphs.
func listCoverage(c tables.Coverage2) tables.Coverage {
	n, next := 0, 0
	for _, r := range c.Ranges {
		if int(r.StartGlyphID) < next || r.EndGlyphID < r.StartGlyphID || int(r.StartCoverageIndex) != n {
			return c // not sorted: keep the table as it is
		}
		n += int(r.EndGlyphID) - int(r.StartGlyphID) + 1
		next = int(r.EndGlyphID) + 1
	}
	list := make([]tables.GlyphID, 0, n)
	for _, r := range c.Ranges {
		for g := int(r.StartGlyphID); g <= int(r.EndGlyphID); g++ {
			list = append(list, tables.GlyphID(g))
		}
	}
	return tables.Coverage1{Glyphs: list}
}

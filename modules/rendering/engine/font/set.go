package font

import (
	"fmt"
	"slices"
	"strings"
)

// Slant is the font-style.
type Slant uint8

// The slants.
const (
	Upright Slant = iota
	Italic
	Oblique
)

// RuneRange is an inclusive range of code points.
type RuneRange struct{ First, Last rune }

// Variation is an axis value of a variable face, in design units.
type Variation struct {
	Tag   string // four bytes
	Value float64
}

// Source is a source of an @font-face rule: Data (a TrueType, OpenType, WOFF or WOFF2 file; Index selects from a
// collection), or Local, the name of a bundled family or face. Err, if not nil, is the reason why the source cannot be
// used.
type Source struct {
	Data  []byte
	Index int
	Local string
	Err   error
}

// Rule is an @font-face rule (CSS Fonts 4 §4). Zero values mean absent descriptors; ranges with equal ends are single
// values.
type Rule struct {
	Family                 string
	Sources                []Source // the first that opens is used
	WeightMin, WeightMax   int      // 0: auto (a variable face's whole axis, else 400)
	StretchMin, StretchMax float64  // per cent; 0: auto
	Slant                  Slant
	UnicodeRange           []RuneRange // empty: all characters
	SizeAdjust             float64     // per cent; 0: 100
	// Metric overrides in per cent of the font size; nil: the font's own metrics.
	AscentOverride, DescentOverride, LineGapOverride *float64
	Variations                                       []Variation
}

// Set holds the faces available to a document: its own @font-face rules and the bundled catalogue. It is immutable and
// safe for concurrent use.
type Set struct {
	own   map[string][]*entry // by folded family name
	rules map[string]bool     // the case-folded families of all rules, including invalid ones
	cache *instanceCache
	// unfitted: see [Set.Unfitted].
	unfitted bool
}

// entry is a face of a family with its matching descriptors.
type entry struct {
	family                 string // of a rule, in lower case; "" for a bundled face
	weightMin, weightMax   int
	stretchMin, stretchMax float64
	slant                  Slant
	ranges                 Coverage // nil: all characters
	scale                  float64
	variations             []Variation
	face                   *Face
	bundled                *bundledFace
}

func (e *entry) open() *Face {
	if e.face != nil {
		return e.face
	}
	return e.bundled.open()
}

// has reports whether the face has r and may be used for it.
func (e *entry) has(r rune) bool {
	if e.ranges != nil && !e.ranges.Contains(r) {
		return false
	}
	if e.face != nil {
		return e.face.HasGlyph(r)
	}
	return e.bundled.covers(r)
}

// NewSet opens the rules' fonts. The Set is always usable; a rule whose sources all fail is skipped and reported in
// errs, one error per rule, in order.
func NewSet(rules []Rule) (set *Set, errs []error) {
	set = &Set{own: map[string][]*entry{}, rules: map[string]bool{}, cache: newInstanceCache()}
	for i := range rules {
		set.rules[foldName(rules[i].Family)] = true
		e, err := newEntry(&rules[i])
		if err != nil {
			errs = append(errs, fmt.Errorf("loading @font-face %q: %w", rules[i].Family, err))
			continue
		}
		name := foldName(rules[i].Family)
		set.own[name] = append(set.own[name], e)
	}
	return set, errs
}

// Bundled returns a Set with the bundled catalogue only.
func Bundled() *Set {
	s, _ := NewSet(nil)
	return s
}

func newEntry(r *Rule) (*entry, error) {
	e := &entry{family: foldName(r.Family), slant: r.Slant, scale: 1, variations: r.Variations}
	if r.SizeAdjust > 0 && r.SizeAdjust <= 10000 {
		e.scale = r.SizeAdjust / 100
	}
	if len(r.UnicodeRange) > 0 {
		e.ranges = normalizeRanges(r.UnicodeRange)
	}
	var first error
	for _, s := range r.Sources {
		f, err := openSource(s)
		if err == nil {
			e.face = f.withOverrides(r)
			break
		}
		if first == nil {
			first = err
		}
	}
	if e.face == nil {
		if first == nil {
			first = fmt.Errorf("the rule has no source")
		}
		return nil, first
	}
	e.weightMin, e.weightMax = r.WeightMin, max(r.WeightMin, r.WeightMax)
	if e.weightMin == 0 {
		e.weightMin, e.weightMax = 400, 400
		if lo, _, hi, ok := e.face.AxisRange("wght"); ok {
			e.weightMin, e.weightMax = int(lo), int(hi)
		}
	}
	e.stretchMin, e.stretchMax = r.StretchMin, max(r.StretchMin, r.StretchMax)
	if e.stretchMin == 0 {
		e.stretchMin, e.stretchMax = 100, 100
		if lo, _, hi, ok := e.face.AxisRange("wdth"); ok {
			e.stretchMin, e.stretchMax = lo, hi
		}
	}
	return e, nil
}

func openSource(s Source) (*Face, error) {
	if s.Err != nil {
		return nil, s.Err
	}
	if s.Local == "" {
		return Open(s.Data, s.Index)
	}
	name := foldName(s.Local)
	for _, b := range catalogueFaces {
		if foldName(b.family) == name && b.weight == 400 && b.slant == Upright || foldName(b.fullName()) == name {
			return b.open(), nil
		}
	}
	return nil, fmt.Errorf("local font %q is not bundled", s.Local)
}

// withOverrides returns the face with the rule's metric overrides.
func (f *Face) withOverrides(r *Rule) *Face {
	if r.AscentOverride == nil && r.DescentOverride == nil && r.LineGapOverride == nil {
		return f
	}
	g := *f
	g.plain = &plainFace{}
	set := func(to *int32, pct *float64) {
		if pct != nil && *pct >= 0 {
			*to = int32(min(*pct, 10000) * float64(f.upem) / 100)
		}
	}
	set(&g.metrics.Ascent, r.AscentOverride)
	set(&g.metrics.Descent, r.DescentOverride)
	set(&g.metrics.LineGap, r.LineGapOverride)
	if g.glyf != nil {
		t := *g.glyf
		t.face = &g
		g.glyf = &t
	}
	return &g
}

func foldName(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// HasFamily reports whether a family name is generic or in the set, ignoring case; documents get a warning for unknown
// names.
func (s *Set) HasFamily(name string) bool {
	name = foldName(name)
	if _, ok := genericFamilies[name]; ok {
		return true
	}
	return len(s.own[name]) > 0 || len(bundledFamily(name)) > 0
}

// NamesEmoji reports whether a list of families names the bundled emoji and no rule has that name: browsers on Linux
// then set emoji with whole-pixel advances, but not when they reach them by fallback.
func (s *Set) NamesEmoji(families []string) bool {
	const name = "noto color emoji"
	return !s.rules[name] && slices.ContainsFunc(families, func(f string) bool { return foldName(f) == name })
}

// RegionOf returns the language selected by the first family that names a region of the bundled CJK face and has no
// rule; "" if none does.
func (s *Set) RegionOf(families []string) string {
	for _, f := range families {
		f = foldName(f)
		if to := genericFamilies[f]; len(to) != 1 || to[0] != "noto sans cjk" || s.rules[f] {
			continue
		}
		switch f[strings.LastIndexByte(f, ' ')+1:] {
		case "jp":
			return "ja"
		case "sc":
			return "zh-Hans"
		case "tc":
			return "zh-Hant"
		case "hk":
			return "zh-HK"
		case "kr":
			return "ko"
		}
	}
	return ""
}

// Families returns the names of the bundled families, sorted.
func Families() []string {
	var list []string
	for _, b := range catalogueFaces {
		list = append(list, b.family)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

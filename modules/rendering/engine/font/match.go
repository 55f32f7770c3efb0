package font

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/fontrule"
)

// Query is the requested style of a face. Families are in order of preference; generic names resolve to bundled
// families. Weight 0 means 400, Stretch 0 means 100.
type Query struct {
	Families   []string
	Weight     int     // 1–1000
	Stretch    float64 // per cent
	Slant      Slant
	Lang       string // BCP 47
	Variations []Variation
	// OpticalSize is the text's size in CSS pixels, for the opsz axis; 0 leaves the axis unset.
	OpticalSize float64
	// Palette selects the colours of the document's own colour fonts; nil is normal.
	Palette *fontrule.Palette
	// Emoji is the presentation of emoji without a variation selector.
	Emoji Presentation
	// ByFamily requests the families of the matches.
	ByFamily bool
	// Unfitted requests faces that are not hinted (text-rendering: geometricPrecision).
	Unfitted bool
}

// Match is a selected face and the styles to synthesise.
type Match struct {
	Face    *Face
	Bold    bool    // the face is lighter than requested: embolden
	Oblique bool    // the face is upright: slant
	Scale   float64 // size-adjust, where 1 means unchanged
	Family  string  // the name in the query, in lower case, if the query is by family; "" for a fallback face
}

// genericFamilies maps generic names (CSS Fonts 4 §2.1.3) and aliases to bundled families.
var genericFamilies = map[string][]string{
	"sans-serif":    {"inter"},
	"system-ui":     {"inter"},
	"ui-sans-serif": {"inter"},
	"ui-rounded":    {"inter"},
	"serif":         {"noto serif", "inter"},
	"ui-serif":      {"noto serif", "inter"},
	"monospace":     {"jetbrains mono", "inter"},
	"ui-monospace":  {"jetbrains mono", "inter"},
	"cursive":       {"caveat", "inter"},
	"fantasy":       {"playfair display", "inter"},
	"math":          {"noto sans math", "inter"},
	"emoji":         {"noto color emoji"},
	"fangsong":      {"noto sans cjk"},
	// Regional names of the CJK family; the language selects the regional forms.
	"noto sans jp":     {"noto sans cjk"},
	"noto sans sc":     {"noto sans cjk"},
	"noto sans tc":     {"noto sans cjk"},
	"noto sans hk":     {"noto sans cjk"},
	"noto sans kr":     {"noto sans cjk"},
	"noto sans cjk jp": {"noto sans cjk"},
	"noto sans cjk sc": {"noto sans cjk"},
	"noto sans cjk tc": {"noto sans cjk"},
	"noto sans cjk hk": {"noto sans cjk"},
	"noto sans cjk kr": {"noto sans cjk"},
}

// cjkFamily is the family for ideographic text, which pages do not usually provide by themselves.
const cjkFamily = "noto sans cjk"

// bundledIndex maps case-folded family names to the catalogue's entries.
var bundledIndex = sync.OnceValue(func() map[string][]*entry {
	index := map[string][]*entry{}
	for _, b := range catalogueFaces {
		name := foldName(b.family)
		index[name] = append(index[name], &entry{
			weightMin: b.weight, weightMax: b.weight, stretchMin: 100, stretchMax: 100,
			slant: b.slant, scale: 1, bundled: b,
		})
	}
	return index
})

func bundledFamily(folded string) []*entry { return bundledIndex()[folded] }

// Cascade holds the faces of a query in order of preference: the matched faces of every existing family, then the
// fallback faces. It is immutable and safe for concurrent use.
type Cascade struct {
	set      *Set
	query    Query
	families []family
}

// family holds the entries of a family that match a query equally well, last rule first.
type family struct {
	name    string // in lower case
	entries []*entry
	// system reports whether a browser would take the family from the system: it has no rule.
	system bool
	// bundled reports whether the family was requested by its own name.
	bundled bool
}

// Cascade prepares the lookups of a query.
func (s *Set) Cascade(q *Query) *Cascade {
	c := &Cascade{set: s, query: *q}
	if c.query.Weight == 0 {
		c.query.Weight = 400
	}
	if c.query.Stretch == 0 {
		c.query.Stretch = 100
	}
	sans := sansOf(q.Lang)
	for _, name := range q.Families {
		folded := foldName(name)
		if own := s.own[folded]; len(own) > 0 {
			c.add(folded, own, false)
			continue
		}
		if list := bundledFamily(folded); len(list) > 0 {
			c.add(folded, list, folded == cjkFamily)
			c.families[len(c.families)-1].bundled = true
			continue
		}
		if folded == "sans-serif" && sans != "" {
			c.add("", bundledFamily(sans), true)
			continue
		}
		for _, g := range genericFamilies[folded] {
			if list := bundledFamily(g); len(list) > 0 {
				c.add(folded, list, true)
				break
			}
		}
	}
	if sans != "" {
		c.add("", bundledFamily(sans), true)
	}
	// The bundled sans is always the last family.
	c.add("", bundledFamily("inter"), false)
	return c
}

// sansOf returns the family that browsers use for sans-serif and for unknown families in languages with a font of their
// own; "" for all other languages.
func sansOf(lang string) string {
	primary, _, _ := strings.Cut(lang, "-")
	switch strings.ToLower(primary) {
	case "ja", "ko", "zh":
		return cjkFamily
	}
	return ""
}

func (c *Cascade) add(name string, list []*entry, system bool) {
	c.families = append(c.families, family{name: name, entries: best(list, &c.query), system: system})
}

// Primary returns the first face for U+0020; there always is one.
func (c *Cascade) Primary() Match {
	for _, f := range c.families {
		for _, e := range f.entries {
			if (e.ranges == nil || e.ranges.Contains(' ')) && (len(f.entries) == 1 || e.has(' ')) {
				return c.match(e, &f)
			}
		}
	}
	return c.match(c.families[len(c.families)-1].entries[0], &family{})
}

// match opens an entry of a family and determines the styles to synthesise.
func (c *Cascade) match(e *entry, of *family) Match {
	m := Match{Face: e.open(), Scale: e.scale}
	q := &c.query
	if q.ByFamily {
		m.Family = of.name
	}
	m.Oblique = q.Slant != Upright && e.slant == Upright
	m.Bold = q.Weight >= 600 && e.weightMax < 600
	if m.Face.Variable() {
		m.Face = c.set.cache.instance(m.Face, c.axisValues(e, m.Face))
		if m.Oblique && m.Face.hasAxis("slnt") {
			m.Oblique = false
		}
	}
	if q.Palette != nil && e.family != "" {
		m.Face = c.set.cache.colored(m.Face, e.family, q.Palette)
	}
	if q.Unfitted || of.system && c.set.unfitted {
		m.Face = m.Face.Unfitted()
	}
	return m
}

// axisValues sets the standard axes from the style, then applies the settings of the descriptor and of the property
// (CSS Fonts 4 §7.2).
func (c *Cascade) axisValues(e *entry, f *Face) []Variation {
	q := &c.query
	values := []Variation{
		{"wght", float64(min(max(q.Weight, e.weightMin), e.weightMax))},
		{"wdth", min(max(q.Stretch, e.stretchMin), e.stretchMax)},
	}
	if q.Slant != Upright && e.slant == Upright {
		values = append(values, Variation{"slnt", -14}, Variation{"ital", 1})
	}
	if q.OpticalSize > 0 {
		values = append(values, Variation{"opsz", q.OpticalSize})
	}
	values = append(values, e.variations...)
	return append(values, q.Variations...)
}

func (f *Face) hasAxis(tag string) bool {
	_, _, _, ok := f.AxisRange(tag)
	return ok
}

// best returns the entries of a family that match the query equally well, in the order in which they are tried (CSS
// Fonts 4 §5.2: stretch, then style, then weight; among equal rules, the last first).
func best(list []*entry, q *Query) []*entry {
	type rank struct{ stretch, weight, slant float64 }
	rankOf := func(e *entry) rank {
		return rank{stretchRank(e, q.Stretch), weightRank(e, float64(q.Weight)), slantRank(e.slant, q.Slant)}
	}
	var out []*entry
	var top rank
	for _, e := range list {
		r := rankOf(e)
		order := -1
		if len(out) > 0 {
			order = cmp.Or(cmp.Compare(r.stretch, top.stretch), cmp.Compare(r.slant, top.slant), cmp.Compare(r.weight, top.weight))
		}
		switch {
		case order < 0:
			top, out = r, append(out[:0:0], e)
		case order == 0:
			out = append(out, e)
		}
	}
	slices.Reverse(out)
	return out
}

func stretchRank(e *entry, want float64) float64 {
	if want >= e.stretchMin && want <= e.stretchMax {
		return 0
	}
	const other = 1e6
	below, above := want-e.stretchMax, e.stretchMin-want
	if want <= 100 {
		if below > 0 {
			return below
		}
		return other + above
	}
	if above > 0 {
		return above
	}
	return other + below
}

func slantRank(have, want Slant) float64 {
	order := [3][3]float64{
		Upright: {Upright: 0, Oblique: 1, Italic: 2},
		Italic:  {Italic: 0, Oblique: 1, Upright: 2},
		Oblique: {Oblique: 0, Italic: 1, Upright: 2},
	}
	return order[want%3][have%3]
}

func weightRank(e *entry, want float64) float64 {
	lo, hi := float64(e.weightMin), float64(e.weightMax)
	if want >= lo && want <= hi {
		return 0
	}
	const second, third = 1e4, 1e5
	heavier, lighter := lo-want, want-hi
	switch {
	case want >= 400 && want <= 500:
		switch {
		case heavier > 0 && lo <= 500:
			return heavier
		case lighter > 0:
			return second + lighter
		}
		return third + heavier
	case want < 400:
		if lighter > 0 {
			return lighter
		}
		return second + heavier
	}
	if heavier > 0 {
		return heavier
	}
	return second + lighter
}

// Primary returns the face of the first available family for U+0020; there always is one.
func (s *Set) Primary(q *Query) Match { return s.Cascade(q).Primary() }

// Lookup returns the face for a grapheme cluster; see [Cascade.Lookup].
func (s *Set) Lookup(q *Query, cluster string) (m Match, ok bool) {
	return s.Cascade(q).Lookup(cluster)
}

// instanceCache caches the instances of variable faces, so that equal styles share one Face. It is bounded by two
// generations: a full young one becomes the old one, and used instances move back to the young one.
type instanceCache struct {
	mu         sync.Mutex
	young, old map[instanceKey]*Face
}

// instanceKey identifies an instance by its normalized coordinates, or a coloured face by a zero and its palette: the
// number of bytes is odd.
type instanceKey struct {
	face   *Face
	coords string
}

const maxInstances = 256 // per generation

func newInstanceCache() *instanceCache { return &instanceCache{young: map[instanceKey]*Face{}} }

func (c *instanceCache) instance(f *Face, values []Variation) *Face {
	g := f.Instance(values)
	raw := make([]byte, 0, 2*len(g.coords))
	for _, v := range g.coords {
		raw = append(raw, byte(v>>8), byte(v))
	}
	return c.get(instanceKey{f, string(raw)}, func() *Face { return g })
}

// get returns the cached face of a key, or caches a new one.
func (c *instanceCache) get(key instanceKey, create func() *Face) *Face {
	c.mu.Lock()
	defer c.mu.Unlock()
	if have, ok := c.young[key]; ok {
		return have
	}
	g, ok := c.old[key]
	if !ok {
		g = create()
	}
	if len(c.young) >= maxInstances {
		c.old, c.young = c.young, make(map[instanceKey]*Face, maxInstances)
	}
	c.young[key] = g
	return g
}

package brands

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Compiled is a validated kit that documents can be checked against. It is immutable.
type Compiled struct {
	Kit   *Kit
	CSS   string
	locks []*lock
	cost  int // estimate of the memory in bytes, of those that a module caches
}

// Locked reports whether the kit has any locks.
func (c *Compiled) Locked() bool { return len(c.locks) > 0 }

// The limits of a kit.
const (
	maxNames = 200
	maxLocks = 200
	maxItems = 100
)

var tokenName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`) })

// Compile validates a kit. It returns every violation, with paths into the kit; the kit is usable only if there are
// none. It fills in missing lock ids.
func Compile(styles Styles, k *Kit) (*Compiled, []fault.Detail) {
	k.normal()
	c := &compiler{styles: styles, kit: k}
	c.colors()
	c.typography()
	c.logos()
	c.layout()
	locks := c.compileLocks()
	if len(c.details) > 0 {
		return nil, c.details
	}
	return &Compiled{Kit: k, CSS: k.tokens(styles), locks: locks}, nil
}

type compiler struct {
	styles  Styles
	kit     *Kit
	details []fault.Detail
}

func (c *compiler) refuse(path, rule, message string, actual any, fix ...fault.Op) {
	c.details = append(c.details, fault.Detail{Path: path, Rule: rule, Message: message, Actual: actual, FixPatch: fix})
}

func (c *compiler) tooMany(path string, n, most int) {
	if n > most {
		c.details = append(c.details, fault.Detail{Path: path, Rule: "max_items", Expected: int64(most), Actual: int64(n), Message: fmt.Sprintf("At most %d are allowed.", most)})
	}
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func (c *compiler) name(path, name string) {
	if !tokenName().MatchString(name) {
		c.refuse(path, "token_name", "A name begins with a letter and has letters, digits, - and _: it becomes part of a CSS variable.", name)
	}
}

func (c *compiler) colors() {
	c.tooMany("/colors/palette", len(c.kit.Colors.Palette), maxNames)
	c.tooMany("/colors/roles", len(c.kit.Colors.Roles), maxNames)
	for _, name := range sorted(c.kit.Colors.Palette) {
		path := fault.Pointer("colors", "palette", name)
		c.name(path, name)
		text := c.kit.Colors.Palette[name]
		if _, ok := c.styles.Color(text); ok {
			continue
		}
		var fix []fault.Op
		if _, ok := c.styles.Color("#" + text); ok {
			fix = []fault.Op{fault.Replace(path, "#"+text)}
		}
		c.refuse(path, "color", "The value is not a CSS colour; write it as #RRGGBB.", text, fix...)
	}
	for _, role := range sorted(c.kit.Colors.Roles) {
		path := fault.Pointer("colors", "roles", role)
		c.name(path, role)
		if _, same := c.kit.Colors.Palette[role]; same && c.kit.Colors.Roles[role] != role {
			c.refuse(path, "token_name_taken", "The palette has a colour of this name; both would be the same CSS variable.", role)
		}
		to := c.kit.Colors.Roles[role]
		if _, ok := c.kit.Colors.Palette[to]; ok {
			continue // reported where the palette is checked
		}
		if _, isRole := c.kit.Colors.Roles[to]; isRole {
			c.refuse(path, "color_reference", "A role names a colour of the palette, not another role.", to)
			continue
		}
		c.color(path, to)
	}
}

// color resolves a reference to a colour; an unknown name is reported with the nearest known one.
func (c *compiler) color(path, text string) (Color, bool) {
	if _, inPalette := c.kit.Colors.Palette[text]; inPalette {
		v, ok := c.kit.color(c.styles, text)
		return v, ok
	}
	if v, ok := c.kit.color(c.styles, text); ok {
		return v, true
	}
	if _, isRole := c.kit.Colors.Roles[text]; isRole {
		return Color{}, false // reported for the role
	}
	var fix []fault.Op
	if near := closest(text, append(sorted(c.kit.Colors.Palette), sorted(c.kit.Colors.Roles)...)); near != "" {
		fix = []fault.Op{fault.Replace(path, near)}
	} else if _, ok := c.styles.Color("#" + text); ok {
		fix = []fault.Op{fault.Replace(path, "#"+text)}
	}
	c.refuse(path, "color_reference", "This is neither a name of the palette, nor a role, nor a CSS colour.", text, fix...)
	return Color{}, false
}

func (c *compiler) typography() {
	t := &c.kit.Typography
	c.tooMany("/typography/fonts", len(t.Fonts), maxItems)
	var families []string
	for i, f := range t.Fonts {
		if strings.TrimSpace(f.Family) == "" || len(f.Family) > 128 {
			c.refuse(fault.Pointer("typography", "fonts", i, "family"), "family", "A font has a family name of at most 128 bytes.", f.Family)
		}
		if slices.ContainsFunc(families, func(s string) bool { return strings.EqualFold(s, f.Family) }) {
			c.refuse(fault.Pointer("typography", "fonts", i), "duplicate", "This family is listed already.", f.Family)
		}
		c.tooMany(fault.Pointer("typography", "fonts", i, "fallback"), len(f.Fallback), 20)
		families = append(families, f.Family)
	}
	for _, role := range sorted(t.Roles) {
		c.name(fault.Pointer("typography", "roles", role), role)
		r := t.Roles[role]
		path := fault.Pointer("typography", "roles", role, "family")
		if !slices.ContainsFunc(families, func(s string) bool { return strings.EqualFold(s, r.Family) }) {
			var fix []fault.Op
			if near := closest(r.Family, families); near != "" {
				fix = []fault.Op{fault.Replace(path, near)}
			}
			c.refuse(path, "font_reference", "A role names one of the kit's fonts.", r.Family, fix...)
		}
		if r.Weight != 0 && (r.Weight < 1 || r.Weight > 1000) {
			at := fault.Pointer("typography", "roles", role, "weight")
			c.refuse(at, "font_weight", "A weight is between 1 and 1000.", int64(r.Weight), fault.Replace(at, int64(min(max(r.Weight, 1), 1000))))
		}
	}
}

var assetID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^asset_[0-9a-z]{26}$`) })

func (c *compiler) logos() {
	c.tooMany("/logos", len(c.kit.Logos), maxItems)
	seen := map[string]bool{}
	for i, l := range c.kit.Logos {
		c.name(fault.Pointer("logos", i, "name"), l.Name)
		if seen[l.Name] {
			c.refuse(fault.Pointer("logos", i, "name"), "duplicate", "Another logo has this name.", l.Name)
		}
		seen[l.Name] = true
		if !assetID().MatchString(l.Asset) {
			fixed, cut := strings.CutPrefix(l.Asset, "asset:")
			var fix []fault.Op
			if cut && assetID().MatchString(fixed) {
				fix = []fault.Op{fault.Replace(fault.Pointer("logos", i, "asset"), fixed)}
			}
			c.refuse(fault.Pointer("logos", i, "asset"), "asset", "A logo's asset is the id of an asset: asset_ and 26 characters.", l.Asset, fix...)
		}
		if l.MinWidth < 0 || l.MinWidth > 8192 {
			c.refuse(fault.Pointer("logos", i, "min_width"), "range", "min_width is between 0 and 8192 pixels.", l.MinWidth)
		}
		if l.ClearSpace < 0 || l.ClearSpace > 2 {
			c.refuse(fault.Pointer("logos", i, "clear_space"), "range", "clear_space is between 0 and 2 widths of the logo.", l.ClearSpace)
		}
	}
}

func (c *compiler) layout() {
	if s := c.kit.Layout.SafeArea; s != "" {
		c.margin("/layout/safe_area", s)
	}
	c.tooMany("/layout/corner_radius", len(c.kit.Layout.CornerRadius), maxItems)
	for i, r := range c.kit.Layout.CornerRadius {
		path := fault.Pointer("layout", "corner_radius", i)
		if w, fix, ok := parseNumber(c.styles, "border-top-left-radius", r); !ok || w.n < 0 {
			c.refuse(path, "length", "A corner radius is a CSS length, such as 8px.", r, replacement(path, fix)...)
		}
	}
}

func replacement(path, fix string) []fault.Op {
	if fix == "" {
		return nil
	}
	return []fault.Op{fault.Replace(path, fix)}
}

// margin parses the width of a safe area: pixels, or per cent of the canvas' sides.
func (c *compiler) margin(path string, v any) (w lockValue, ok bool) {
	w, fix, ok := parseNumber(c.styles, "padding-top", v)
	if ok && (w.unit == UnitPx && w.n >= 0 && w.n <= 4096 || w.unit == UnitPercent && w.n >= 0 && w.n <= 45) {
		return w, true
	}
	c.refuse(path, "safe_area", "A safe area is a length, such as 40px, or at most 45%.", v, replacement(path, fix)...)
	return w, false
}

// closest returns the candidate with the smallest edit distance from text, "" when none is close.
func closest(text string, candidates []string) string {
	best, least := "", max(2, len(text)/3)+1
	for _, c := range candidates {
		if d := distance(strings.ToLower(text), strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance returns the Levenshtein distance.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		last := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last
			if a[i-1] != b[j-1] {
				change++
			}
			last = row[j]
			row[j] = min(change, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

func lockPath(i int, member string) string { return "/locks/" + strconv.Itoa(i) + "/" + member }

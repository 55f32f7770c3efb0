package widget

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the icon pack
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
)

// lucidePack is the Lucide icon set (ISC and MIT, icons/LICENSE.lucide.txt), built by tools/icons: lines of a name, a
// tab, and either path data on a 24 × 24 grid or = and the name that an alias refers to.
//
//go:embed icons/lucide.pack
var lucidePack []byte

// lucide unpacks the icon set on first use.
var lucide = sync.OnceValue(func() map[string]string {
	icons := map[string]string{}
	r, err := gzip.NewReader(bytes.NewReader(lucidePack))
	if err != nil {
		return icons
	}
	data, err := io.ReadAll(io.LimitReader(r, 8<<20))
	if err != nil {
		return icons
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		if name, d, ok := strings.Cut(line, "\t"); ok {
			icons[name] = d
		}
	}
	return icons
})

// iconPath returns the path data of an icon by name, with or without the prefix of the set.
func iconPath(name string) (string, bool) {
	d, ok := lucide()[name]
	if alias, is := strings.CutPrefix(d, "="); is {
		d, ok = lucide()[alias]
	}
	return d, ok
}

// drawIcon strokes an icon in color at the largest size that fits the box. stroke-width is in units of the icon's 24 ×
// 24 grid, 2 by default.
func drawIcon(c *canvas) {
	full, ok := c.text("name")
	if !ok || full == "" {
		c.warn("invalid_attribute", "icon: there is no name attribute, as in name=\"lucide:rocket\"; nothing is drawn")
		return
	}
	set, name, ok := strings.Cut(strings.ToLower(full), ":")
	if !ok {
		set, name = "lucide", set
	}
	if set != "lucide" {
		c.invalid("name", full, "of the set lucide", "nothing is drawn")
		return
	}
	d, ok := iconPath(name)
	if !ok {
		c.invalid("name", full, "an icon (nearest: lucide:"+strings.Join(nearestIcons(name, 3), ", lucide:")+")", "nothing is drawn")
		return
	}
	width := c.number("stroke-width", 0.25, 6, 2)
	side := min(c.w, c.h)
	k := side / 24
	m := geom.Matrix{A: k, D: k, E: (c.w - side) / 2, F: (c.h - side) / 2}
	path, err := svg.ParsePath(d, m)
	if err != nil {
		c.warn("invalid_attribute", fmt.Sprintf("icon: the drawing of %s: %v", name, err))
		return
	}
	if c.flag("absolute-stroke", false) {
		k = 1
	}
	c.push(display.StrokePath{
		Path: path, Brush: c.current(),
		Stroke: display.Stroke{Width: display.FromFloat(width * k), Cap: display.RoundCap, Join: display.RoundJoin, MiterLimit: 4},
	})
}

// nearestIcons returns the n names with the smallest edit distance; names that contain the given name, or are contained
// in it, come first.
func nearestIcons(name string, n int) []string {
	if len(name) > 40 {
		name = name[:40]
	}
	type scored struct {
		name string
		cost int
	}
	var all []scored
	for k := range lucide() {
		cost := 2 * distance(name, k)
		if len(name) > 2 && (strings.HasPrefix(k, name+"-") || strings.HasSuffix(k, "-"+name) || strings.HasPrefix(name, k+"-")) {
			cost = min(cost, 3+abs(len(k)-len(name))/3)
		}
		all = append(all, scored{k, cost})
	}
	slices.SortFunc(all, func(a, b scored) int {
		if a.cost != b.cost {
			return a.cost - b.cost
		}
		return strings.Compare(a.name, b.name)
	})
	var out []string
	for _, s := range all[:min(n, len(all))] {
		out = append(out, s.name)
	}
	return out
}

// distance returns the Levenshtein distance of two short names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for k := range len(b) {
			cost := diagonal
			if a[i] != b[k] {
				cost++
			}
			diagonal = row[k+1]
			row[k+1] = min(cost, row[k]+1, row[k+1]+1)
		}
	}
	return row[len(b)]
}

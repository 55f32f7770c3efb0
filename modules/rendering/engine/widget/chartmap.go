package widget

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the outlines of countries
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// worldPack contains the outlines of countries (Natural Earth, public domain), built by tools/icons/map.mjs: lines of a
// numeric code, a name, and rings in steps of the projection.
//
//go:embed map/world.pack
var worldPack []byte

// country is one outline of the map.
type country struct {
	code           int // ISO 3166-1 numeric, 0 if unassigned
	name           string
	rings          [][][2]int
	x0, y0, x1, y1 int
	of             int // index of the largest outline with this code
}

// world unpacks the map on first use.
var world = sync.OnceValue(func() []country {
	var out []country
	r, err := gzip.NewReader(bytes.NewReader(worldPack))
	if err != nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(r, 8<<20))
	if err != nil {
		return nil
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			continue
		}
		k := country{name: f[1], x0: math.MaxInt32, y0: math.MaxInt32, x1: math.MinInt32, y1: math.MinInt32}
		k.code, _ = strconv.Atoi(f[0])
		for ring := range strings.SplitSeq(strings.TrimPrefix(f[2], "M"), "M") {
			var points [][2]int
			x, y := 0, 0
			for step := range strings.FieldsSeq(ring) {
				a, b, _ := strings.Cut(step, ",")
				dx, _ := strconv.Atoi(a)
				dy, _ := strconv.Atoi(b)
				x, y = x+dx, y+dy
				points = append(points, [2]int{x, y})
				k.x0, k.y0, k.x1, k.y1 = min(k.x0, x), min(k.y0, y), max(k.x1, x), max(k.y1, y)
			}
			k.rings = append(k.rings, points)
		}
		out = append(out, k)
	}
	largest := map[int]int{}
	for i := range out {
		at, ok := largest[out[i].code]
		if !ok || out[i].x1-out[i].x0 > out[at].x1-out[at].x0 {
			largest[out[i].code] = i
		}
	}
	for i := range out {
		out[i].of = i
		if out[i].code != 0 {
			out[i].of = largest[out[i].code]
		}
	}
	return out
})

// regions maps the values of the attribute region to map sections: left, top, right and bottom in steps of the
// projection.
var regions = map[string][4]float64{
	"world": {0, 6, 3000, 1302}, "europe": {1309, 55, 1844, 361}, "africa": {1334, 320, 1942, 1120}, "asia": {1669, 158, 2750, 854},
	"north-america": {105, 40, 1218, 652}, "south-america": {800, 585, 1285, 1302}, "oceania": {2268, 707, 3000, 1234},
}

// countryOf finds a country by its ISO 3166-1 code (two letters, three letters or digits) or its English name.
func countryOf(s string) int {
	s = strings.TrimSpace(s)
	if r, err := language.ParseRegion(s); err == nil && r.IsCountry() && len(s) <= 3 {
		for i := range world() {
			if world()[i].code == r.M49() {
				return world()[i].of
			}
		}
	}
	if strings.EqualFold(s, "XK") || strings.EqualFold(s, "XKX") {
		s = "Kosovo"
	}
	return slices.IndexFunc(world(), func(k country) bool { return strings.EqualFold(k.name, s) })
}

// countries parses values by country: DE:3,FR:4, or JSON {"DE":3} or [{"label":"DE","value":3}].
func (c *canvas) countries() map[int]float64 {
	v := c.source()
	out := map[int]float64{}
	add := func(name string, f *float64) {
		if f == nil {
			return
		}
		at := countryOf(name)
		if at < 0 {
			c.invalid("values", name, "a country", "left out; write its ISO code of two letters, as in DE")
			return
		}
		if v := c.numberOf(f); !isMissing(v) {
			out[at] = v
		}
	}
	var object map[string]*float64
	var list []item
	switch {
	case strings.HasPrefix(v, "{"):
		if err := json.Unmarshal([]byte(v), &object); err != nil {
			c.invalid("values", v, "a JSON object of numbers", `not drawn; write {"DE":3,"FR":4}`)
		}
		names := make([]string, 0, len(object))
		for name := range object {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			add(name, object[name])
		}
	case strings.HasPrefix(v, "["):
		if err := json.Unmarshal([]byte(v), &list); err != nil {
			c.invalid("values", v, "a JSON array of countries", `not drawn; write [{"label":"DE","value":3}]`)
		}
		for _, it := range list {
			add(firstOf(it.Label, it.Name), it.Value)
		}
	default:
		for s := range strings.SplitSeq(v, ",") {
			if strings.TrimSpace(s) == "" {
				continue
			}
			name, number, ok := strings.Cut(s, ":")
			f, isNumber := parseNumber(number)
			if !ok || !isNumber {
				c.invalid("values", strings.TrimSpace(s), "a country with its number", "left out; write DE:3,FR:4")
				continue
			}
			add(name, &f)
		}
	}
	return out
}

// drawMap draws a choropleth map of countries.
func drawMap(c *canvas) {
	values := c.countries()
	if len(values) == 0 {
		c.warn("invalid_attribute", `chart-map: there are no countries in the attribute values, as in values="DE:3,FR:4"; nothing is coloured`)
	}
	names := []string{"world", "europe", "africa", "asia", "north-america", "south-america", "oceania"}
	view := regions[c.choice("region", names...)]
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	if lo > hi {
		lo, hi = 0, 1
	}
	if lo > 0 && lo < hi/2 {
		lo = 0
	}
	r := c.ramp(lo, hi)
	top := 0.0
	if len(values) > 0 {
		top = c.rampLegend(&r, c.labelSize(), c.format())
	}
	w, h := view[2]-view[0], view[3]-view[1]
	k := min(c.w/w, (c.h-top)/h)
	left, up := float64((c.w-float64(w*k))/2)-float64(view[0]*k), top+float64((c.h-top-float64(h*k))/2)-float64(view[1]*k)
	land := c.color("land", fade(c.ink(), 30))
	line := c.color("border", c.edge())
	stroke := c.number("stroke", 0, 10, min(0.8, max(0.3, c.w/1600)))
	box := rect(max(0, left+float64(view[0]*k)), max(top, up+float64(view[1]*k)), min(c.w, w*k), min(c.h-top, h*k))
	if view[0] > 0 {
		c.push(display.PushClipRRect{RRect: display.RRect{Rect: box}})
	}
	for i := range world() {
		o := &world()[i]
		x0, y0, x1, y1 := left+float64(float64(o.x0)*k), up+float64(float64(o.y0)*k), left+float64(float64(o.x1)*k), up+float64(float64(o.y1)*k)
		if x1 < 0 || y1 < 0 || x0 > c.w || y0 > c.h {
			continue
		}
		v, has := values[o.of]
		col := land
		if has {
			col = r.at(v)
		}
		if max(x1-x0, y1-y0) < 4 {
			if has { // a country too small to be visible is drawn as a dot
				c.dot((x0+x1)/2, (y0+y1)/2, max(2, c.w/300), col)
			}
			continue
		}
		path := &display.Path{}
		for _, ring := range o.rings {
			tracePoints(path, ring, left, up, k)
		}
		c.push(display.FillPath{Path: path, Rule: display.EvenOdd, Brush: solid(col)})
		if stroke > 0 {
			c.push(display.StrokePath{Path: path, Brush: solid(line), Stroke: display.Stroke{Width: display.FromFloat(stroke), Join: display.RoundJoin, MiterLimit: 4}})
		}
	}
	if view[0] > 0 {
		c.push(display.Pop{})
	}
}

// edge returns the colour of borders: white on light backgrounds, dark on dark ones.
func (c *canvas) edge() display.Color {
	if oklabOf(c.ink())[0] > 0.6 {
		return display.Color{R: 0x0F, G: 0x17, B: 0x2A, A: 255}
	}
	return display.Color{R: 255, G: 255, B: 255, A: 255}
}

// tracePoints adds a ring to a path, skipping points closer than a third of a pixel.
func tracePoints(p *display.Path, ring [][2]int, left, up, k float64) {
	lastX, lastY := math.Inf(-1), math.Inf(-1)
	n := 0
	for i, q := range ring {
		x, y := left+float64(float64(q[0])*k), up+float64(float64(q[1])*k)
		if i > 0 && math.Abs(x-lastX)+math.Abs(y-lastY) < 0.35 {
			continue
		}
		if i == 0 {
			p.MoveTo(pt(x, y))
		} else {
			p.LineTo(pt(x, y))
		}
		lastX, lastY = x, y
		n++
	}
	if n > 0 {
		p.Close()
	}
}

// describeMap lists the countries with their values.
func (c *canvas) describeMap() []string {
	values := c.countries()
	var parts []string
	f := c.format()
	for i := range world() {
		if v, ok := values[i]; ok {
			parts = append(parts, world()[i].name+" "+f.full(v))
		}
	}
	if n := len(parts); n > 40 {
		parts = append(parts[:40], fmt.Sprintf("and %d more", n-40))
	}
	return parts
}

package widget

import (
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// chartNames maps tags to the names of chart kinds.
var chartNames = map[string]string{
	"chart-bar": "Bar chart", "chart-combo": "Bar and line chart", "chart-line": "Line chart", "chart-area": "Area chart", "chart-sparkline": "Sparkline",
	"chart-pie": "Pie chart", "chart-donut": "Donut chart", "chart-scatter": "Scatter chart", "chart-heatmap": "Heat map", "chart-radar": "Radar chart",
	"chart-gauge": "Gauge", "chart-gantt": "Gantt chart", "chart-candlestick": "Candlestick chart", "chart-sparklines": "Sparklines", "chart-map": "World map",
}

// Describe returns an alternative text for a chart: its kind, the titles of its axes, and its values, or for many
// values their number, first and last. It returns "" for other elements.
func Describe(doc *dom.Document, id dom.NodeID) string {
	n := doc.Node(id)
	kind, ok := chartNames[n.Tag]
	if !ok {
		return ""
	}
	c := &canvas{tree: &style.Tree{Doc: doc}, id: id, node: n, style: &style.Computed{Lang: languageOf(doc, id)}}
	var parts []string
	switch n.Tag {
	case "chart-scatter":
		parts = c.describeScatter()
	case "chart-map":
		parts = c.describeMap()
	case "chart-gauge":
		parts = c.describeGauge()
	case "chart-gantt":
		for _, t := range c.tasks() {
			s := t.Label + " " + t.Start
			if t.End != "" {
				s += " to " + t.End
			}
			if t.Progress != nil {
				s += ", " + c.format().share(*t.Progress/100) + " done"
			}
			parts = append(parts, s)
		}
	case "chart-candlestick":
		all, labels := c.candles()
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range all {
			lo, hi = min(lo, *all[i].Low), max(hi, *all[i].High)
		}
		if k := len(all); k > 0 {
			f := c.format()
			s := fmt.Sprintf("%d intervals", k)
			if len(labels) == k && k > 1 {
				s += " from " + labels[0] + " to " + labels[k-1]
			}
			parts = append(parts, s, "opens at "+f.full(*all[0].Open)+", closes at "+f.full(*all[k-1].Close), "lowest "+f.full(lo)+", highest "+f.full(hi))
		}
	default:
		parts = c.describeSeries()
	}
	if x, ok := c.text("x-title"); ok && x != "" {
		kind += ", " + x
		if y, ok := c.text("y-title"); ok && y != "" {
			kind += " and " + y
		}
	} else if y, ok := c.text("y-title"); ok && y != "" {
		kind += ", " + y
	}
	out := kind
	if len(parts) > 0 {
		out += ": " + strings.Join(parts, "; ")
	}
	if r := []rune(out); len(r) > 1000 {
		out = string(r[:999]) + "…"
	}
	return out
}

// languageOf returns the nearest lang attribute.
func languageOf(doc *dom.Document, id dom.NodeID) string {
	for ; id != dom.None; id = doc.Nodes[id].Parent {
		if v, ok := doc.Nodes[id].Attr("lang"); ok {
			return v
		}
	}
	return ""
}

// describeSeries describes the values of each series.
func (c *canvas) describeSeries() []string {
	d, ok := c.dataOf(60)
	if !ok {
		return nil
	}
	f := c.format()
	var parts []string
	for k := range d.series {
		s := &d.series[k]
		var values []string
		lo, hi, n := math.Inf(1), math.Inf(-1), 0
		for i, v := range s.values {
			if isMissing(v) {
				continue
			}
			lo, hi = min(lo, v), max(hi, v)
			n++
			if len(values) <= 24 {
				values = append(values, strings.TrimSpace(d.label(i)+" "+f.full(v)))
			}
		}
		text := strings.Join(values, ", ")
		if n > 24 {
			text = fmt.Sprintf("%d values from %s to %s, the last %s", n, f.full(lo), f.full(hi), f.full(lastOf(s.values)))
		}
		if s.name != "" {
			text = s.name + ": " + text
		}
		parts = append(parts, text)
	}
	return parts
}

func lastOf(values []float64) float64 {
	for i := len(values) - 1; i >= 0; i-- {
		if !isMissing(values[i]) {
			return values[i]
		}
	}
	return 0
}

func (c *canvas) describeScatter() []string {
	var parts []string
	f := c.format()
	for _, g := range c.clouds() {
		x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
		var names []string
		for _, s := range g.spots {
			x0, x1, y0, y1 = min(x0, *s.X), max(x1, *s.X), min(y0, *s.Y), max(y1, *s.Y)
			if s.Label != "" && len(names) < 12 {
				names = append(names, fmt.Sprintf("%s %s, %s", s.Label, f.full(*s.X), f.full(*s.Y)))
			}
		}
		text := points(len(g.spots)) + fmt.Sprintf(" from %s, %s to %s, %s", f.full(x0), f.full(y0), f.full(x1), f.full(y1))
		if len(names) > 0 {
			text += " (" + strings.Join(names, "; ") + ")"
		}
		if g.name != "" {
			text = g.name + ": " + text
		}
		parts = append(parts, text)
	}
	return parts
}

func (c *canvas) describeGauge() []string {
	v, ok := parseNumber(strings.TrimSuffix(c.gaugeValue(), "%"))
	if !ok {
		return nil
	}
	f := c.format()
	text := f.full(v) + " of " + f.full(c.number("max", -greatest, greatest, 100))
	if sub, ok := c.text("sublabel"); ok && sub != "" {
		text = sub + " " + text
	}
	return []string{text}
}

func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprint(n, " points")
}

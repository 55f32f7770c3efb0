package widget

import (
	"encoding/json"
	"fmt"
	"strings"
)

// series is one row of numbers of a chart.
type series struct {
	name   string
	values []float64
}

// data is what a chart shows: at least one series; labels may be fewer than values.
type data struct {
	labels []string
	series []series
}

const (
	maxValues = 1000 // of all series together
	maxSeries = 12
)

// count is the length of the longest series.
func (d *data) count() int {
	n := 0
	for i := range d.series {
		n = max(n, len(d.series[i].values))
	}
	return n
}

// data reads values, labels and series. Values are numbers between commas, with
// semicolons between series, or JSON: [3,5], [[3,5],[4,1]],
// [{"label":"Jan","value":3}] or [{"name":"2025","values":[3,5]}]. Nothing to draw
// is a warning and false.
func (c *canvas) data() (*data, bool) {
	d := &data{}
	v, ok := c.text("values")
	if !ok {
		v, ok = c.text("data")
	}
	if !ok || v == "" {
		v = c.content()
	}
	if strings.HasPrefix(v, "[") {
		c.jsonData(d, v)
	} else {
		for row := range strings.SplitSeq(v, ";") {
			if len(d.series) == maxSeries {
				break
			}
			if s := c.numbers(splitList(row)); len(s) > 0 {
				d.series = append(d.series, series{values: s})
			}
		}
	}
	if l, ok := c.text("labels"); ok {
		d.labels = c.names(l)
	}
	if l, ok := c.text("series"); ok {
		for i, name := range c.names(l) {
			if i < len(d.series) {
				d.series[i].name = name
			}
		}
	}
	left := maxValues
	for i := range d.series {
		s := &d.series[i]
		if len(s.values) > left {
			s.values = s.values[:left]
			c.warn("invalid_attribute", fmt.Sprintf("%s: the attribute values holds more than %d numbers; the rest is not drawn", c.node.Tag, maxValues))
		}
		left -= len(s.values)
	}
	if d.count() == 0 {
		c.warn("invalid_attribute", c.node.Tag+`: there are no numbers in the attribute values, as in values="3,5,2"; nothing is drawn`)
		return nil, false
	}
	return d, true
}

// names splits labels at commas, or reads a JSON list of strings.
func (c *canvas) names(v string) []string {
	var out []string
	if strings.HasPrefix(v, "[") && json.Unmarshal([]byte(v), &out) == nil {
		return out[:min(len(out), maxValues)]
	}
	for s := range strings.SplitSeq(v, ",") {
		if len(out) < maxValues {
			out = append(out, strings.TrimSpace(s))
		}
	}
	return out
}

func (c *canvas) numbers(list []string) []float64 {
	var out []float64
	for _, s := range list {
		f, ok := parseNumber(s)
		if !ok {
			c.invalid("values", s, "a number", "drawn as 0")
		}
		if len(out) > maxValues {
			break
		}
		out = append(out, f)
	}
	return out
}

// point is one item of JSON data: a number, or an object.
type item struct {
	Label  string    `json:"label"`
	Name   string    `json:"name"`
	Value  *float64  `json:"value"`
	Values []float64 `json:"values"`
}

func (c *canvas) jsonData(d *data, v string) {
	var rows []json.RawMessage
	if err := json.Unmarshal([]byte(v), &rows); err != nil {
		c.invalid("values", v, "a JSON array or numbers between commas", "not drawn")
		return
	}
	single := series{}
	for i, raw := range rows {
		if i >= maxValues {
			break
		}
		var f float64
		var row []float64
		var it item
		switch {
		case json.Unmarshal(raw, &f) == nil:
			single.values = append(single.values, bounded(f))
		case json.Unmarshal(raw, &row) == nil && len(d.series) < maxSeries:
			d.series = append(d.series, series{values: boundedAll(row)})
		case json.Unmarshal(raw, &it) == nil && it.Value != nil:
			for len(d.labels) < len(single.values) {
				d.labels = append(d.labels, "")
			}
			single.values = append(single.values, bounded(*it.Value))
			d.labels = append(d.labels, it.Label)
		case json.Unmarshal(raw, &it) == nil && it.Values != nil && len(d.series) < maxSeries:
			d.series = append(d.series, series{name: it.Name, values: boundedAll(it.Values)})
		default:
			c.invalid("values", string(raw), `a number, an array of numbers, {"label","value"} or {"name","values"}`, "left out")
		}
	}
	if len(single.values) > 0 {
		d.series = append([]series{single}, d.series...)
	}
}

func bounded(f float64) float64 { return min(max(f, -1e15), 1e15) }

func boundedAll(row []float64) []float64 {
	row = row[:min(len(row), maxValues)]
	for i := range row {
		row[i] = bounded(row[i])
	}
	return row
}

package widget

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// series is one data series of a chart; a missing value is NaN.
type series struct {
	name   string
	values []float64
}

// data is the data of a chart: at least one series; there may be fewer labels than values.
type data struct {
	labels []string
	series []series
}

const (
	maxValues = 1000 // of all series in total
	maxSeries = 12
)

// missing represents a missing value.
var missing = math.NaN()

func isMissing(v float64) bool { return v != v }

// count returns the length of the longest series.
func (d *data) count() int {
	n := 0
	for i := range d.series {
		n = max(n, len(d.series[i].values))
	}
	return n
}

// value returns value i of series k; ok is false when it is missing.
func (d *data) value(k, i int) (v float64, ok bool) {
	if s := &d.series[k]; i < len(s.values) && !isMissing(s.values[i]) {
		return s.values[i], true
	}
	return 0, false
}

// label returns the label of value i, or "".
func (d *data) label(i int) string {
	if i < len(d.labels) {
		return d.labels[i]
	}
	return ""
}

// extent returns the smallest and the greatest value; ok is false when all are missing.
func (d *data) extent() (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range d.series {
		for _, v := range d.series[i].values {
			if !isMissing(v) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	return lo, hi, lo <= hi
}

// data parses values, labels and series. Values are numbers separated by commas, with semicolons between series, or
// JSON: [3,5], [[3,5],[4,1]], [{"label":"Jan","value":3}] or [{"name":"2025","values":[3,5]}]. An empty item and null
// are missing values. Without any value it warns and returns false.
func (c *canvas) data() (*data, bool) { return c.dataOf(maxSeries) }

func (c *canvas) dataOf(most int) (*data, bool) {
	d := &data{}
	v := c.source()
	if strings.HasPrefix(v, "[") {
		c.jsonData(d, v, most)
	} else {
		for row := range strings.SplitSeq(v, ";") {
			if s := c.numbers(splitValues(row)); len(s) > 0 {
				d.series = append(d.series, series{values: s})
			}
		}
	}
	if len(d.series) > most {
		c.warn("invalid_attribute", fmt.Sprintf("%s: the attribute values holds %d series and at most %d are drawn; combine the smallest ones, or use several charts", c.node.Tag, len(d.series), most))
		d.series = d.series[:most]
	}
	if l, ok := c.text("labels"); ok {
		d.labels = c.names(l)
	}
	if l, ok := c.text("series"); ok {
		names := c.names(l)
		for i, name := range names {
			if i < len(d.series) {
				d.series[i].name = name
			}
		}
		if len(names) > len(d.series) && len(d.series) > 0 {
			c.warn("invalid_attribute", fmt.Sprintf("%s: the attribute series names %d series and values holds %d; separate series with semicolons, as in values=\"1,2;3,4\"", c.node.Tag, len(names), len(d.series)))
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
	if n := d.count(); len(d.labels) > n && n > 0 {
		c.warn("invalid_attribute", fmt.Sprintf("%s: the attribute labels has %d names for %d values; a comma inside a name needs a JSON array, as in labels='[\"Bonn, DE\",\"Lyon\"]'", c.node.Tag, len(d.labels), n))
		d.labels = d.labels[:n]
	}
	if _, _, ok := d.extent(); !ok {
		c.warn("invalid_attribute", c.node.Tag+`: there are no numbers in the attribute values, as in values="3,5,2"; nothing is drawn`)
		return nil, false
	}
	return d, true
}

// source returns the text of a chart's values: the attribute values or data, or the
// element's text.
func (c *canvas) source() string {
	v, ok := c.text("values")
	if !ok {
		v, ok = c.text("data")
	}
	if !ok || v == "" {
		v = c.content()
	}
	return v
}

// splitValues splits a row at commas, where an empty item is a missing value, or at white space if it has no commas.
func splitValues(row string) []string {
	row = strings.TrimSpace(row)
	if !strings.Contains(row, ",") {
		return strings.Fields(row)
	}
	return splitList(strings.TrimSuffix(row, ","))
}

// names splits labels at commas, or parses a JSON list of strings.
func (c *canvas) names(v string) []string {
	var out []string
	if strings.HasPrefix(v, "[") {
		var raw []any
		if json.Unmarshal([]byte(v), &raw) == nil {
			for _, r := range raw[:min(len(raw), maxValues)] {
				switch r := r.(type) {
				case string:
					out = append(out, r)
				case float64:
					out = append(out, trimFloat(r))
				default:
					out = append(out, "")
				}
			}
			return out
		}
	}
	for s := range strings.SplitSeq(v, ",") {
		if len(out) < maxValues {
			out = append(out, strings.TrimSpace(s))
		}
	}
	return out
}

// absentWords holds common spellings of a missing value.
var absentWords = map[string]bool{"": true, "null": true, "none": true, "-": true, "–": true, "n/a": true, "na": true, "nan": true}

func (c *canvas) numbers(list []string) []float64 {
	var out []float64
	for _, s := range list {
		if len(out) > maxValues {
			break
		}
		if absentWords[strings.ToLower(s)] {
			out = append(out, missing)
			continue
		}
		f, ok := parseNumber(s)
		if !ok {
			c.notANumber(s)
			f = missing
		}
		out = append(out, f)
	}
	return out
}

// notANumber warns about an invalid value and suggests a fix.
func (c *canvas) notANumber(s string) {
	fix := "left out; write 1234.5, or null for a value that is missing"
	if f, err := strconv.ParseFloat(strings.TrimSpace(s), 64); f > greatest || f < -greatest || errors.Is(err, strconv.ErrRange) {
		c.invalid("values", s, "a number from "+trimFloat(-greatest)+" to "+trimFloat(greatest), "left out")
		return
	}
	if plain := strings.Trim(s, "$€£¥% \u00a0"); plain != s {
		if _, ok := parseNumber(plain); ok {
			fix = fmt.Sprintf("left out; write %s, and the unit in prefix, suffix or format", plain)
		}
	}
	c.invalid("values", s, "a number", fix)
}

// item is an object of JSON data.
type item struct {
	Label  string     `json:"label"`
	Name   string     `json:"name"`
	Value  *float64   `json:"value"`
	Values []*float64 `json:"values"`
}

func (c *canvas) jsonData(d *data, v string, most int) {
	var rows []json.RawMessage
	if err := json.Unmarshal([]byte(v), &rows); err != nil {
		c.invalid("values", v, "a JSON array or numbers between commas", "not drawn")
		return
	}
	single, given := series{}, false
	for i, raw := range rows {
		if i >= maxValues || len(d.series) > most {
			break
		}
		var f *float64
		var row []*float64
		var it item
		switch {
		case json.Unmarshal(raw, &f) == nil:
			single.values, given = append(single.values, c.numberOf(f)), true
		case json.Unmarshal(raw, &row) == nil:
			d.series = append(d.series, series{values: c.numbersOf(row)})
		case json.Unmarshal(raw, &it) == nil && it.Values != nil:
			d.series = append(d.series, series{name: firstOf(it.Name, it.Label), values: c.numbersOf(it.Values)})
		case json.Unmarshal(raw, &it) == nil && (it.Value != nil || it.Label != "" || it.Name != ""):
			for len(d.labels) < len(single.values) {
				d.labels = append(d.labels, "")
			}
			single.values, given = append(single.values, c.numberOf(it.Value)), true
			d.labels = append(d.labels, firstOf(it.Label, it.Name))
		default:
			c.invalid("values", string(raw), `a number, an array of numbers, {"label","value"} or {"name","values"}`, "left out")
		}
	}
	if given {
		d.series = append([]series{single}, d.series...)
	}
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// numberOf returns a number of JSON data; null and, with a warning, numbers beyond the greatest magnitude are missing.
func (c *canvas) numberOf(f *float64) float64 {
	if f == nil {
		return missing
	}
	if !inRange(*f) {
		c.notANumber(trimFloat(*f))
		return missing
	}
	return *f
}

func (c *canvas) numbersOf(row []*float64) []float64 {
	out := make([]float64, min(len(row), maxValues+1))
	for i := range out {
		out[i] = c.numberOf(row[i])
	}
	return out
}

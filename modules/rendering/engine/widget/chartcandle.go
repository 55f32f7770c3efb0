package widget

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// candle holds the prices of one interval.
type candle struct {
	Label                  string   `json:"label"`
	Date                   string   `json:"date"`
	Open, High, Low, Close *float64 `json:"-"`
}

// candles parses open, high, low and close separated by white space, with commas between intervals, or JSON
// [{"date","open","high","low","close"}] or [[open,high,low,close]].
func (c *canvas) candles() (out []candle, labels []string) {
	v := c.source()
	add := func(label string, n []float64, source string) {
		if len(n) != 4 {
			c.invalid("values", source, "open, high, low and close", `left out; write values="10 12 9 11, 11 14 10 13"`)
			return
		}
		if n[1] < max(n[0], n[2], n[3]) || n[2] > min(n[0], n[1], n[3]) {
			c.invalid("values", source, "open, high, low and close with the highest second and the lowest third", "drawn from its lowest to its highest number")
			n[1], n[2] = max(n[0], n[1], n[2], n[3]), min(n[0], n[1], n[2], n[3])
		}
		for i := range n {
			if !inRange(n[i]) {
				c.notANumber(trimFloat(n[i]))
				return
			}
		}
		if len(out) < maxValues {
			out = append(out, candle{Label: label, Open: &n[0], High: &n[1], Low: &n[2], Close: &n[3]})
		}
	}
	if strings.HasPrefix(v, "[") {
		var rows []json.RawMessage
		if err := json.Unmarshal([]byte(v), &rows); err != nil {
			c.invalid("values", v, "a JSON array", `not drawn; write [{"date":"2026-01-05","open":10,"high":12,"low":9,"close":11}]`)
			return nil, nil
		}
		for _, raw := range rows {
			var n []float64
			var o struct {
				Label, Date            string
				Open, High, Low, Close *float64
			}
			if json.Unmarshal(raw, &n) != nil {
				if json.Unmarshal(raw, &o) == nil && o.Open != nil && o.High != nil && o.Low != nil && o.Close != nil {
					n = []float64{*o.Open, *o.High, *o.Low, *o.Close}
				}
			}
			add(firstOf(o.Date, o.Label), n, string(raw))
		}
	} else {
		for s := range strings.SplitSeq(v, ",") {
			var n []float64
			for f := range strings.FieldsSeq(s) {
				if x, ok := parseNumber(f); ok {
					n = append(n, x)
				}
			}
			if strings.TrimSpace(s) != "" {
				add("", n, strings.TrimSpace(s))
			}
		}
	}
	named := false
	for i := range out {
		labels = append(labels, out[i].Label)
		named = named || out[i].Label != ""
	}
	if !named {
		labels = nil
	}
	if l, ok := c.text("labels"); ok {
		labels = c.names(l)
	}
	return out, labels
}

// drawCandles draws a candlestick chart: a bar from open to close with a line from low to high.
func drawCandles(c *canvas) {
	all, names := c.candles()
	if len(all) == 0 {
		c.warn("invalid_attribute", `chart-candlestick: there are no prices in the attribute values, as in values="10 12 9 11, 11 14 10 13"; nothing is drawn`)
		return
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range all {
		lo, hi = min(lo, *all[i].Low), max(hi, *all[i].High)
	}
	log := c.logarithmic("scale")
	if log && lo <= 0 {
		c.noLogarithm()
		log = false
	}
	if log {
		lo, hi = c.spanAbove(lo, hi)
	} else {
		lo, hi = c.span(lo, hi, "y")
	}
	labels, _ := c.dates(names)
	p := c.frame(plan{lo: lo, hi: hi, labels: labels, n: len(all), slots: true, log: log})
	up, down := display.Color{R: 0x16, G: 0xA3, B: 0x4A, A: 255}, display.Color{R: 0xDC, G: 0x26, B: 0x26, A: 255}
	if own := c.colors("colors", 2); len(own) == 2 {
		up, down = own[0], own[1]
	}
	width := float64(min(p.pitch()*0.64, 26))
	stem := float64(min(max(1, width*0.12), 2))
	for i := range all {
		k := &all[i]
		col := up
		if *k.Close < *k.Open {
			col = down
		}
		x := c.snap(p.place(i))
		top, bottom := p.scale.pos(*k.High), p.scale.pos(*k.Low)
		c.push(display.FillRect{Rect: rect(x-float64(stem/2), top, stem, max(bottom-top, 1)), Brush: solid(col)})
		a, b := p.scale.pos(max(*k.Open, *k.Close)), p.scale.pos(min(*k.Open, *k.Close))
		c.fillRounded(x-float64(width/2), a, width, max(b-a, 1), min(1.5, width*0.15), solid(col))
	}
	c.drawMarks(p, labels)
}

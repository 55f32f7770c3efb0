package widget

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/locale"
)

// format formats the numbers of a chart: format, currency, decimals, prefix, suffix and locale, which defaults to the
// element's language.
type format struct {
	locale         *locale.Locale
	kind           string // auto, number, compact, percent, currency
	currency       string
	decimals       int // -1 for automatic
	prefix, suffix string
}

func (c *canvas) format() *format {
	if c.numbersAs != nil {
		return c.numbersAs
	}
	tag, given := c.text("locale")
	if !given || tag == "" {
		tag = c.style.Lang
	}
	l, ok := locale.New(tag)
	if given && tag != "" && !ok {
		c.invalid("locale", tag, "a language, as in de or pt-BR", "using English")
	}
	f := &format{locale: l, kind: "auto", decimals: int(c.number("decimals", 0, 6, -1))}
	f.prefix, _ = c.node.Attr("prefix")
	f.suffix, _ = c.node.Attr("suffix")
	kind, _ := c.text("format")
	if name, code, both := strings.Cut(kind, ":"); both && strings.TrimSpace(name) == "currency" {
		f.kind, f.currency = "currency", strings.ToUpper(strings.TrimSpace(code))
	} else {
		f.kind = c.choice("format", "auto", "number", "compact", "percent", "currency")
	}
	if code, ok := c.text("currency"); ok && code != "" {
		f.kind, f.currency = "currency", strings.ToUpper(code)
	}
	if f.kind == "currency" {
		if f.currency == "" {
			f.currency = "USD"
		}
		if _, ok := l.Money("1", f.currency); !ok {
			c.invalid("format", f.currency, "a currency's code of three letters, as in currency:EUR", "written as a number")
			f.kind = "auto"
		}
	}
	c.numbersAs = f
	return f
}

// tick formats a tick of a scale.
func (f *format) tick(s *scale, v float64) string {
	if s.log { // ticks of many magnitudes
		return f.axis(v, v, v)
	}
	return f.axis(v, s.step, s.largest())
}

// axis formats a value of an axis whose ticks are multiples of step: all ticks share the unit and the number of
// decimals.
func (f *format) axis(v, step, largest float64) string {
	u := locale.Unit{Size: 1}
	if f.kind == "percent" {
		return f.around(f.locale.Percent(v, 0, f.places(step*100)))
	}
	if f.kind != "number" && largest >= 1e4 || f.kind == "compact" && largest >= 1e3 {
		// Choose a unit in which the step has few digits.
		if u = f.locale.CompactUnit(largest); step < u.Size/20 {
			u = f.locale.CompactUnit(step)
		}
	}
	if f.minute(largest) {
		u = locale.PowerUnit(largest)
	}
	if v == 0 {
		u = locale.Unit{Size: 1}
	}
	p := f.places(step / u.Size)
	return f.around(f.locale.In(v, u, 0, p))
}

// text formats a single number of a data set whose largest magnitude is largest.
func (f *format) text(v, largest float64) string {
	least, most := 0, 2
	switch {
	case f.decimals >= 0:
		least, most = f.decimals, f.decimals
	case largest >= 1000:
		most = 0
	case largest >= 100:
		most = 1
	case largest > 0 && largest < 0.1:
		most = f.places(largest / 100)
	}
	if tiny := math.Abs(v); tiny > 0 && tiny*power(most) < 0.5 && f.decimals < 0 {
		most = f.places(tiny) // a value beside much larger ones is not written as zero
	}
	switch {
	case f.kind == "percent":
		if f.decimals < 0 {
			most = 1
		}
		return f.around(f.locale.Percent(v, least, most))
	case f.minute(v):
		return f.around(f.locale.In(v, locale.PowerUnit(v), 0, 2))
	case f.kind == "compact", f.kind != "number" && math.Abs(v) >= 1e4:
		return f.around(f.locale.Compact(v))
	case f.kind == "currency" && f.decimals < 0:
		if most = locale.MoneyDigits(f.currency); largest >= 100 {
			most = 0
		} else if math.Round(v) != v {
			least = most
		}
	}
	return f.around(f.locale.Number(v, least, most))
}

// full formats a number with all of its digits, for descriptions.
func (f *format) full(v float64) string {
	if f.kind == "percent" {
		return f.around(f.locale.Percent(v, 0, 2))
	}
	if f.minute(v) {
		return f.around(f.locale.In(v, locale.PowerUnit(v), 0, 6))
	}
	return f.around(f.locale.Number(v, 0, 6))
}

// minute reports whether a number is so small that it is written with a power of ten, as decimals would round it.
func (f *format) minute(v float64) bool {
	return v != 0 && math.Abs(v) < 1e-5 && f.decimals < 0 && f.kind != "currency"
}

// share formats a fraction as a percentage.
func (f *format) share(v float64) string { return f.locale.Percent(v, 0, 0) }

// part formats a fraction of a whole as a percentage; neither a small part nor a missing one is rounded away.
func (f *format) part(v float64) string {
	switch {
	case v > 0 && v < 0.005:
		return "<" + f.share(0.01)
	case v < 1 && v >= 0.995:
		return ">" + f.share(0.99)
	}
	return f.share(math.Round(v*100) / 100)
}

// around adds the prefix, suffix and currency symbol to a number.
func (f *format) around(s string) string {
	if f.kind == "currency" {
		s, _ = f.locale.Money(s, f.currency)
	}
	if rest, negative := strings.CutPrefix(s, "−"); negative {
		return "−" + f.prefix + rest + f.suffix
	}
	return f.prefix + s + f.suffix
}

// places returns the number of decimals that multiples of a step need.
func (f *format) places(step float64) int {
	if f.decimals >= 0 {
		return f.decimals
	}
	n := 0
	for s := step; n < 6 && s > 0 && math.Abs(s-math.Round(s)) > 1e-6; n++ {
		s *= 10
	}
	return n
}

// dates formats labels that are all dates in the chart's language, as short as their differences permit: years, months,
// days or hours. Other labels are returned unchanged.
func (c *canvas) dates(labels []string) (out []string, at []float64) {
	if c.choice("dates", "auto", "no", "year", "month", "day", "weekday", "time") == "no" || len(labels) == 0 {
		return labels, nil
	}
	l := c.format().locale
	form := c.choice("dates", "auto", "no", "year", "month", "day", "weekday", "time")
	at = make([]float64, len(labels))
	finest := locale.Years
	for i, s := range labels {
		t, p, ok := locale.ParseDate(s)
		if !ok {
			if form != "auto" {
				c.invalid("labels", s, "a date, as in 2026-01-31, which dates asks for", "dates is not used")
			}
			return labels, nil
		}
		finest = max(finest, p)
		at[i] = float64(t.Unix())
	}
	if finest == locale.Years && form == "auto" {
		return labels, nil // four-digit numbers are not dates
	}
	out = make([]string, len(labels))
	c.months = nil
	for i, s := range labels {
		t, _, _ := locale.ParseDate(s)
		if form == "month" || form == "auto" && finest == locale.Months {
			c.months = append(c.months, t)
		}
		first := i == 0
		var before = t
		if !first {
			before, _, _ = locale.ParseDate(labels[i-1])
		}
		newYear := first || before.Year() != t.Year()
		newDay := first || newYear || before.YearDay() != t.YearDay()
		switch {
		case form == "year":
			out[i] = l.Year(t)
		case form == "weekday":
			out[i] = l.Weekday(t)
		case form == "time", form == "auto" && finest == locale.Minutes && !newDay:
			out[i] = l.Clock(t)
		case form == "month", form == "auto" && finest == locale.Months:
			out[i] = l.Month(t)
			if newYear && !first {
				out[i] = l.MonthYear(t)
			}
		default:
			out[i] = l.Day(t)
		}
	}
	return out, at
}

package locale

import (
	"strconv"
	"strings"
	"time"
)

// Precision is the finest component that a date contains.
type Precision int

// The precisions of [ParseDate], coarsest first.
const (
	Years Precision = iota
	Months
	Days
	Minutes
)

// ParseDate parses 2026, 2026-01, 2026-01-31, or a date with a time, as in 2026-01-31T18:30 and RFC 3339. Times without
// a zone are UTC; others keep their local time and lose the zone.
func ParseDate(s string) (t time.Time, p Precision, ok bool) {
	s = strings.TrimSpace(s)
	if len(s) < 4 || len(s) > 35 {
		return t, 0, false
	}
	for _, f := range [...]struct {
		layout string
		p      Precision
	}{{"2006", Years}, {"2006-01", Months}, {time.DateOnly, Days}, {"2006-01-02T15:04", Minutes}, {"2006-01-02 15:04", Minutes},
		{"2006-01-02T15:04:05", Minutes}, {"2006-01-02 15:04:05", Minutes}, {time.RFC3339, Minutes}} {
		if t, err := time.Parse(f.layout, s); err == nil {
			return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC), f.p, true
		}
	}
	return t, 0, false
}

// Month returns a month's abbreviated name.
func (l *Locale) Month(t time.Time) string { return l.table(months)[t.Month()-1] }

// Weekday returns a day's abbreviated name.
func (l *Locale) Weekday(t time.Time) string { return l.table(weekdays)[t.Weekday()] }

// Year formats a year.
func (l *Locale) Year(t time.Time) string {
	y := strconv.Itoa(t.Year())
	switch l.base {
	case "ja", "zh":
		return y + "年"
	case "ko":
		return y + "년"
	}
	return y
}

// MonthYear formats a month with its year.
func (l *Locale) MonthYear(t time.Time) string {
	switch l.base {
	case "ja", "zh", "ko":
		space := ""
		if l.base == "ko" {
			space = " "
		}
		return l.Year(t) + space + l.Month(t)
	case "hu":
		return l.Year(t) + ". " + l.Month(t)
	}
	return l.Month(t) + " " + l.Year(t)
}

// Day formats a day with its month.
func (l *Locale) Day(t time.Time) string {
	d := strconv.Itoa(t.Day())
	switch l.base {
	case "en":
		if l.region == "US" {
			return l.Month(t) + " " + d
		}
	case "ja", "zh":
		return l.Month(t) + d + "日"
	case "ko":
		return l.Month(t) + " " + d + "일"
	case "hu":
		return l.Month(t) + " " + d + "."
	case "de", "da", "nb", "no", "cs", "fi":
		d += "."
	case "he":
		return d + " ב" + l.Month(t)
	}
	return d + " " + l.Month(t)
}

// Clock formats hours and minutes in the 24-hour clock.
func (l *Locale) Clock(t time.Time) string { return t.Format("15:04") }

func (l *Locale) table(m map[string][]string) []string {
	if t, ok := m[l.base]; ok {
		return t
	}
	return m["en"]
}

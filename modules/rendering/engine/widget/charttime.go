package widget

import (
	"time"

	"github.com/platenhq/platen/modules/rendering/engine/locale"
)

// timeTick is a labelled tick of a time axis.
type timeTick struct {
	at    float64 // seconds since 1970
	label label
}

// timeTicks returns the finest division of [lo, hi] into days, weeks, months, quarters or years whose labels fit on an
// axis of the given width.
func (c *canvas) timeTicks(lo, hi, width, size float64) []timeTick {
	l := c.format().locale
	from, to := time.Unix(int64(lo), 0).UTC(), time.Unix(int64(hi), 0).UTC()
	type division struct {
		seconds float64
		start   func(time.Time) time.Time
		next    func(time.Time) time.Time
		name    func(t, before time.Time) string
	}
	day := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC) }
	month := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) }
	monthName := func(t, before time.Time) string {
		if before.Year() != t.Year() && !before.IsZero() {
			return l.MonthYear(t)
		}
		return l.Month(t)
	}
	dayName := func(t, _ time.Time) string { return l.Day(t) }
	months := func(n int) division {
		return division{float64(n) * 30 * 86400, func(t time.Time) time.Time {
			m := month(t)
			return m.AddDate(0, -(int(m.Month())-1)%n, 0)
		}, func(t time.Time) time.Time { return t.AddDate(0, n, 0) }, monthName}
	}
	years := func(n int) division {
		return division{float64(n) * 365 * 86400, func(t time.Time) time.Time {
			return time.Date(t.Year()-t.Year()%n, 1, 1, 0, 0, 0, 0, time.UTC)
		}, func(t time.Time) time.Time { return t.AddDate(n, 0, 0) }, func(t, _ time.Time) string { return l.Year(t) }}
	}
	all := []division{
		{3 * 3600, day, func(t time.Time) time.Time { return t.Add(3 * time.Hour) }, func(t, before time.Time) string {
			if t.Hour() == 0 {
				return l.Day(t)
			}
			return l.Clock(t)
		}},
		{86400, day, func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }, dayName},
		{7 * 86400, func(t time.Time) time.Time { return day(t).AddDate(0, 0, -(int(t.Weekday())+6)%7) }, func(t time.Time) time.Time { return t.AddDate(0, 0, 7) }, dayName},
		{14 * 86400, func(t time.Time) time.Time { return day(t).AddDate(0, 0, -(int(t.Weekday())+6)%7) }, func(t time.Time) time.Time { return t.AddDate(0, 0, 14) }, dayName},
		months(1), months(3), months(6), years(1), years(2), years(5), years(10), years(25), years(100),
	}
	for _, d := range all {
		if (hi-lo)/d.seconds > 60 || d.seconds < 86400 && hi-lo > 3*86400 {
			continue
		}
		var out []timeTick
		var before time.Time
		fits, end := true, -1e9
		for t := d.start(from); !t.After(to) && len(out) < 64; t = d.next(t) {
			if t.Before(from) {
				continue
			}
			name := c.label(d.name(t, before), size, 0)
			x := float64((float64(t.Unix()) - lo) / (hi - lo) * width)
			if x-float64(name.width/2) < end+float64(size*0.6) {
				fits = false
				break
			}
			end = x + float64(name.width/2)
			out = append(out, timeTick{float64(t.Unix()), name})
			before = t
		}
		if fits && len(out) > 0 {
			return out
		}
	}
	return nil
}

// moment parses a date to seconds since 1970. An end date includes the whole day.
func moment(s string, end bool) (float64, bool) {
	t, p, ok := locale.ParseDate(s)
	if !ok {
		return 0, false
	}
	if end {
		switch p {
		case locale.Years:
			t = t.AddDate(1, 0, 0)
		case locale.Months:
			t = t.AddDate(0, 1, 0)
		case locale.Days:
			t = t.AddDate(0, 0, 1)
		}
	}
	return float64(t.Unix()), true
}

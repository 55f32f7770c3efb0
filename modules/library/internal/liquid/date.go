package liquid

import (
	"errors"
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // the same time zone data everywhere
)

// date formats a date: date: "%d %B %Y" with strftime directives, or date: "long" (also short, medium, full) in the
// locale's format. A value is an RFC 3339 time, a date, or seconds since 1970. There is no "now": the same request must
// render the same image tomorrow.
func date(r *run, v any, args []any) (any, error) {
	if absent(v) {
		return "", nil
	}
	t, err := parseTime(v, r.options.Zone)
	if err != nil {
		return nil, err
	}
	format := text(arg(args, 0))
	if format == "" {
		format = "medium"
	}
	base, _ := r.options.Locale.Base()
	names, known := calendars[base.String()]
	if !known {
		names = calendars["en"]
	}
	if !strings.Contains(format, "%") {
		if format == "iso" || !known {
			return t.Format(time.DateOnly), nil
		}
		pattern, ok := names.styles[format]
		if !ok {
			return nil, errors.New(`the format is "short", "medium", "long", "full", "iso", or has the letters of strftime, as in "%d %B %Y"`)
		}
		if base.String() == "en" {
			if region, _ := r.options.Locale.Region(); region.String() != "US" {
				pattern = british[format]
			}
		}
		format = pattern
	}
	return strftime(t, format, names)
}

func parseTime(v any, zone *time.Location) (time.Time, error) {
	if _, isText := v.(string); isText {
	} else if n, ok := toFloat(v); ok && n >= -62135596800 && n <= 253402300799 {
		return time.Unix(int64(n), 0).In(zone), nil
	}
	s := strings.TrimSpace(text(v))
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.In(zone), nil
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly, "2006-01"} {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%.40q is not a date; write 2026-11-21 or 2026-11-21T18:30:00Z", s)
}

// strftime formats a time with C's strftime directives, except those that depend on the machine's clock or locale.
func strftime(t time.Time, format string, c calendar) (string, error) {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 >= len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		width := 2
		if format[i] == '-' && i+1 < len(format) {
			width = 1
			i++
		}
		hour := (t.Hour() + 11) % 12
		switch format[i] {
		case 'Y':
			fmt.Fprintf(&b, "%d", t.Year())
		case 'y':
			fmt.Fprintf(&b, "%02d", t.Year()%100)
		case 'm':
			fmt.Fprintf(&b, "%0*d", width, int(t.Month()))
		case 'd':
			fmt.Fprintf(&b, "%0*d", width, t.Day())
		case 'e':
			fmt.Fprintf(&b, "%d", t.Day())
		case 'j':
			fmt.Fprintf(&b, "%03d", t.YearDay())
		case 'B':
			b.WriteString(c.months[t.Month()-1])
		case 'b', 'h':
			b.WriteString(c.short[t.Month()-1])
		case 'A':
			b.WriteString(c.days[t.Weekday()])
		case 'a':
			b.WriteString(c.shortDays[t.Weekday()])
		case 'H':
			fmt.Fprintf(&b, "%0*d", width, t.Hour())
		case 'I':
			fmt.Fprintf(&b, "%0*d", width, hour+1)
		case 'l':
			fmt.Fprintf(&b, "%d", hour+1)
		case 'M':
			fmt.Fprintf(&b, "%02d", t.Minute())
		case 'S':
			fmt.Fprintf(&b, "%02d", t.Second())
		case 'p':
			b.WriteString(t.Format("PM"))
		case 'P':
			b.WriteString(t.Format("pm"))
		case 'Z':
			b.WriteString(t.Format("MST"))
		case 'z':
			b.WriteString(t.Format("-0700"))
		case 's':
			fmt.Fprintf(&b, "%d", t.Unix())
		case 'u':
			fmt.Fprintf(&b, "%d", (int(t.Weekday())+6)%7+1)
		case 'V':
			_, week := t.ISOWeek()
			fmt.Fprintf(&b, "%02d", week)
		case 'F':
			b.WriteString(t.Format(time.DateOnly))
		case 'T':
			b.WriteString(t.Format(time.TimeOnly))
		case 'R':
			b.WriteString(t.Format("15:04"))
		case 'D':
			b.WriteString(t.Format("01/02/06"))
		case '%':
			b.WriteByte('%')
		default:
			return "", fmt.Errorf("%%%c is not known", format[i])
		}
	}
	return b.String(), nil
}

// IsDate reports whether the date filter accepts a text.
func IsDate(s string) bool {
	_, err := parseTime(s, time.UTC)
	return err == nil
}

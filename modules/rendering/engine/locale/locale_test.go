package locale_test

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/locale"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag, number, percent, compact, money string
	}{
		{"en", "−12,345.68", "4.5%", "1.2M", "$1,234.50"},
		{"en-IN", "−12,345.68", "4.5%", "1.2M", "US$1,234.50"},
		{"de", "−12.345,68", "4,5\u00a0%", "1,2\u00a0Mio.", "1.234,50\u00a0$"},
		{"de-CH", "−12’345.68", "4.5%", "1.2\u00a0Mio.", "1’234.50\u00a0$"},
		{"fr", "−12\u00a0345,68", "4,5\u00a0%", "1,2\u00a0M", "1\u00a0234,50\u00a0$US"},
		{"pt-BR", "−12.345,68", "4,5%", "1,2\u00a0mi", "US$\u00a01.234,50"},
		{"ja", "−12,345.68", "4.5%", "123万", "$1,234.50"},
		{"zh-TW", "−12,345.68", "4.5%", "123萬", "US$1,234.50"},
		{"hi", "−12,345.68", "4.5%", "12.3\u00a0लाख", "$1,234.50"},
		{"ru", "−12\u00a0345,68", "4,5\u00a0%", "1,2\u00a0млн", "1\u00a0234,50\u00a0$"},
	} {
		l, ok := locale.New(c.tag)
		if !ok {
			t.Errorf("%s is not known", c.tag)
		}
		money, _ := l.Money(l.Number(1234.5, 2, 2), "USD")
		got := []string{l.Number(-12345.678, 0, 2), l.Percent(0.045, 0, 1), l.Compact(1234567), money}
		for i, want := range []string{c.number, c.percent, c.compact, c.money} {
			if got[i] != want {
				t.Errorf("%s: got %q, want %q", c.tag, got[i], want)
			}
		}
	}
}

// TestAmountsOfRightToLeftLanguages: positive and negative amounts have their symbol on the same side, as both begin with
// a mark, and Arabic has symbols of its own.
func TestAmountsOfRightToLeftLanguages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tag, amount, code, want string }{
		{"ar", "−٣٤٠", "SAR", "\u200f−٣٤٠\u00a0ر.س.\u200f"}, {"ar-EG", "٨٨٠", "EGP", "\u200f٨٨٠\u00a0ج.م.\u200f"}, {"ar", "٥", "EUR", "\u200f٥\u00a0€"}, {"he", "−340", "ILS", "\u200f−340\u00a0₪"},
		{"en", "−340", "SAR", "−SAR\u00a0340"},
	} {
		l, _ := locale.New(c.tag)
		if got, ok := l.Money(c.amount, c.code); !ok || got != c.want {
			t.Errorf("%s: %s %s is %q, want %q", c.tag, c.amount, c.code, got, c.want)
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string][2]string{
		"en-US": {"Jan 5", "Jan 2026"}, "en-GB": {"5 Jan", "Jan 2026"}, "de": {"5. Jan.", "Jan. 2026"}, "ja": {"1月5日", "2026年1月"}, "ko": {"1월 5일", "2026년 1월"},
		"xx": {"5 Jan", "Jan 2026"},
	} {
		l, _ := locale.New(tag)
		d, p, ok := locale.ParseDate("2026-01-05")
		if !ok || p != locale.Days {
			t.Fatal("2026-01-05 is rejected")
		}
		if got := [2]string{l.Day(d), l.MonthYear(d)}; got != want && tag != "xx" {
			t.Errorf("%s: got %q, want %q", tag, got, want)
		}
	}
	for _, s := range []string{"", "5", "2026-13", "2026-02-30", "yesterday", "20260105"} {
		if _, _, ok := locale.ParseDate(s); ok {
			t.Errorf("%q is accepted as a date", s)
		}
	}
}

// Package locale formats numbers, amounts of money and dates by language. Digits, separators and signs come from CLDR
// by golang.org/x/text; compact forms of large numbers, positions of currency symbols and names of months, which it
// does not export, are in this package's tables (CLDR 46). It does not depend on the machine's locale or clock.
package locale

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Locale holds a language's number and date formats.
type Locale struct {
	tag     language.Tag
	base    string
	region  string
	printer *message.Printer
}

// New returns the locale of a BCP 47 tag; ok is false when the tag is invalid or its language is unknown, and the
// locale is then English.
func New(tag string) (l *Locale, ok bool) {
	t, err := language.Parse(strings.ReplaceAll(strings.TrimSpace(tag), "_", "-"))
	if err != nil || tag == "" || t == language.Und {
		t, ok = language.English, false
	} else {
		ok = true
	}
	base, _ := t.Base()
	region, _ := t.Region()
	return &Locale{tag: t, base: base.String(), region: region.String(), printer: message.NewPrinter(t)}, ok
}

// Number formats v with least to most decimals.
func (l *Locale) Number(v float64, least, most int) string {
	v = rounded(v, most)
	return typographic(l.printer.Sprint(number.Decimal(v, number.MinFractionDigits(least), number.MaxFractionDigits(most))))
}

// Percent formats a fraction of one as a percentage.
func (l *Locale) Percent(v float64, least, most int) string {
	v = rounded(v, most+2)
	return typographic(l.printer.Sprint(number.Percent(v, number.MinFractionDigits(least), number.MaxFractionDigits(most))))
}

// rounded rounds half away from zero, as is usual in charts, and avoids negative zero.
func rounded(v float64, places int) float64 {
	k := 1.0
	for range min(places, 12) {
		k *= 10
	}
	if math.Abs(v) < 1e15/k {
		v = math.Round(v*k) / k
	}
	return v + 0
}

// typographic replaces the hyphen with the minus sign.
func typographic(s string) string { return strings.ReplaceAll(s, "-", "−") }

// unit is the compact form of a power of ten.
type unit struct {
	at     float64
	suffix string
}

// Unit is the power of ten in which the compact numbers of an axis are expressed.
type Unit struct {
	Size   float64
	suffix string
}

// CompactUnit returns the unit in which the language abbreviates a number of this size; Size is 1 below a thousand. From
// 1e18 it is a power of ten in digits.
func (l *Locale) CompactUnit(v float64) Unit {
	v = math.Abs(v)
	if v >= 1e18 {
		return PowerUnit(v)
	}
	table, ok := shortForms[l.base]
	if s, _ := l.tag.Script(); l.base == "zh" && s.String() == "Hant" {
		table, ok = shortForms["zh-Hant"], true
	}
	if !ok {
		table = shortForms["en"]
	}
	for _, u := range table {
		if v >= u.at {
			return Unit{u.at, u.suffix}
		}
	}
	return Unit{Size: 1}
}

// PowerUnit returns the power of a thousand at or below v, which is written ×10¹⁸.
func PowerUnit(v float64) Unit {
	v = math.Abs(v)
	size, n := 1.0, 0
	for ; n < 300 && v >= size*1000; n += 3 {
		size *= 1000
	}
	for ; n > -300 && v > 0 && v < size; n -= 3 {
		size /= 1000
	}
	digits := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	return Unit{size, "×10" + digits.Replace(strconv.Itoa(n))}
}

// In formats v in a unit, with least to most decimals.
func (l *Locale) In(v float64, u Unit, least, most int) string {
	return l.Number(v/u.Size, least, most) + u.suffix
}

// Compact formats v in its own unit: 1.2K, 340M. It has at most one decimal below 100 units, none above, and two
// without a unit.
func (l *Locale) Compact(v float64) string {
	u := l.CompactUnit(v)
	if u.Size > 1 && math.Abs(rounded(v/u.Size, 1)) >= 1000 {
		u = l.CompactUnit(v * 1.001)
	}
	digits := 1
	if math.Abs(v/u.Size) >= 100 {
		digits = 0
	}
	if u.Size == 1 {
		digits = 2
	}
	return l.In(v, u, 0, digits)
}

// Money places the symbol of a currency, given by its ISO 4217 code, before or after an amount as the language does. ok
// is false when the currency is unknown.
func (l *Locale) Money(amount, code string) (text string, ok bool) {
	c, err := currency.ParseISO(code)
	if err != nil {
		return amount, false
	}
	symbol, found := symbols[c.String()]
	if strings.Contains(shared, c.String()) {
		symbol = strings.ReplaceAll(l.printer.Sprint(currency.Symbol(c)), "￥", "¥")
		found = symbol != c.String()
	}
	if local, ok := arabicSymbols[c.String()]; ok && l.base == "ar" {
		symbol, found = local, true
	}
	if !found {
		symbol = c.String()
	}
	sign := ""
	if rest, negative := strings.CutPrefix(amount, "−"); negative {
		sign, amount = "−", rest
	}
	switch {
	case l.base == "ar", l.base == "he":
		return "\u200f" + sign + amount + "\u00a0" + symbol, true // with a mark, so that the symbol is on the left of all amounts
	case l.base == "pt" && l.region == "PT", suffixed[l.base]:
		return sign + amount + "\u00a0" + symbol, true
	case !found, spaced[l.base]:
		return sign + symbol + "\u00a0" + amount, true
	}
	return sign + symbol + amount, true
}

// MoneyDigits returns the number of decimals of a currency.
func MoneyDigits(code string) int {
	c, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	digits, _ := currency.Standard.Rounding(c)
	return digits
}

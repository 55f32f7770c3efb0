package liquid

import (
	"encoding/json"
	"errors"
	"math"
	"strings"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// formatNumber formats a number in the locale's format (CLDR): number; number: 2 for two fraction digits; number:
// "compact" for 12.3K.
func formatNumber(r *run, v any, args []any) (any, error) {
	if absent(v) {
		return "", nil
	}
	digits, fixed := toFloat(arg(args, 0))
	least, most := 0, 6
	if fixed {
		least = int(min(max(digits, 0), 12))
		most = least
	}
	if arg(args, 0) != "compact" {
		if text, ok := longDecimal(r, v, least, most); ok {
			return text, nil
		}
	}
	n, ok := toFloat(v)
	if !ok {
		return nil, errors.New("the value is not a number")
	}
	if arg(args, 0) == "compact" {
		return compact(r, n), nil
	}
	if fixed {
		return decimal(r, n, least), nil
	}
	return message.NewPrinter(r.options.Locale).Sprint(number.Decimal(n, number.MaxFractionDigits(6))), nil
}

func decimal(r *run, n float64, digits int) string {
	return message.NewPrinter(r.options.Locale).Sprint(number.Decimal(n, number.MinFractionDigits(digits), number.MaxFractionDigits(digits)))
}

// compact abbreviates thousands, millions and billions with a letter, in languages without compact forms in this table.
func compact(r *run, n float64) string {
	for _, unit := range []struct {
		at   float64
		name string
	}{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "K"}} {
		if math.Abs(n) >= unit.at*0.9995 {
			short := n / unit.at
			digits := 1
			if math.Abs(short) >= 100 || math.Round(short*10) == math.Round(short)*10 {
				digits = 0
			}
			return decimal(r, short, digits) + unit.name
		}
	}
	return message.NewPrinter(r.options.Locale).Sprint(number.Decimal(n, number.MaxFractionDigits(1)))
}

func formatPercent(r *run, v any, args []any) (any, error) {
	if absent(v) {
		return "", nil
	}
	n, ok := toFloat(v)
	if !ok {
		return nil, errors.New("the value is not a number")
	}
	digits, _ := toFloat(arg(args, 0))
	d := int(min(max(digits, 0), 6))
	return message.NewPrinter(r.options.Locale).Sprint(number.Percent(n, number.MinFractionDigits(d), number.MaxFractionDigits(d))), nil
}

// formatCurrency formats an amount of money: currency: "EUR", and as a second argument the number of fraction
// digits, by default the currency's. The position of the symbol follows CLDR.
func formatCurrency(r *run, v any, args []any) (any, error) {
	if absent(v) {
		return "", nil
	}
	n, ok := toFloat(v)
	if !ok {
		return nil, errors.New("the value is not a number")
	}
	code := text(arg(args, 0))
	if code == "" {
		code = "USD"
	}
	unit, err := currency.ParseISO(code)
	if err != nil {
		return nil, errors.New("the currency is a code of three letters, such as EUR")
	}
	digits, _ := currency.Standard.Rounding(unit)
	if d, ok := toFloat(arg(args, 1)); ok {
		digits = int(min(max(d, 0), 6))
	}
	symbol := symbolOf(r, unit)
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	amount := decimal(r, n, digits)
	if literal, ok := v.(json.Number); ok {
		if exact, ok := longDecimal(r, json.Number(strings.TrimPrefix(literal.String(), "-")), digits, digits); ok {
			amount = exact
		}
	}
	base, _ := r.options.Locale.Base()
	region, _ := r.options.Locale.Region()
	switch {
	case base.String() == "pt" && region.String() == "PT", suffixed[base.String()]:
		return sign + amount + "\u00a0" + symbol, nil
	case symbol == unit.String(), spaced[base.String()]:
		return sign + symbol + "\u00a0" + amount, nil
	}
	return sign + symbol + amount, nil
}

// symbolOf returns the symbol of a currency in the language of a run, or its code. A symbol that several currencies share
// is CLDR's for the language, which distinguishes them: $ and CA$ in the United States, US$ and $ in Canada.
func symbolOf(r *run, unit currency.Unit) string {
	code := unit.String()
	if s, ok := symbols[code]; ok {
		return s
	}
	if strings.Contains(shared, code) {
		return strings.ReplaceAll(message.NewPrinter(r.options.Locale).Sprint(currency.Symbol(unit)), "￥", "¥")
	}
	return code
}

// symbols are CLDR's narrow symbols of the most common currencies whose symbol is their own.
var symbols = map[string]string{
	"EUR": "€", "GBP": "£", "INR": "₹", "KRW": "₩", "BRL": "R$", "RUB": "₽", "TRY": "₺", "UAH": "₴", "ILS": "₪", "VND": "₫", "NGN": "₦", "PHP": "₱",
	"THB": "฿", "PLN": "zł", "CZK": "Kč", "HUF": "Ft", "KZT": "₸", "GEL": "₾",
}

// shared are the currencies whose symbols are those of several: dollars, yen and yuan, crowns.
const shared = "USD CAD AUD NZD MXN SGD HKD TWD CLP COP ARS JPY CNY SEK NOK DKK ISK"

// suffixed are the languages that place the symbol after the amount, spaced those that separate it by a space.
var (
	suffixed = map[string]bool{"de": true, "fr": true, "es": true, "it": true, "pl": true, "cs": true, "sk": true, "sv": true, "nb": true, "no": true, "da": true,
		"fi": true, "ru": true, "uk": true, "bg": true, "hu": true, "ro": true, "el": true, "hr": true, "sl": true, "sr": true, "lt": true, "lv": true, "et": true,
		"ca": true, "vi": true, "he": true, "ar": true, "fa": true, "is": true, "kk": true}
	spaced = map[string]bool{"pt": true, "nl": true}
)

// absent reports whether a value is nil or empty; it is formatted as empty text.
func absent(v any) bool { return v == nil || v == "" }

// Language parses a BCP 47 tag; an invalid one yields English.
func Language(tag string) language.Tag {
	t, err := language.Parse(tag)
	if err != nil || tag == "" {
		return language.English
	}
	return t
}

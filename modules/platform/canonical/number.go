package canonical

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

// The limits of a number literal: its length in bytes, and the magnitude of its exponent.
const (
	maxLiteral  = 1000
	maxExponent = 9999
)

// Literal returns the canonical form of a JSON number literal, and whether lit is one within bounds.
//
// RFC 8785 writes every number as the nearest IEEE double, which makes different numbers one:
// 9007199254740993 becomes 9007199254740992, and 0.10 becomes 0.1. Values that templates print must keep
// their digits, so numbers are decimals here: the digits stay as given, zeros at the end of a fraction
// included, and only the spelling of the exponent is made uniform, in ECMAScript's notation. Every number
// that RFC 8785 would write with the same digits has the same form here.
func Literal(lit string) (text string, ok bool) {
	p := &parser{in: []byte(lit)}
	if lit == "" || lit[0] != '-' && (lit[0] < '0' || lit[0] > '9') {
		return "", false
	}
	v, err := p.number()
	return v.Text, err == nil && p.at == len(lit)
}

// ShortLiteral returns a canonical literal without the trailing zeros of its fraction.
func ShortLiteral(text string) string {
	mantissa, power, scientific := cutExponent(text)
	if !strings.Contains(mantissa, ".") {
		return text
	}
	mantissa = strings.TrimSuffix(strings.TrimRight(mantissa, "0"), ".")
	if scientific {
		mantissa += "e" + power
	}
	return mantissa
}

// number returns the canonical form of a literal that matches the grammar.
func number(lit string) (string, bool) {
	if len(lit) > maxLiteral {
		return "", false
	}
	rest, negative := strings.CutPrefix(lit, "-")
	mantissa, power, scientific := cutExponent(rest)
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exponent := 0
	if scientific {
		n, err := strconv.Atoi(power)
		if err != nil || n > maxExponent || n < -maxExponent {
			return "", false
		}
		exponent = n
	}
	// The value is digits × 10^exponent.
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= len(fraction)
	if digits == "" {
		if exponent < 0 && exponent >= -6 {
			return "0." + strings.Repeat("0", -exponent), true
		}
		return "0", true
	}
	if exponent > 0 || exponent == 0 && strings.HasSuffix(digits, "0") {
		short := strings.TrimRight(digits, "0")
		exponent += len(digits) - len(short)
		digits = short
	}
	text := decimal(digits, exponent)
	if negative {
		text = "-" + text
	}
	return text, true
}

// cutExponent separates a literal at its e or E.
func cutExponent(lit string) (mantissa, power string, found bool) {
	if i := strings.IndexAny(lit, "eE"); i >= 0 {
		return lit[:i], lit[i+1:], true
	}
	return lit, "", false
}

// decimal writes digits × 10^exponent as ECMAScript's Number::toString does: plain from 1e-6 up to 1e21,
// with an exponent beyond.
func decimal(digits string, exponent int) string {
	point := len(digits) + exponent // the position of the decimal point, from the first digit
	switch {
	case exponent >= 0 && point <= 21:
		return digits + strings.Repeat("0", exponent)
	case point > 0 && point <= 21:
		return digits[:point] + "." + digits[point:]
	case point > -6 && point <= 0:
		return "0." + strings.Repeat("0", -point) + digits
	}
	mantissa := digits[:1]
	if len(digits) > 1 {
		mantissa += "." + digits[1:]
	}
	sign := "+"
	if point-1 < 0 {
		sign = ""
	}
	return mantissa + "e" + sign + strconv.Itoa(point-1)
}

// Unmarshal is json.Unmarshal that decodes numbers of free-form values as json.Number, which keeps every digit.
func Unmarshal(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more text after the JSON value")
	}
	return nil
}

// Shorten converts the numbers of a decoded value to float64 where that keeps every digit.
func Shorten(v any) any {
	switch v := v.(type) {
	case json.Number:
		text, ok := Literal(v.String())
		if !ok {
			return v
		}
		if f, err := v.Float64(); err == nil {
			if back, _ := Literal(strconv.FormatFloat(f, 'g', -1, 64)); back == text {
				return f
			}
		}
		return json.Number(text)
	case []any:
		for i := range v {
			v[i] = Shorten(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = Shorten(v[name])
		}
	}
	return v
}

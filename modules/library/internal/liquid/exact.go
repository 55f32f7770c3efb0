package liquid

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"github.com/platenhq/platen/modules/platform/canonical"
)

// Numbers are float64 if that preserves every digit, and json.Number in canonical form otherwise (9007199254740993,
// 0.10, 1e400). With such a number, comparisons and the filters plus, minus, times, at_least, at_most, abs, sum and
// number compute in decimal rather than binary.

// maxBits is the maximum size of numbers in decimal arithmetic.
const maxBits = 1 << 16

// rational returns the exact value of a number's decimal digits.
func rational(v any) (*big.Rat, bool) {
	switch v := v.(type) {
	case json.Number:
		return new(big.Rat).SetString(v.String())
	case float64:
		return new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	case string:
		if text, ok := canonical.Literal(strings.TrimSpace(v)); ok {
			return new(big.Rat).SetString(text)
		}
	}
	return nil, false
}

// long reports whether v is a number that a float64 may not represent exactly.
func long(v any) bool { _, ok := v.(json.Number); return ok }

// order compares two numbers by their exact values.
func order(a, b any) (sign int, ok bool) {
	if x, okX := a.(float64); okX {
		if y, okY := b.(float64); okY {
			switch {
			case x < y:
				return -1, true
			case x > y:
				return 1, true
			}
			return 0, true
		}
	}
	x, okX := rational(a)
	y, okY := rational(b)
	if !okX || !okY {
		return 0, false
	}
	return x.Cmp(y), true
}

// exactly returns a filter of two numbers that computes in decimal when either does not fit a float64.
func exactly(fn func(a, b float64) float64, exact func(z, a, b *big.Rat) *big.Rat) filter {
	short := math2(fn)
	return func(r *run, v any, args []any) (any, error) {
		if !long(v) && !long(arg(args, 0)) {
			return short(r, v, args)
		}
		a, okA := rational(v)
		b, okB := rational(arg(args, 0))
		if !okA || !okB {
			return nil, errors.New("both sides must be numbers")
		}
		return fromRational(exact(new(big.Rat), a, b))
	}
}

// fromRational converts a finite decimal to a value.
func fromRational(r *big.Rat) (any, error) {
	if r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits {
		return nil, errors.New("the result has too many digits")
	}
	digits, _ := r.FloatPrec()
	text, ok := canonical.Literal(r.FloatString(digits))
	if !ok {
		return nil, errors.New("the result has too many digits")
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		if back, _ := canonical.Literal(strconv.FormatFloat(f, 'g', -1, 64)); back == text {
			return f, nil
		}
	}
	return json.Number(text), nil
}

func larger(z, a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		a = b
	}
	return z.Set(a)
}

func smaller(z, a, b *big.Rat) *big.Rat {
	if a.Cmp(b) > 0 {
		a = b
	}
	return z.Set(a)
}

// longDecimal formats a number that a float64 cannot represent in the locale's format, with least to most fraction
// digits; ok is false for a number that decimal can format, or whose integer part exceeds 64 bits.
func longDecimal(r *run, v any, least, most int) (text string, ok bool) {
	x, isNumber := rational(v)
	if !isNumber || !long(v) {
		return "", false
	}
	whole, fraction, _ := strings.Cut(new(big.Rat).Abs(x).FloatString(most), ".")
	n, err := strconv.ParseUint(whole, 10, 64)
	if err != nil {
		return "", false
	}
	if f, _ := x.Float64(); n < 1<<53 && len(whole)+len(fraction) <= 15 && !math.IsInf(f, 0) {
		return "", false
	}
	for len(fraction) > least && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	print := message.NewPrinter(r.options.Locale)
	text = print.Sprint(number.Decimal(n))
	if fraction != "" {
		f, _ := strconv.ParseFloat("0."+fraction, 64)
		tail := []rune(decimal(r, f, len(fraction)))
		text += string(tail[1:]) // without the leading zero
	}
	if x.Sign() < 0 {
		minus := []rune(print.Sprint(number.Decimal(-1)))
		text = string(minus[:len(minus)-1]) + text
	}
	return text, true
}

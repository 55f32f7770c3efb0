package wire

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
)

// plainScalar returns a string, number or boolean as a plain JSON value for a patch.
func plainScalar(v *canonical.Value) (any, bool) {
	switch v.Kind {
	case canonical.String:
		return v.Text, true
	case canonical.Bool:
		return v.Bool, true
	case canonical.Number:
		if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil {
			return n, true
		}
		if x, err := strconv.ParseFloat(v.Text, 64); err == nil && string(appendFloat(nil, x, 64)) == v.Text {
			return x, true
		}
		return json.Number(v.Text), true
	}
	return nil, false
}

func (d *decoder) scalar(v *canonical.Value, f protoreflect.FieldDescriptor, at *path) (protoreflect.Value, bool) {
	switch f.Kind() {
	case protoreflect.BoolKind:
		if v.Kind == canonical.Bool {
			return protoreflect.ValueOfBool(v.Bool), true
		}
		var fix any
		if v.Kind == canonical.String && (v.Text == "true" || v.Text == "false") {
			fix = v.Text == "true"
		}
		d.mismatch(at, v, "boolean", fix)
		return protoreflect.Value{}, false
	case protoreflect.StringKind:
		if v.Kind == canonical.String {
			return protoreflect.ValueOfString(v.Text), true
		}
		var fix any
		switch v.Kind {
		case canonical.Number:
			fix = v.Text
		case canonical.Bool:
			fix = strconv.FormatBool(v.Bool)
		}
		d.mismatch(at, v, "string", fix)
		return protoreflect.Value{}, false
	case protoreflect.BytesKind:
		return d.bytes(v, at)
	case protoreflect.EnumKind:
		return d.enum(v, f.Enum(), at)
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return d.float(v, f, at)
	default:
		return d.integer(v, f, at)
	}
}

func (d *decoder) bytes(v *canonical.Value, at *path) (protoreflect.Value, bool) {
	if v.Kind != canonical.String {
		d.mismatch(at, v, "string", nil)
		return protoreflect.Value{}, false
	}
	text := strings.TrimRight(v.Text, "=")
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(text, "-_") {
		encoding = base64.RawURLEncoding
	}
	raw, err := encoding.DecodeString(text)
	if err != nil || strings.ContainsAny(text, "\r\n") {
		d.report(at, fault.Detail{Rule: RuleFormat, Expected: "base64", Message: fmt.Sprintf("%s must be base64.", at.pointer())})
		return protoreflect.Value{}, false
	}
	return protoreflect.ValueOfBytes(raw), true
}

func (d *decoder) enum(v *canonical.Value, e protoreflect.EnumDescriptor, at *path) (protoreflect.Value, bool) {
	table := enumOf(e)
	if v.Kind == canonical.String {
		if n, ok := table.numbers[v.Text]; ok {
			return protoreflect.ValueOfEnum(n), true
		}
		if d.proto3 {
			if x := e.Values().ByName(protoreflect.Name(v.Text)); x != nil {
				return protoreflect.ValueOfEnum(x.Number()), true
			}
		}
	}
	if v.Kind == canonical.Number && d.proto3 {
		if n, err := strconv.ParseInt(v.Text, 10, 32); err == nil && e.Values().ByNumber(protoreflect.EnumNumber(n)) != nil {
			return protoreflect.ValueOfEnum(protoreflect.EnumNumber(n)), true
		}
	}
	if v.Kind != canonical.String && !(v.Kind == canonical.Number && d.proto3) {
		d.mismatch(at, v, "string", nil)
		return protoreflect.Value{}, false
	}
	d.report(at, enumDetail(at.pointer(), v.Text, table.names))
	return protoreflect.Value{}, false
}

func enumDetail(pointer, got string, names []string) fault.Detail {
	expected := make([]any, len(names))
	for i, n := range names {
		expected[i] = n
	}
	detail := fault.Detail{Rule: RuleEnum, Expected: expected, Actual: clip(got),
		Message: fmt.Sprintf("%s must be one of %s.", pointer, strings.Join(names, ", "))}
	if near := fault.Nearest(got, names); near != "" {
		detail.FixPatch, detail.Safe = []fault.Op{fault.Replace(pointer, near)}, spelledAs(got, near)
	} else if len(names) == 1 {
		detail.FixPatch = []fault.Op{fault.Replace(pointer, names[0])}
	}
	return detail
}

// spelledAs reports whether got certainly means an enum value: another case, other separators, or the common
// short name of a format.
func spelledAs(got, value string) bool {
	plain := strings.NewReplacer("-", "", "_", "", " ", "", ".", "")
	got, value = strings.ToLower(plain.Replace(got)), plain.Replace(value)
	return got == value || got == "jpg" && value == "jpeg"
}

// clip bounds the part of a request that a response repeats.
func clip(s string) string {
	if len(s) <= 120 {
		return s
	}
	return strings.ToValidUTF8(s[:120], "") + "…"
}

func (d *decoder) float(v *canonical.Value, f protoreflect.FieldDescriptor, at *path) (protoreflect.Value, bool) {
	text := v.Text
	if v.Kind == canonical.String {
		n, err := strconv.ParseFloat(text, 64)
		special := text == "NaN" || text == "Infinity" || text == "-Infinity"
		if !d.proto3 || err != nil || (math.IsNaN(n) || math.IsInf(n, 0)) && !special {
			var fix any
			if err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
				fix = n
			}
			d.mismatch(at, v, "number", fix)
			return protoreflect.Value{}, false
		}
	} else if v.Kind != canonical.Number {
		d.mismatch(at, v, "number", nil)
		return protoreflect.Value{}, false
	}
	bits := 64
	if f.Kind() == protoreflect.FloatKind {
		bits = 32
	}
	n, err := strconv.ParseFloat(text, bits)
	if err != nil && v.Kind == canonical.Number {
		d.report(at, fault.Detail{Rule: RuleMaximum, Actual: clip(text), Message: fmt.Sprintf("%s is too large a number.", at.pointer())})
		return protoreflect.Value{}, false
	}
	if bits == 32 {
		return protoreflect.ValueOfFloat32(float32(n)), true
	}
	return protoreflect.ValueOfFloat64(n), true
}

// integerRange returns the range of the Go type of the field; unsigned 64 is distinguished by its kind.
func integerRange(k protoreflect.Kind) (lo int64, hi uint64) {
	switch k {
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return 0, math.MaxUint32
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return 0, math.MaxUint64
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return math.MinInt64, math.MaxInt64
	default:
		return math.MinInt32, math.MaxInt32
	}
}

func (d *decoder) integer(v *canonical.Value, f protoreflect.FieldDescriptor, at *path) (protoreflect.Value, bool) {
	quoted := v.Kind == canonical.String
	if v.Kind != canonical.Number && !quoted {
		d.mismatch(at, v, "integer", nil)
		return protoreflect.Value{}, false
	}
	negative, magnitude, verdict := parseInteger(v.Text)
	if quoted && (!d.proto3 || verdict != integerOK) {
		var fix any
		if verdict == integerOK && magnitude <= math.MaxInt64 {
			fix = signed(negative, magnitude)
		}
		d.mismatch(at, v, "integer", fix)
		return protoreflect.Value{}, false
	}
	lo, hi := integerRange(f.Kind())
	switch {
	case verdict == integerFraction:
		d.report(at, fault.Detail{Rule: RuleType, Expected: "integer", Actual: "number", Message: fmt.Sprintf("%s must be a whole number.", at.pointer())})
		return protoreflect.Value{}, false
	case negative && magnitude > 0 && (verdict == integerHuge || magnitude > uint64(-(lo+1))+1 || lo == 0):
		d.report(at, bound(RuleMinimum, at.pointer(), lo, clip(v.Text)))
		return protoreflect.Value{}, false
	case !negative && (verdict == integerHuge || magnitude > hi):
		var most any = hi
		if hi <= math.MaxInt64 {
			most = int64(hi)
		}
		d.report(at, bound(RuleMaximum, at.pointer(), most, clip(v.Text)))
		return protoreflect.Value{}, false
	}
	n := signed(negative, magnitude)
	switch f.Kind() {
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(uint32(magnitude)), true
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(magnitude), true
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(n), true
	default:
		return protoreflect.ValueOfInt32(int32(n)), true
	}
}

func bound(rule, pointer string, limit, actual any) fault.Detail {
	word := "at least"
	if rule == RuleMaximum {
		word = "at most"
	}
	return fault.Detail{Rule: rule, Expected: limit, Actual: actual,
		Message:  fmt.Sprintf("%s must be %s %v.", pointer, word, limit),
		FixPatch: []fault.Op{fault.Replace(pointer, limit)}}
}

type integerVerdict uint8

const (
	integerOK integerVerdict = iota
	integerFraction
	integerHuge
)

// parseInteger reads a JSON number literal that represents a whole number, in any of its spellings (2, 2.0, 2e0).
func parseInteger(text string) (negative bool, magnitude uint64, verdict integerVerdict) {
	digits, negative := strings.CutPrefix(text, "-")
	if n, err := strconv.ParseUint(digits, 10, 64); err == nil {
		return negative, n, integerOK
	} else if errors.Is(err, strconv.ErrRange) {
		return negative, math.MaxUint64, integerHuge
	}
	x, err := strconv.ParseFloat(digits, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return negative, math.MaxUint64, integerHuge
	case err != nil || x < 0 || math.IsNaN(x) || math.IsInf(x, 0):
		return negative, 0, integerFraction
	case x != math.Trunc(x):
		return negative, 0, integerFraction
	case x > 1<<53:
		return negative, math.MaxUint64, integerHuge
	}
	return negative, uint64(x), integerOK
}

func signed(negative bool, magnitude uint64) int64 {
	if negative {
		return -int64(magnitude)
	}
	return int64(magnitude)
}

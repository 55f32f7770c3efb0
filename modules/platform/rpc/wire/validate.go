package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
)

var validator = sync.OnceValues(func() (protovalidate.Validator, error) { return protovalidate.New() })

// Validate returns every rule that m breaks: those of Text first, then those of the protos for values with valid
// text.
func Validate(m proto.Message) []fault.Detail {
	v, err := validator()
	if err != nil {
		return []fault.Detail{{Rule: "validator", Message: "The validator cannot start."}}
	}
	details := Text(m)
	garbled := len(details)
	for _, d := range Violations(v.Validate(m)) {
		if slices.ContainsFunc(details[:garbled], func(t fault.Detail) bool { return t.Path == d.Path }) {
			continue
		}
		if d.Rule == RuleOneOf {
			nameMembers(&d, m.ProtoReflect().Descriptor())
		}
		details = append(details, d)
	}
	return details
}

// Parse is Decode and Validate in one: it returns every problem of the text and of the decoded values.
func Parse(data []byte, m proto.Message) []fault.Detail { return decode(data, m, false).merge(m) }

// ParseValue is Parse of a body that is parsed already.
func ParseValue(v canonical.Value, m proto.Message) []fault.Detail {
	return decodeValue(v, m, false).merge(m)
}

// ParseProtoJSON is DecodeProtoJSON and Validate in one.
func ParseProtoJSON(data []byte, m proto.Message) []fault.Detail {
	return decode(data, m, true).merge(m)
}

// Complete adds to the problems that Decode found the rules that m breaks, except those that follow from a
// problem: a value that could not be decoded is unset and would look missing.
func Complete(problems []fault.Detail, m proto.Message) []fault.Detail {
	places := make([]string, len(problems))
	for i, p := range problems {
		places[i] = p.Path
	}
	return complete(problems, places, m)
}

func (d *decoder) merge(m proto.Message) []fault.Detail { return complete(d.details, d.places, m) }

// complete is Complete for problems whose paths in the message may differ from those in the text.
func complete(problems []fault.Detail, places []string, m proto.Message) []fault.Detail {
	if slices.Contains(places, "") {
		return problems
	}
	read := problems
	for _, v := range Validate(m) {
		if len(problems) < maxDetails && !explained(v, read, places) {
			problems = append(problems, v)
		}
	}
	return problems
}

// explained reports whether a broken rule follows from a problem of the text: one at, above or below its path
// or, for a missing oneof, a member that could not be decoded.
func explained(v fault.Detail, problems []fault.Detail, places []string) bool {
	for i, at := range places {
		switch {
		case at == v.Path, v.Path != "" && strings.HasPrefix(at, v.Path+"/"), strings.HasPrefix(v.Path, at+"/"):
			return true
		case v.Rule == RuleOneOf && problems[i].Rule == RuleType:
			for _, name := range list(v.Expected) {
				if at == v.Path+"/"+fmt.Sprint(name) {
					return true
				}
			}
		}
	}
	return false
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

// Violations converts the error of a protovalidate validator to details with the rule names of the API.
// nil gives none. An error that is not a list of violations gives one detail with the rule "validator".
func Violations(err error) []fault.Detail {
	if err == nil {
		return nil
	}
	var list *protovalidate.ValidationError
	if !errors.As(err, &list) {
		return []fault.Detail{{Rule: "validator", Message: "The request cannot be checked."}}
	}
	out := make([]fault.Detail, 0, len(list.Violations))
	for _, v := range list.Violations {
		if len(out) == maxDetails {
			break
		}
		out = append(out, violation(v))
	}
	return out
}

// keywords maps the last part of a protovalidate rule id to the API's rule. Compound numeric ids
// (`int32.gte_lte`) are mapped by the bound that failed.
var keywords = map[string]string{
	"min_len": RuleMinLength, "min_bytes": RuleMinLength, "max_len": RuleMaxLength, "max_bytes": RuleMaxLength, "len": RuleMaxLength,
	"pattern": RulePattern, "prefix": RulePattern, "const": RuleConst, "in": RuleEnum, "not_in": RuleEnum, "defined_only": RuleEnum,
	"gte": RuleMinimum, "gt": "exclusive_minimum", "lte": RuleMaximum, "lt": "exclusive_maximum", "finite": RuleType,
	"min_items": RuleMinItems, "max_items": RuleMaxItems, "unique": RuleUnique,
	"min_pairs": RuleMinMembers, "max_pairs": RuleMaxMembers, "required": RuleRequired,
}

func violation(v *protovalidate.Violation) fault.Detail {
	at := pointer(v.Proto.GetField())
	id := v.Proto.GetRuleId()
	d := fault.Detail{Path: at, Rule: id, Message: fmt.Sprintf("%s: %s.", at, v.Proto.GetMessage())}
	if id == "required" {
		if elements := v.Proto.GetField().GetElements(); len(elements) > 0 && elements[len(elements)-1].GetFieldNumber() == 0 {
			return missingOneof(v, at)
		}
		d.Rule, d.Message = RuleRequired, fmt.Sprintf("%s is required.", at)
		if f := v.FieldDescriptor; f != nil && f.Enum() != nil && !f.IsList() {
			d.Expected = anyList(EnumValues(f.Enum()))
			d.Message = fmt.Sprintf("%s is required: one of %s.", at, strings.Join(EnumValues(f.Enum()), ", "))
		}
		return d
	}
	_, last, found := strings.Cut(id, ".")
	if !found {
		return d
	}
	rule, known := keywords[last]
	limit := v.RuleValue
	if !known && strings.HasPrefix(last, "g") && strings.Contains(last, "_l") { // gte_lte and similar
		rule, limit = brokenBound(v, last)
		known = true
	}
	if !known {
		return d
	}
	d.Rule = rule
	describe(&d, v, limit)
	return d
}

// brokenBound returns which bound of a range (`gte_lte`, `gt_lt`, …) a number exceeds. The violation contains
// the lower bound; the upper one is read from the field's rules.
func brokenBound(v *protovalidate.Violation, id string) (rule string, limit protoreflect.Value) {
	lower, upper, _ := strings.Cut(strings.TrimSuffix(id, "_exclusive"), "_")
	rule, limit = keywords[lower], v.RuleValue
	low, ok := number(limit)
	got, isNumber := number(v.FieldValue)
	if !ok || !isNumber || got < low || got == low && lower == "gt" {
		return rule, limit
	}
	rules, _ := Option(v.FieldDescriptor, "buf.validate.field")
	elements := v.Proto.GetRule().GetElements()
	for i, e := range elements {
		name := protoreflect.Name(e.GetFieldName())
		if i == len(elements)-1 {
			name = protoreflect.Name(upper)
		}
		m, ok := rules.Interface().(protoreflect.Message)
		if !ok {
			return keywords[upper], protoreflect.Value{}
		}
		f := m.Descriptor().Fields().ByName(name)
		if f == nil {
			return keywords[upper], protoreflect.Value{}
		}
		rules = m.Get(f)
	}
	return keywords[upper], rules
}

// missingOneof returns the detail of a oneof without a member.
func missingOneof(v *protovalidate.Violation, at string) fault.Detail {
	cut := strings.LastIndexByte(at, '/')
	return fault.Detail{Path: at[:cut], Rule: RuleOneOf, Expected: at[cut+1:], Message: fmt.Sprintf("One %s is required.", at[cut+1:])}
}

// nameMembers replaces the name of a missing oneof, which JSON does not show, by the names of its members.
func nameMembers(d *fault.Detail, m protoreflect.MessageDescriptor) {
	for _, part := range strings.Split(strings.TrimPrefix(d.Path, "/"), "/") {
		if f := m.Fields().ByName(protoreflect.Name(part)); f != nil && f.IsMap() {
			m = f.MapValue().Message()
		} else if f != nil && f.Message() != nil {
			m = f.Message()
		}
	}
	name, _ := d.Expected.(string)
	o := m.Oneofs().ByName(protoreflect.Name(name))
	if o == nil {
		return
	}
	var names []string
	for i := range o.Fields().Len() {
		names = append(names, string(o.Fields().Get(i).Name()))
	}
	d.Expected = anyList(names)
	d.Message = fmt.Sprintf("Exactly one of %s is required.", strings.Join(names, ", "))
}

// describe fills in what a client needs: the limit, the value and, if it is unambiguous, the fix.
func describe(d *fault.Detail, v *protovalidate.Violation, rule protoreflect.Value) {
	at := d.Path
	limit, hasLimit := integer(rule)
	switch d.Rule {
	case RuleMinimum, RuleMaximum, "exclusive_minimum", "exclusive_maximum":
		bound := plain(rule)
		words := map[string]string{RuleMinimum: "at least", RuleMaximum: "at most", "exclusive_minimum": "more than", "exclusive_maximum": "less than"}
		d.Expected, d.Actual = bound, plain(v.FieldValue)
		d.Message = fmt.Sprintf("%s must be %s %v, not %v.", at, words[d.Rule], bound, d.Actual)
		if d.Rule == RuleMinimum || d.Rule == RuleMaximum {
			d.FixPatch = []fault.Op{fault.Replace(at, bound)}
		}
	case RuleMinLength, RuleMaxLength:
		word, unit := "at least", "characters"
		if d.Rule == RuleMaxLength {
			word = "at most"
		}
		n := int64(0)
		if s, ok := v.FieldValue.Interface().(string); ok {
			n = int64(utf8.RuneCountInString(s))
			if strings.HasSuffix(v.Proto.GetRuleId(), "_bytes") {
				n, unit = int64(len(s)), "bytes"
			}
		}
		if hasLimit {
			d.Expected, d.Actual = limit, n
			d.Message = fmt.Sprintf("%s must have %s %d %s, not %d.", at, word, limit, unit, n)
		}
	case RulePattern:
		d.Expected, d.Actual = plain(rule), plain(v.FieldValue)
		d.Message = fmt.Sprintf("%s must match %v.", at, d.Expected)
	case RuleEnum:
		if f := v.FieldDescriptor; f != nil && f.Enum() != nil {
			names := EnumValues(f.Enum())
			d.Expected = anyList(names)
			d.Message = fmt.Sprintf("%s must be one of %s.", at, strings.Join(names, ", "))
		}
	case RuleMinItems, RuleMaxItems, RuleMinMembers, RuleMaxMembers:
		describeCount(d, v, limit)
	case RuleUnique:
		d.Message = fmt.Sprintf("%s must not hold anything twice.", at)
		d.FixPatch = removeRepeated(at, v.FieldValue)
	case RuleConst:
		d.Expected, d.Actual = plain(rule), plain(v.FieldValue)
		d.Message = fmt.Sprintf("%s must be %v.", at, d.Expected)
		d.FixPatch, d.Safe = []fault.Op{fault.Replace(at, d.Expected)}, true // no other value is valid
	case RuleType:
		d.Expected, d.Message = "number", fmt.Sprintf("%s must be a finite number.", at)
	}
}

func describeCount(d *fault.Detail, v *protovalidate.Violation, limit int64) {
	n := int64(0)
	switch x := v.FieldValue.Interface().(type) {
	case protoreflect.List:
		n = int64(x.Len())
	case protoreflect.Map:
		n = int64(x.Len())
	}
	word, unit := "at least", "items"
	if d.Rule == RuleMaxItems || d.Rule == RuleMaxMembers {
		word = "at most"
	}
	if d.Rule == RuleMinMembers || d.Rule == RuleMaxMembers {
		unit = "members"
	}
	d.Expected, d.Actual = limit, n
	d.Message = fmt.Sprintf("%s must have %s %d %s, not %d.", d.Path, word, limit, unit, n)
	if d.Rule == RuleMaxItems && n-limit <= 100 {
		for i := n - 1; i >= limit; i-- { // from the end, so that the indices stay valid
			d.FixPatch = append(d.FixPatch, fault.Remove(fmt.Sprintf("%s/%d", d.Path, i)))
		}
	}
}

func removeRepeated(at string, v protoreflect.Value) []fault.Op {
	list, ok := v.Interface().(protoreflect.List)
	if !ok || list.Len() > 200 { // the search is quadratic
		return nil
	}
	var ops []fault.Op
	for i := list.Len() - 1; i > 0; i-- {
		for j := range i {
			if list.Get(i).Equal(list.Get(j)) {
				ops = append(ops, fault.Remove(fmt.Sprintf("%s/%d", at, i)))
				break
			}
		}
	}
	return ops
}

// pointer returns the JSON Pointer of a protovalidate field path.
func pointer(p *validate.FieldPath) string {
	var parts []any
	for _, e := range p.GetElements() {
		parts = append(parts, e.GetFieldName())
		switch s := e.GetSubscript().(type) {
		case *validate.FieldPathElement_Index:
			parts = append(parts, int(s.Index))
		case *validate.FieldPathElement_StringKey:
			parts = append(parts, s.StringKey)
		case *validate.FieldPathElement_BoolKey:
			parts = append(parts, fmt.Sprint(s.BoolKey))
		case *validate.FieldPathElement_IntKey:
			parts = append(parts, fmt.Sprint(s.IntKey))
		case *validate.FieldPathElement_UintKey:
			parts = append(parts, fmt.Sprint(s.UintKey))
		}
	}
	return fault.Pointer(parts...)
}

// plain returns a scalar as a plain JSON value; nil for everything else.
func plain(v protoreflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	switch x := v.Interface().(type) {
	case int32:
		return int64(x)
	case uint32:
		return int64(x)
	case uint64:
		return float64(x)
	case float32:
		return float64(x)
	case string:
		return clip(x)
	case int64, float64, bool:
		return x
	}
	return nil
}

func integer(v protoreflect.Value) (int64, bool) {
	switch x := plain(v).(type) {
	case int64:
		return x, true
	case float64:
		return int64(x), true
	}
	return 0, false
}

func number(v protoreflect.Value) (float64, bool) {
	switch x := plain(v).(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	}
	return 0, false
}

func anyList(names []string) []any {
	out := make([]any, len(names))
	for i, n := range names {
		out[i] = n
	}
	return out
}

package wire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
)

// Decode reads a JSON object into m and returns every problem in the order of its member names, none
// when the object fits. Names are snake_case and enum values short. null means absent. m may be partly filled when
// there are problems; what has a problem stays unset.
func Decode(data []byte, m proto.Message) []fault.Detail { return decode(data, m, false).details }

// DecodeProtoJSON is Decode that also accepts the output of stock protobuf JSON writers: lowerCamelCase names,
// full enum names and numbers, integers in quotes, NaN and Infinity.
func DecodeProtoJSON(data []byte, m proto.Message) []fault.Detail {
	return decode(data, m, true).details
}

// DecodeValue is Decode of a body that is parsed already.
func DecodeValue(v canonical.Value, m proto.Message) []fault.Detail {
	return decodeValue(v, m, false).details
}

func decode(data []byte, m proto.Message, proto3 bool) *decoder {
	v, err := canonical.Parse(data, canonical.Limits{})
	if err == nil {
		return decodeValue(v, m, proto3)
	}
	d := &decoder{proto3: proto3}
	detail := fault.Detail{Rule: "malformed_json", Message: err.Error()}
	var syntax *canonical.Syntax
	if errors.As(err, &syntax) {
		detail = syntax.Detail()
	}
	d.details, d.places = []fault.Detail{detail}, []string{""}
	return d
}

func decodeValue(v canonical.Value, m proto.Message, proto3 bool) *decoder {
	d := &decoder{proto3: proto3}
	d.message(&v, m.ProtoReflect(), &path{index: -1})
	return d
}

type decoder struct {
	proto3  bool
	details []fault.Detail
	places  []string // the canonical path of each detail
}

func (d *decoder) report(at *path, detail fault.Detail) {
	if len(d.details) < maxDetails {
		detail.Path = at.pointer()
		d.details = append(d.details, detail)
		d.places = append(d.places, at.canonical())
	}
}

// mismatch reports a value of the wrong JSON type. fix, if not nil, is the value that was certainly intended.
func (d *decoder) mismatch(at *path, v *canonical.Value, want string, fix any) {
	detail := fault.Detail{
		Rule:     RuleType,
		Message:  fmt.Sprintf("%s must be %s, not %s.", d.name(at), article(want), article(kindName(v.Kind))),
		Expected: want,
		Actual:   kindName(v.Kind),
	}
	if fix != nil {
		detail.FixPatch, detail.Safe = []fault.Op{fault.Replace(at.pointer(), fix)}, true
	}
	d.report(at, detail)
}

// kindName returns the name of a JSON type in JSON Schema.
func kindName(k canonical.Kind) string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

func (d *decoder) name(at *path) string {
	if p := at.pointer(); p != "" {
		return p
	}
	return "The body"
}

func article(noun string) string {
	switch {
	case noun == "null":
		return noun
	case strings.ContainsRune("aeio", rune(noun[0])):
		return "an " + noun
	default:
		return "a " + noun
	}
}

func (d *decoder) message(v *canonical.Value, m protoreflect.Message, at *path) {
	if known := wellKnown(m.Descriptor()); known != nil {
		known(d, v, m, at)
		return
	}
	if v.Kind != canonical.Object {
		d.mismatch(at, v, "object", nil)
		return
	}
	table := messageOf(m.Descriptor())
	seen := make(map[protoreflect.FieldNumber]struct{}, len(v.Members))
	chosen := map[protoreflect.FullName]string{}
	for i := range v.Members {
		name, item := v.Members[i].Name, &v.Members[i].Value
		here := at.field(name)
		f := table.byName[name]
		if f == nil && d.proto3 {
			f = table.byJSON[name]
		}
		if f == nil {
			d.unknownField(v, here, name, table)
			continue
		}
		if _, again := seen[f.Number()]; again {
			d.report(here, fault.Detail{Rule: RuleDuplicate, Message: fmt.Sprintf("%s is given twice.", here.pointer())})
			continue
		}
		seen[f.Number()] = struct{}{}
		here.proper = string(f.Name())
		if item.Kind == canonical.String && item.Text == "auto" && d.automatic(v, here, table, f) {
			continue
		}
		if item.Kind == canonical.Null && !takesNull(f) {
			continue
		}
		if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
			if first, taken := chosen[o.FullName()]; taken {
				d.secondOfOneof(here, o, first, name)
				continue
			}
			chosen[o.FullName()] = name
		}
		d.field(item, m, f, here)
	}
}

func (d *decoder) unknownField(v *canonical.Value, at *path, name string, table *messageTable) {
	detail := fault.Detail{
		Rule:     RuleUnknownField,
		Message:  fmt.Sprintf("Unknown field %q.", name),
		FixPatch: []fault.Op{fault.Remove(at.pointer())},
	}
	if len(d.details) >= maxDetails {
		return
	}
	if near := fault.Nearest(name, table.names); near != "" {
		detail.Message = fmt.Sprintf("Unknown field %q; did you mean %q?", name, near)
		detail.Context = map[string]any{"suggestion": near}
		if fix := rename(v, table, at, name, near); fix != nil {
			detail.FixPatch, detail.Safe = fix, true
		}
	}
	d.report(at, detail)
}

// automatic reports "auto" for a number whose automatic form is a boolean field of its own, such as auto_height for
// height, with a fix that sets it. It returns false where there is no such field.
func (d *decoder) automatic(v *canonical.Value, at *path, table *messageTable, f protoreflect.FieldDescriptor) bool {
	name := "auto_" + string(f.Name())
	flag := table.byName[name]
	if flag == nil || flag.Kind() != protoreflect.BoolKind || f.Kind() == protoreflect.StringKind {
		return false
	}
	detail := fault.Detail{Rule: RuleType, Expected: "integer", Actual: "string", Context: map[string]any{"suggestion": name},
		Message: fmt.Sprintf("%s must be an integer; \"auto\" is written %q: true.", at.pointer(), name)}
	if _, given := v.Get(name); !given {
		detail.FixPatch, detail.Safe = []fault.Op{fault.Add(at.parent.field(name).pointer(), true), fault.Remove(at.pointer())}, true
	}
	d.report(at, detail)
	return true
}

func (d *decoder) secondOfOneof(at *path, o protoreflect.OneofDescriptor, first, second string) {
	var names []any
	for i := range o.Fields().Len() {
		names = append(names, string(o.Fields().Get(i).Name()))
	}
	d.report(at, fault.Detail{
		Rule:     RuleOneOf,
		Message:  fmt.Sprintf("%q cannot be combined with %q.", second, first),
		Expected: names,
		FixPatch: []fault.Op{fault.Remove(at.pointer())},
	})
}

func (d *decoder) field(v *canonical.Value, m protoreflect.Message, f protoreflect.FieldDescriptor, at *path) {
	switch {
	case f.IsMap():
		d.mapField(v, m, f, at)
	case f.IsList():
		d.listField(v, m, f, at)
	case f.Message() != nil:
		d.message(v, m.Mutable(f).Message(), at)
	default:
		if x, ok := d.scalar(v, f, at); ok {
			m.Set(f, x)
		}
	}
}

func (d *decoder) listField(v *canonical.Value, m protoreflect.Message, f protoreflect.FieldDescriptor, at *path) {
	if v.Kind != canonical.Array {
		var fix any
		if f.Message() == nil {
			if plain, ok := plainScalar(v); ok {
				fix = []any{plain}
			}
		}
		d.mismatch(at, v, "array", fix)
		return
	}
	list := m.Mutable(f).List()
	for i := range v.Items {
		here, item := at.item(i), &v.Items[i]
		if f.Message() != nil {
			d.message(item, list.AppendMutable().Message(), here)
			continue
		}
		x, ok := d.scalar(item, f, here)
		if !ok {
			x = list.NewElement() // keeps the indices of later problems right
		}
		list.Append(x)
	}
}

func (d *decoder) mapField(v *canonical.Value, m protoreflect.Message, f protoreflect.FieldDescriptor, at *path) {
	if v.Kind != canonical.Object {
		d.mismatch(at, v, "object", nil)
		return
	}
	entries := m.Mutable(f).Map()
	for i := range v.Members {
		name, item := v.Members[i].Name, &v.Members[i].Value
		here := at.field(name)
		key, ok := mapKey(name, f.MapKey())
		if !ok {
			d.report(here, fault.Detail{Rule: RuleType, Message: fmt.Sprintf("%q is not a valid name here.", name), Expected: f.MapKey().Kind().String()})
			continue
		}
		if f.MapValue().Message() != nil {
			x := entries.NewValue()
			d.message(item, x.Message(), here)
			entries.Set(key, x)
			continue
		}
		if x, ok := d.scalar(item, f.MapValue(), here); ok {
			entries.Set(key, x)
		}
	}
}

func mapKey(name string, f protoreflect.FieldDescriptor) (protoreflect.MapKey, bool) {
	switch f.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(name).MapKey(), true
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(name == "true").MapKey(), name == "true" || name == "false"
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		n, err := strconv.ParseInt(name, 10, 32)
		return protoreflect.ValueOfInt32(int32(n)).MapKey(), err == nil
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		n, err := strconv.ParseInt(name, 10, 64)
		return protoreflect.ValueOfInt64(n).MapKey(), err == nil
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		n, err := strconv.ParseUint(name, 10, 32)
		return protoreflect.ValueOfUint32(uint32(n)).MapKey(), err == nil
	default:
		n, err := strconv.ParseUint(name, 10, 64)
		return protoreflect.ValueOfUint64(n).MapKey(), err == nil
	}
}

// takesNull reports whether null is a value of the field instead of its absence.
func takesNull(f protoreflect.FieldDescriptor) bool {
	return !f.IsList() && !f.IsMap() && f.Message() != nil && f.Message().FullName() == "google.protobuf.Value"
}

// wellKnown returns the decoder of a message that has a JSON form of its own, nil for others.
func wellKnown(m protoreflect.MessageDescriptor) func(*decoder, *canonical.Value, protoreflect.Message, *path) {
	switch m.FullName() {
	case "google.protobuf.Timestamp":
		return (*decoder).timestamp
	case "google.protobuf.Struct":
		return (*decoder).structValue
	case "google.protobuf.ListValue":
		return (*decoder).listValue
	case "google.protobuf.Value":
		return (*decoder).anyValue
	}
	return nil
}

func (d *decoder) timestamp(v *canonical.Value, m protoreflect.Message, at *path) {
	if v.Kind != canonical.String {
		d.mismatch(at, v, "string", nil)
		return
	}
	t, err := time.Parse(time.RFC3339Nano, v.Text)
	if err != nil || strings.ContainsRune(v.Text, ',') || t.UTC().Year() < 1 || t.UTC().Year() > 9999 {
		d.report(at, fault.Detail{Rule: RuleFormat, Expected: "date-time", Actual: clip(v.Text),
			Message: fmt.Sprintf("%s must be a time as in 2026-01-02T15:04:05Z (RFC 3339).", at.pointer())})
		return
	}
	fields := m.Descriptor().Fields()
	m.Set(fields.ByName("seconds"), protoreflect.ValueOfInt64(t.Unix()))
	m.Set(fields.ByName("nanos"), protoreflect.ValueOfInt32(int32(t.Nanosecond())))
}

func (d *decoder) structValue(v *canonical.Value, m protoreflect.Message, at *path) {
	f := m.Descriptor().Fields().ByName("fields")
	d.mapField(v, m, f, at)
}

func (d *decoder) listValue(v *canonical.Value, m protoreflect.Message, at *path) {
	f := m.Descriptor().Fields().ByName("values")
	d.listField(v, m, f, at)
}

func (d *decoder) anyValue(v *canonical.Value, m protoreflect.Message, at *path) {
	fields := m.Descriptor().Fields()
	switch v.Kind {
	case canonical.Null:
		m.Set(fields.ByName("null_value"), protoreflect.ValueOfEnum(0))
	case canonical.Bool:
		m.Set(fields.ByName("bool_value"), protoreflect.ValueOfBool(v.Bool))
	case canonical.String:
		m.Set(fields.ByName("string_value"), protoreflect.ValueOfString(v.Text))
	case canonical.Number:
		setNumber(m, v.Text)
	case canonical.Array:
		d.listValue(v, m.Mutable(fields.ByName("list_value")).Message(), at)
	case canonical.Object:
		d.structValue(v, m.Mutable(fields.ByName("struct_value")).Message(), at)
	}
}

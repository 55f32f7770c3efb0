package wire

import (
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// EnumValue returns the name of an enum value in the service's JSON: the json_value option, or the rest of
// the protobuf name after the enum's own name, in lower case. The zero value of every enum is "", which
// JSON never shows.
func EnumValue(v protoreflect.EnumValueDescriptor) string {
	if v.Number() == 0 {
		return ""
	}
	if name, ok := Option(v, "platen.api.v1.json_value"); ok && name.String() != "" {
		return name.String()
	}
	return strings.ToLower(strings.TrimPrefix(string(v.Name()), enumPrefix(v.Parent().(protoreflect.EnumDescriptor))))
}

// enumPrefix returns the prefix of an enum's values, such as MISSING_GLYPH_ for MissingGlyph.
func enumPrefix(e protoreflect.EnumDescriptor) string {
	var b strings.Builder
	for i, r := range string(e.Name()) {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String()) + "_"
}

// EnumValues lists the names a field of the enum may have in JSON, in the order of the proto.
func EnumValues(e protoreflect.EnumDescriptor) []string { return enumOf(e).names }

// Nullable reports whether the field, when absent, is written as null instead of being left out.
func Nullable(f protoreflect.FieldDescriptor) bool {
	v, ok := Option(f, "platen.api.v1.field")
	if !ok {
		return false
	}
	o := v.Message()
	d := o.Descriptor().Fields().ByName("nullable")
	return d != nil && o.Get(d).Bool()
}

// Option returns the extension of that full name which d's options carry. It looks names up, so that this
// package depends on no generated code.
func Option(d protoreflect.Descriptor, name protoreflect.FullName) (v protoreflect.Value, ok bool) {
	d.Options().ProtoReflect().Range(func(f protoreflect.FieldDescriptor, x protoreflect.Value) bool {
		if f.FullName() == name {
			v, ok = x, true
		}
		return !ok
	})
	return v, ok
}

// enumTable holds both directions of an enum's short names.
type enumTable struct {
	names   []string
	numbers map[string]protoreflect.EnumNumber
	short   map[protoreflect.EnumNumber]string
}

// messageTable maps names to fields and holds which absent ones are written as null.
type messageTable struct {
	fields   []protoreflect.FieldDescriptor // in the order of the proto
	nullable []bool
	byName   map[string]protoreflect.FieldDescriptor // snake_case
	byJSON   map[string]protoreflect.FieldDescriptor // lowerCamelCase
	names    []string
}

var (
	enumTables    sync.Map // protoreflect.FullName → *enumTable
	messageTables sync.Map // protoreflect.FullName → *messageTable
)

func enumOf(e protoreflect.EnumDescriptor) *enumTable {
	if t, ok := enumTables.Load(e.FullName()); ok {
		return t.(*enumTable)
	}
	t := &enumTable{numbers: map[string]protoreflect.EnumNumber{}, short: map[protoreflect.EnumNumber]string{}}
	for i := range e.Values().Len() {
		v := e.Values().Get(i)
		if name := EnumValue(v); name != "" {
			t.names = append(t.names, name)
			t.numbers[name] = v.Number()
			t.short[v.Number()] = name
		}
	}
	actual, _ := enumTables.LoadOrStore(e.FullName(), t)
	return actual.(*enumTable)
}

func messageOf(d protoreflect.MessageDescriptor) *messageTable {
	if t, ok := messageTables.Load(d.FullName()); ok {
		return t.(*messageTable)
	}
	t := &messageTable{byName: map[string]protoreflect.FieldDescriptor{}, byJSON: map[string]protoreflect.FieldDescriptor{}}
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		t.fields = append(t.fields, f)
		t.nullable = append(t.nullable, Nullable(f))
		t.byName[string(f.Name())] = f
		t.byJSON[f.JSONName()] = f
		t.names = append(t.names, string(f.Name()))
	}
	actual, _ := messageTables.LoadOrStore(d.FullName(), t)
	return actual.(*messageTable)
}

// EnumName returns the name of an enum value in the service's JSON, "" for an unspecified or unknown one.
func EnumName(v protoreflect.Enum) string { return enumOf(v.Descriptor()).short[v.Number()] }

// EnumNumber returns the number of the enum value with a name in the service's JSON.
func EnumNumber(e protoreflect.EnumDescriptor, name string) (protoreflect.EnumNumber, bool) {
	n, ok := enumOf(e).numbers[name]
	return n, ok
}

package main

import (
	"encoding/json"
	"fmt"
	"sort"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// schemas collects the component schemas that operations reach.
type schemas struct {
	names    map[protoreflect.FullName]string // of messages and enums, where not their own
	messages map[protoreflect.FullName]protoreflect.MessageDescriptor
	enums    map[protoreflect.FullName]protoreflect.EnumDescriptor
	requests map[protoreflect.FullName]bool // messages that a client writes
}

func newSchemas() *schemas {
	return &schemas{
		names:    map[protoreflect.FullName]string{},
		messages: map[protoreflect.FullName]protoreflect.MessageDescriptor{},
		enums:    map[protoreflect.FullName]protoreflect.EnumDescriptor{},
		requests: map[protoreflect.FullName]bool{},
	}
}

// reach marks m and everything it holds.
func (s *schemas) reach(m protoreflect.MessageDescriptor, request bool) {
	if wellKnown(m) != nil || s.messages[m.FullName()] != nil && (s.requests[m.FullName()] || !request) {
		return
	}
	s.messages[m.FullName()] = m
	if request {
		s.requests[m.FullName()] = true
	}
	for i := range m.Fields().Len() {
		s.reachField(m.Fields().Get(i), request)
	}
}

func (s *schemas) reachField(f protoreflect.FieldDescriptor, request bool) {
	if f.IsMap() {
		f = f.MapValue()
	}
	if f.Message() != nil {
		s.reach(f.Message(), request)
	}
	if f.Enum() != nil {
		s.enums[f.Enum().FullName()] = f.Enum()
	}
}

func (s *schemas) name(d protoreflect.Descriptor) string {
	if n := s.names[d.FullName()]; n != "" {
		return n
	}
	return string(d.Name())
}

// components writes every schema reached, by name.
func (s *schemas) components() (*yaml.Node, error) {
	written := map[string]*yaml.Node{}
	add := func(d protoreflect.Descriptor, schema *yaml.Node) error {
		if written[s.name(d)] != nil {
			return fmt.Errorf("two schemas would have the name %s", s.name(d))
		}
		written[s.name(d)] = schema
		return nil
	}
	for _, m := range s.messages {
		if err := add(m, s.messageSchema(m)); err != nil {
			return nil, err
		}
	}
	for _, e := range s.enums {
		if err := add(e, enumSchema(e)); err != nil {
			return nil, err
		}
	}
	names := make([]string, 0, len(written))
	for n := range written {
		names = append(names, n)
	}
	sort.Strings(names)
	out := object()
	for _, n := range names {
		set(out, n, written[n])
	}
	return out, nil
}

func enumSchema(e protoreflect.EnumDescriptor) *yaml.Node {
	var names []string
	description := comment(e)
	for i := range e.Values().Len() {
		v := e.Values().Get(i)
		if n := enumValue(v); n != "" {
			names = append(names, n)
			if c := comment(v); c != "" {
				description += fmt.Sprintf("\n\n- `%s`: %s", n, c)
			}
		}
	}
	return object("type", "string", "description", optional(description), "enum", array(names...))
}

func optional(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func (s *schemas) messageSchema(m protoreflect.MessageDescriptor) *yaml.Node {
	request := s.requests[m.FullName()]
	properties := object()
	var required []string
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		set(properties, string(f.Name()), s.property(f))
		if request && mustBeWritten(f) || !request && isAlwaysWritten(f) {
			required = append(required, string(f.Name()))
		}
	}
	schema := object("type", "object", "description", optional(comment(m)))
	if len(required) > 0 {
		set(schema, "required", array(required...))
	}
	set(schema, "properties", properties)
	if request {
		set(schema, "additionalProperties", false)
	}
	for i := range m.Oneofs().Len() {
		o := m.Oneofs().Get(i)
		rules, _ := proto.GetExtension(o.Options(), validate.E_Oneof).(*validate.OneofRules)
		if o.IsSynthetic() || !rules.GetRequired() {
			continue
		}
		choices := array[*yaml.Node]()
		for j := range o.Fields().Len() {
			choices.Content = append(choices.Content, object("required", array(string(o.Fields().Get(j).Name()))))
		}
		set(schema, "oneOf", choices)
	}
	return schema
}

func rulesOf(f protoreflect.FieldDescriptor) *validate.FieldRules {
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	return rules
}

// mustBeWritten reports whether a request without the field is refused.
func mustBeWritten(f protoreflect.FieldDescriptor) bool {
	rules := rulesOf(f)
	return rules.GetRequired() || f.IsList() && rules.GetRepeated().GetMinItems() > 0 ||
		!f.HasPresence() && !f.IsList() && !f.IsMap() && rules.GetString().GetMinLen() > 0
}

// isAlwaysWritten reports whether every response has the field.
func isAlwaysWritten(f protoreflect.FieldDescriptor) bool {
	return !f.HasPresence() || flagOption(f, "platen.api.v1.field", "nullable")
}

// property is the schema of a field, with its comment and example.
func (s *schemas) property(f protoreflect.FieldDescriptor) *yaml.Node {
	schema := s.fieldSchema(f)
	if flagOption(f, "platen.api.v1.field", "nullable") {
		if t := at(schema, "type"); t != nil {
			set(schema, "type", array(t.Value, "null"))
		} else {
			schema = object("anyOf", array(schema, object("type", "null")))
		}
	}
	set(schema, "description", optional(comment(f)))
	if example := option(f, "platen.api.v1.field", "example"); example.IsValid() && example.String() != "" {
		var v any
		if err := json.Unmarshal([]byte(example.String()), &v); err == nil {
			set(schema, "example", v)
		}
	}
	return schema
}

func (s *schemas) fieldSchema(f protoreflect.FieldDescriptor) *yaml.Node {
	rules := rulesOf(f)
	switch {
	case f.IsMap():
		schema := object("type", "object", "additionalProperties", s.one(f.MapValue(), rules.GetMap().GetValues()))
		if m := rules.GetMap(); m != nil {
			set(schema, "maxProperties", positive(m.GetMaxPairs()))
			if keys := m.GetKeys().GetString(); keys != nil {
				names := object()
				stringRules(names, keys)
				set(schema, "propertyNames", names)
			}
		}
		return schema
	case f.IsList():
		schema := object("type", "array", "items", s.one(f, rules.GetRepeated().GetItems()))
		if r := rules.GetRepeated(); r != nil {
			set(schema, "minItems", positive(r.GetMinItems()))
			set(schema, "maxItems", positive(r.GetMaxItems()))
			if r.GetUnique() {
				set(schema, "uniqueItems", true)
			}
		}
		return schema
	default:
		return s.one(f, rules)
	}
}

func positive(n uint64) any {
	if n == 0 {
		return nil
	}
	return n
}

// one is the schema of a single value of the field's type.
func (s *schemas) one(f protoreflect.FieldDescriptor, rules *validate.FieldRules) *yaml.Node {
	switch f.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		if schema := wellKnown(f.Message()); schema != nil {
			return schema
		}
		return ref("schemas", s.name(f.Message()))
	case protoreflect.EnumKind:
		return ref("schemas", s.name(f.Enum()))
	case protoreflect.BoolKind:
		return object("type", "boolean")
	case protoreflect.StringKind:
		schema := object("type", "string")
		stringRules(schema, rules.GetString())
		return schema
	case protoreflect.BytesKind:
		return object("type", "string", "format", "byte")
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		schema := object("type", "number", "format", "double")
		numberRules(schema, rules)
		return schema
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		schema := object("type", "integer", "format", "int64")
		numberRules(schema, rules)
		return schema
	default:
		schema := object("type", "integer", "format", "int32")
		numberRules(schema, rules)
		return schema
	}
}

func wellKnown(m protoreflect.MessageDescriptor) *yaml.Node {
	switch m.FullName() {
	case "google.protobuf.Timestamp":
		return object("type", "string", "format", "date-time")
	case "google.protobuf.Struct":
		return object("type", "object", "additionalProperties", true)
	case "google.protobuf.Value":
		return object()
	case "google.protobuf.ListValue":
		return object("type", "array", "items", object())
	}
	return nil
}

func stringRules(schema *yaml.Node, r *validate.StringRules) {
	if r == nil {
		return
	}
	set(schema, "minLength", positive(r.GetMinLen()))
	set(schema, "maxLength", positive(r.GetMaxLen()))
	set(schema, "x-max-bytes", positive(r.GetMaxBytes()))
	set(schema, "pattern", optional(r.GetPattern()))
	set(schema, "const", optional(r.GetConst()))
}

// numberRules reads gte, lte, gt and lt of whatever numeric rules the field has.
func numberRules(schema *yaml.Node, rules *validate.FieldRules) {
	if rules == nil {
		return
	}
	m := rules.ProtoReflect()
	typed := m.WhichOneof(m.Descriptor().Oneofs().ByName("type"))
	if typed == nil {
		return
	}
	r := m.Get(typed).Message()
	for _, pair := range [][2]string{{"gte", "minimum"}, {"gt", "exclusiveMinimum"}, {"lte", "maximum"}, {"lt", "exclusiveMaximum"}} {
		if f := r.Descriptor().Fields().ByName(protoreflect.Name(pair[0])); f != nil && r.Has(f) {
			set(schema, pair[1], r.Get(f).Interface())
		}
	}
}

package platen

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// setField sets a field of any cardinality from JSON.
func setField(m protoreflect.Message, f protoreflect.FieldDescriptor, v *structpb.Value) error {
	switch {
	case f.IsList():
		given, ok := v.GetKind().(*structpb.Value_ListValue)
		if !ok {
			return misfit(f, v)
		}
		l := m.NewField(f).List()
		for _, item := range given.ListValue.GetValues() {
			x, err := newValue(l.NewElement(), f, item)
			if err != nil {
				return err
			}
			l.Append(x)
		}
		m.Set(f, protoreflect.ValueOfList(l))
		return nil
	case f.IsMap():
		given, ok := v.GetKind().(*structpb.Value_StructValue)
		if !ok {
			return misfit(f, v)
		}
		entries := m.NewField(f).Map()
		for k, item := range given.StructValue.GetFields() {
			x, err := newValue(entries.NewValue(), f.MapValue(), item)
			if err != nil {
				return err
			}
			entries.Set(protoreflect.ValueOfString(k).MapKey(), x)
		}
		m.Set(f, protoreflect.ValueOfMap(entries))
		return nil
	}
	x, err := newValue(m.NewField(f), f, v)
	if err == nil {
		m.Set(f, x)
	}
	return err
}

func misfit(f protoreflect.FieldDescriptor, v *structpb.Value) error {
	return fmt.Errorf("%v does not fit %s", v.AsInterface(), f.Name())
}

// newValue converts JSON to a single value of the field's type; empty is a new one, for messages.
func newValue(empty protoreflect.Value, f protoreflect.FieldDescriptor, v *structpb.Value) (protoreflect.Value, error) {
	n, isNumber := v.GetKind().(*structpb.Value_NumberValue)
	s, isString := v.GetKind().(*structpb.Value_StringValue)
	whole := isNumber && n.NumberValue == math.Trunc(n.NumberValue)
	switch f.Kind() {
	case protoreflect.MessageKind:
		return newMessage(empty, f, v)
	case protoreflect.BoolKind:
		if b, ok := v.GetKind().(*structpb.Value_BoolValue); ok {
			return protoreflect.ValueOfBool(b.BoolValue), nil
		}
	case protoreflect.StringKind:
		if isString {
			return protoreflect.ValueOfString(s.StringValue), nil
		}
	case protoreflect.BytesKind:
		if b, err := base64.StdEncoding.DecodeString(v.GetStringValue()); isString && err == nil {
			return protoreflect.ValueOfBytes(b), nil
		}
	case protoreflect.EnumKind:
		values := f.Enum().Values()
		for i := range values.Len() {
			if isString && enumName(values.Get(i)) == s.StringValue {
				return protoreflect.ValueOfEnum(values.Get(i).Number()), nil
			}
		}
	case protoreflect.DoubleKind:
		if isNumber {
			return protoreflect.ValueOfFloat64(n.NumberValue), nil
		}
	case protoreflect.Int32Kind:
		if whole && math.Abs(n.NumberValue) <= math.MaxInt32 {
			return protoreflect.ValueOfInt32(int32(n.NumberValue)), nil
		}
	case protoreflect.Int64Kind:
		if i, err := strconv.ParseInt(v.GetStringValue(), 10, 64); isString && err == nil {
			return protoreflect.ValueOfInt64(i), nil
		}
		if whole && math.Abs(n.NumberValue) < 1<<53 {
			return protoreflect.ValueOfInt64(int64(n.NumberValue)), nil
		}
	}
	return protoreflect.Value{}, misfit(f, v)
}

// enumName returns an enum value's name in the service's JSON: in lower case without the name of the enum.
func enumName(v protoreflect.EnumValueDescriptor) string {
	if name, _ := proto.GetExtension(v.Options(), apiv1.E_JsonValue).(string); name != "" {
		return name
	}
	// The value for "nothing given" ends every enum's prefix: OUTPUT_FORMAT_UNSPECIFIED.
	zero := string(v.Parent().(protoreflect.EnumDescriptor).Values().Get(0).Name())
	return strings.ToLower(strings.TrimPrefix(string(v.Name()), strings.TrimSuffix(zero, "UNSPECIFIED")))
}

func newMessage(empty protoreflect.Value, f protoreflect.FieldDescriptor, v *structpb.Value) (protoreflect.Value, error) {
	switch empty.Message().Interface().(type) {
	case *structpb.Value:
		return protoreflect.ValueOfMessage(proto.CloneOf(v).ProtoReflect()), nil
	case *timestamppb.Timestamp:
		t, err := time.Parse(time.RFC3339Nano, v.GetStringValue())
		return protoreflect.ValueOfMessage(timestamppb.New(t).ProtoReflect()), err
	}
	object, ok := v.GetKind().(*structpb.Value_StructValue)
	if !ok {
		return empty, misfit(f, v)
	}
	if _, free := empty.Message().Interface().(*structpb.Struct); free {
		return protoreflect.ValueOfMessage(proto.CloneOf(object.StructValue).ProtoReflect()), nil
	}
	m := empty.Message()
	for name, item := range object.StructValue.GetFields() {
		f := m.Descriptor().Fields().ByName(protoreflect.Name(name))
		if f == nil {
			return empty, fmt.Errorf("unknown field %q", name)
		}
		if err := setField(m, f, item); err != nil {
			return empty, err
		}
	}
	return empty, nil
}

// valueAt returns the value at a pointer in the form of the service's JSON.
func valueAt(m protoreflect.Message, tokens []string) (*structpb.Value, error) {
	at := jsonOf(m)
	for _, token := range tokens {
		var next *structpb.Value
		switch kind := at.GetKind().(type) {
		case *structpb.Value_StructValue:
			next = kind.StructValue.GetFields()[token]
		case *structpb.Value_ListValue:
			if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(kind.ListValue.GetValues()) {
				next = kind.ListValue.GetValues()[i]
			}
		}
		if next == nil {
			return nil, fmt.Errorf("%w at %q", errNothing, token)
		}
		at = next
	}
	return at, nil
}

// jsonOf returns a message as the service's JSON, without unset fields.
func jsonOf(m protoreflect.Message) *structpb.Value {
	switch v := m.Interface().(type) {
	case *structpb.Value:
		return v
	case *structpb.Struct:
		return structpb.NewStructValue(v)
	case *timestamppb.Timestamp:
		text, _ := protojson.Marshal(v) // a time in range, in quotes
		return structpb.NewStringValue(strings.Trim(string(text), `"`))
	}
	out := &structpb.Struct{Fields: map[string]*structpb.Value{}}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		var value *structpb.Value
		switch {
		case f.IsList():
			list := &structpb.ListValue{}
			for i := range v.List().Len() {
				list.Values = append(list.Values, scalarOf(f, v.List().Get(i)))
			}
			value = structpb.NewListValue(list)
		case f.IsMap():
			entries := &structpb.Struct{Fields: map[string]*structpb.Value{}}
			v.Map().Range(func(k protoreflect.MapKey, item protoreflect.Value) bool {
				entries.Fields[k.String()] = scalarOf(f.MapValue(), item)
				return true
			})
			value = structpb.NewStructValue(entries)
		default:
			value = scalarOf(f, v)
		}
		out.Fields[string(f.Name())] = value
		return true
	})
	return structpb.NewStructValue(out)
}

func scalarOf(f protoreflect.FieldDescriptor, v protoreflect.Value) *structpb.Value {
	switch f.Kind() {
	case protoreflect.MessageKind:
		return jsonOf(v.Message())
	case protoreflect.BoolKind:
		return structpb.NewBoolValue(v.Bool())
	case protoreflect.BytesKind:
		return structpb.NewStringValue(base64.StdEncoding.EncodeToString(v.Bytes()))
	case protoreflect.EnumKind:
		if value := f.Enum().Values().ByNumber(v.Enum()); value != nil {
			return structpb.NewStringValue(enumName(value))
		}
		return structpb.NewNumberValue(float64(v.Enum()))
	case protoreflect.DoubleKind:
		return structpb.NewNumberValue(v.Float())
	case protoreflect.Int32Kind, protoreflect.Int64Kind:
		return structpb.NewNumberValue(float64(v.Int()))
	}
	return structpb.NewStringValue(v.String())
}

package platen

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// ApplyFixes mends request with the patches of every detail, and returns how many operations it applied.
// Sending the request again clears the problems that had one. An operation that does not fit the request is
// an error; those before it stay applied.
func (e *Error) ApplyFixes(request proto.Message) (int, error) {
	applied := 0
	for _, d := range e.Details {
		for _, op := range d.FixPatch {
			if err := applyOperation(request.ProtoReflect(), op); err != nil {
				return applied, fmt.Errorf("platen: %s %s: %w", op.Op, op.Path, err)
			}
			applied++
		}
	}
	return applied, nil
}

// applyOperation applies one RFC 6902 operation to a message as if it were its JSON. Binary requests cannot
// hold a field that does not exist, so removing one is done already.
func applyOperation(m protoreflect.Message, op *apiv1.PatchOperation) error {
	if op.Op != "add" && op.Op != "remove" && op.Op != "replace" {
		return fmt.Errorf("the operation is not supported")
	}
	tokens := strings.Split(strings.TrimPrefix(op.Path, "/"), "/")
	for i, t := range tokens {
		tokens[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(t)
	}
	return patchMessage(m, tokens, op)
}

func patchMessage(m protoreflect.Message, tokens []string, op *apiv1.PatchOperation) error {
	if _, ok := m.Interface().(*structpb.Struct); ok {
		return patchMap(m.Mutable(m.Descriptor().Fields().ByName("fields")).Map(), m.Descriptor().Fields().ByName("fields"), tokens, op)
	}
	f := m.Descriptor().Fields().ByName(protoreflect.Name(tokens[0]))
	switch {
	case f == nil && op.Op == "remove":
		return nil
	case f == nil:
		return fmt.Errorf("there is no field %q", tokens[0])
	case len(tokens) == 1 && op.Op == "remove":
		m.Clear(f)
		return nil
	case len(tokens) == 1:
		return setField(m, f, op.Value)
	case f.IsList():
		return patchList(m.Mutable(f).List(), f, tokens[1:], op)
	case f.IsMap():
		return patchMap(m.Mutable(f).Map(), f, tokens[1:], op)
	case f.Message() != nil:
		return patchMessage(m.Mutable(f).Message(), tokens[1:], op)
	}
	return fmt.Errorf("%s has nothing inside", f.Name())
}

func patchList(l protoreflect.List, f protoreflect.FieldDescriptor, tokens []string, op *apiv1.PatchOperation) error {
	i, err := strconv.Atoi(tokens[0])
	if tokens[0] == "-" {
		i, err = l.Len(), nil
	}
	adding := len(tokens) == 1 && op.Op == "add"
	if err != nil || i < 0 || i > l.Len() || i == l.Len() && !adding {
		return fmt.Errorf("the list has no item %s", tokens[0])
	}
	switch {
	case len(tokens) > 1 && f.Message() != nil:
		return patchMessage(l.Get(i).Message(), tokens[1:], op)
	case len(tokens) > 1:
		return fmt.Errorf("item %d has nothing inside", i)
	case op.Op == "remove":
		for j := i; j < l.Len()-1; j++ {
			l.Set(j, l.Get(j+1))
		}
		l.Truncate(l.Len() - 1)
		return nil
	}
	v, err := newValue(l.NewElement(), f, op.Value)
	if err != nil {
		return err
	}
	if op.Op == "replace" {
		l.Set(i, v)
		return nil
	}
	l.Append(v)
	for j := l.Len() - 1; j > i; j-- {
		l.Set(j, l.Get(j-1))
	}
	l.Set(i, v)
	return nil
}

func patchMap(m protoreflect.Map, f protoreflect.FieldDescriptor, tokens []string, op *apiv1.PatchOperation) error {
	key := protoreflect.ValueOfString(tokens[0]).MapKey()
	switch {
	case len(tokens) > 1 && m.Has(key) && f.MapValue().Message() != nil:
		return patchValue(m.Mutable(key).Message(), tokens[1:], op)
	case len(tokens) > 1:
		return fmt.Errorf("there is no %q", tokens[0])
	case op.Op == "remove":
		m.Clear(key)
		return nil
	}
	v, err := newValue(m.NewValue(), f.MapValue(), op.Value)
	if err == nil {
		m.Set(key, v)
	}
	return err
}

// patchValue steps into a google.protobuf.Value, which may hold an object or a list.
func patchValue(m protoreflect.Message, tokens []string, op *apiv1.PatchOperation) error {
	v, ok := m.Interface().(*structpb.Value)
	if !ok {
		return patchMessage(m, tokens, op)
	}
	switch kind := v.Kind.(type) {
	case *structpb.Value_StructValue:
		return patchMessage(kind.StructValue.ProtoReflect(), tokens, op)
	case *structpb.Value_ListValue:
		l := kind.ListValue.ProtoReflect()
		f := l.Descriptor().Fields().ByName("values")
		if len(tokens) > 1 {
			if i, err := strconv.Atoi(tokens[0]); err == nil && i >= 0 && i < len(kind.ListValue.Values) {
				return patchValue(kind.ListValue.Values[i].ProtoReflect(), tokens[1:], op)
			}
		}
		return patchList(l.Mutable(f).List(), f, tokens, op)
	}
	return fmt.Errorf("%q is inside no object", tokens[0])
}

func setField(m protoreflect.Message, f protoreflect.FieldDescriptor, v *structpb.Value) error {
	switch {
	case f.IsList():
		l := m.NewField(f).List()
		for _, item := range v.GetListValue().GetValues() {
			x, err := newValue(l.NewElement(), f, item)
			if err != nil {
				return err
			}
			l.Append(x)
		}
		m.Set(f, protoreflect.ValueOfList(l))
		return nil
	case f.IsMap():
		entries := m.NewField(f).Map()
		for k, item := range v.GetStructValue().GetFields() {
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

// newValue converts JSON to a single value of the field's type; empty is a new one, for messages.
func newValue(empty protoreflect.Value, f protoreflect.FieldDescriptor, v *structpb.Value) (protoreflect.Value, error) {
	wrong := fmt.Errorf("%v does not fit %s", v.AsInterface(), f.Name())
	n, isNumber := v.GetKind().(*structpb.Value_NumberValue)
	s, isString := v.GetKind().(*structpb.Value_StringValue)
	switch f.Kind() {
	case protoreflect.MessageKind:
		return newMessage(empty, v)
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
			if isString && strings.HasSuffix(string(values.Get(i).Name()), "_"+strings.ToUpper(s.StringValue)) {
				return protoreflect.ValueOfEnum(values.Get(i).Number()), nil
			}
		}
	case protoreflect.DoubleKind:
		if isNumber {
			return protoreflect.ValueOfFloat64(n.NumberValue), nil
		}
	case protoreflect.Int32Kind:
		if isNumber && n.NumberValue == math.Trunc(n.NumberValue) && math.Abs(n.NumberValue) <= math.MaxInt32 {
			return protoreflect.ValueOfInt32(int32(n.NumberValue)), nil
		}
	case protoreflect.Int64Kind:
		if isNumber && n.NumberValue == math.Trunc(n.NumberValue) && math.Abs(n.NumberValue) < 1<<53 {
			return protoreflect.ValueOfInt64(int64(n.NumberValue)), nil
		}
	}
	return protoreflect.Value{}, wrong
}

func newMessage(empty protoreflect.Value, v *structpb.Value) (protoreflect.Value, error) {
	switch empty.Message().Interface().(type) {
	case *structpb.Value:
		return protoreflect.ValueOfMessage(proto.CloneOf(v).ProtoReflect()), nil
	case *structpb.Struct:
		return protoreflect.ValueOfMessage(proto.CloneOf(v.GetStructValue()).ProtoReflect()), nil
	case *timestamppb.Timestamp:
		t, err := time.Parse(time.RFC3339Nano, v.GetStringValue())
		return protoreflect.ValueOfMessage(timestamppb.New(t).ProtoReflect()), err
	}
	m := empty.Message()
	for name, item := range v.GetStructValue().GetFields() {
		f := m.Descriptor().Fields().ByName(protoreflect.Name(name))
		if f == nil {
			return empty, fmt.Errorf("there is no field %q", name)
		}
		if err := setField(m, f, item); err != nil {
			return empty, err
		}
	}
	return empty, nil
}

package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/platenhq/platen/modules/platform/canonical"
)

// google.protobuf.Value holds a number as a double. A number that a double does not represent digit by digit,
// such as 9007199254740993 or 0.10, keeps its digits in an unknown field of the Value, which every copy and
// every binary encoding preserves: Encode writes it, Members returns it.

// literalField is the number of that unknown field.
const literalField protowire.Number = 1<<29 - 2

// setNumber sets m, a google.protobuf.Value, to the number with that canonical literal.
func setNumber(m protoreflect.Message, literal string) {
	n, err := strconv.ParseFloat(literal, 64)
	if err != nil { // beyond the largest double: use that for readers without the literal
		n = math.Copysign(math.MaxFloat64, n)
	}
	m.Set(m.Descriptor().Fields().ByName("number_value"), protoreflect.ValueOfFloat64(n))
	if string(appendFloat(nil, n, 64)) != literal {
		b := protowire.AppendTag(nil, literalField, protowire.BytesType)
		m.SetUnknown(protowire.AppendString(b, literal))
	}
}

// literal returns the canonical literal of a google.protobuf.Value, "" if its double is exact. A binary message
// may hold anything in the field: what is not a number is ignored.
func literal(m protoreflect.Message) string {
	unknown := m.GetUnknown()
	number, kind, n := protowire.ConsumeTag(unknown)
	if n < 0 || number != literalField || kind != protowire.BytesType {
		return ""
	}
	text, n := protowire.ConsumeString(unknown[n:])
	if n < 0 {
		return ""
	}
	if text, ok := canonical.Literal(text); ok {
		return text
	}
	return ""
}

// Members returns a free-form object as plain JSON values: nil, bool, string, []any, map[string]any, and
// numbers as float64 where that holds every digit, otherwise as json.Number in canonical form. nil gives nil.
func Members(s *structpb.Struct) map[string]any {
	if s == nil {
		return nil
	}
	out := make(map[string]any, len(s.GetFields()))
	for name, v := range s.GetFields() {
		out[name] = Plain(v)
	}
	return out
}

// Plain is Members for one value; nil gives nil.
func Plain(v *structpb.Value) any {
	switch k := v.GetKind().(type) {
	case *structpb.Value_NumberValue:
		if text := literal(v.ProtoReflect()); text != "" {
			return json.Number(text)
		}
		return k.NumberValue
	case *structpb.Value_StructValue:
		return Members(k.StructValue)
	case *structpb.Value_ListValue:
		out := make([]any, len(k.ListValue.GetValues()))
		for i, item := range k.ListValue.GetValues() {
			out[i] = Plain(item)
		}
		return out
	case *structpb.Value_BoolValue:
		return k.BoolValue
	case *structpb.Value_StringValue:
		return k.StringValue
	}
	return nil
}

// Value returns a plain JSON value as a message: the reverse of Plain. It takes integers and []string too.
func Value(v any) (*structpb.Value, error) {
	switch v := v.(type) {
	case json.Number:
		text, ok := canonical.Literal(v.String())
		if !ok {
			return nil, fmt.Errorf("%q is not a number", v)
		}
		out := &structpb.Value{}
		setNumber(out.ProtoReflect(), text)
		return out, nil
	case map[string]any:
		s, err := Object(v)
		if err != nil {
			return nil, err
		}
		return structpb.NewStructValue(s), nil
	case []any:
		list := &structpb.ListValue{Values: make([]*structpb.Value, len(v))}
		for i := range v {
			var err error
			if list.Values[i], err = Value(v[i]); err != nil {
				return nil, err
			}
		}
		return structpb.NewListValue(list), nil
	case []string:
		list := &structpb.ListValue{Values: make([]*structpb.Value, len(v))}
		for i := range v {
			list.Values[i] = structpb.NewStringValue(v[i])
		}
		return structpb.NewListValue(list), nil
	}
	return structpb.NewValue(v)
}

// Object is Value for an object.
func Object(members map[string]any) (*structpb.Struct, error) {
	out := &structpb.Struct{Fields: make(map[string]*structpb.Value, len(members))}
	for name, v := range members {
		var err error
		if out.Fields[name], err = Value(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ParseObject converts a JSON object to a message whose numbers keep every digit, unlike those of Struct.UnmarshalJSON.
func ParseObject(data []byte) (*structpb.Struct, error) {
	var members map[string]any
	if err := canonical.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("reading a JSON object: %w", err)
	}
	return Object(members)
}

// Padded reports whether free-form data of m has a number with trailing zeros in its fraction, which a double
// does not keep.
func Padded(m proto.Message) bool { return padded(m.ProtoReflect()) }

func padded(m protoreflect.Message) (found bool) {
	if m.Descriptor().FullName() == "google.protobuf.Value" {
		if text := literal(m); text != "" && canonical.ShortLiteral(text) != text {
			return true
		}
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap() && f.MapValue().Message() != nil:
			v.Map().Range(func(_ protoreflect.MapKey, item protoreflect.Value) bool {
				found = found || padded(item.Message())
				return !found
			})
		case f.IsMap() || f.Message() == nil:
		case f.IsList():
			for i := range v.List().Len() {
				found = found || padded(v.List().Get(i).Message())
			}
		default:
			found = padded(v.Message())
		}
		return !found
	})
	return found
}

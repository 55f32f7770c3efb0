package wire

import (
	"encoding/base64"
	"math"
	"sort"
	"strconv"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/canonical"
)

// Encode returns m in the service's own JSON. Members are in the order of the proto, map keys sorted, so
// equal messages give equal bytes. Lists, maps, and scalars without presence are always written; absent
// messages and optional scalars are left out, or null where the proto declares them nullable.
func Encode(m proto.Message) []byte { return Append(nil, m) }

// Append is Encode that appends to b.
func Append(b []byte, m proto.Message) []byte { return appendMessage(b, m.ProtoReflect()) }

func appendMessage(b []byte, m protoreflect.Message) []byte {
	switch m.Descriptor().FullName() {
	case "google.protobuf.Timestamp":
		return appendTimestamp(b, m)
	case "google.protobuf.Struct":
		return appendMap(b, m, m.Descriptor().Fields().ByName("fields"))
	case "google.protobuf.ListValue":
		return appendList(b, m, m.Descriptor().Fields().ByName("values"))
	case "google.protobuf.Value":
		return appendValue(b, m)
	}
	table := messageOf(m.Descriptor())
	b = append(b, '{')
	first := true
	for i, f := range table.fields {
		null := false
		if f.HasPresence() && !m.Has(f) {
			if null = table.nullable[i]; !null {
				continue
			}
		}
		if f.Enum() != nil && f.Cardinality() != protoreflect.Repeated && !f.HasPresence() && m.Get(f).Enum() == 0 {
			continue // an unspecified enum value has no name
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(b, '"')
		b = append(b, f.Name()...)
		b = append(b, '"', ':')
		switch {
		case null:
			b = append(b, "null"...)
		case f.IsMap():
			b = appendMap(b, m, f)
		case f.IsList():
			b = appendList(b, m, f)
		default:
			b = appendOne(b, m.Get(f), f)
		}
	}
	return append(b, '}')
}

func appendOne(b []byte, v protoreflect.Value, f protoreflect.FieldDescriptor) []byte {
	switch f.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return appendMessage(b, v.Message())
	case protoreflect.BoolKind:
		return strconv.AppendBool(b, v.Bool())
	case protoreflect.StringKind:
		return AppendString(b, v.String())
	case protoreflect.BytesKind:
		b = append(b, '"')
		b = base64.StdEncoding.AppendEncode(b, v.Bytes())
		return append(b, '"')
	case protoreflect.EnumKind:
		if name, ok := enumOf(f.Enum()).short[v.Enum()]; ok {
			return AppendString(b, name)
		}
		return append(b, "null"...) // a value newer than this binary, or unspecified in a list
	case protoreflect.FloatKind:
		return appendFloat(b, v.Float(), 32)
	case protoreflect.DoubleKind:
		return appendFloat(b, v.Float(), 64)
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return strconv.AppendUint(b, v.Uint(), 10)
	default:
		return strconv.AppendInt(b, v.Int(), 10)
	}
}

func appendList(b []byte, m protoreflect.Message, f protoreflect.FieldDescriptor) []byte {
	list := m.Get(f).List()
	b = append(b, '[')
	for i := range list.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendOne(b, list.Get(i), f)
	}
	return append(b, ']')
}

func appendMap(b []byte, m protoreflect.Message, f protoreflect.FieldDescriptor) []byte {
	entries := m.Get(f).Map()
	keys := make([]protoreflect.MapKey, 0, entries.Len())
	entries.Range(func(k protoreflect.MapKey, _ protoreflect.Value) bool {
		keys = append(keys, k)
		return true
	})
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	b = append(b, '{')
	for i, k := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendString(b, k.String())
		b = append(b, ':')
		b = appendOne(b, entries.Get(k), f.MapValue())
	}
	return append(b, '}')
}

func appendValue(b []byte, m protoreflect.Message) []byte {
	o := m.Descriptor().Oneofs().Get(0)
	f := m.WhichOneof(o)
	if f == nil || f.Name() == "null_value" {
		return append(b, "null"...)
	}
	if f.Name() == "number_value" {
		if text := literal(m); text != "" {
			return append(b, text...)
		}
	}
	return appendOne(b, m.Get(f), f)
}

func appendTimestamp(b []byte, m protoreflect.Message) []byte {
	fields := m.Descriptor().Fields()
	t := time.Unix(m.Get(fields.ByName("seconds")).Int(), m.Get(fields.ByName("nanos")).Int()).UTC()
	b = append(b, '"')
	b = t.AppendFormat(b, time.RFC3339Nano)
	return append(b, '"')
}

// appendFloat writes the shortest decimal that round-trips, as ECMAScript does (RFC 8785 section
// 3.2.2.3). JSON has no NaN and no infinity: they are written as protobuf JSON does, in quotes.
func appendFloat(b []byte, x float64, bits int) []byte {
	switch {
	case math.IsNaN(x):
		return append(b, `"NaN"`...)
	case math.IsInf(x, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(x, -1):
		return append(b, `"-Infinity"`...)
	case x == 0:
		return append(b, '0')
	}
	format := byte('f')
	if a := math.Abs(x); a < 1e-6 || a >= 1e21 {
		format = 'e'
	}
	b = strconv.AppendFloat(b, x, format, -1, bits)
	if n := len(b); format == 'e' && n >= 4 && b[n-4] == 'e' && b[n-2] == '0' { // e-09 to e-9
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// AppendString appends s as a JSON string with the fewest escapes. Bytes that are not UTF-8 become U+FFFD.
func AppendString(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = string([]rune(s)) // each invalid byte is a rune of its own
	}
	return canonical.AppendString(b, s)
}

package wire

import (
	"fmt"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Binary is Connect's "proto" codec. As with Codec, Unmarshal reports nothing and Check reports what is invalid.
type Binary struct{}

// Name returns "proto", so that the codec takes the place of Connect's own.
func (Binary) Name() string { return "proto" }

// IsBinary reports true: GET requests carry the message in base64.
func (Binary) IsBinary() bool { return true }

// Marshal writes the protobuf encoding. The same message has the same bytes each time: map entries, such as the
// members of a JSON object, are in the order of their keys, and clients show them in the order in which they arrive.
func (c Binary) Marshal(m any) ([]byte, error) { return c.MarshalAppend(nil, m) }

// MarshalAppend is Marshal that appends to b.
func (Binary) MarshalAppend(b []byte, m any) ([]byte, error) {
	p, ok := m.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("marshalling %T: not a protobuf message", m)
	}
	return proto.MarshalOptions{Deterministic: true}.MarshalAppend(b, p)
}

// MarshalStable is Marshal.
func (c Binary) MarshalStable(m any) ([]byte, error) { return c.Marshal(m) }

// Unmarshal reads data; Check reports what is invalid.
func (Binary) Unmarshal(data []byte, m any) error {
	p, ok := m.(proto.Message)
	if !ok {
		return fmt.Errorf("unmarshalling %T: not a protobuf message", m)
	}
	if proto.Unmarshal(data, p) != nil {
		proto.Reset(p)
		p.ProtoReflect().SetUnknown(protowire.AppendBytes(protowire.AppendTag(nil, badBinary, protowire.BytesType), data))
	}
	return nil
}

// badBinary is badText for a body in the protobuf encoding.
const badBinary protowire.Number = 1<<29 - 3

// DecodeBinary reads data into m and returns its problems; rules are not checked.
func DecodeBinary(data []byte, m proto.Message) []fault.Detail {
	if proto.Unmarshal(data, m) == nil {
		return nil
	}
	if at := notUTF8(data, m.ProtoReflect().Descriptor(), &path{index: -1}); at != nil {
		return []fault.Detail{{Path: at.pointer(), Rule: RuleUTF8, Message: fmt.Sprintf("%s must be valid UTF-8.", at.pointer())}}
	}
	return []fault.Detail{{Rule: "malformed_proto", Message: "The body is not a valid protobuf message of this method."}}
}

// notUTF8 finds the first string of an encoded message that is not UTF-8, nil when there is none.
func notUTF8(data []byte, d protoreflect.MessageDescriptor, at *path) *path {
	seen := map[protoreflect.FieldNumber]int{}
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return nil
		}
		data = data[n:]
		n = protowire.ConsumeFieldValue(number, kind, data)
		if n < 0 {
			return nil
		}
		f := d.Fields().ByNumber(number)
		if value, m := protowire.ConsumeBytes(data); f != nil && kind == protowire.BytesType && m >= 0 {
			here := at.field(string(f.Name()))
			if f.IsList() {
				here = here.item(seen[number])
				seen[number]++
			}
			switch {
			case f.Kind() == protoreflect.StringKind && !utf8.Valid(value):
				return here
			case f.IsMap():
				if notUTF8(value, f.Message(), here) != nil {
					return here
				}
			case f.Message() != nil:
				if found := notUTF8(value, f.Message(), here); found != nil {
					return found
				}
			}
		}
		data = data[n:]
	}
	return nil
}

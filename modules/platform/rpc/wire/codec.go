package wire

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Codec is Connect's "json" codec. Register it with connect.WithCodec.
//
// A codec that returns an error ends the call before any interceptor sees it, with no details. So Unmarshal
// reports nothing: it stores an invalid body in the message, and Check reports its problems.
type Codec struct{}

// Name returns "json", so that the codec takes the place of Connect's own.
func (Codec) Name() string { return "json" }

// IsBinary reports false: GET requests may carry the message as text.
func (Codec) IsBinary() bool { return false }

// Marshal writes canonical protobuf JSON, which every Connect client reads.
func (Codec) Marshal(m any) ([]byte, error) {
	p, ok := m.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("marshalling %T: not a protobuf message", m)
	}
	return protojson.Marshal(p)
}

// MarshalStable writes JSON whose bytes depend on the message alone.
func (Codec) MarshalStable(m any) ([]byte, error) {
	p, ok := m.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("marshalling %T: not a protobuf message", m)
	}
	return Encode(p), nil
}

// Unmarshal reads data as DecodeProtoJSON does; Check reports what is invalid. Empty data is an empty
// message.
func (Codec) Unmarshal(data []byte, m any) error {
	p, ok := m.(proto.Message)
	if !ok {
		return fmt.Errorf("unmarshalling %T: not a protobuf message", m)
	}
	if len(data) == 0 {
		return nil
	}
	if problems := DecodeProtoJSON(data, p); len(problems) > 0 {
		keepInvalidText(p.ProtoReflect(), data)
	}
	return nil
}

// badText is the number of the unknown field in which Unmarshal stores a body it could not read, the
// largest that protobuf allows. A client that sends the field itself only makes its own request fail.
const badText protowire.Number = 1<<29 - 1

func keepInvalidText(m protoreflect.Message, data []byte) {
	b := protowire.AppendTag(nil, badText, protowire.BytesType)
	m.SetUnknown(protowire.AppendBytes(b, data))
}

// Check returns every problem of a request that Connect has unmarshalled: those of an invalid body, unknown
// fields of a binary message, and broken rules.
func Check(m proto.Message) []fault.Detail {
	unknown := m.ProtoReflect().GetUnknown()
	if len(unknown) == 0 {
		return Validate(m)
	}
	if number, kind, n := protowire.ConsumeTag(unknown); n > 0 && number == badText && kind == protowire.BytesType {
		if data, n := protowire.ConsumeBytes(unknown[n:]); n > 0 {
			again := m.ProtoReflect().New().Interface()
			if problems := ParseProtoJSON(data, again); len(problems) > 0 {
				return problems
			}
		}
	}
	number, kind, n := protowire.ConsumeTag(unknown)
	if n > 0 && number == badBinary && kind == protowire.BytesType {
		if data, n := protowire.ConsumeBytes(unknown[n:]); n > 0 {
			if problems := DecodeBinary(data, m.ProtoReflect().New().Interface()); len(problems) > 0 {
				return problems
			}
		}
	}
	return append([]fault.Detail{{
		Rule:    RuleUnknownField,
		Message: fmt.Sprintf("Unknown field number %d in %s.", number, m.ProtoReflect().Descriptor().FullName()),
	}}, Validate(m)...)
}

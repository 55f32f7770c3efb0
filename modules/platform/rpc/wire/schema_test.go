package wire_test

import (
	"sync"
	"testing"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	_ "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	_ "google.golang.org/protobuf/types/known/structpb"
	_ "google.golang.org/protobuf/types/known/timestamppb"
)

// card is a message with every shape the codec supports: rules, a oneof, recursion, maps and well-known types.
const card = `
name: "card.proto" package: "test" syntax: "proto3"
dependency: ["buf/validate/validate.proto", "google/protobuf/struct.proto", "google/protobuf/timestamp.proto"]
enum_type {
  name: "PaperSize"
  value { name: "PAPER_SIZE_UNSPECIFIED" number: 0 }
  value { name: "PAPER_SIZE_A4" number: 1 }
  value { name: "PAPER_SIZE_US_LETTER" number: 2 }
}
message_type {
  name: "Card"
  field { name: "title" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL options { [buf.validate.field] { string { min_len: 1 max_len: 10 } } } }
  field { name: "paper_size" number: 2 type: TYPE_ENUM type_name: ".test.PaperSize" label: LABEL_OPTIONAL options { [buf.validate.field] { required: true } } }
  field { name: "width" number: 3 type: TYPE_INT32 label: LABEL_OPTIONAL proto3_optional: true oneof_index: 1 options { [buf.validate.field] { int32 { gte: 16 lte: 100 } } } }
  field { name: "html" number: 4 type: TYPE_STRING label: LABEL_OPTIONAL oneof_index: 0 }
  field { name: "node" number: 5 type: TYPE_MESSAGE type_name: ".test.Node" label: LABEL_OPTIONAL oneof_index: 0 }
  field { name: "data" number: 6 type: TYPE_MESSAGE type_name: ".google.protobuf.Struct" label: LABEL_OPTIONAL }
  field { name: "created_at" number: 7 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL }
  field { name: "tags" number: 8 type: TYPE_STRING label: LABEL_REPEATED options { [buf.validate.field] { repeated { max_items: 3 unique: true } } } }
  field { name: "scale" number: 9 type: TYPE_DOUBLE label: LABEL_OPTIONAL proto3_optional: true oneof_index: 2 }
  field { name: "total" number: 10 type: TYPE_INT64 label: LABEL_OPTIONAL }
  field { name: "raw" number: 11 type: TYPE_BYTES label: LABEL_OPTIONAL }
  field { name: "value" number: 12 type: TYPE_MESSAGE type_name: ".google.protobuf.Value" label: LABEL_OPTIONAL }
  field { name: "sizes" number: 13 type: TYPE_ENUM type_name: ".test.PaperSize" label: LABEL_REPEATED }
  field { name: "ok" number: 14 type: TYPE_BOOL label: LABEL_OPTIONAL }
  field { name: "count" number: 15 type: TYPE_UINT64 label: LABEL_OPTIONAL }
  oneof_decl { name: "source" options { [buf.validate.oneof] { required: true } } }
  oneof_decl { name: "_width" }
  oneof_decl { name: "_scale" }
}
message_type {
  name: "Node"
  field { name: "tag" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL options { [buf.validate.field] { string { pattern: "^[a-z]*$" } } } }
  field { name: "style" number: 2 type: TYPE_MESSAGE type_name: ".test.Node.StyleEntry" label: LABEL_REPEATED }
  field { name: "children" number: 3 type: TYPE_MESSAGE type_name: ".test.Node" label: LABEL_REPEATED }
  nested_type {
    name: "StyleEntry"
    field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL }
    field { name: "value" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL }
    options { map_entry: true }
  }
}`

var cardType = sync.OnceValues(func() (protoreflect.MessageDescriptor, error) {
	var file descriptorpb.FileDescriptorProto
	if err := prototext.Unmarshal([]byte(card), &file); err != nil {
		return nil, err
	}
	d, err := protodesc.NewFile(&file, protoregistry.GlobalFiles)
	if err != nil {
		return nil, err
	}
	return d.Messages().ByName("Card"), nil
})

func newCard(t testing.TB) *dynamicpb.Message {
	t.Helper()
	d, err := cardType()
	if err != nil {
		t.Fatal(err)
	}
	return dynamicpb.NewMessage(d)
}

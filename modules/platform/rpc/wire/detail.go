package wire

import (
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/platenhq/platen/modules/platform/fault"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// Detail converts a broken rule to its message.
func Detail(d fault.Detail) *apiv1.ErrorDetail {
	context := &structpb.Struct{Fields: map[string]*structpb.Value{"rule": structpb.NewStringValue(d.Rule)}}
	for name, v := range d.Context {
		context.Fields[name] = ValueOrNull(v)
	}
	if d.Expected != nil {
		context.Fields["expected"] = ValueOrNull(d.Expected)
	}
	if d.Actual != nil {
		context.Fields["actual"] = ValueOrNull(d.Actual)
	}
	m := &apiv1.ErrorDetail{Path: d.Path, Message: d.Message, Context: context}
	if safe := d.Safe && len(d.FixPatch) > 0; safe {
		m.Safe = &safe
	}
	for _, op := range d.FixPatch {
		p := &apiv1.PatchOperation{Op: op.Op, Path: op.Path}
		if op.Op != "remove" {
			p.Value = ValueOrNull(op.Value)
		}
		m.FixPatch = append(m.FixPatch, p)
	}
	return m
}

// ValueOrNull returns a plain JSON value as a message, null for any other value.
func ValueOrNull(v any) *structpb.Value {
	m, err := Value(v)
	if err != nil {
		return structpb.NewNullValue()
	}
	return m
}

package rpc

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

// Describe returns the operations of a service from its descriptor: the option platen.api.v1.operation of every
// method holds its scope, category, mutation, body limit and what test credentials may do. It fails for a method without
// the option, for one that changes something and does not state what test credentials may do (or the reverse), and for
// one whose generated code is not linked in.
func Describe(service protoreflect.ServiceDescriptor) ([]*Operation, error) {
	var ops []*Operation
	for i := range service.Methods().Len() {
		m := service.Methods().Get(i)
		option, ok := wire.Option(m, "platen.api.v1.operation")
		if !ok {
			return nil, fmt.Errorf("%s has no operation option", m.FullName())
		}
		o := option.Message()
		field := func(name protoreflect.Name) protoreflect.Value {
			return o.Get(o.Descriptor().Fields().ByName(name))
		}
		category := o.Descriptor().Fields().ByName("category").Enum().Values().ByNumber(field("category").Enum())
		if category == nil || category.Number() == 0 {
			return nil, fmt.Errorf("%s has no rate-limit category", m.FullName())
		}
		input, err := protoregistry.GlobalTypes.FindMessageByName(m.Input().FullName())
		if err != nil {
			return nil, fmt.Errorf("the input of %s: %w", m.FullName(), err)
		}
		test := o.Descriptor().Fields().ByName("test").Enum().Values().ByNumber(field("test").Enum())
		level := m.Options().(*descriptorpb.MethodOptions).GetIdempotencyLevel()
		op := &Operation{
			Procedure:      fmt.Sprintf("/%s/%s", service.FullName(), m.Name()),
			Scope:          field("scope").String(),
			Category:       ratelimit.Category(wire.EnumValue(category)),
			Mutation:       field("mutation").Bool(),
			SideEffectFree: level == descriptorpb.MethodOptions_NO_SIDE_EFFECTS,
			Streaming:      m.IsStreamingServer(),
			MaxBody:        field("max_body").Int(),
			Form:           field("form").Bool(),
			Input:          input,
		}
		if test != nil && test.Number() != 0 {
			op.Test = TestAccess(wire.EnumValue(test))
		}
		if op.Changes() != (op.Test != "") {
			return nil, fmt.Errorf("%s: the option test is for methods that change something, and required there", m.FullName())
		}
		ops = append(ops, op)
	}
	return ops, nil
}

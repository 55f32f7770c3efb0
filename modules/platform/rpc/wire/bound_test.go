package wire

import (
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/durationpb"
)

// TestViolatedBoundOfUnknownRules: the upper bound of a range is reported even if the path to its value cannot be
// resolved: the field has no rules, a rule on the path is a number, or lacks the member.
func TestViolatedBoundOfUnknownRules(t *testing.T) {
	t.Parallel()
	plain := new(durationpb.Duration).ProtoReflect().Descriptor().Fields().ByName("seconds")
	ruled := new(descriptorpb.FileDescriptorProto).ProtoReflect().Descriptor().Fields().ByName("name")
	for name, way := range map[string][]string{"no rules": {"int64", "gte"}, "through a number": {"int64", "gte", "more"}, "no such member": {"nothing", "gte"}, "no way": nil} {
		path := &validate.FieldPath{}
		for _, e := range way {
			path.Elements = append(path.Elements, &validate.FieldPathElement{FieldName: proto.String(e)})
		}
		for _, f := range []protoreflect.FieldDescriptor{plain, ruled} {
			v := &protovalidate.Violation{Proto: &validate.Violation{Rule: path}, FieldDescriptor: f,
				FieldValue: protoreflect.ValueOfInt64(9), RuleValue: protoreflect.ValueOfInt64(1)}
			rule, limit := brokenBound(v, "gte_lte")
			if _, known := number(limit); rule != RuleMaximum || known {
				t.Errorf("%s: %s %v", name, rule, limit)
			}
			v.FieldValue = protoreflect.ValueOfInt64(0)
			if rule, limit := brokenBound(v, "gte_lte"); rule != RuleMinimum || limit.Int() != 1 {
				t.Errorf("%s, below: %s %v", name, rule, limit)
			}
		}
	}
	rules := (&validate.FieldRules{Type: &validate.FieldRules_Int64{Int64: &validate.Int64Rules{LessThan: &validate.Int64Rules_Lte{Lte: 5}}}}).ProtoReflect()
	options := &descriptorpb.FieldOptions{}
	proto.SetExtension(options, validate.E_Field, rules.Interface())
	for _, way := range [][]string{{"int64", "gte"}, {"int64", "gte", "more"}} {
		v := &protovalidate.Violation{Proto: &validate.Violation{Rule: &validate.FieldPath{}}, FieldDescriptor: withOptions{plain, options},
			FieldValue: protoreflect.ValueOfInt64(9), RuleValue: protoreflect.ValueOfInt64(1)}
		for _, e := range way {
			v.Proto.Rule.Elements = append(v.Proto.Rule.Elements, &validate.FieldPathElement{FieldName: proto.String(e)})
		}
		rule, limit := brokenBound(v, "gte_lte_exclusive")
		if n, known := number(limit); rule != RuleMaximum || known != (len(way) == 2) || known && n != 5 {
			t.Errorf("%v: %s %v", way, rule, limit)
		}
	}
}

// withOptions is a field with other options.
type withOptions struct {
	protoreflect.FieldDescriptor
	options *descriptorpb.FieldOptions
}

func (f withOptions) Options() protoreflect.ProtoMessage { return f.options }

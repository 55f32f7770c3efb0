package main

import (
	"fmt"
	"os"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	// Registers buf.validate.field, so that rules are read as typed messages.
	_ "buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
)

// descriptors is the protos with their comments.
type descriptors struct{ files *protoregistry.Files }

// loadDescriptors reads the set twice: the options of the second reading are known from the first.
func loadDescriptors(name string) (*descriptors, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(data, &set); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return nil, err
	}
	types := new(protoregistry.Types)
	files.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		for i := range f.Extensions().Len() {
			x := f.Extensions().Get(i)
			if _, err := protoregistry.GlobalTypes.FindExtensionByName(x.FullName()); err != nil {
				_ = types.RegisterExtension(dynamicpb.NewExtensionType(x))
			}
		}
		return true
	})
	set.Reset()
	if err := (proto.UnmarshalOptions{Resolver: resolver{types}}).Unmarshal(data, &set); err != nil {
		return nil, err
	}
	if files, err = protodesc.NewFiles(&set); err != nil {
		return nil, err
	}
	return &descriptors{files}, nil
}

// resolver finds linked extensions first, then those of the set itself.
type resolver struct{ own *protoregistry.Types }

func (r resolver) FindExtensionByName(n protoreflect.FullName) (protoreflect.ExtensionType, error) {
	if x, err := protoregistry.GlobalTypes.FindExtensionByName(n); err == nil {
		return x, nil
	}
	return r.own.FindExtensionByName(n)
}

func (r resolver) FindExtensionByNumber(m protoreflect.FullName, n protoreflect.FieldNumber) (protoreflect.ExtensionType, error) {
	if x, err := protoregistry.GlobalTypes.FindExtensionByNumber(m, n); err == nil {
		return x, nil
	}
	return r.own.FindExtensionByNumber(m, n)
}

// method finds a procedure such as /platen.rendering.v1.RenderService/Generate.
func (d *descriptors) method(procedure string) (protoreflect.MethodDescriptor, error) {
	name := strings.ReplaceAll(strings.TrimPrefix(procedure, "/"), "/", ".")
	found, err := d.files.FindDescriptorByName(protoreflect.FullName(name))
	if err != nil {
		return nil, fmt.Errorf("procedure %s: %w", procedure, err)
	}
	m, ok := found.(protoreflect.MethodDescriptor)
	if !ok {
		return nil, fmt.Errorf("%s is not a procedure", procedure)
	}
	return m, nil
}

func (d *descriptors) message(name protoreflect.FullName) (protoreflect.MessageDescriptor, error) {
	found, err := d.files.FindDescriptorByName(name)
	if err != nil {
		return nil, err
	}
	return found.(protoreflect.MessageDescriptor), nil
}

// comment is the leading comment of a descriptor, its lines joined to paragraphs.
func comment(d protoreflect.Descriptor) string {
	raw := strings.TrimSpace(d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments)
	var paragraphs []string
	for p := range strings.SplitSeq(raw, "\n\n") {
		paragraphs = append(paragraphs, strings.Join(strings.Fields(p), " "))
	}
	return strings.Join(paragraphs, "\n\n")
}

// option reads a member of one of the platen.api.v1 option messages; an invalid value when it is not set.
func option(d protoreflect.Descriptor, extension protoreflect.FullName, member protoreflect.Name) protoreflect.Value {
	var v protoreflect.Value
	d.Options().ProtoReflect().Range(func(f protoreflect.FieldDescriptor, x protoreflect.Value) bool {
		if f.FullName() != extension {
			return true
		}
		v = x
		if member != "" {
			v = x.Message().Get(x.Message().Descriptor().Fields().ByName(member))
		}
		return false
	})
	return v
}

func flagOption(d protoreflect.Descriptor, extension protoreflect.FullName, member protoreflect.Name) bool {
	v := option(d, extension, member)
	return v.IsValid() && v.Bool()
}

// enumValue is the name of an enum value in JSON; it must agree with the codec, which a test compares.
func enumValue(v protoreflect.EnumValueDescriptor) string {
	if v.Number() == 0 {
		return ""
	}
	if name := option(v, "platen.api.v1.json_value", ""); name.IsValid() && name.String() != "" {
		return name.String()
	}
	var prefix strings.Builder
	for i, r := range string(v.Parent().Name()) {
		if i > 0 && r >= 'A' && r <= 'Z' {
			prefix.WriteByte('_')
		}
		prefix.WriteRune(r)
	}
	return strings.ToLower(strings.TrimPrefix(string(v.Name()), strings.ToUpper(prefix.String())+"_"))
}

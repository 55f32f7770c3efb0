package platen

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// ApplyFixes fixes request, the message that the service rejected, with the patches of every detail, and returns
// how many operations it applied. Sending the request again clears the problems that had one. The patches are
// RFC 6902 over the request's JSON; with an operation that does not fit, request stays as it was.
func (e *Error) ApplyFixes(request proto.Message) (int, error) {
	return e.applyFixes(request, func(*apiv1.ErrorDetail) bool { return true })
}

// ApplySafeFixes is ApplyFixes with the patches alone that cannot change what is published: a misspelt field gets its
// name and keeps its value, a value its type. It fits requests that no one looks at before they are sent again.
func (e *Error) ApplySafeFixes(request proto.Message) (int, error) {
	return e.applyFixes(request, (*apiv1.ErrorDetail).GetSafe)
}

func (e *Error) applyFixes(request proto.Message, chosen func(*apiv1.ErrorDetail) bool) (int, error) {
	var all []*apiv1.PatchOperation
	for _, d := range e.Details {
		if chosen(d) {
			all = append(all, d.FixPatch...)
		}
	}
	if err := ApplyPatch(request, all); err != nil {
		return 0, err
	}
	return len(all), nil
}

// ApplyPatch changes message by RFC 6902 operations over its JSON, all of them or none: a validation's FixPatch,
// for one.
func ApplyPatch(message proto.Message, operations []*apiv1.PatchOperation) error {
	if len(operations) == 0 {
		return nil
	}
	draft := proto.Clone(message)
	for _, op := range operations {
		if err := applyOperation(draft.ProtoReflect(), op); err != nil {
			return fmt.Errorf("platen: %s %s: %w", op.Op, op.Path, err)
		}
	}
	proto.Reset(message)
	proto.Merge(message, draft)
	return nil
}

var errNothing = errors.New("nothing exists")

// applyOperation applies one operation to a message as if it were its JSON. Binary requests cannot hold a field
// that does not exist, so removing one is done already.
func applyOperation(m protoreflect.Message, op *apiv1.PatchOperation) error {
	path, err := pointer(op.Path)
	if err != nil {
		return err
	}
	change := edit{op: op.Op, value: op.Value}
	switch op.Op {
	case "add", "remove", "replace":
	case "test":
		got, err := valueAt(m, path)
		if err == nil && !proto.Equal(got, op.Value) {
			err = fmt.Errorf("it is %v", got.AsInterface())
		}
		return err
	case "move", "copy":
		from, err := pointer(op.GetFrom())
		if err != nil {
			return err
		}
		if change.value, err = valueAt(m, from); err != nil {
			return err
		}
		if op.Op == "move" {
			if err := (edit{op: "remove"}).message(m, from); err != nil {
				return err
			}
		}
		change.op = "add"
	default:
		return errors.New("unknown operation")
	}
	return change.message(m, path)
}

// pointer returns the tokens of a JSON Pointer (RFC 6901) to something inside a document.
func pointer(text string) ([]string, error) {
	if !strings.HasPrefix(text, "/") {
		return nil, fmt.Errorf("%q does not point into the request", text)
	}
	tokens := strings.Split(text[1:], "/")
	for i, t := range tokens {
		tokens[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(t)
	}
	return tokens, nil
}

// edit is an operation that adds, removes or replaces one value.
type edit struct {
	op    string
	value *structpb.Value
}

func (e edit) message(m protoreflect.Message, tokens []string) error {
	switch v := m.Interface().(type) {
	case *structpb.Struct:
		f := m.Descriptor().Fields().ByName("fields")
		return e.entry(m.Mutable(f).Map(), f, tokens)
	case *structpb.Value:
		return e.free(v, tokens)
	}
	f := m.Descriptor().Fields().ByName(protoreflect.Name(tokens[0]))
	switch {
	case f == nil && e.op == "remove":
		return nil
	case f == nil:
		return fmt.Errorf("unknown field %q", tokens[0])
	case len(tokens) == 1 && e.op == "remove":
		m.Clear(f)
		return nil
	case len(tokens) == 1:
		return setField(m, f, e.value)
	case f.IsList():
		return e.item(m.Mutable(f).List(), f, tokens[1:])
	case f.IsMap():
		return e.entry(m.Mutable(f).Map(), f, tokens[1:])
	case f.Message() != nil && e.op == "remove" && !m.Has(f):
		return nil
	case f.Message() != nil:
		return e.message(m.Mutable(f).Message(), tokens[1:])
	}
	return fmt.Errorf("%s has nothing inside", f.Name())
}

func (e edit) item(l protoreflect.List, f protoreflect.FieldDescriptor, tokens []string) error {
	adding := len(tokens) == 1 && e.op == "add"
	i, err := strconv.Atoi(tokens[0])
	if tokens[0] == "-" && adding {
		i, err = l.Len(), nil
	}
	if err != nil || i < 0 || i > l.Len() || i == l.Len() && !adding {
		return fmt.Errorf("the list has no item %s", tokens[0])
	}
	switch {
	case len(tokens) > 1 && f.Message() != nil:
		return e.message(l.Get(i).Message(), tokens[1:])
	case len(tokens) > 1:
		return fmt.Errorf("item %d has nothing inside", i)
	case e.op == "remove":
		for j := i; j < l.Len()-1; j++ {
			l.Set(j, l.Get(j+1))
		}
		l.Truncate(l.Len() - 1)
		return nil
	}
	v, err := newValue(l.NewElement(), f, e.value)
	if err != nil {
		return err
	}
	if e.op == "replace" {
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

func (e edit) entry(m protoreflect.Map, f protoreflect.FieldDescriptor, tokens []string) error {
	key := protoreflect.ValueOfString(tokens[0]).MapKey()
	switch {
	case len(tokens) > 1 && m.Has(key) && f.MapValue().Message() != nil:
		return e.message(m.Mutable(key).Message(), tokens[1:])
	case len(tokens) > 1 && e.op == "remove":
		return nil
	case len(tokens) > 1:
		return fmt.Errorf("%w at %q", errNothing, tokens[0])
	case e.op == "remove":
		m.Clear(key)
		return nil
	}
	v, err := newValue(m.NewValue(), f.MapValue(), e.value)
	if err == nil {
		m.Set(key, v)
	}
	return err
}

// free steps into a google.protobuf.Value, which may hold an object or a list.
func (e edit) free(v *structpb.Value, tokens []string) error {
	switch kind := v.Kind.(type) {
	case *structpb.Value_StructValue:
		return e.message(kind.StructValue.ProtoReflect(), tokens)
	case *structpb.Value_ListValue:
		l := kind.ListValue.ProtoReflect()
		f := l.Descriptor().Fields().ByName("values")
		return e.item(l.Mutable(f).List(), f, tokens)
	}
	return fmt.Errorf("%q is not inside an object", tokens[0])
}

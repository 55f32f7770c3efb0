package wire

import (
	"fmt"
	"net/url"
	"slices"
	"sort"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
)

// DecodeQuery reads the named query parameters into the fields of m with the same names. A map field takes
// `name[key]=value`, a list every repetition; anything else may be given once. A parameter that is not
// among names is a problem, unless names is empty. Paths of problems begin with "query:". The rules of m
// are not checked.
func DecodeQuery(query url.Values, names []string, m proto.Message) []fault.Detail {
	d := &decoder{}
	given := make([]string, 0, len(query))
	for name := range query {
		given = append(given, name)
	}
	sort.Strings(given)
	for _, name := range given {
		field, key, inBrackets := strings.Cut(name, "[")
		f := m.ProtoReflect().Descriptor().Fields().ByName(protoreflect.Name(field))
		here := (&path{index: -1}).field(name)
		switch {
		case f == nil || !slices.Contains(names, field) || inBrackets != f.IsMap() || inBrackets && !strings.HasSuffix(key, "]"):
			if len(names) > 0 {
				d.unknownParameter(here, name, names)
			}
		case f.IsMap():
			d.mapField(&canonical.Value{Kind: canonical.Object, Members: []canonical.Member{
				{Name: strings.TrimSuffix(key, "]"), Value: queryValue(query[name][0], f.MapValue())},
			}}, m.ProtoReflect(), f, here)
		case f.IsList():
			list := canonical.Value{Kind: canonical.Array}
			for _, text := range query[name] {
				list.Items = append(list.Items, queryValue(text, f))
			}
			d.listField(&list, m.ProtoReflect(), f, here)
		case len(query[name]) > 1:
			d.report(here, fault.Detail{Rule: RuleDuplicate, Message: fmt.Sprintf("%s is given %d times.", name, len(query[name]))})
		default:
			v := queryValue(query[name][0], f)
			d.field(&v, m.ProtoReflect(), f, here)
		}
	}
	for i := range d.details {
		d.details[i].OutsideBody("query")
	}
	return d.details
}

func (d *decoder) unknownParameter(at *path, name string, names []string) {
	detail := fault.Detail{Rule: RuleUnknownField, Message: fmt.Sprintf("Unknown query parameter %q.", clip(name))}
	if near := fault.Nearest(name, names); near != "" {
		detail.Message = fmt.Sprintf("Unknown query parameter %q; did you mean %q?", name, near)
		detail.Context = map[string]any{"suggestion": near}
	}
	d.report(at, detail)
}

// queryValue returns the text as a value of the field's JSON type, or as a string if it is not one.
func queryValue(text string, f protoreflect.FieldDescriptor) canonical.Value {
	switch f.Kind() {
	case protoreflect.StringKind, protoreflect.BytesKind, protoreflect.EnumKind, protoreflect.MessageKind:
	case protoreflect.BoolKind:
		if text == "true" || text == "false" {
			return canonical.Value{Kind: canonical.Bool, Bool: text == "true"}
		}
	default:
		if v, err := canonical.Parse([]byte(text), canonical.Limits{}); err == nil && v.Kind == canonical.Number {
			return v
		}
	}
	return canonical.Value{Kind: canonical.String, Text: text}
}

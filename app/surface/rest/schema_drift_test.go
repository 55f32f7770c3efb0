package rest_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/proto/openapi"

	_ "github.com/platenhq/platen/app/surface/rest"
)

// schema is what the drift test reads of a JSON Schema.
type schema struct {
	Ref                  string            `json:"$ref"`
	Type                 any               `json:"type"`
	Format               string            `json:"format"`
	Const                string            `json:"const"`
	Enum                 []string          `json:"enum"`
	Pattern              string            `json:"pattern"`
	MinLength            uint64            `json:"minLength"`
	MaxLength            uint64            `json:"maxLength"`
	Minimum, Maximum     *float64          // matched without case
	MinItems, MaxItems   uint64            // matched without case
	UniqueItems          bool              `json:"uniqueItems"`
	Required             []string          `json:"required"`
	Properties           map[string]schema `json:"properties"`
	Items                *schema           `json:"items"`
	AdditionalProperties json.RawMessage   `json:"additionalProperties"`
	AnyOf                []schema          `json:"anyOf"`
}

// TestOpenAPIDocumentMatchesTheProtos compares every component schema with the message or enum of its name,
// as they are linked into the binary: names, types, enum values, patterns, bounds, required fields.
func TestOpenAPIDocumentMatchesTheProtos(t *testing.T) {
	t.Parallel()
	var doc struct {
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(openapi.JSON, &doc); err != nil {
		t.Fatal(err)
	}
	messages := map[string]protoreflect.MessageDescriptor{}
	enums := map[string]protoreflect.EnumDescriptor{}
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		if strings.HasPrefix(string(f.Package()), "platen.") {
			for i := range f.Messages().Len() {
				messages[string(f.Messages().Get(i).FullName())] = f.Messages().Get(i)
			}
			for i := range f.Enums().Len() {
				enums[string(f.Enums().Get(i).Name())] = f.Enums().Get(i)
			}
		}
		return true
	})
	compared := 0
	for name, s := range doc.Components.Schemas {
		if name == "ErrorEnvelope" {
			continue
		}
		if len(s.Enum) > 0 {
			compared++
			e := enums[name]
			if e == nil || fmt.Sprint(wire.EnumValues(e)) != fmt.Sprint(s.Enum) {
				t.Errorf("enum %s: the document has %v, the protos %v", name, s.Enum, e)
			}
			continue
		}
		m := messageNamed(messages, name, s)
		if m == nil {
			t.Errorf("no message has the name and fields of the schema %s", name)
			continue
		}
		compared++
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			at := name + "." + string(f.Name())
			compareField(t, at, f, s.Properties[string(f.Name())])
			required := slices.Contains(s.Required, string(f.Name()))
			rules := fieldRules(f)
			if string(s.AdditionalProperties) == "false" {
				if want := rules.GetRequired() || rules.GetRepeated().GetMinItems() > 0; required != want {
					t.Errorf("%s: required in the document: %v, in the rules: %v", at, required, want)
				}
			} else if want := !f.HasPresence() || wire.Nullable(f); required != want {
				t.Errorf("%s: required in the document: %v, always written: %v", at, required, want)
			}
		}
	}
	if compared < 40 {
		t.Errorf("only %d schemas were compared", compared)
	}
}

// messageNamed finds the message of a schema by its name, or by its fields where the schema has a different public
// name or several packages use the name.
func messageNamed(messages map[string]protoreflect.MessageDescriptor, name string, s schema) protoreflect.MessageDescriptor {
	var found protoreflect.MessageDescriptor
	for full, m := range messages {
		same := m.Fields().Len() == len(s.Properties)
		for i := range m.Fields().Len() {
			_, has := s.Properties[string(m.Fields().Get(i).Name())]
			same = same && has
		}
		if same && (strings.HasSuffix(full, "."+name) || strings.HasSuffix(full, ".GenerateRequest") && name == publicName("GenerateRequest")) {
			found = m
		}
	}
	return found
}

// publicName returns a message's name in the document: the render request has the contract's name.
func publicName(message string) string {
	if message == "GenerateRequest" {
		return "ServiceRenderRequestV1"
	}
	return message
}

func fieldRules(f protoreflect.FieldDescriptor) *validate.FieldRules {
	r, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	return r
}

func compareField(t *testing.T, at string, f protoreflect.FieldDescriptor, s schema) {
	t.Helper()
	rules := fieldRules(f)
	switch {
	case f.IsMap():
		if s.Type != "object" {
			t.Errorf("%s is a map and has the type %v", at, s.Type)
		}
		return
	case f.IsList():
		r := rules.GetRepeated()
		if s.Type != "array" || s.Items == nil || s.MinItems != r.GetMinItems() || s.MaxItems != r.GetMaxItems() || s.UniqueItems != r.GetUnique() {
			t.Errorf("%s: the document says %+v, the rules %v", at, s, r)
			return
		}
		compareOne(t, at+"[]", f, r.GetItems(), *s.Items)
		return
	}
	if wire.Nullable(f) {
		switch types, _ := s.Type.([]any); {
		case len(types) == 2 && types[1] == "null":
			s.Type = types[0]
		case len(s.AnyOf) == 2 && s.AnyOf[1].Type == "null":
			s = s.AnyOf[0]
		default:
			t.Errorf("%s may be null and the document does not say so", at)
		}
	}
	compareOne(t, at, f, rules, s)
}

func compareOne(t *testing.T, at string, f protoreflect.FieldDescriptor, rules *validate.FieldRules, s schema) {
	t.Helper()
	bounds := func(lo, hi float64, hasLo, hasHi bool) {
		if hasLo != (s.Minimum != nil) || hasHi != (s.Maximum != nil) || hasLo && *s.Minimum != lo || hasHi && *s.Maximum != hi {
			t.Errorf("%s: the bounds differ from [%v, %v] (%v, %v)", at, lo, hi, hasLo, hasHi)
		}
	}
	want := ""
	switch f.Kind() {
	case protoreflect.StringKind:
		want = "string"
		r := rules.GetString()
		if s.Pattern != r.GetPattern() || s.MinLength != r.GetMinLen() || s.MaxLength != r.GetMaxLen() || s.Const != r.GetConst() {
			t.Errorf("%s: the document says %+v, the rules %v", at, s, r)
		}
	case protoreflect.BytesKind:
		want = "string"
	case protoreflect.BoolKind:
		want = "boolean"
	case protoreflect.DoubleKind:
		want = "number"
		r := rules.GetDouble()
		bounds(r.GetGte(), r.GetLte(), r.HasGte(), r.HasLte())
	case protoreflect.Int32Kind:
		want = "integer"
		r := rules.GetInt32()
		bounds(float64(r.GetGte()), float64(r.GetLte()), r.HasGte(), r.HasLte())
	case protoreflect.Int64Kind:
		want = "integer"
		r := rules.GetInt64()
		bounds(float64(r.GetGte()), float64(r.GetLte()), r.HasGte(), r.HasLte())
	case protoreflect.EnumKind:
		if s.Ref != "#/components/schemas/"+string(f.Enum().Name()) {
			t.Errorf("%s refers to %q, not to %s", at, s.Ref, f.Enum().Name())
		}
		return
	case protoreflect.MessageKind:
		switch f.Message().FullName() {
		case "google.protobuf.Timestamp":
			if s.Type != "string" || s.Format != "date-time" {
				t.Errorf("%s is a time and the document says %v %s", at, s.Type, s.Format)
			}
		case "google.protobuf.Struct", "google.protobuf.Value":
		default:
			if name := publicName(string(f.Message().Name())); s.Ref != "#/components/schemas/"+name {
				t.Errorf("%s refers to %q, not to %s", at, s.Ref, name)
			}
		}
		return
	default:
		t.Errorf("%s: the test does not know the kind %v", at, f.Kind())
	}
	if s.Type != want {
		t.Errorf("%s has the type %v, not %s", at, s.Type, want)
	}
}

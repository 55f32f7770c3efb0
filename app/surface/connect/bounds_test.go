package connect_test

import (
	"regexp"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"github.com/platenhq/platen/app/surface/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// endless finds a quantifier without an upper bound in a pattern.
var endless = regexp.MustCompile(`[^\\][*+]|\{\d+,\}`)

// TestEveryStringIsBounded: each string, map and list of every request has a maximum size in its proto, so that
// no text of a megabyte reaches the database, a pattern or a log.
func TestEveryStringIsBounded(t *testing.T) {
	t.Parallel()
	table, err := connect.Operations()
	if err != nil {
		t.Fatal(err)
	}
	bounded := func(r *validate.StringRules) bool {
		return r != nil && (r.MaxLen != nil || r.Len != nil || r.MaxBytes != nil || r.Const != nil || len(r.GetIn()) > 0 ||
			r.GetPattern() != "" && !endless.MatchString(r.GetPattern()))
	}
	seen, checked := map[protoreflect.FullName]bool{}, 0
	var walk func(d protoreflect.MessageDescriptor)
	walk = func(d protoreflect.MessageDescriptor) {
		if seen[d.FullName()] || d.ParentFile().Package() == "google.protobuf" {
			return // free-form data is bounded by the body
		}
		seen[d.FullName()] = true
		for i := range d.Fields().Len() {
			f := d.Fields().Get(i)
			r, _ := proto.GetExtension(f.Options().(*descriptorpb.FieldOptions), validate.E_Field).(*validate.FieldRules)
			text := r.GetString()
			switch {
			case f.IsMap():
				m := r.GetMap()
				if m.GetMaxPairs() == 0 {
					t.Errorf("%s has any number of members", f.FullName())
				}
				if f.MapKey().Kind() == protoreflect.StringKind && !bounded(m.GetKeys().GetString()) {
					t.Errorf("the names in %s have any length", f.FullName())
				}
				if f.MapValue().Kind() == protoreflect.StringKind && !bounded(m.GetValues().GetString()) {
					t.Errorf("the values in %s have any length", f.FullName())
				}
				if f.MapValue().Message() != nil {
					walk(f.MapValue().Message())
				}
				continue
			case f.IsList():
				l := r.GetRepeated()
				text = l.GetItems().GetString()
				if l.GetMaxItems() == 0 && !(l.GetUnique() && (f.Kind() == protoreflect.EnumKind || len(text.GetIn()) > 0)) {
					t.Errorf("%s has any number of items", f.FullName())
				}
			}
			if f.Message() != nil {
				walk(f.Message())
			}
			if f.Kind() == protoreflect.StringKind {
				if checked++; !bounded(text) {
					t.Errorf("%s has any length", f.FullName())
				}
			}
		}
	}
	for _, o := range table {
		walk(o.Input.Descriptor())
	}
	if checked < 200 {
		t.Errorf("only %d strings were checked", checked)
	}
}

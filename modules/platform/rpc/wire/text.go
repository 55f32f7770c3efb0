package wire

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/fault"
)

// Text returns every value of m that must not reach a use case: strings with the character U+0000, which the
// database cannot store, or with bytes that are not UTF-8, times outside the years 1 to 9999, and numbers of free-form
// data that are not finite. JSON bodies cannot hold them; binary messages, paths and queries can.
func Text(m proto.Message) []fault.Detail {
	t := &texts{}
	t.message(m.ProtoReflect(), &path{index: -1})
	return t.details
}

// Clean returns external text, such as the name in a font file, in a form that can be stored: without NUL, and with
// U+FFFD in place of invalid UTF-8.
func Clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "")
}

type texts struct{ details []fault.Detail }

func (t *texts) message(m protoreflect.Message, at *path) {
	d := m.Descriptor()
	switch d.FullName() {
	case "google.protobuf.Timestamp":
		seconds, nanos := m.Get(d.Fields().ByName("seconds")).Int(), m.Get(d.Fields().ByName("nanos")).Int()
		if !(&timestamppb.Timestamp{Seconds: seconds, Nanos: int32(nanos)}).IsValid() {
			t.add(fault.Detail{Path: at.pointer(), Rule: RuleFormat, Expected: "date-time", Message: fmt.Sprintf("%s must be a time of the years 1 to 9999.", at.pointer())})
		}
		return
	case "google.protobuf.Value":
		if n := m.Get(d.Fields().ByName("number_value")).Float(); math.IsNaN(n) || math.IsInf(n, 0) {
			t.add(fault.Detail{Path: at.pointer(), Rule: RuleType, Expected: "number", Message: fmt.Sprintf("%s must be a finite number.", at.pointer())})
			return
		}
	}
	free := d.FullName().Parent() == "google.protobuf" // Struct, Value and ListValue have no names of their own in JSON
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		if !m.Has(f) || len(t.details) >= maxDetails {
			continue
		}
		here := at
		if !free {
			here = at.field(string(f.Name()))
		}
		v := m.Get(f)
		switch {
		case f.IsMap():
			t.entries(v.Map(), f.MapValue(), here)
		case f.IsList():
			for i := range v.List().Len() {
				t.value(v.List().Get(i), f, here.item(i))
			}
		default:
			t.value(v, f, here)
		}
	}
}

func (t *texts) value(v protoreflect.Value, f protoreflect.FieldDescriptor, at *path) {
	switch {
	case f.Message() != nil:
		t.message(v.Message(), at)
	case f.Kind() == protoreflect.StringKind:
		t.text(v.String(), "", at)
	}
}

func (t *texts) entries(entries protoreflect.Map, f protoreflect.FieldDescriptor, at *path) {
	if f.Message() == nil && f.Kind() != protoreflect.StringKind {
		return
	}
	keys := make([]protoreflect.MapKey, 0, entries.Len())
	entries.Range(func(k protoreflect.MapKey, _ protoreflect.Value) bool {
		keys = append(keys, k)
		return true
	})
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	for _, k := range keys {
		if s, ok := k.Interface().(string); ok && !t.text(s, "The name of a member", at) {
			continue
		}
		t.value(entries.Get(k), f, at.field(k.String()))
	}
}

// text checks one string and reports whether it is valid. what names it; "" uses its path.
func (t *texts) text(s, what string, at *path) bool {
	rule, problem := "", ""
	switch {
	case strings.IndexByte(s, 0) >= 0:
		rule, problem = RuleNUL, "must not contain the character U+0000 (NUL)"
	case !utf8.ValidString(s):
		rule, problem = RuleUTF8, "must be valid UTF-8"
	default:
		return true
	}
	if what == "" {
		what = at.pointer()
	}
	t.add(fault.Detail{Path: at.pointer(), Rule: rule, Message: fmt.Sprintf("%s %s.", what, problem)})
	return false
}

func (t *texts) add(d fault.Detail) {
	if len(t.details) < maxDetails {
		t.details = append(t.details, d)
	}
}

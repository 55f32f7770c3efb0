package wire_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

func only(t *testing.T, what string, problems []fault.Detail, path, rule string) {
	t.Helper()
	if len(problems) != 1 || problems[0].Path != path || problems[0].Rule != rule || problems[0].Message == "" {
		t.Errorf("%s: got %+v, want %s at %q", what, problems, rule, path)
	}
}

// TestBinaryTextIsChecked: text that JSON cannot represent is rejected in binary messages, with its path.
func TestBinaryTextIsChecked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, mark, path string }{
		{`{"title":"MARK","paper_size":"a4","html":"a"}`, "title", "/title"},
		{`{"title":"x","paper_size":"a4","html":"a","tags":["a","MARK"]}`, "item", "/tags/1"},
		{`{"title":"x","paper_size":"a4","node":{"children":[{},{"style":{"color":"MARK"}}]}}`, "map", "/node/children/1/style/color"},
		{`{"title":"x","paper_size":"a4","node":{"style":{"MARK":"red"}}}`, "name", "/node/style"},
		{`{"title":"x","paper_size":"a4","html":"a","data":{"a":[1,{"b/c":"MARK"}]}}`, "data", "/data/a/1/b~1c"},
	} {
		m := newCard(t)
		if problems := wire.Decode([]byte(c.body), m); len(problems) > 0 {
			t.Fatalf("%s: %+v", c.mark, problems)
		}
		good, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		withNUL, broken := newCard(t), newCard(t)
		if err := (wire.Binary{}).Unmarshal(bytes.ReplaceAll(good, []byte("MARK"), []byte("a\x00bc")), withNUL); err != nil {
			t.Fatal(err)
		}
		only(t, c.mark, wire.Check(withNUL), c.path, wire.RuleNUL)
		if err := (wire.Binary{}).Unmarshal(bytes.ReplaceAll(good, []byte("MARK"), []byte("a\xed\xa0\x80")), broken); err != nil {
			t.Fatal(err)
		}
		problems := wire.Check(broken)
		if len(problems) == 0 || problems[0].Rule != wire.RuleUTF8 {
			t.Errorf("%s: got %+v, want %s", c.mark, problems, wire.RuleUTF8)
		}
	}
	m := newCard(t)
	if err := (wire.Binary{}).Unmarshal([]byte{0xff}, m); err != nil {
		t.Fatal(err)
	}
	if problems := wire.Check(m); len(problems) != 1 || problems[0].Rule != "malformed_proto" {
		t.Errorf("no message: %+v", problems)
	}
}

// TestBinaryValuesAreChecked: times and numbers that JSON cannot represent are rejected in binary messages.
func TestBinaryValuesAreChecked(t *testing.T) {
	t.Parallel()
	m := newCard(t)
	if problems := wire.Decode([]byte(`{"title":"x","paper_size":"a4","html":"a"}`), m); len(problems) > 0 {
		t.Fatalf("%+v", problems)
	}
	good, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	fields := m.ProtoReflect().Descriptor().Fields()
	with := func(field string, value proto.Message) proto.Message {
		bytes, err := proto.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		out := newCard(t)
		body := protowire.AppendBytes(protowire.AppendTag(good, fields.ByName(protoreflect.Name(field)).Number(), protowire.BytesType), bytes)
		if err := (wire.Binary{}).Unmarshal(body, out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, at := range []*timestamppb.Timestamp{{Seconds: 1 << 62}, {Seconds: -1 << 62}, {Nanos: -1}, {Seconds: 253402300800}} {
		only(t, at.String(), wire.Check(with("created_at", at)), "/created_at", wire.RuleFormat)
	}
	if problems := wire.Check(with("created_at", &timestamppb.Timestamp{Seconds: 253402300799, Nanos: 999999999})); len(problems) > 0 {
		t.Errorf("the last moment: %+v", problems)
	}
	for _, n := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		data := &structpb.Struct{Fields: map[string]*structpb.Value{"a": structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewNumberValue(n)}})}}
		only(t, fmt.Sprint(n), wire.Check(with("data", data)), "/data/a/0", wire.RuleType)
	}
}

func TestQueryTextIsChecked(t *testing.T) {
	t.Parallel()
	m := newCard(t)
	problems := wire.DecodeQuery(url.Values{"title": {"a\x00"}}, []string{"title"}, m)
	found := false
	for _, p := range wire.Complete(problems, m) {
		found = found || p.Rule == wire.RuleNUL && p.Path == "/title"
	}
	if !found {
		t.Error("NUL passes in a query")
	}
}

// TestNumbersKeepTheirDigits: a number of free-form data survives decoding, copying, the binary encoding and
// encoding, digit by digit, and reads as a plain value.
func TestNumbersKeepTheirDigits(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]any{
		"9007199254740993": json.Number("9007199254740993"), "12345678901234567890": json.Number("12345678901234567890"), "0.10": json.Number("0.10"),
		"1e400": json.Number("1e+400"), "-1e-400": json.Number("-1e-400"), "1.0": json.Number("1.0"), "1e2": 100.0, "0.1": 0.1, "-0": 0.0, "5": 5.0,
	} {
		m := newCard(t)
		if problems := wire.DecodeProtoJSON([]byte(`{"data":{"n":[`+in+`]}}`), m); len(problems) > 0 {
			t.Fatalf("%s: %+v", in, problems)
		}
		binary, err := proto.Marshal(proto.CloneOf(m))
		if err != nil {
			t.Fatal(err)
		}
		again := newCard(t)
		if err := proto.Unmarshal(binary, again); err != nil {
			t.Fatal(err)
		}
		text := wire.Encode(again)
		var members struct{ Data json.RawMessage }
		if err := json.Unmarshal(text, &members); err != nil {
			t.Fatal(err)
		}
		s := &structpb.Struct{}
		if problems := wire.Decode(members.Data, s); len(problems) > 0 {
			t.Fatal(problems)
		}
		got := wire.Members(s)["n"].([]any)[0]
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %#v, want %#v", in, got, want)
		}
		back, err := wire.Object(wire.Members(s))
		if err != nil || string(wire.Encode(back)) != string(members.Data) {
			t.Errorf("%s: %s becomes %s (%v)", in, members.Data, wire.Encode(back), err)
		}
	}
	forged := structpb.NewNumberValue(1)
	forged.ProtoReflect().SetUnknown(protowire.AppendString(protowire.AppendTag(nil, 1<<29-2, protowire.BytesType), `2,"x":3`))
	if got := string(wire.Encode(forged)); got != "1" {
		t.Errorf("a forged literal is written: %s", got)
	}
}

// TestBinaryBytesDependOnTheMessageAlone: an object of many members has the same bytes each time, in the order of its keys.
func TestBinaryBytesDependOnTheMessageAlone(t *testing.T) {
	t.Parallel()
	members := map[string]any{}
	for i := range 40 {
		members[fmt.Sprintf("member%02d", i)] = map[string]any{"a": 1, "b": 2}
	}
	m, err := structpb.NewStruct(members)
	if err != nil {
		t.Fatal(err)
	}
	first, err := (wire.Binary{}).Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Index(first, []byte("member07")) > bytes.Index(first, []byte("member31")) {
		t.Error("the members are not in the order of their keys")
	}
	for range 5 {
		again, err := (wire.Binary{}).MarshalAppend(nil, m)
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("other bytes, or an error: %v", err)
		}
	}
}

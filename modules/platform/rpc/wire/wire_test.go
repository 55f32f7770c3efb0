package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

const good = `{"title":"Hi","paper_size":"us_letter","width":20,"node":{"tag":"div","style":{"color":"red"},"children":[{"tag":"p"}]},
 "data":{"a":[1,true,null,"x"],"b":{"c":1.5}},"created_at":"2026-01-02T03:04:05.5Z","tags":["a","b"],"scale":2,"total":9007199254740993,
 "raw":"aGk=","value":null,"sizes":["a4"],"ok":true,"count":18446744073709551615}`

func TestEncodeIsTheFixedPointOfDecode(t *testing.T) {
	t.Parallel()
	m := newCard(t)
	if problems := wire.Parse([]byte(good), m); len(problems) > 0 {
		t.Fatalf("a good body has problems: %+v", problems)
	}
	want := `{"title":"Hi","paper_size":"us_letter","width":20,"node":{"tag":"div","style":{"color":"red"},"children":[{"tag":"p","style":{},"children":[]}]},` +
		`"data":{"a":[1,true,null,"x"],"b":{"c":1.5}},"created_at":"2026-01-02T03:04:05.5Z","tags":["a","b"],"scale":2,"total":9007199254740993,` +
		`"raw":"aGk=","value":null,"sizes":["a4"],"ok":true,"count":18446744073709551615}`
	if got := string(wire.Encode(m)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestStockProtobufJSONIsRead(t *testing.T) {
	t.Parallel()
	m, stock := newCard(t), newCard(t)
	if problems := wire.Decode([]byte(good), m); len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, options := range []protojson.MarshalOptions{{}, {UseProtoNames: true}, {UseEnumNumbers: true}, {EmitUnpopulated: true, Multiline: true}} {
		text, err := options.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		proto.Reset(stock)
		if problems := wire.DecodeProtoJSON(text, stock); len(problems) > 0 || !proto.Equal(m, stock) {
			t.Errorf("%s\nproblems %+v", text, problems)
		}
	}
	if problems := wire.Decode([]byte(`{"paperSize":"PAPER_SIZE_A4"}`), newCard(t)); len(problems) != 1 || problems[0].Rule != wire.RuleUnknownField {
		t.Errorf("the service's own JSON has one spelling only, got %+v", problems)
	}
}

func TestEveryProblemIsReportedWithItsPath(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, body string
		want       []string // "path rule"
		fix        string   // the patches of all details, as JSON
	}{
		{"required and oneof", `{"title":"x"}`, []string{" one_of", "/paper_size required"}, ``},
		{"both of a oneof", `{"title":"x","paper_size":"a4","html":"a","node":{}}`, []string{"/node one_of"}, `[{remove /node <nil>}]`},
		{"unknown field", `{"title":"x","paper_size":"a4","html":"a","widht":3}`, []string{"/widht unknown_field"}, `[{add /width 3} {remove /widht <nil>}]`},
		{"two misspelt fields", `{"title":"x","paper_size":"a4","html":"a","widht":3,"wdith":4}`, []string{"/wdith unknown_field", "/widht unknown_field"}, `[{remove /wdith <nil>} {remove /widht <nil>}]`},
		{"a misspelt field that is given", `{"title":"x","paper_size":"a4","html":"a","width":20,"widht":30}`, []string{"/widht unknown_field"}, `[{remove /widht <nil>}]`},
		{"a misspelt list", `{"title":"x","paper_size":"a4","html":"a","tgas":["a","b"]}`, []string{"/tgas unknown_field"}, `[{add /tags [a b]} {remove /tgas <nil>}]`},
		{"wrong enum", `{"title":"x","paper_size":"A4","html":"a"}`, []string{"/paper_size enum"}, `[{replace /paper_size a4}]`},
		{"number as text", `{"title":"x","paper_size":"a4","html":"a","width":"20"}`, []string{"/width type"}, `[{replace /width 20}]`},
		{"text as number", `{"title":5,"paper_size":"a4","html":"a"}`, []string{"/title type"}, `[{replace /title 5}]`},
		{"not an array", `{"title":"x","paper_size":"a4","html":"a","tags":"t"}`, []string{"/tags type"}, `[{replace /tags [t]}]`},
		{"fraction", `{"title":"x","paper_size":"a4","html":"a","width":20.5}`, []string{"/width type"}, ``},
		{"int32 overflow", `{"title":"x","paper_size":"a4","html":"a","width":1e12}`, []string{"/width maximum"}, `[{replace /width 2147483647}]`},
		{"range", `{"title":"x","paper_size":"a4","html":"a","width":2000}`, []string{"/width maximum"}, `[{replace /width 100}]`},
		{"zero is not absent", `{"title":"x","paper_size":"a4","html":"a","width":0}`, []string{"/width minimum"}, `[{replace /width 16}]`},
		{"length", `{"title":"01234567890","paper_size":"a4","html":"a"}`, []string{"/title max_length"}, ``},
		{"too many, twice", `{"title":"x","paper_size":"a4","html":"a","tags":["a","b","b","c"]}`, []string{"/tags max_items", "/tags unique_items"}, `[{remove /tags/3 <nil>} {remove /tags/2 <nil>}]`},
		{"deep", `{"title":"x","paper_size":"a4","node":{"children":[{},{"tag":"H1","style":{"a/b":7}}]}}`,
			[]string{"/node/children/1/style/a~1b type", "/node/children/1/tag pattern"}, `[{replace /node/children/1/style/a~1b 7}]`},
		{"twice", `{"title":"x","title":"y","paper_size":"a4","html":"a","data":{"k":1,"k":2}}`, []string{"/data/k duplicate_member"}, ``},
		{"all together", `{"title":"","colour":1,"paper_size":7,"html":"a","tags":[1,2],"created_at":"soon"}`,
			[]string{"/colour unknown_field", "/created_at format", "/paper_size type", "/tags/0 type", "/tags/1 type", "/title min_length"}, `[{remove /colour <nil>} {replace /tags/0 1} {replace /tags/1 2}]`},
		{"not an object", `[]`, []string{" type"}, ``},
		{"empty", ``, []string{" malformed_json"}, ``},
		{"trailing", `{} x`, []string{" malformed_json"}, ``},
		{"lone surrogate", `{"title":"\ud800"}`, []string{"/title surrogate"}, ``},
		{"not UTF-8", "{\"title\":\"\xff\"}", []string{" malformed_json"}, ``},
		{"deeper than allowed", strings.Repeat("[", 33) + strings.Repeat("]", 33), []string{strings.Repeat("/0", 32) + " max_depth"}, ``},
		{"more members than allowed", `{"data":{` + strings.Repeat(`"a":1,`, 10_000) + `"b":1}}`, []string{"/data max_members"}, ``},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			problems := wire.Parse([]byte(c.body), newCard(t))
			var got []string
			var ops []fault.Op
			for _, p := range problems {
				got = append(got, p.Path+" "+p.Rule)
				ops = append(ops, p.FixPatch...)
				if p.Message == "" {
					t.Errorf("%s has no sentence", p.Path)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
			if fix := fmt.Sprint(ops); len(ops) > 0 && fix != c.fix || len(ops) == 0 && c.fix != "" {
				t.Errorf("got fix %s, want %s", fix, c.fix)
			}
		})
	}
}

// TestSafeEnumFixes: the fix of a value in another case or with other separators is safe, that of a misspelt one is not.
func TestSafeEnumFixes(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]bool{"A4": true, "a-4": true, " a4": true, "a5": false, "aa4": false} {
		problems := wire.Parse([]byte(`{"title":"x","paper_size":"`+got+`","html":"a"}`), newCard(t))
		if len(problems) != 1 || problems[0].Rule != wire.RuleEnum || problems[0].Safe != want {
			t.Errorf("%q: %+v; safe should be %t", got, problems, want)
		}
	}
}

func TestMissingOneofNamesItsMembers(t *testing.T) {
	t.Parallel()
	problems := wire.Parse([]byte(`{"title":"x","paper_size":"a4"}`), newCard(t))
	if len(problems) != 1 || fmt.Sprint(problems[0].Expected) != "[html node]" {
		t.Errorf("got %+v", problems)
	}
}

func TestCodecKeepsProblemsForTheChain(t *testing.T) {
	t.Parallel()
	m := newCard(t)
	if err := (wire.Codec{}).Unmarshal([]byte(`{"title":"x","paperSize":"A4","html":"a","bogus":1}`), m); err != nil {
		t.Fatal(err)
	}
	problems := wire.Check(m)
	if len(problems) != 2 || problems[1].Path != "/paperSize" || problems[0].Rule != wire.RuleUnknownField {
		t.Errorf("got %+v", problems)
	}
	ok := newCard(t)
	if err := (wire.Codec{}).Unmarshal([]byte(`{"title":"x","paperSize":"PAPER_SIZE_A4","html":"a"}`), ok); err != nil || len(wire.Check(ok)) > 0 {
		t.Errorf("a good body has problems: %v %+v", err, wire.Check(ok))
	}
	ok.SetUnknown([]byte{0xa0, 0x06, 0x01}) // field 100, varint 1
	if problems := wire.Check(ok); len(problems) != 1 || problems[0].Rule != wire.RuleUnknownField {
		t.Errorf("an unknown binary field passes: %+v", problems)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{"node":{"children":[{"children":[]}]},"data":{"x":-0.0,"y":1e-7,"z":1e300}}`))
	f.Add([]byte(`{"title":"\u00e9\ud83d\ude00\u0000","total":-9223372036854775808,"width":2.0}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := newCard(t)
		problems := wire.Parse(data, m)
		if len(problems) > 0 {
			for _, p := range problems {
				if p.Rule == "" || p.Message == "" {
					t.Fatalf("a problem without rule or sentence: %+v", p)
				}
			}
		}
		if len(wire.Decode(data, newCard(t))) > 0 {
			return
		}
		if !json.Valid(data) {
			t.Fatalf("accepted what is not JSON: %q", data)
		}
		text := wire.Encode(m)
		if !json.Valid(text) {
			t.Fatalf("wrote what is not JSON: %s", text)
		}
		again := newCard(t)
		if problems := wire.Decode(text, again); len(problems) > 0 || !proto.Equal(m, again) {
			t.Fatalf("%s does not read back: %+v", text, problems)
		}
		if second := wire.Encode(again); string(second) != string(text) {
			t.Fatalf("encoding is not stable:\n%s\n%s", text, second)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(good)))
	for b.Loop() {
		wire.Decode([]byte(good), newCard(b))
	}
}

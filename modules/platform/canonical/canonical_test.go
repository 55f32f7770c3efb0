package canonical_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/platform/canonical"
)

func TestCanonicalForm(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		` { "b" : 1 , "a" : [ true , null ] } `: `{"a":[true,null],"b":1}`,
		`"\u0041\u00e9\/\ud83d\ude00"`:          `"Aé/😀"`,
		`"\u0001\u001f\b\f\n\r\t\"\\"`:          `"\u0001\u001f\b\f\n\r\t\"\\"`,
		// RFC 8785 section 3.2.3: order by UTF-16 code units puts the emoji's surrogates before U+FB33.
		`{"\ufb33":1,"\ud83d\ude00":2,"\u20ac":3,"\r":4,"1":5}`: "{\"\\r\":4,\"1\":5,\"€\":3,\"😀\":2,\"\ufb33\":1}",
		// RFC 8785 appendix B, where a double has the digits of the literal.
		`[0,-0,4.35,1e21,1e-7,1E30,5e-324,2e-3,295147905179352830000,1e+2]`: `[0,0,4.35,1e+21,1e-7,1e+30,5e-324,0.002,295147905179352830000,100]`,
		// Digits beyond the precision of a double, and trailing zeros of a fraction, are kept.
		`[9007199254740993,9007199254740992,12345678901234567890,333333333.33333329]`: `[9007199254740993,9007199254740992,12345678901234567890,333333333.33333329]`,
		`[0.10,0.1,1.0,1,10.00,1.50e1,-0.0,0.00,0e-9,0e9]`:                            `[0.10,0.1,1.0,1,10.00,15.0,0.0,0.00,0,0]`,
		// One number, one spelling.
		`[1e400,1E+400,10e399,1e-400,0.0000001,1000000000000000000000,1e21,1.5e-7]`: `[1e+400,1e+400,1e+400,1e-400,1e-7,1e+21,1e+21,1.5e-7]`,
	} {
		v, err := canonical.Parse([]byte(in), canonical.Limits{})
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if got := string(v.Bytes()); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestByValue(t *testing.T) {
	t.Parallel()
	v, err := canonical.Parse([]byte(`[1.0,1,0.10,10.00,-0.0,1.50e400,9007199254740993,{"a":100.0,"b":"1.0"}]`), canonical.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(v.ByValue()), `[1,1,0.1,10,0,1.5e+400,9007199254740993,{"a":100,"b":"1.0"}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestRejections(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		``:                               "malformed_json ",
		`{"a":1,}`:                       "malformed_json ",
		`{"a":01}`:                       "malformed_json ",
		`{"a":[1,nul]}`:                  "malformed_json /a/1",
		`{"a":{"b":"\ud800"}}`:           "surrogate /a/b",
		`{"a":"\ud800\u0041"}`:           "surrogate /a",
		`{"a":"\udc00\ud800"}`:           "surrogate /a",
		`{"a":"\ud800x"}`:                "surrogate /a",
		`{"a":"x\u00zz"}`:                "malformed_json /a",
		`{"a":["","x\u0000y"]}`:          "nul /a/1",
		"{\"a\":\"\x00\"}":               "nul /a",
		"{\"a\":\"\\n\x00\"}":            "nul /a",
		`{"b":{"\u0000":1}}`:             "nul /b",
		`{"a":1e10000}`:                  "number_size /a",
		`{"a":1e99999999999999999999}`:   "number_size /a",
		strings.Repeat("1", 1001):        "number_size ",
		`{} {}`:                          "malformed_json ",
		"\"\xff\"":                       "malformed_json ",
		"\"a\nb\"":                       "malformed_json ",
		`"abc`:                           "malformed_json ",
		`{"x":{"a":1,"b":2,"\u0061":3}}`: "duplicate_member /x/a",
		strings.Repeat("[", 33) + strings.Repeat("]", 33): "max_depth " + strings.Repeat("/0", 32),
		`{"a":1,"b":{"c":1,"d":1,"e":1,"f":1}}`:           "max_members /b",
	} {
		_, err := canonical.Parse([]byte(in), canonical.Limits{Members: 5})
		var s *canonical.Syntax
		if !errors.As(err, &s) {
			t.Errorf("%s: got %v, want a refusal", in, err)
			continue
		}
		if got := s.Rule + " " + s.Path; got != want {
			t.Errorf("%s: got %q, want %q (%s)", in, got, want, s.Message)
		}
	}
}

// FuzzParse checks that encoding/json accepts every accepted text with the same value, and that canonical text is a
// fixed point.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5,"x\u00e9"],"b":null}`, `[1e-7,-0,true]`, `"\ud83d\ude00"`, `[1e400,0.10,-0.0e5,12345678901234567890]`, `{"a":1,"a":2}`, `[[[[]]]]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, err := canonical.Parse(raw, canonical.Limits{})
		if err != nil {
			return
		}
		text := v.Bytes()
		again, err := canonical.Parse(text, canonical.Limits{})
		if err != nil || !bytes.Equal(again.Bytes(), text) {
			t.Fatalf("%q is not a fixed point: %q, %v", text, again.Bytes(), err)
		}
		var a, b any
		var beyond *json.UnmarshalTypeError // a number beyond the range of a double
		if err := json.Unmarshal(raw, &a); errors.As(err, &beyond) {
			return
		} else if err != nil {
			t.Fatalf("accepted %q, which encoding/json refuses: %v", raw, err)
		}
		if err := json.Unmarshal(text, &b); err != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("%q changed its meaning to %q", raw, text)
		}
	})
}

// TestPlainFindsEverySpecialByteAtEveryPlace compares the search by 8-byte words with one by bytes.
func TestPlainFindsEverySpecialByteAtEveryPlace(t *testing.T) {
	t.Parallel()
	for length := range 20 {
		for c := range 256 {
			for at := range length {
				for _, fill := range []byte{'a', 0xff, 0x80, ' ', '!', '#', '[', ']'} {
					b := bytes.Repeat([]byte{fill}, length)
					b[at] = byte(c)
					want := length
					if c < ' ' || c == '"' || c == '\\' {
						want = at
					}
					if got := canonical.Plain(string(b)); got != want {
						t.Fatalf("%q: %d, want %d", b, got, want)
					}
					doc := append(append([]byte{'"'}, b...), '"')
					_, err := canonical.Parse(doc, canonical.Limits{})
					if want == length && (err == nil) != utf8.Valid(b) {
						t.Fatalf("%q: %v", doc, err)
					}
				}
			}
		}
	}
}

func BenchmarkParseLongText(b *testing.B) {
	doc := []byte(`{"html":"<p style=\"` + strings.Repeat("QUJD+/aa", 12_000) + `\"\n>"}`)
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		v, err := canonical.Parse(doc, canonical.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		_ = v.ByValue()
	}
}

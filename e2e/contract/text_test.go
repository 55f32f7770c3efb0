package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/app/contract"
)

// hostile are texts that no string of a request may contain, as JSON and as bytes, and the rules that reject them.
var hostile = []struct {
	name, json, raw string
	rules           []string // none: any response but a server error is accepted, because documents may be long
}{
	{"NUL", `"a\u0000b"`, "a\x00b", []string{"nul"}},
	{"half a surrogate pair", `"a\ud800b"`, "a\xed\xa0\x80b", []string{"surrogate", "utf8"}},
	{"a mebibyte", `"` + strings.Repeat("a", 1<<20) + `"`, strings.Repeat("a", 10_000), nil},
}

// place is the path of a string in a message: the fields from the root down.
type place []protoreflect.FieldDescriptor

func (p place) String() string {
	var names []string
	for _, f := range p {
		names = append(names, string(f.Name()))
	}
	return strings.Join(names, ".")
}

// places returns the paths of all strings of a message and its nested messages, each message type once per path.
func places(d protoreflect.MessageDescriptor, way place) []place {
	var out []place
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		here := append(slices.Clone(way), f)
		inner := f.Message()
		if f.IsMap() {
			inner = f.MapValue().Message()
		}
		switch {
		case f.Kind() == protoreflect.StringKind, f.IsMap() && f.MapValue().Kind() == protoreflect.StringKind:
			out = append(out, here)
		case inner != nil && (inner.ParentFile().Package() != "google.protobuf" || inner.Name() == "Struct" || inner.Name() == "Value"):
			again := slices.ContainsFunc(way, func(w protoreflect.FieldDescriptor) bool { return w == f })
			if inner.Name() == "Value" && inner.ParentFile().Package() == "google.protobuf" || inner.Name() == "Struct" {
				out = append(out, here)
			} else if !again {
				out = append(out, places(inner, here)...)
			}
		}
	}
	return out
}

// text returns a JSON body with value at the place.
func (p place) text(value string) string {
	if len(p) == 0 {
		return value
	}
	f, inner := p[0], p[1:].text(value)
	switch {
	case f.IsMap():
		inner = `{"k":` + inner + `}`
	case f.IsList():
		inner = `[` + inner + `]`
	case len(p) == 1 && f.Message() != nil && f.Message().Name() == "Struct":
		inner = `{"k":` + inner + `}`
	}
	return `{"` + string(f.Name()) + `":` + inner + `}`
}

// binary returns an encoded message with value at the place.
func (p place) binary(value string) []byte {
	if len(p) == 0 {
		return []byte(value)
	}
	f := p[0]
	inner := p[1:].binary(value)
	field := func(n protowire.Number, b []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, n, protowire.BytesType), b)
	}
	if len(p) == 1 && f.Message() != nil && !f.IsMap() {
		if inner = field(3, inner); f.Message().Name() == "Struct" { // Value.string_value
			inner = field(1, append(field(1, []byte("k")), field(2, inner)...))
		}
	}
	if f.IsMap() {
		inner = append(field(1, []byte("k")), field(2, inner)...)
	}
	return field(f.Number(), inner)
}

// TestNoTextIsAServerError sends NUL, half a surrogate pair and a very long text in every string of every
// request: body, path and query over REST, JSON and binary messages over Connect. Each is rejected as
// INVALID_REQUEST with the rule and its path; none reaches the database.
func TestNoTextIsAServerError(t *testing.T) {
	t.Parallel()
	e := environment(t, nil)
	e.Client.Transport = http.DefaultTransport
	operations, err := contract.Operations()
	if err != nil {
		t.Fatal(err)
	}
	key, err := e.Mint(t.Context(), "live", allScopes(operations)...)
	if err != nil {
		t.Fatal(err)
	}
	sent := 0
	send := func(what, method, address, kind string, body []byte, path string, rules []string) {
		t.Helper()
		sent++
		r, err := http.NewRequestWithContext(t.Context(), method, e.BaseURL+address, bytes.NewReader(body))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		r.Header.Set("Authorization", "Bearer "+key)
		if len(body) > 0 || strings.HasPrefix(address, "/platen.") {
			r.Header.Set("Content-Type", kind)
			r.Header.Set("Connect-Protocol-Version", "1")
		}
		resp, err := e.Client.Do(r)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if resp.StatusCode >= 500 {
			t.Errorf("%s: %d %.300s", what, resp.StatusCode, data)
			return
		}
		if strings.HasPrefix(address, "/platen.") {
			// Connect's details are binary; the message suffices here.
			if rules != nil && (resp.StatusCode != 400 || !bytes.Contains(data, []byte("INVALID_REQUEST"))) {
				t.Errorf("%s: %d %.300s", what, resp.StatusCode, data)
			}
			return
		}
		var failed struct {
			Error struct {
				Code    string
				Details []struct {
					Path    string
					Context struct{ Rule string }
				}
			}
		}
		_ = json.Unmarshal(data, &failed)
		for _, d := range failed.Error.Details {
			if !validPath.MatchString(d.Path) {
				t.Errorf("%s: the path %q is not one", what, d.Path)
			}
			if failed.Error.Code == "INVALID_REQUEST" && slices.Contains(rules, d.Context.Rule) && strings.HasPrefix(d.Path, path) {
				return
			}
		}
		if rules == nil {
			return
		}
		t.Errorf("%s: %d %.300s, want one of %v at %s", what, resp.StatusCode, data, rules, path)
	}
	for _, o := range operations {
		route := o.Path
		fill := func(name, value string) string {
			out := route
			for _, p := range o.Params {
				v := "x"
				if f := o.Input.Descriptor().Fields().ByName(protoreflect.Name(p)); f != nil && f.Kind() != protoreflect.StringKind {
					v = "1"
				}
				if p == name {
					v = value
				}
				out = strings.ReplaceAll(out, "{"+p+"}", v)
			}
			return out
		}
		for _, p := range places(o.Input.Descriptor(), nil) {
			name := string(p[0].Name())
			for _, h := range hostile {
				what := fmt.Sprintf("%s %s: %s in %s", o.Method, o.Path, h.name, p)
				if h.name == "a mebibyte" && p[len(p)-1].Message() != nil && !p[len(p)-1].IsMap() {
					continue // free-form data is limited by the size of the body only
				}
				switch {
				case slices.Contains(o.Params, name):
					send(what, o.Method, fill(name, url.PathEscape(h.raw)), "application/json", nil, "path:"+name, h.rules)
				case slices.Contains(o.Query, name):
					at := name
					if p[0].IsMap() {
						at += "[k]"
					}
					send(what, o.Method, fill("", "")+"?"+url.Values{at: {h.raw}}.Encode(), "application/json", nil, "query:"+name, h.rules)
				case o.Body && o.Within == "":
					send(what, o.Method, fill("", ""), "application/json", []byte(p.text(h.json)), "/"+name, h.rules)
				case o.Body && o.Within == name && len(p) > 1:
					send(what, o.Method, fill("", ""), "application/json", []byte(p[1:].text(h.json)), "/"+string(p[1].Name()), h.rules)
				}
				if o.Streaming {
					continue
				}
				send(what+" over Connect", http.MethodPost, o.Procedure, "application/json", []byte(p.text(h.json)), "", h.rules)
				send(what+" over Connect, binary", http.MethodPost, o.Procedure, "application/proto", p.binary(h.raw), "", h.rules)
			}
		}
	}
	if sent < 2000 {
		t.Errorf("only %d requests were sent", sent)
	}
	t.Logf("%d requests", sent)
}

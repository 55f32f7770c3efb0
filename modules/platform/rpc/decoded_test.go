package rpc

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/apipb"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
)

// TestRepeatedBodyIsDecodedOnce: the results for the same body of the same workspace are cached, whatever the handler
// does to its message; everything else that they depend on is decoded anew.
func TestRepeatedBodyIsDecodedOnce(t *testing.T) {
	t.Parallel()
	c := New(Config{})
	decodes := 0
	s := Surface{Name: "rest", DecodeHeaders: []string{"Prefer"}, Decode: func(_ *http.Request, _ *Call, v *canonical.Value) (proto.Message, []fault.Detail) {
		decodes++
		m := &apipb.Mixin{}
		return m, wire.DecodeValue(*v, m)
	}}
	op := &Operation{Input: (&apipb.Mixin{}).ProtoReflect().Type(), Categorise: func(proto.Message) ratelimit.Category { return ratelimit.Preview }}
	own, other := &ident.Principal{Workspace: ident.NewWorkspace()}, &ident.Principal{Workspace: ident.NewWorkspace()}
	const text = `{"name":"a","root":"b"}`
	type request struct {
		who                *ident.Principal
		url, body, headers string
		op                 *Operation
	}
	read := func(q request) *body {
		t.Helper()
		r := httptest.NewRequestWithContext(ident.With(t.Context(), q.who), http.MethodPost, q.url, strings.NewReader(q.body))
		r.Header.Set("Content-Type", "application/json")
		if q.headers != "" {
			r.Header.Set(q.headers, "x")
		}
		b, err := c.readBody(httptest.NewRecorder(), r, s, &Call{Operation: q.op})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	first := read(request{own, "/make", text, "", op})
	sum := first.sum
	first.message.(*apipb.Mixin).Name = "changed by the handler"
	for _, test := range []struct {
		name    string
		q       request
		decoded bool
	}{
		{"again", request{own, "/make", text, "", op}, false},
		{"with another header", request{own, "/make", text, "Idempotency-Key", op}, false},
		{"of another workspace", request{other, "/make", text, "", op}, true},
		{"with a header that is decoded", request{own, "/make", text, "Prefer", op}, true},
		{"with another query", request{own, "/make?x=1", text, "", op}, true},
		{"with another body", request{own, "/make", `{"name":"a","root":"c"}`, "", op}, true},
		{"with other white space", request{own, "/make", text + " ", "", op}, true},
		{"of an operation with small bodies", request{own, "/make", text, "", &Operation{Input: op.Input}}, true},
		{"invalid", request{own, "/make", `{"nam":"a"}`, "", op}, true},
		{"invalid again", request{own, "/make", `{"nam":"a"}`, "", op}, true},
	} {
		decodes = 0
		b := read(test.q)
		if (decodes == 1) != test.decoded {
			t.Errorf("%s: decoded %d times, want %v", test.name, decodes, test.decoded)
		}
		if got := b.message.(*apipb.Mixin).Name; got != "a" && len(b.problems) == 0 {
			t.Errorf("%s: got the name %q", test.name, got)
		}
		if same := strings.TrimSpace(test.q.body) == text; (b.sum == sum) != same {
			t.Errorf("%s: the hash of the canonical body is the first one: %v, want %v", test.name, b.sum == sum, same)
		}
		b.message.(*apipb.Mixin).Name = "changed by the handler"
	}
}

// TestEqualHashesOfBodiesAreCompared: an entry is only used for the same bytes.
func TestEqualHashesOfBodiesAreCompared(t *testing.T) {
	t.Parallel()
	d := newDecodedBodies()
	key := decodedKey{hash: 1}
	d.add(key, &body{raw: []byte("{}"), message: &apipb.Mixin{}})
	if d.get(key, []byte("{}")) == nil || d.get(key, []byte("[]")) != nil {
		t.Error("want the entry for {} and none for []")
	}
}

// TestCostOfDecodedBodies: a body of many small values takes more memory than its text, so fewer are kept.
func TestCostOfDecodedBodies(t *testing.T) {
	t.Parallel()
	text := &decoded{raw: []byte(`{"html":"` + strings.Repeat("x", 1<<16) + `"}`)}
	numbers := &decoded{raw: []byte(`{"data":[` + strings.Repeat("1,", 1<<15) + `1]}`)}
	if got := text.cost(); got < 2<<16 || got > 3<<16 {
		t.Errorf("a text of 64 KiB costs %d bytes", got)
	}
	if got := numbers.cost(); got < 1<<22 {
		t.Errorf("32,769 numbers cost %d bytes, less than 4 MiB", got)
	}
}

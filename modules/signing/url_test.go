package signing

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestVectors runs the test vectors that the clients share with the server.
func TestVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../proto/vectors/signing.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		KID, Secret string
		Signatures  []struct{ Name, Rest, Expiry, Signature string }
		Inline      []struct{ Name, Canonical, Expiry, Path string }
		Templates   []struct {
			Name, Template, Path string
			Version              int
			Values               map[string]string
		}
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	for _, c := range v.Signatures {
		if got := Signature(v.Secret, v.KID, c.Rest, c.Expiry); got != c.Signature {
			t.Errorf("%s: got %s, want %s", c.Name, got, c.Signature)
		}
	}
	for _, c := range v.Inline {
		a := open(t, c.Path, v.Secret)
		payload, ok := a.inline()
		if !ok {
			t.Fatalf("%s is not inline", c.Path)
		}
		content, err := unpack(payload)
		if err != nil || string(content) != c.Canonical || a.expiry != c.Expiry {
			t.Errorf("%s: got %s (%v), want %s", c.Name, content, err, c.Canonical)
		}
		if again, err := unpack(pack(content)); err != nil || !bytes.Equal(again, content) {
			t.Errorf("%s: packed and unpacked: %s (%v)", c.Name, again, err)
		}
	}
	for _, c := range v.Templates {
		a := open(t, c.Path, v.Secret)
		id, version, ok := a.template()
		if !ok || id != c.Template || version != c.Version || len(a.query) != len(c.Values) {
			t.Errorf("%s: got %s@%d with %v", c.Name, id, version, a.query)
		}
		for name, want := range c.Values {
			if got := a.query.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", c.Name, name, got, want)
			}
		}
		// The order of the query and its escapes do not matter, its values do.
		path, query, _ := strings.Cut(c.Path, "?")
		pairs := strings.Split(query, "&")
		for i := range pairs {
			pairs[0], pairs[i] = pairs[i], pairs[0]
			turned, ok := parseAddress(path, strings.ReplaceAll(strings.Join(pairs, "&"), "+", "%20"))
			if !ok || !turned.verify(v.Secret) {
				t.Errorf("%s: another order of the query is refused", c.Name)
			}
		}
		if more, ok := parseAddress(path, strings.TrimPrefix(query+"&more=1", "&")); ok && more.verify(v.Secret) {
			t.Errorf("%s: a value more is accepted", c.Name)
		}
	}
}

func open(t *testing.T, path, secret string) address {
	t.Helper()
	path, query, _ := strings.Cut(path, "?")
	a, ok := parseAddress(path, query)
	if !ok || !a.verify(secret) {
		t.Fatalf("%s is refused", path)
	}
	return a
}

// FuzzParseAddress: an accepted URL has exactly one meaning, and no input panics.
func FuzzParseAddress(f *testing.F) {
	f.Add("/i/0q7m2v9xk3tb/"+strings.Repeat("A", 43)+"/4w2n8p6y0r5t1v3x7z9k.png", "exp=1798761600")
	f.Add("/i/0q7m2v9xk3tb/"+strings.Repeat("A", 43)+"/t/tpl_1@7.png", "a=b&a=%zz")
	f.Add("/i/0q7m2v9xk3tb/"+strings.Repeat("A", 43)+"/d/q1YqSCxJz1CyUkpUqgUA.png", "")
	f.Fuzz(func(t *testing.T, path, query string) {
		a, ok := parseAddress(path, query)
		if !ok {
			return
		}
		_, stored := a.stored()
		payload, inline := a.inline()
		_, _, template := a.template()
		if stored && inline || inline && template || stored && template {
			t.Errorf("%q is of two forms", path)
		}
		if inline {
			if content, err := unpack(payload); err == nil && len(content) > maxContent {
				t.Errorf("%d bytes of content", len(content))
			}
		}
		if a.verify("ssk_none") && a.sig != Signature("ssk_none", a.kid, a.rest, a.expiry) {
			t.Error("another signature is accepted")
		}
	})
}

// BenchmarkVerify is the cost of a signature, the lower bound of a warm fetch.
func BenchmarkVerify(b *testing.B) {
	rest := "4w2n8p6y0r5t1v3x7z9k.png"
	path := "/i/0q7m2v9xk3tb/" + Signature("ssk_x", "0q7m2v9xk3tb", rest, "") + "/" + rest
	b.ReportAllocs()
	for b.Loop() {
		if a, ok := parseAddress(path, ""); !ok || !a.verify("ssk_x") {
			b.Fatal("refused")
		}
	}
}

package scenarios

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// provider is an identity provider: it publishes keys and signs tokens.
type provider struct {
	*httptest.Server
	mu      sync.Mutex
	keys    []map[string]any
	down    bool
	fetches int
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.fetches++
		if p.down {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"keys": p.keys})
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *provider) publish(keys ...map[string]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = keys
}

func (p *provider) fetched() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fetches
}

// with returns a copy of claims with one claim changed; nil removes it.
func with(claims map[string]any, name string, v any) map[string]any {
	out := map[string]any{}
	for k, c := range claims {
		out[k] = c
	}
	if out[name] = v; v == nil {
		delete(out, name)
	}
	return out
}

const issuerName = "https://id.example.com/"

func claims() map[string]any {
	now := time.Now().Unix()
	return map[string]any{"iss": issuerName, "aud": "platen", "sub": "user-1", "iat": now, "exp": now + 900, "scope": "openid render:read images:read"}
}

func startJWT(t *testing.T) (*harness.Service, *provider, string) {
	t.Helper()
	s := harness.Start(t, map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_AUTH_FAILURES": "100000"})
	p := newProvider(t)
	a := s.Do(t, http.MethodPost, "/api/v1/jwt-issuers", s.Key(t, "live", "keys:write", "render:write", "images:read", "webhooks:read"),
		fmt.Sprintf(`{"issuer":%q,"jwks_url":%q,"default_scopes":["render:write"]}`, issuerName, p.URL+"/jwks.json"))
	var issuer struct{ ID, Audience string }
	a.JSON(t, &issuer)
	if a.Status != 201 || issuer.Audience != "platen" || !strings.HasPrefix(issuer.ID, "iss_") {
		t.Fatalf("create: %d %s", a.Status, a.Body)
	}
	return s, p, issuer.ID
}

const jobs = "/api/v1/facade/render-jobs"

// TestJWTs checks that valid tokens are accepted and all others rejected with the same 401.
func TestJWTs(t *testing.T) {
	t.Parallel()
	s, p, _ := startJWT(t)
	k, other, weak := harness.RSAKey(t, 2048), harness.RSAKey(t, 2048), harness.RSAKey(t, 1024)
	p.publish(harness.JWK("k1", k), harness.JWK("weak", weak), harness.JWK("twice", other), harness.JWK("twice", k))
	head := map[string]any{"alg": "RS256", "kid": "k1", "typ": "JWT"}
	for name, tok := range map[string]string{
		"plain":          harness.Token(t, k, head, claims()),
		"no iat":         harness.Token(t, k, head, with(claims(), "iat", nil)),
		"aud in a list":  harness.Token(t, k, head, with(claims(), "aud", []string{"platen"})),
		"nbf now":        harness.Token(t, k, head, with(claims(), "nbf", time.Now().Unix())),
		"default scopes": harness.Token(t, k, head, with(claims(), "scope", nil)),
	} {
		a := s.Do(t, http.MethodGet, jobs, tok, "")
		if a.Status != 200 || a.Header.Get("X-RateLimit-Remaining") == "" {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	now := time.Now().Unix()
	c := claims()
	good := harness.Token(t, k, head, c)
	parts := strings.Split(good, ".")
	mac := hmac.New(sha256.New, k.N.Bytes())
	mac.Write([]byte(harness.TokenPart(t, map[string]any{"alg": "HS256", "kid": "k1"}) + "." + parts[1]))
	bad := map[string]string{
		"another issuer":      harness.Token(t, k, head, with(c, "iss", "https://id.example.com")),
		"no issuer":           harness.Token(t, k, head, with(c, "iss", nil)),
		"another audience":    harness.Token(t, k, head, with(c, "aud", "Platen")),
		"no audience":         harness.Token(t, k, head, with(c, "aud", nil)),
		"no subject":          harness.Token(t, k, head, with(c, "sub", nil)),
		"empty subject":       harness.Token(t, k, head, with(c, "sub", "")),
		"subject is a number": harness.Token(t, k, head, with(c, "sub", 7)),
		"no expiry":           harness.Token(t, k, head, with(c, "exp", nil)),
		"expired":             harness.Token(t, k, head, with(c, "exp", now-1)),
		"expiry as text":      harness.Token(t, k, head, with(c, "exp", fmt.Sprint(now+60))),
		"lives too long":      harness.Token(t, k, head, with(c, "exp", now+24*3600+60)),
		"issued too early":    harness.Token(t, k, head, with(c, "iat", now-24*3600)),
		"issued in future":    harness.Token(t, k, head, with(c, "iat", now+60)),
		"not valid yet":       harness.Token(t, k, head, with(c, "nbf", now+60)),
		"scope is a number":   harness.Token(t, k, head, with(c, "scope", 1)),
		"unknown kid":         harness.Token(t, k, with(head, "kid", "k9"), c),
		"no kid":              harness.Token(t, k, with(head, "kid", nil), c),
		"another key":         harness.Token(t, other, head, c),
		"weak key":            harness.Token(t, weak, with(head, "kid", "weak"), c),
		"none":                harness.TokenPart(t, with(head, "alg", "none")) + "." + parts[1] + ".",
		"HS256":               harness.TokenPart(t, map[string]any{"alg": "HS256", "kid": "k1"}) + "." + parts[1] + "." + harness.Base64(mac.Sum(nil)),
		"RS384 header":        harness.Token(t, k, with(head, "alg", "RS384"), c),
		"another type":        harness.Token(t, k, with(head, "typ", "logout+jwt"), c),
		"jku":                 harness.Token(t, k, with(head, "jku", p.URL), c),
		"jwk":                 harness.Token(t, k, with(head, "jwk", harness.JWK("k1", k)), c),
		"x5u":                 harness.Token(t, k, with(head, "x5u", p.URL), c),
		"x5c":                 harness.Token(t, k, with(head, "x5c", []string{"x"}), c),
		"crit":                harness.Token(t, k, with(head, "crit", []string{"b64"}), c),
		"changed claims":      parts[0] + "." + harness.TokenPart(t, with(c, "sub", "user-2")) + "." + parts[2],
		"no signature":        parts[0] + "." + parts[1] + ".",
		"four parts":          good + ".x",
		"spare bits":          spare(t, good),
		"a kid of two keys":   harness.Token(t, k, with(head, "kid", "twice"), c),
		"padding":             good + "=",
		"too long":            harness.Token(t, k, head, with(c, "x", strings.Repeat("x", 7000))),
	}
	want := ""
	for name, tok := range bad {
		a := s.Do(t, http.MethodGet, jobs, tok, "")
		var e struct{ Error map[string]any }
		a.JSON(t, &e)
		delete(e.Error, "request_id")
		got := fmt.Sprint(a.Status, e.Error, a.Header.Get("WWW-Authenticate"))
		if want == "" {
			want = got
		}
		if a.Status != 401 || got != want {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	const procedure = "/platen.rendering.v1.RenderService/ListRenderJobs"
	if a := s.Do(t, http.MethodPost, procedure, good, "{}"); a.Status != 200 {
		t.Errorf("over Connect: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, http.MethodPost, procedure, bad["expired"], "{}"); a.Status != 401 || !strings.Contains(string(a.Body), "unauthenticated") {
		t.Errorf("over Connect: %d %s", a.Status, a.Body)
	}
	// A scope that is not granted to end users has no effect; a missing scope is named in the error.
	tok := harness.Token(t, k, head, with(c, "scope", "admin:write keys:write render:read"))
	for _, path := range []string{"/admin/", "/api/v1/images/"} {
		if a := s.Do(t, http.MethodGet, path, tok, ""); a.Status != 403 || !strings.Contains(string(a.Body), "lacks the scope") {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
}

// spare returns a token whose signature differs only in the unused trailing bits of its base64.
func spare(t *testing.T, text string) string {
	t.Helper()
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	at := strings.IndexByte(digits, text[len(text)-1])
	if at%16 != 0 { // the last of 342 digits has two bits of the 256 bytes and four spare ones
		t.Fatalf("the signature ends in %q", text[len(text)-1])
	}
	return text[:len(text)-1] + digits[at+1:at+2]
}

// TestJWTsOfAnIssuerThatNeverResponded: an issuer whose keys were never fetched causes a retryable error, not a 401.
func TestJWTsOfAnIssuerThatNeverResponded(t *testing.T) {
	t.Parallel()
	s, p, _ := startJWT(t)
	p.down = true
	k := harness.RSAKey(t, 2048)
	tok := harness.Token(t, k, map[string]any{"alg": "RS256", "kid": "k1"}, claims())
	for range 3 {
		a := s.Do(t, http.MethodGet, jobs, tok, "")
		code, rule := a.Code(t)
		if wait, err := strconv.Atoi(a.Header.Get("Retry-After")); a.Status != 500 || code != "INTERNAL_ERROR" || rule != "jwks_unavailable" || err != nil || wait < 1 || wait > 5 {
			t.Errorf("REST: %d %s, Retry-After %q", a.Status, a.Body, a.Header.Get("Retry-After"))
		}
		a = s.Do(t, http.MethodPost, "/platen.rendering.v1.RenderService/ListRenderJobs", tok, "{}")
		if a.Status != 500 || !strings.Contains(string(a.Body), "jwks_unavailable") && !strings.Contains(string(a.Body), "INTERNAL_ERROR") || a.Header.Get("Retry-After") == "" {
			t.Errorf("Connect: %d %s %v", a.Status, a.Body, a.Header)
		}
	}
	if n := p.fetched(); n > 2 {
		t.Errorf("six tokens caused %d fetches", n)
	}
	// A token that is invalid regardless of the keys is still rejected as invalid.
	if a := s.Do(t, http.MethodGet, jobs, harness.Token(t, k, map[string]any{"alg": "RS256", "kid": "k1"}, with(claims(), "aud", "other")), ""); a.Status != 401 {
		t.Errorf("another audience: %d", a.Status)
	}
	p.mu.Lock()
	p.down, p.keys = false, []map[string]any{harness.JWK("k1", k)}
	p.mu.Unlock()
	s.Advance(t, 6*time.Second)
	if a := s.Do(t, http.MethodGet, jobs, tok, ""); a.Status != 200 {
		t.Errorf("the key set is back: %d %s", a.Status, a.Body)
	}
}

// TestJWTKeySets: a rotation is detected immediately, an outage of hours is tolerated, unknown key ids cause no fetches.
func TestJWTKeySets(t *testing.T) {
	t.Parallel()
	s, p, id := startJWT(t)
	one, two := harness.RSAKey(t, 2048), harness.RSAKey(t, 2048)
	p.publish(harness.JWK("k1", one))
	ask := func(k *rsa.PrivateKey, kid string, at time.Time) int {
		c := claims()
		c["iat"], c["exp"] = at.Unix(), at.Unix()+600
		return s.Do(t, http.MethodGet, jobs, harness.Token(t, k, map[string]any{"alg": "RS256", "kid": kid}, c), "").Status
	}
	if got := ask(one, "k1", time.Now()); got != 200 || p.fetched() != 1 {
		t.Fatalf("the first token: %d after %d fetches", got, p.fetched())
	}
	p.publish(harness.JWK("k1", one), harness.JWK("k2", two))
	if got := ask(two, "k2", time.Now()); got != 200 || p.fetched() != 2 {
		t.Errorf("after a rotation: %d after %d fetches", got, p.fetched())
	}
	for i := range 100 {
		if got := ask(one, fmt.Sprint("x", i), time.Now()); got != 401 {
			t.Fatalf("an unknown kid: %d", got)
		}
	}
	if p.fetched() != 2 {
		t.Errorf("100 unknown key ids caused %d fetches", p.fetched()-2)
	}
	p.mu.Lock()
	p.down = true
	p.mu.Unlock()
	s.Advance(t, time.Hour)
	if got := ask(one, "k1", time.Now().Add(time.Hour)); got != 200 {
		t.Errorf("the key set is down for an hour: %d", got)
	}
	if got := ask(one, "k1", time.Now().Add(time.Hour)); got != 200 || p.fetched() != 3 {
		t.Errorf("a source that is down is asked %d times", p.fetched()-2)
	}
	s.Advance(t, 5*time.Hour)
	if got := ask(one, "k1", time.Now().Add(6*time.Hour)); got != 401 {
		t.Errorf("the key set is down for six hours: %d", got)
	}
	p.mu.Lock()
	p.down = false
	p.mu.Unlock()
	s.Advance(t, time.Minute)
	if got := ask(one, "k1", time.Now().Add(6*time.Hour+time.Minute)); got != 200 {
		t.Errorf("the key set is back: %d", got)
	}
	admin := s.Key(t, "live", "keys:write", "render:write", "images:read", "webhooks:read")
	if a := s.Do(t, http.MethodDelete, "/api/v1/jwt-issuers/"+id, admin, ""); a.Status != 200 {
		t.Fatalf("delete: %d %s", a.Status, a.Body)
	}
	if got := ask(one, "k1", time.Now().Add(6*time.Hour+time.Minute)); got != 401 {
		t.Errorf("a deleted issuer's token: %d", got)
	}
}

// TestJWTIssuers checks the rules of the records, and algorithms that were opted in to.
func TestJWTIssuers(t *testing.T) {
	t.Parallel()
	s, p, id := startJWT(t)
	admin := s.Key(t, "live", "keys:write", "render:write", "images:read", "webhooks:read")
	make := func(body string) *harness.Response {
		return s.Do(t, http.MethodPost, "/api/v1/jwt-issuers", admin, body)
	}
	for _, c := range []struct {
		body, code, rule string
	}{
		{`{"issuer":"` + issuerName + `","jwks_url":"https://id.example.com/jwks"}`, "CONFLICT", "issuer_taken"},
		{`{"issuer":"x","jwks_url":"https://id.example.com/jwks"}`, "VALIDATION_FAILED", "absolute_url"},
		{`{"issuer":"https://a.example/","jwks_url":"http://id.example.com/jwks"}`, "VALIDATION_FAILED", "url_not_public_https"},
		{`{"issuer":"https://a.example/","jwks_url":"https://10.0.0.1/jwks"}`, "VALIDATION_FAILED", "url_not_public_https"},
		{`{"issuer":"https://a.example/","jwks_url":"https://id.example.com/jwks","default_scopes":["admin:write"]}`, "VALIDATION_FAILED", "scope"},
		{`{"issuer":"https://a.example/","jwks_url":"https://id.example.com/jwks","algorithms":["HS256"]}`, "INVALID_REQUEST", "enum"},
		{`{"issuer":"https://a.example/"}`, "INVALID_REQUEST", "required"},
	} {
		a := make(c.body)
		if code, rule := a.Code(t); code != c.code || rule != c.rule {
			t.Errorf("%s: %d %s", c.body, a.Status, a.Body)
		}
	}
	if a := s.Do(t, http.MethodGet, "/api/v1/jwt-issuers", admin, ""); a.Status != 200 || !strings.Contains(string(a.Body), id) {
		t.Errorf("list: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, http.MethodGet, "/api/v1/jwt-issuers/"+id, s.Key(t, "test", "keys:read"), ""); a.Status != 404 {
		t.Errorf("a test key reads a live issuer: %d", a.Status)
	}
	// ES256 and EdDSA, for an issuer that says so.
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	point, err := ec.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	p.publish(map[string]any{"kty": "EC", "kid": "e", "crv": "P-256", "x": harness.Base64(point[1:33]), "y": harness.Base64(point[33:])},
		map[string]any{"kty": "OKP", "kid": "d", "crv": "Ed25519", "x": harness.Base64(public)}, map[string]any{"kty": "what"})
	const modern = "https://modern.example/"
	if a := make(`{"issuer":"` + modern + `","jwks_url":"` + p.URL + `/modern","algorithms":["ES256","EdDSA"]}`); a.Status != 201 {
		t.Fatalf("create: %d %s", a.Status, a.Body)
	}
	c := with(claims(), "iss", modern)
	text := harness.TokenPart(t, map[string]any{"alg": "ES256", "kid": "e"}) + "." + harness.TokenPart(t, c)
	sum := sha256.Sum256([]byte(text))
	r, v, err := ecdsa.Sign(rand.Reader, ec, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	if a := s.Do(t, http.MethodGet, jobs, text+"."+harness.Base64(append(r.FillBytes([]byte(strings.Repeat("0", 32))), v.FillBytes([]byte(strings.Repeat("0", 32)))...)), ""); a.Status != 200 {
		t.Errorf("ES256: %d %s", a.Status, a.Body)
	}
	text = harness.TokenPart(t, map[string]any{"alg": "EdDSA", "kid": "d"}) + "." + harness.TokenPart(t, c)
	if a := s.Do(t, http.MethodGet, jobs, text+"."+harness.Base64(ed25519.Sign(private, []byte(text))), ""); a.Status != 200 {
		t.Errorf("EdDSA: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, http.MethodGet, jobs, harness.Token(t, harness.RSAKey(t, 2048), map[string]any{"alg": "RS256", "kid": "e"}, c), ""); a.Status != 401 {
		t.Errorf("RS256 that was not opted in to: %d", a.Status)
	}
}

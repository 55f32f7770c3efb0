package contract

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/platenhq/platen/modules/platform/clock"
)

// issuer is an identity provider on this machine, registered with the workspace.
type issuer struct {
	name string
	key  *rsa.PrivateKey
	aud  string
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// issuer starts a provider and registers it.
func (t *T) issuer(scopes ...any) *issuer {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatalf("%v", err)
	}
	i := &issuer{name: "https://" + uuid.NewString() + ".example.com/", key: key}
	r := t.receiver(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(M{"keys": []any{M{"kty": "RSA", "kid": "k1", "use": "sig", "alg": "RS256",
			"n": b64(key.N.Bytes()), "e": b64(big.NewInt(int64(key.E)).Bytes())}}})
	})
	admin := t.own // has every scope
	if admin == "" {
		admin = t.key("live", "keys:write", "render:write", "usage:read", "webhooks:read")
	}
	m := M{"issuer": i.name, "jwks_url": r.URL + "/jwks.json"}
	if len(scopes) > 0 {
		m["default_scopes"] = scopes
	}
	a := t.Must("CreateJwtIssuer", m, token(admin))
	t.Cleanup(func() { t.Call("DeleteJwtIssuer", M{"issuer_id": a.Text("id")}, token(admin)) })
	i.aud = a.Text("audience")
	return i
}

// claims returns the claims of a valid token.
func (i *issuer) claims() M {
	now := clock.Now().Unix()
	return M{"iss": i.name, "aud": i.aud, "sub": "user-1", "iat": now, "exp": now + 900}
}

func (i *issuer) sign(claims M) string { return i.signWith(M{"alg": "RS256", "kid": "k1"}, claims) }

func (i *issuer) signWith(head, claims M) string {
	part := func(m M) string {
		text, _ := json.Marshal(m)
		return b64(text)
	}
	text := part(head) + "." + part(claims)
	sum := sha256.Sum256([]byte(text))
	sig, err := rsa.SignPKCS1v15(nil, i.key, crypto.SHA256, sum[:])
	if err != nil {
		return ""
	}
	return text + "." + b64(sig)
}

func jwtClauses() []Clause {
	needs, many := []Need{Loopback, Keys}, map[string]string{"PLATEN_AUTH_FAILURES": "100000", "PLATEN_ALLOW_LOOPBACK": "1"}
	claim := func(id, says string, wrong map[string]any, right map[string]any) Clause {
		return Clause{ID: id, Says: says, Needs: needs, Settings: many, Run: func(t *T) {
			i := t.issuer("usage:read")
			t.Is("a good token", t.Call("GetUsage", nil, token(i.sign(i.claims()))).Status, 200)
			name, _, _ := strings.Cut(says, "`: ")
			name = strings.TrimPrefix(name, "`")
			value := func(v any) any {
				if f, ok := v.(func() any); ok {
					return f()
				}
				if s, ok := v.(string); ok {
					return strings.ReplaceAll(strings.ReplaceAll(s, "ISS", i.name), "AUD", i.aud)
				}
				return v
			}
			for what, v := range wrong {
				t.Refused(what, t.Call("GetUsage", nil, token(i.sign(with(i.claims(), name, value(v))))), 401, "UNAUTHORIZED", "")
			}
			for what, v := range right {
				t.Is(what, t.Call("GetUsage", nil, token(i.sign(with(i.claims(), name, value(v))))).Status, 200)
			}
		}}
	}
	in := func(d time.Duration) func() any { return func() any { return clock.Now().Add(d).Unix() } }
	return []Clause{
		claim("J-01", "`iss`: equals the issuer configured for the workspace.", map[string]any{"none": nil, "another": "https://other.example.com/", "without its slash": func() any { return "x" }, "a number": 1}, map[string]any{"the same": "ISS"}),
		claim("J-02", "`aud`: equals the service's audience.", map[string]any{"none": nil, "another": "other", "another case": "Platen"}, map[string]any{"in a list": []any{"platen"}}),
		claim("J-03", "`sub`: is a stable user id.", map[string]any{"none": nil, "empty": "", "a number": 7}, map[string]any{"another": "user-2"}),
		claim("J-04", "`exp`: is in the future and within 24 hours of `iat`.", map[string]any{"none": nil, "past": in(-time.Second), "too far": in(24*time.Hour + time.Minute)}, map[string]any{"nearly a day": in(24*time.Hour - time.Minute)}),
		claim("J-05", "`iat`: is recommended, and not in the future.", map[string]any{"in the future": in(time.Minute)}, map[string]any{"none": nil}),
		claim("J-06", "`nbf`: is optional, and not later than now.", map[string]any{"later": in(time.Minute)}, map[string]any{"now": in(0), "earlier": in(-time.Hour)}),
		{ID: "J-07", Says: "Tokens are verified through the issuer's key set: another key, algorithm or `kid` is refused.", Needs: needs, Settings: many, Run: func(t *T) {
			i := t.issuer("usage:read")
			c := i.claims()
			other, err := rsa.GenerateKey(rand.Reader, 2048)
			if err != nil {
				t.Fatalf("%v", err)
			}
			good := i.sign(c)
			for name, tok := range map[string]string{
				"another key": (&issuer{key: other}).sign(c), "unknown kid": i.signWith(M{"alg": "RS256", "kid": "k2"}, c), "no kid": i.signWith(M{"alg": "RS256"}, c),
				"none": i.signWith(M{"alg": "none", "kid": "k1"}, c), "HS256": i.signWith(M{"alg": "HS256", "kid": "k1"}, c),
				"jku": i.signWith(M{"alg": "RS256", "kid": "k1", "jku": "https://evil.example.com"}, c), "cut": good[:len(good)-4],
			} {
				t.Refused(name, t.Call("GetUsage", nil, token(tok)), 401, "UNAUTHORIZED", "")
			}
		}},
		{ID: "J-08", Says: "A token's scopes come from its `scope` claim, else from the issuer.", Needs: needs, Run: func(t *T) {
			i := t.issuer("usage:read")
			t.Refused("a scope it lacks", t.Call("ListWebhooks", nil, token(i.sign(i.claims()))), 403, "FORBIDDEN", "scope")
			t.Is("a scope it claims", t.Call("ListWebhooks", nil, token(i.sign(with(i.claims(), "scope", "openid webhooks:read")))).Status, 200)
		}},
		{ID: "J-09", Says: "`sub` is what usage is attributed to.", Needs: needs, Run: func(t *T) {
			i := t.issuer("render:write", "usage:read")
			sub := "user-" + uuid.NewString()
			tok := i.sign(with(i.claims(), "sub", sub))
			t.Must("Generate", card("preview"), token(tok))
			a := t.Must("ListUsageDays", M{"actor": "user:" + sub}, token(tok))
			t.Is("usage", len(a.List("data")), 1)
			t.Is("credits", a.Get("data.0.credits"), 1)
			t.Is("category", a.Get("data.0.category"), "preview")
		}},
		{ID: "J-10", Says: "Each `sub` is held to a part of the workspace's rate limit.", Needs: needs, Settings: map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_RATE_READ": "0.01/50"}, Run: func(t *T) {
			i := t.issuer("usage:read")
			one, two := i.sign(i.claims()), i.sign(with(i.claims(), "sub", "user-2"))
			n := 0
			for t.Call("GetUsage", nil, token(one), noWait()).Status == 200 && n < 60 {
				n++
			}
			t.Is("requests of one user", n, 10)
			t.Is("another user", t.Call("GetUsage", nil, token(two), noWait()).Status, 200)
		}},
	}
}

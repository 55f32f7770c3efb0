package console

import (
	"crypto/rsa"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// people is an identity provider of the workspace.
type people struct {
	key    *rsa.PrivateKey
	issuer string
}

// employ starts an identity provider and registers it as an issuer of the workspace, for one mode.
func employ(t *testing.T, s *harness.Service, mode string) *people {
	t.Helper()
	key := harness.RSAKey(t, 2048)
	p := &people{key, "https://id.example.com/" + mode}
	set := object{"keys": []any{harness.JWK("k1", key)}}
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(set) }))
	t.Cleanup(provider.Close)
	must(t, s, 201, "POST", "/api/v1/jwt-issuers", s.Key(t, mode, every...), object{"issuer": p.issuer, "jwks_url": provider.URL + "/jwks.json"})
	return p
}

// token returns a JWT of a person that is valid for good.
func (p *people) token(t *testing.T, name, scopes string, good time.Duration) string {
	t.Helper()
	now := time.Now()
	return harness.Token(t, p.key, object{"alg": "RS256", "kid": "k1", "typ": "JWT"}, object{"iss": p.issuer, "aud": "platen", "sub": name, "iat": now.Unix(), "exp": now.Add(good).Unix(), "scope": scopes})
}

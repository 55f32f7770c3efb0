package console

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
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
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &people{key, "https://id.example.com/" + mode}
	set := object{"keys": []object{{"kty": "RSA", "kid": "k1", "use": "sig", "alg": "RS256", "n": b64(key.N.Bytes()), "e": b64(big.NewInt(int64(key.E)).Bytes())}}}
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(set) }))
	t.Cleanup(provider.Close)
	must(t, s, 201, "POST", "/api/v1/jwt-issuers", s.Key(t, mode, every...), object{"issuer": p.issuer, "jwks_url": provider.URL + "/jwks.json"})
	return p
}

// token returns a JWT of a person that is valid for good.
func (p *people) token(t *testing.T, name, scopes string, good time.Duration) string {
	t.Helper()
	now := time.Now()
	text := part(t, object{"alg": "RS256", "kid": "k1", "typ": "JWT"}) + "." + part(t, object{"iss": p.issuer, "aud": "platen", "sub": name, "iat": now.Unix(), "exp": now.Add(good).Unix(), "scope": scopes})
	sum := sha256.Sum256([]byte(text))
	sig, err := rsa.SignPKCS1v15(nil, p.key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return text + "." + b64(sig)
}

func part(t *testing.T, v object) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b64(raw)
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

package jwt

import (
	"encoding/base64"
	"testing"
)

// TestClaimsAreText: a claim with NUL or an unpaired surrogate makes the token malformed, before its issuer is looked
// up.
func TestClaimsAreText(t *testing.T) {
	t.Parallel()
	token := func(header, claims string) string {
		return base64.RawURLEncoding.EncodeToString([]byte(header)) + "." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + ".c2ln"
	}
	const header = `{"alg":"RS256","kid":"a"}`
	if _, err := Parse(token(header, `{"iss":"https://a.example","sub":"a","aud":"platen"}`)); err != nil {
		t.Fatalf("a good token: %v", err)
	}
	for _, text := range []string{
		token(header, `{"iss":"https://a.example\u0000","sub":"a","aud":"platen"}`), token(header, `{"iss":"https://a.example","sub":"a\u0000","aud":"platen"}`),
		token(header, `{"iss":"https://a.example","sub":"\ud800","aud":"platen"}`), token(header, "{\"iss\":\"https://a.example\",\"sub\":\"\xff\",\"aud\":\"platen\"}"),
		token(header, `{"iss":"https://a.example","sub":"a","aud":"platen","scope":"render:read\u0000"}`), token(`{"alg":"RS256","kid":"\u0000"}`, `{"iss":"https://a.example","sub":"a","aud":"platen"}`),
	} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

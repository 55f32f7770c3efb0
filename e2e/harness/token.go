package harness

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"testing"
)

// RSAKey returns a new key of an issuer of JWTs.
func RSAKey(t testing.TB, bits int) *rsa.PrivateKey {
	t.Helper()
	k, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// JWK returns the public part of a key as a member of a JWK set (RFC 7517).
func JWK(id string, k *rsa.PrivateKey) map[string]any {
	return map[string]any{"kty": "RSA", "kid": id, "use": "sig", "alg": "RS256", "n": Base64(k.N.Bytes()), "e": Base64(big.NewInt(int64(k.E)).Bytes())}
}

// Token signs claims with RS256 under a header, whatever the header says.
func Token(t testing.TB, k *rsa.PrivateKey, header, claims map[string]any) string {
	t.Helper()
	text := TokenPart(t, header) + "." + TokenPart(t, claims)
	sum := sha256.Sum256([]byte(text))
	sig, err := rsa.SignPKCS1v15(nil, k, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return text + "." + Base64(sig)
}

// TokenPart returns the header or the claims of a token as its text has them.
func TokenPart(t testing.TB, v map[string]any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return Base64(raw)
}

// Base64 is base64url without padding.
func Base64(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

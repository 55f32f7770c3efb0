// Package jwt verifies JSON Web Tokens (RFC 7519, RFC 8725) of issuers that publish a key set (RFC 7517).
//
// It is the only package that imports the underlying JOSE library.
package jwt

import (
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/canonical"
)

// MaxLen is the maximum length of a token in bytes.
const MaxLen = 8 << 10

const (
	// maxLife is the maximum time between iat and exp.
	maxLife = 24 * time.Hour
	// leeway is the permitted clock skew for iat and nbf; exp has none.
	leeway = 5 * time.Second
)

// Token is a parsed JWT. It is unverified until Keys.Verify returns nil.
type Token struct {
	Algorithm string
	KeyID     string
	Issuer    string
	Subject   string
	// Scope holds the words of the scope claim; HasScope reports whether the claim is present.
	Scope    []string
	HasScope bool

	audience             []string
	expires, issued, nbf *time.Time
	text                 string
}

// errMalformed is returned for every malformed token; the reason is not exposed.
var errMalformed = errors.New("malformed token")

// Parse parses a token and checks its form: three parts, a JWS header with alg and kid and without parameters that
// supply keys or extensions, and claims of the right types.
func Parse(text string) (*Token, error) {
	if len(text) > MaxLen || strings.Count(text, ".") != 2 {
		return nil, errMalformed
	}
	parts := strings.Split(text, ".")
	header, err := object(parts[0])
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"jku", "jwk", "x5u", "x5c", "crit", "b64", "zip"} {
		if _, ok := header.Get(name); ok {
			return nil, errMalformed
		}
	}
	t := &Token{text: text}
	var ok bool
	if t.Algorithm, ok = text1(header, "alg"); !ok {
		return nil, errMalformed
	}
	if t.KeyID, ok = text1(header, "kid"); !ok || t.KeyID == "" || len(t.KeyID) > 512 {
		return nil, errMalformed
	}
	if v, given := header.Get("typ"); given && !slices.Contains([]string{"jwt", "at+jwt", "application/at+jwt"}, strings.ToLower(v.Text)) {
		return nil, errMalformed
	}
	if _, err := decode(parts[2]); err != nil {
		return nil, err
	}
	claims, err := object(parts[1])
	if err != nil {
		return nil, err
	}
	if t.Issuer, ok = text1(claims, "iss"); !ok || t.Issuer == "" {
		return nil, errMalformed
	}
	if t.Subject, ok = text1(claims, "sub"); !ok || t.Subject == "" || len(t.Subject) > 255 {
		return nil, errMalformed
	}
	if t.audience, ok = texts(claims, "aud"); !ok {
		return nil, errMalformed
	}
	for name, at := range map[string]**time.Time{"exp": &t.expires, "iat": &t.issued, "nbf": &t.nbf} {
		if *at, ok = instant(claims, name); !ok {
			return nil, errMalformed
		}
	}
	if v, given := claims.Get("scope"); given {
		words, ok := texts(claims, "scope")
		if !ok {
			return nil, errMalformed
		}
		if v.Kind == canonical.String {
			words = strings.Fields(v.Text)
		}
		t.Scope, t.HasScope = words, true
	}
	return t, nil
}

// Check checks the time claims at the instant now, and the audience.
func (t *Token) Check(now time.Time, audience string) error {
	born := now
	if t.issued != nil {
		born = *t.issued
	}
	switch {
	case !slices.Contains(t.audience, audience):
		return errors.New("another audience")
	case t.expires == nil || !now.Before(*t.expires):
		return errors.New("expired")
	case t.expires.Sub(born) > maxLife:
		return errors.New("lives too long")
	case t.issued != nil && t.issued.After(now.Add(leeway)):
		return errors.New("issued in the future")
	case t.nbf != nil && t.nbf.After(now.Add(leeway)):
		return errors.New("not valid yet")
	}
	return nil
}

// decode decodes one part in its canonical encoding: base64url without padding, line breaks or non-zero trailing bits,
// so that no other text is the same token.
func decode(part string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(part)
	if err != nil || base64.RawURLEncoding.EncodeToString(raw) != part {
		return nil, errMalformed
	}
	return raw, nil
}

// object decodes one part of a token and rejects duplicate member names.
func object(part string) (canonical.Value, error) {
	raw, err := decode(part)
	if err != nil {
		return canonical.Value{}, err
	}
	v, err := canonical.Parse(raw, canonical.Limits{})
	if err != nil || v.Kind != canonical.Object {
		return canonical.Value{}, errMalformed
	}
	return v, nil
}

func text1(v canonical.Value, name string) (string, bool) {
	m, ok := v.Get(name)
	return m.Text, ok && m.Kind == canonical.String
}

// texts returns a claim that is a string or a list of strings.
func texts(v canonical.Value, name string) ([]string, bool) {
	m, ok := v.Get(name)
	switch {
	case !ok:
		return nil, false
	case m.Kind == canonical.String:
		return []string{m.Text}, true
	case m.Kind != canonical.Array:
		return nil, false
	}
	out := make([]string, 0, len(m.Items))
	for _, item := range m.Items {
		if item.Kind != canonical.String {
			return nil, false
		}
		out = append(out, item.Text)
	}
	return out, true
}

// instant returns a NumericDate (RFC 7519 section 2), nil when the claim is absent.
func instant(v canonical.Value, name string) (*time.Time, bool) {
	m, ok := v.Get(name)
	if !ok {
		return nil, true
	}
	if m.Kind != canonical.Number {
		return nil, false
	}
	seconds, err := strconv.ParseFloat(m.Text, 64)
	if err != nil || seconds < 0 || seconds > 1e11 {
		return nil, false
	}
	at := time.UnixMicro(int64(seconds * 1e6)).UTC()
	return &at, true
}

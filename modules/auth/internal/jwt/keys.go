package jwt

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/lestrrat-go/jwx/v2/jwa"
	"github.com/lestrrat-go/jwx/v2/jwk"
	"github.com/lestrrat-go/jwx/v2/jws"
)

// MaxSet is the maximum size of a key set in bytes.
const MaxSet = 64 << 10

// Algorithms lists the algorithms that an issuer may use; the first is the default. Shared secrets and "none" are not
// among them.
func Algorithms() []string {
	return []string{"RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"}
}

// Keys is an issuer's key set. It is immutable. An id shared by several keys identifies none of them: byID holds unique
// ids only.
type Keys struct {
	byID      map[string]key
	ambiguous map[string]bool
}

type key struct {
	algorithm string // the key's alg parameter, "" for any algorithm of its type
	public    any
}

// ParseKeys parses a key set. It skips keys that cannot verify tokens here (encryption keys, private keys, unknown
// types, weak keys).
func ParseKeys(data []byte) (*Keys, error) {
	set, err := jwk.Parse(data, jwk.WithIgnoreParseError(true))
	if err != nil {
		return nil, fmt.Errorf("reading a key set: %w", err)
	}
	keys := &Keys{byID: map[string]key{}}
	if keys.ambiguous, err = repeated(data); err != nil {
		return nil, fmt.Errorf("reading a key set: %w", err)
	}
	for i := range set.Len() {
		k, ok := set.Key(i)
		if !ok || k.KeyID() == "" || keys.ambiguous[k.KeyID()] || k.KeyUsage() != "" && k.KeyUsage() != string(jwk.ForSignature) {
			continue
		}
		var raw any
		if k.Raw(&raw) != nil {
			continue
		}
		keys.byID[k.KeyID()] = key{k.Algorithm().String(), raw}
	}
	return keys, nil
}

// repeated returns the ids shared by several keys of a set, counting keys of every type and use.
func repeated(data []byte) (map[string]bool, error) {
	var set struct{ Keys []json.RawMessage }
	if err := json.Unmarshal(data, &set); err != nil {
		return nil, err
	}
	seen, twice := map[string]bool{}, map[string]bool{}
	for _, text := range set.Keys {
		var k struct{ KID string }
		if json.Unmarshal(text, &k) != nil {
			continue // not a key; the parser skips it, too
		}
		twice[k.KID] = twice[k.KID] || seen[k.KID]
		seen[k.KID] = true
	}
	return twice, nil
}

// Has reports whether the set contains the id, once or several times.
func (k *Keys) Has(id string) bool {
	if k == nil {
		return false
	}
	_, one := k.byID[id]
	return one || k.ambiguous[id]
}

// Verify checks the token's signature; allowed are the issuer's algorithms.
func (k *Keys) Verify(t *Token, allowed []string) error {
	if !slices.Contains(allowed, t.Algorithm) || !slices.Contains(Algorithms(), t.Algorithm) {
		return errors.New("algorithm not allowed")
	}
	one, ok := k.byID[t.KeyID]
	if !ok || one.algorithm != "" && one.algorithm != t.Algorithm || !fits(t.Algorithm, one.public) {
		return errors.New("no single key of the set is the token's")
	}
	_, err := jws.Verify([]byte(t.text), jws.WithKey(jwa.SignatureAlgorithm(t.Algorithm), one.public))
	return err
}

// The limits of an RSA key in bits: the lower one for security, the upper one for the cost of verification.
const (
	minRSA = 2048
	maxRSA = 8192
)

// fits reports whether a public key can be used with the algorithm.
func fits(algorithm string, public any) bool {
	switch p := public.(type) {
	case *rsa.PublicKey:
		bits := p.N.BitLen()
		return (algorithm[:2] == "RS" || algorithm[:2] == "PS") && bits >= minRSA && bits <= maxRSA && p.E >= 3
	case *ecdsa.PublicKey:
		return algorithm == "ES256" && p.Curve.Params().BitSize == 256 || algorithm == "ES384" && p.Curve.Params().BitSize == 384
	case ed25519.PublicKey:
		return algorithm == "EdDSA"
	}
	return false
}

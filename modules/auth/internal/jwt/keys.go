package jwt

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"errors"
	"fmt"
	"slices"

	"github.com/lestrrat-go/jwx/v2/jwa"
	"github.com/lestrrat-go/jwx/v2/jwk"
	"github.com/lestrrat-go/jwx/v2/jws"
)

// MaxSet is the largest key set read, in bytes.
const MaxSet = 64 << 10

// Algorithms lists what an issuer may opt in to; the first is the default. Shared secrets and "none" are
// not among them.
func Algorithms() []string {
	return []string{"RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"}
}

// Keys is an issuer's key set. It is immutable.
type Keys struct{ byID map[string][]key }

type key struct {
	algorithm string // what the set says it is for, "" for any of its kind
	public    any
}

// ParseKeys reads a key set. Keys that verify nothing here (for encryption, private, of unknown kinds, too
// weak) are left out.
func ParseKeys(data []byte) (*Keys, error) {
	set, err := jwk.Parse(data, jwk.WithIgnoreParseError(true))
	if err != nil {
		return nil, fmt.Errorf("reading a key set: %w", err)
	}
	keys := &Keys{byID: map[string][]key{}}
	for i := range set.Len() {
		k, ok := set.Key(i)
		if !ok || k.KeyID() == "" || k.KeyUsage() != "" && k.KeyUsage() != string(jwk.ForSignature) {
			continue
		}
		var raw any
		if k.Raw(&raw) != nil {
			continue
		}
		keys.byID[k.KeyID()] = append(keys.byID[k.KeyID()], key{k.Algorithm().String(), raw})
	}
	return keys, nil
}

// Has reports whether the set has a key of the id.
func (k *Keys) Has(id string) bool { return k != nil && len(k.byID[id]) > 0 }

// Verify checks the token's signature; allowed are the algorithms that the issuer uses.
func (k *Keys) Verify(t *Token, allowed []string) error {
	if !slices.Contains(allowed, t.Algorithm) || !slices.Contains(Algorithms(), t.Algorithm) {
		return errors.New("algorithm not allowed")
	}
	for _, one := range k.byID[t.KeyID] {
		if one.algorithm != "" && one.algorithm != t.Algorithm || !fits(t.Algorithm, one.public) {
			continue
		}
		if _, err := jws.Verify([]byte(t.text), jws.WithKey(jwa.SignatureAlgorithm(t.Algorithm), one.public)); err == nil {
			return nil
		}
	}
	return errors.New("no key verifies the signature")
}

// The sizes of an RSA key, in bits: what is safe, and what does not cost too much to try.
const (
	minRSA = 2048
	maxRSA = 8192
)

// fits reports whether a public key is one for the algorithm.
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

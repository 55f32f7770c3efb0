// Package secret stores the master secret of an installation and derives every other key from it.
//
// The secret is 32 random bytes, generated at the first start and stored in the data directory (mode 0600), or
// configured when several machines share a database. Keys for different uses are derived by HKDF
// (RFC 5869) with the use as the info string, so that one key reveals nothing about another.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Size is the length in bytes of the secret and of every derived key.
const Size = 32

// Ring derives keys from the installation's secret. It is immutable and safe for concurrent use.
type Ring struct{ master [Size]byte }

// New returns a ring over the given secret of 32 bytes.
func New(master [Size]byte) *Ring { return &Ring{master} }

// Load returns the ring of an installation: from the configured text (hex or base64 of 32 bytes) when it
// is not empty, otherwise from dir/secret.key, which is created if missing.
func Load(dir, configured string) (*Ring, error) {
	if configured != "" {
		return parse("PLATEN_SECRET_KEY", configured)
	}
	path := filepath.Join(dir, "secret.key")
	content, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		if err := create(dir, path); err != nil {
			return nil, fmt.Errorf("making the installation's secret: %w", err)
		}
		content, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the installation's secret: %w", err)
	}
	return parse(path, strings.TrimSpace(string(content)))
}

// create writes a fresh secret under a temporary name and links it into place, so that of two processes that
// start concurrently one wins and both read the same secret.
func create(dir, path string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var fresh [Size]byte
	if _, err := rand.Read(fresh[:]); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".secret-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(hex.EncodeToString(fresh[:]) + "\n"); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return nil
}

func parse(name, text string) (*Ring, error) {
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString, base64.StdEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
	} {
		if b, err := decode(text); err == nil && len(b) == Size {
			return New([Size]byte(b)), nil
		}
	}
	return nil, fmt.Errorf("%s: not the hex or base64 form of %d bytes (openssl rand -hex %d makes one)", name, Size, Size)
}

// Key returns the key for one use, such as "auth.pepper". The same ring and use give the same key permanently.
func (r *Ring) Key(use string) [Size]byte {
	k, err := hkdf.Key(sha256.New, r.master[:], nil, "platen/"+use, Size)
	if err != nil {
		panic("secret: " + err.Error()) // only for invalid lengths
	}
	return [Size]byte(k)
}

// AEAD returns AES-256-GCM under the key for use.
func (r *Ring) AEAD(use string) cipher.AEAD {
	k := r.Key(use)
	block, err := aes.NewCipher(k[:])
	if err != nil {
		panic("secret: " + err.Error())
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic("secret: " + err.Error())
	}
	return aead
}

// Fingerprint identifies the secret without revealing it, to detect a start with the wrong one.
func (r *Ring) Fingerprint() string {
	k := r.Key("fingerprint")
	return hex.EncodeToString(k[:8])
}

// Seal encrypts plain for a row: the result opens only with the same ring, use and context.
func (r *Ring) Seal(use, context string, plain []byte) []byte {
	aead := r.AEAD(use)
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(plain)+aead.Overhead())
	if _, err := rand.Read(nonce); err != nil {
		panic("secret: no randomness: " + err.Error())
	}
	return aead.Seal(nonce, nonce, plain, []byte(context))
}

// Open decrypts the result of Seal.
func (r *Ring) Open(use, context string, sealed []byte) ([]byte, error) {
	aead := r.AEAD(use)
	if len(sealed) < aead.NonceSize() {
		return nil, errors.New("sealed text is too short")
	}
	return aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], []byte(context))
}

package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"math/big"
	"strings"

	"github.com/platenhq/platen/modules/platform/ident"
)

const (
	base62     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	randomLen  = 32
	checkLen   = 6
	prefixLive = "svc_live_"
	prefixTest = "svc_test_"
)

// prefixes maps the prefixes of keys to modes; the legacy ones are accepted permanently.
var prefixes = map[string]ident.Mode{
	prefixLive: ident.Live, prefixTest: ident.Test,
	"legacy_live_": ident.Live, "legacy_test_": ident.Test,
}

// newToken returns a new key: prefix, 32 random characters, 6 characters of checksum.
func newToken(mode ident.Mode) string {
	prefix := prefixTest
	if mode == ident.Live {
		prefix = prefixLive
	}
	b := []byte(prefix)
	for range randomLen {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(base62))))
		if err != nil {
			panic("auth: no randomness: " + err.Error())
		}
		b = append(b, base62[n.Int64()])
	}
	return string(b) + checksum(string(b))
}

// checksum returns the CRC-32 (IEEE) of text in base 62; it lets secret scanners and the service reject malformed keys
// without a database lookup.
func checksum(text string) string {
	sum := crc32.ChecksumIEEE([]byte(text))
	out := make([]byte, checkLen)
	for i := checkLen - 1; i >= 0; i-- {
		out[i] = base62[sum%62]
		sum /= 62
	}
	return string(out)
}

// parseToken reports whether text has the form of a key, and returns its prefix and mode. Legacy keys have no checksum:
// only their alphabet and length are checked.
func parseToken(text string) (prefix string, mode ident.Mode, ok bool) {
	for prefix, mode := range prefixes {
		rest, found := strings.CutPrefix(text, prefix)
		if !found || !isBase62(rest) {
			continue
		}
		if strings.HasPrefix(prefix, "legacy_") {
			return prefix, mode, len(rest) >= 16 && len(rest) <= 128
		}
		body := text[:len(text)-min(checkLen, len(rest))]
		return prefix, mode, len(rest) == randomLen+checkLen && checksum(body) == rest[randomLen:]
	}
	return "", "", false
}

func isBase62(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}

// hashToken returns the keyed hash under which a key is stored and looked up.
func hashToken(pepper [32]byte, text string) [32]byte {
	mac := hmac.New(sha256.New, pepper[:])
	mac.Write([]byte(text))
	return [32]byte(mac.Sum(nil))
}

package sender

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

const secretPrefix = "whsec_"

// NewSecret returns a fresh secret in the form of the Standard Webhooks specification: the prefix and 24
// random bytes in base64.
func NewSecret() string {
	var b [24]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic("sender: no randomness: " + err.Error())
	}
	return secretPrefix + base64.StdEncoding.EncodeToString(b[:])
}

// Signer signs with one secret.
type Signer struct {
	text string
	key  []byte // of the standard signature: the decoded text
}

// NewSigner returns the signer of a secret that NewSecret made.
func NewSigner(text string) (Signer, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, secretPrefix))
	if err != nil || !strings.HasPrefix(text, secretPrefix) || len(key) == 0 {
		return Signer{}, fmt.Errorf("the secret does not have the form %s and base64", secretPrefix)
	}
	return Signer{text, key}, nil
}

// Hex is the contract's signature: HMAC-SHA256 of the body under the secret's text, in lower-case hex.
func (s Signer) Hex(body []byte) string {
	mac := hmac.New(sha256.New, []byte(s.text))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// Standard is the v1 signature of the Standard Webhooks specification: HMAC-SHA256 of id, timestamp and
// body under the decoded secret, in base64.
func (s Signer) Standard(id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// sign adds every signature. The first signer signs the contract's header; there is a second one only during a
// rotation.
func sign(h http.Header, m *Message) {
	timestamp := strconv.FormatInt(m.Time.Unix(), 10)
	h.Set("Webhook-Id", m.DeliveryID)
	h.Set("Webhook-Timestamp", timestamp)
	h.Set("X-Service-Signature", m.Signers[0].Hex(m.Body))
	standard := make([]string, len(m.Signers))
	for i, s := range m.Signers {
		standard[i] = s.Standard(m.DeliveryID, timestamp, m.Body)
	}
	h.Set("Webhook-Signature", strings.Join(standard, " "))
	if len(m.Signers) > 1 {
		h.Set("X-Service-Signature-2", m.Signers[1].Hex(m.Body))
	}
}

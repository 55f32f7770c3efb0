package platen

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers of a delivery. The id is the same at every attempt: a receiver that has seen it responds with 2xx and
// does nothing.
const (
	DeliveryHeader  = "X-Service-Delivery"
	EventHeader     = "X-Service-Event"
	AttemptHeader   = "X-Service-Attempt"
	SignatureHeader = "X-Service-Signature"
	// NewSignatureHeader is there for 24 hours after a rotation, signed with the new secret.
	NewSignatureHeader = "X-Service-Signature-2"
)

// WebhookEvent is the signed body of a delivery.
type WebhookEvent struct {
	ID         string    `json:"id"`
	Event      string    `json:"event"`
	DeliveryID string    `json:"delivery_id"`
	CreatedAt  time.Time `json:"created_at"`
	// Sequence rises by one with every event of the webhook; deliveries may arrive in another order.
	Sequence    int64  `json:"sequence"`
	Livemode    bool   `json:"livemode"`
	Test        bool   `json:"test"`
	APIVersion  string `json:"api_version"`
	WorkspaceID string `json:"workspace_id"`
	// Data holds `job` for render events.
	Data json.RawMessage `json:"data"`
}

// ErrSignature says that a body was not signed with any of the secrets: respond with 401 and drop it.
var ErrSignature = errors.New("platen: the webhook signature does not match")

// VerifyWebhook checks the signature of a delivery in constant time and returns its event. body is the raw
// bytes as received, not JSON written anew. Give both secrets while a rotation is under way. The error is
// ErrSignature, or describes what is invalid in a body that was signed.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*WebhookEvent, error) {
	valid := false
	for _, name := range []string{SignatureHeader, NewSignatureHeader} {
		text, ok := strings.CutPrefix(header.Get(name), "sha256=")
		given, err := hex.DecodeString(text)
		if !ok || err != nil {
			continue
		}
		for _, secret := range secrets {
			if secret == "" {
				continue
			}
			mac := hmac.New(sha256.New, []byte(secret))
			mac.Write(body)
			if hmac.Equal(mac.Sum(nil), given) {
				valid = true
			}
		}
	}
	if !valid {
		return nil, ErrSignature
	}
	return readEvent(body)
}

// Tolerance is how far the clocks of sender and receiver may be apart, and how late a delivery may arrive, for
// VerifyStandardWebhook.
const Tolerance = 5 * time.Minute

// VerifyStandardWebhook checks a delivery by the headers of the Standard Webhooks specification, which deliveries
// carry too: webhook-id, webhook-timestamp and webhook-signature. It also refuses deliveries sent more than
// Tolerance away from now, so that one that was recorded cannot be played again later. body is the raw bytes as
// received. The error is ErrSignature, or describes what is invalid in a body that was signed.
func VerifyStandardWebhook(body []byte, header http.Header, now time.Time, secrets ...string) (*WebhookEvent, error) {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if sent := time.Unix(seconds, 0); id == "" || err != nil || now.Sub(sent).Abs() > Tolerance {
		return nil, ErrSignature
	}
	valid := false
	for _, secret := range secrets {
		text, ok := strings.CutPrefix(secret, "whsec_")
		key, err := base64.StdEncoding.DecodeString(text)
		if !ok || err != nil || len(key) == 0 {
			continue
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		sum := mac.Sum(nil)
		for given := range strings.FieldsSeq(header.Get("Webhook-Signature")) {
			given, ok := strings.CutPrefix(given, "v1,")
			if raw, err := base64.StdEncoding.DecodeString(given); ok && err == nil && hmac.Equal(sum, raw) {
				valid = true
			}
		}
	}
	if !valid {
		return nil, ErrSignature
	}
	return readEvent(body)
}

func readEvent(body []byte) (*WebhookEvent, error) {
	event := new(WebhookEvent)
	if err := json.Unmarshal(body, event); err != nil {
		return nil, fmt.Errorf("platen: reading a webhook: %w", err)
	}
	return event, nil
}

package platen

import (
	"bytes"
	"compress/flate"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
)

// URLSigner mints image URLs without calling the service, with a signing key that CreateSigningKey gave. Keep
// the secret on servers. The service checks what a URL asks for when it is fetched first.
type URLSigner struct {
	// BaseURL is where the service is reached, such as https://img.example.com.
	BaseURL string
	// KID and Secret are a signing key's `kid` and `secret` (ssk_…).
	KID, Secret string
}

// MaxURL is the longest URL the service mints itself, in bytes; caches on the way may refuse longer ones.
const MaxURL = 8000

// Inline returns the URL of an image that carries its request. ref and form do not matter; expires_at, when
// set, ends the URL. The error is about items that cannot be written as JSON, or a URL longer than MaxURL.
func (s URLSigner) Inline(item *signingv1.SignItem) (string, error) {
	if item.GetSource() == nil {
		return "", errors.New("platen: an item needs html, a document or a template")
	}
	c := proto.CloneOf(item)
	c.Ref, c.Form, c.ExpiresAt = nil, nil, nil
	raw, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("platen: writing an item: %w", err)
	}
	var expires time.Time
	if item.ExpiresAt != nil {
		expires = item.ExpiresAt.AsTime()
	}
	content, err := sortedJSON(raw)
	if err != nil {
		return "", fmt.Errorf("platen: writing an item: %w", err)
	}
	return s.inline(content, expires)
}

// InlineJSON is Inline for an item in the JSON of POST /api/v1/generate/sign. The numbers of its data keep every digit, such as
// those of 0.10 and 12345678901234567890, which a message holds as floating-point values.
func (s URLSigner) InlineJSON(item []byte) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(item, &members); err != nil {
		return "", fmt.Errorf("platen: reading an item: %w", err)
	}
	if members["html"] == nil && members["document"] == nil && members["template"] == nil {
		return "", errors.New("platen: an item needs html, a document or a template")
	}
	var expires time.Time
	if at := members["expires_at"]; at != nil && string(at) != "null" {
		if err := json.Unmarshal(at, &expires); err != nil {
			return "", fmt.Errorf("platen: expires_at of an item: %w", err)
		}
	}
	maps.DeleteFunc(members, func(name string, v json.RawMessage) bool {
		return name == "ref" || name == "form" || name == "expires_at" || string(v) == "null"
	})
	raw, err := json.Marshal(members)
	if err != nil {
		return "", fmt.Errorf("platen: writing an item: %w", err)
	}
	content, err := sortedJSON(raw)
	if err != nil {
		return "", fmt.Errorf("platen: writing an item: %w", err)
	}
	return s.inline(content, expires)
}

func (s URLSigner) inline(content []byte, expires time.Time) (string, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(content); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	rest := "d/" + base64.RawURLEncoding.EncodeToString(packed.Bytes()) + ".png"
	at := s.url(rest, "", expires)
	if len(at) > MaxURL {
		return "", fmt.Errorf("platen: the URL would have %d bytes, more than %d; mint a stored one", len(at), MaxURL)
	}
	return at, nil
}

// Template returns the URL of a template's image with values for its variables. The zero time never
// expires.
func (s URLSigner) Template(id string, version int, values map[string]string, expires time.Time) string {
	var query []string
	for name, value := range values {
		query = append(query, url.QueryEscape(name)+"="+url.QueryEscape(value))
	}
	slices.SortFunc(query, func(a, b string) int {
		x, _, _ := strings.Cut(a, "=")
		y, _, _ := strings.Cut(b, "=")
		p, _ := url.QueryUnescape(x) // escaped above
		q, _ := url.QueryUnescape(y)
		return strings.Compare(p, q)
	})
	return s.url(fmt.Sprintf("t/%s@%d.png", id, version), strings.Join(query, "&"), expires)
}

// url signs a path and its signed query.
func (s URLSigner) url(path, query string, expires time.Time) string {
	rest, expiry := path, ""
	if query != "" {
		rest += "?" + query
	}
	if !expires.IsZero() {
		expiry = strconv.FormatInt(expires.Unix(), 10)
		if query != "" {
			query += "&"
		}
		query += "exp=" + expiry
	}
	at := strings.TrimSuffix(s.BaseURL, "/") + "/i/" + s.KID + "/" + s.Signature(rest, expiry) + "/" + path
	if query != "" {
		at += "?" + query
	}
	return at
}

// Signature signs what follows the signature in a URL's path. expiry is Unix time in seconds, or "".
func (s URLSigner) Signature(rest, expiry string) string {
	mac := hmac.New(sha256.New, []byte(s.Secret))
	mac.Write([]byte("svc-img-v1\n" + s.KID + "\n" + rest + "\n" + expiry))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// sortedJSON writes JSON with sorted members and without white space; numbers stay as they are.
func sortedJSON(raw []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

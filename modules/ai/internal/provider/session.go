package provider

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/egress"
)

// The size limits of responses.
const (
	maxFile    = 32 << 20 // bytes of an image
	maxAnswer  = 48 << 20 // bytes of JSON that may contain one as base64
	maxMessage = 300      // length of a provider's message in logs
	// maxPause is the maximum delay accepted from a provider's Retry-After.
	maxPause = 15 * time.Second
)

// session sends requests to one provider.
type session struct {
	name, base, key string
	client          *http.Client
	// public fetches images from URLs in responses; it connects to public addresses only.
	public  *http.Client
	retries int
	backoff time.Duration
	basic   bool // the key is user:password for basic authentication
}

func newSession(c Config, guard *egress.Guard) (*session, error) {
	own := guard.Within(c.Networks)
	u, err := own.CheckURL(c.URL)
	if err != nil {
		return nil, fmt.Errorf("PLATEN_AI_URL: %w; a private address needs PLATEN_AI_NETWORKS", err)
	}
	return &session{name: c.Name, base: strings.TrimSuffix(u.String(), "/"), key: c.Key, retries: c.Retries, backoff: c.Backoff, basic: c.Name == "automatic1111",
		client: own.Client(egress.Options{Timeout: c.Timeout, MaxConnsPerHost: 16}),
		public: guard.Client(egress.Options{Timeout: c.Timeout, Redirects: 2})}, nil
}

// Name implements Provider.
func (s *session) Name() string { return s.name }

// response is a provider's HTTP response.
type response struct {
	status int
	header http.Header
	body   []byte
}

// json posts a message, or sends GET when in is nil, and decodes a 2xx response into out, which may be nil. Other
// statuses that are not retried are returned to the caller.
func (s *session) json(ctx context.Context, path string, in, out any) (*response, error) {
	method, body := http.MethodGet, []byte(nil)
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return nil, fmt.Errorf("writing a request to %s: %w", s.name, err)
		}
		method = http.MethodPost
	}
	a, err := s.do(ctx, method, s.base+path, body, maxAnswer)
	if err != nil {
		return nil, err
	}
	if a.status/100 != 2 || out == nil {
		return a, nil
	}
	if err := json.Unmarshal(a.body, out); err != nil {
		return nil, &Error{Kind: InvalidResponse, Provider: s.name, Status: a.status, Message: clip(a.body), Cause: err}
	}
	return a, nil
}

// do sends a request to the provider and retries after 429, 5xx and refused connections.
func (s *session) do(ctx context.Context, method, url string, body []byte, limit int64) (*response, error) {
	pause := s.backoff
	for try := 0; ; try++ {
		a, err := s.once(ctx, s.client, method, url, body, limit, true)
		if err == nil || try >= s.retries || !recoverable(err) {
			return a, err
		}
		wait := pause
		if a != nil {
			if n, e := strconv.Atoi(a.header.Get("Retry-After")); e == nil && n > 0 {
				wait = min(time.Duration(n)*time.Second, maxPause)
			}
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, errors.Join(ctx.Err(), err)
		case <-timer.C:
		}
		pause *= 2
	}
}

// recoverable reports whether a retry may succeed without a second charge: after a response that permits it, or when no
// connection was established.
func recoverable(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Kind == Busy || e.Kind == Unreachable || e.Kind == Failing && e.Status != 0
}

func (s *session) once(ctx context.Context, client *http.Client, method, url string, body []byte, limit int64, authorized bool) (*response, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, &Error{Kind: InvalidResponse, Provider: s.name, Cause: err}
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if authorized && s.key != "" {
		if user, password, ok := strings.Cut(s.key, ":"); ok && s.basic {
			req.SetBasicAuth(user, password)
		} else {
			req.Header.Set("Authorization", "Bearer "+s.key)
		}
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, s.broken(ctx, err)
	}
	defer res.Body.Close()
	if res.ContentLength > limit {
		return nil, &Error{Kind: TooLarge, Provider: s.name, Status: res.StatusCode, Message: fmt.Sprintf("%d bytes", res.ContentLength)}
	}
	data, err := io.ReadAll(io.LimitReader(res.Body, limit+1))
	if err != nil {
		return nil, s.broken(ctx, err)
	}
	if int64(len(data)) > limit {
		return nil, &Error{Kind: TooLarge, Provider: s.name, Status: res.StatusCode, Message: fmt.Sprintf("over %d bytes", limit)}
	}
	a := &response{res.StatusCode, res.Header, data}
	switch {
	case res.StatusCode == http.StatusTooManyRequests:
		return a, &Error{Kind: Busy, Provider: s.name, Status: res.StatusCode, Message: clip(data)}
	case res.StatusCode >= 500:
		return a, &Error{Kind: Failing, Provider: s.name, Status: res.StatusCode, Message: clip(data)}
	}
	return a, nil
}

// broken distinguishes timeouts from failed connections. An exchange that was interrupted after the request was sent is
// not retried: the image may have been generated and charged.
func (s *session) broken(ctx context.Context, err error) error {
	var timeout net.Error
	var dial *net.OpError
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("asking %s: %w", s.name, ctx.Err())
	case errors.As(err, &dial) && dial.Op == "dial", errors.Is(err, egress.ErrRefused):
		return &Error{Kind: Unreachable, Provider: s.name, Cause: err}
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Errorf("asking %s: %w", s.name, errors.Join(context.DeadlineExceeded, err))
	}
	return &Error{Kind: Failing, Provider: s.name, Cause: err}
}

// refusal returns the error for a status for which retrying is useless.
func (s *session) refusal(a *response) error {
	return &Error{Kind: Refused, Provider: s.name, Status: a.status, Message: clip(a.body)}
}

// ping requests a path that is free of charge. A 404 also shows that the provider is reachable.
func (s *session) ping(ctx context.Context, path string) error {
	a, err := s.once(ctx, s.client, http.MethodGet, s.base+path, nil, 8<<20, true)
	if err != nil {
		return err
	}
	if a.status/100 != 2 && a.status != http.StatusNotFound && a.status != http.StatusMethodNotAllowed {
		return s.refusal(a)
	}
	return nil
}

// imageEntry is an entry of `data` in responses in OpenAI's format.
type imageEntry struct {
	Base64 string `json:"b64_json"`
	URL    string `json:"url"`
}

// file returns the file of an entry, either inline as base64 or fetched from a public URL.
func (s *session) file(ctx context.Context, list []imageEntry) (*Result, error) {
	if len(list) == 0 {
		return nil, &Error{Kind: InvalidResponse, Provider: s.name, Message: "no image in the response"}
	}
	switch p := list[0]; {
	case p.Base64 != "":
		return s.decode(p.Base64)
	case p.URL != "":
		a, err := s.once(ctx, s.public, http.MethodGet, p.URL, nil, maxFile, false)
		if err != nil {
			return nil, err
		}
		if a.status != http.StatusOK {
			return nil, s.refusal(a)
		}
		return s.result(a.body)
	}
	return nil, &Error{Kind: InvalidResponse, Provider: s.name, Message: "neither b64_json nor url in the response"}
}

// decode decodes base64, with or without a data: prefix.
func (s *session) decode(text string) (*Result, error) {
	if strings.HasPrefix(text, "data:") {
		_, text, _ = strings.Cut(text, ",")
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, &Error{Kind: InvalidResponse, Provider: s.name, Message: "the image is not base64", Cause: err}
	}
	return s.result(data)
}

// result accepts a file that begins with an image format's signature.
func (s *session) result(data []byte) (*Result, error) {
	if len(data) > maxFile {
		return nil, &Error{Kind: TooLarge, Provider: s.name, Message: fmt.Sprintf("an image of %d bytes", len(data))}
	}
	if !looksLikePicture(data) {
		return nil, &Error{Kind: InvalidResponse, Provider: s.name, Message: clip(data)}
	}
	return &Result{File: data}, nil
}

// looksLikePicture recognises PNG, JPEG, WebP, AVIF and SVG files by their signatures.
func looksLikePicture(data []byte) bool {
	head := data[:min(len(data), 512)]
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")), bytes.HasPrefix(head, []byte("\xff\xd8\xff")),
		len(head) > 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP",
		len(head) > 12 && string(head[4:8]) == "ftyp":
		return true
	}
	text := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))))
	return bytes.HasPrefix(text, []byte("<svg")) || bytes.HasPrefix(text, []byte("<?xml")) && bytes.Contains(text, []byte("<svg"))
}

func clip(data []byte) string {
	if len(data) > maxMessage {
		data = data[:maxMessage]
	}
	return strings.ToValidUTF8(strings.Join(strings.Fields(string(data)), " "), "")
}

package platen_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"testing"
	"time"

	platen "github.com/platenhq/platen/sdk/go"
)

// TestWebhookVectors runs the vectors that every client runs.
func TestWebhookVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../proto/vectors/webhook_signatures.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name    string
		Secrets []string
		Headers map[string]string
		Body    string
		Valid   bool
		Event   string
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 8 {
		t.Fatalf("%d vectors", len(vectors))
	}
	for _, v := range vectors {
		h := http.Header{}
		for name, value := range v.Headers {
			h.Set(name, value)
		}
		event, err := platen.VerifyWebhook([]byte(v.Body), h, v.Secrets...)
		switch {
		case v.Valid && (err != nil || event.Event != v.Event):
			t.Errorf("%s: got %+v, %v", v.Name, event, err)
		case !v.Valid && !errors.Is(err, platen.ErrSignature):
			t.Errorf("%s: got %+v, %v, want ErrSignature", v.Name, event, err)
		}
	}
}

// TestStandardWebhookVectors runs the vectors of the Standard Webhooks headers.
func TestStandardWebhookVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../proto/vectors/standard_webhooks.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name    string
		Now     int64
		Secrets []string
		Headers map[string]string
		Body    string
		Valid   bool
		Event   string
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 12 {
		t.Fatalf("%d vectors", len(vectors))
	}
	for _, v := range vectors {
		h := http.Header{}
		for name, value := range v.Headers {
			h.Set(name, value)
		}
		event, err := platen.VerifyStandardWebhook([]byte(v.Body), h, time.Unix(v.Now, 0), v.Secrets...)
		switch {
		case v.Valid && (err != nil || event.Event != v.Event):
			t.Errorf("%s: got %+v, %v", v.Name, event, err)
		case !v.Valid && !errors.Is(err, platen.ErrSignature):
			t.Errorf("%s: got %+v, %v, want ErrSignature", v.Name, event, err)
		}
	}
}

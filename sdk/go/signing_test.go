package platen_test

import (
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

// TestSigningVectors runs the vectors that every client and the service run.
func TestSigningVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../proto/vectors/signing.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		KID, Secret string
		Signatures  []struct{ Name, Rest, Expiry, Signature string }
		Inline      []struct {
			Name, Canonical, Expiry, Path string
			Content                       json.RawMessage
		}
		Templates []struct {
			Name, Template, Expiry, Path string
			Version                      int
			Values                       map[string]string
		}
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Signatures) < 5 || len(v.Inline) < 3 || len(v.Templates) < 3 {
		t.Fatal("vectors are missing")
	}
	s := platen.URLSigner{BaseURL: "https://img.example.com/", KID: v.KID, Secret: v.Secret}
	for _, c := range v.Signatures {
		if got := s.Signature(c.Rest, c.Expiry); got != c.Signature {
			t.Errorf("%s: got %s, want %s", c.Name, got, c.Signature)
		}
	}
	for _, c := range v.Templates {
		if got, want := s.Template(c.Template, c.Version, c.Values, at(c.Expiry)), "https://img.example.com"+c.Path; got != want {
			t.Errorf("%s: got %s, want %s", c.Name, got, want)
		}
	}
	for _, c := range v.Inline {
		item := new(signingv1.SignItem)
		if err := protojson.Unmarshal(c.Content, item); err != nil {
			t.Fatal(err)
		}
		if c.Expiry != "" {
			item.ExpiresAt = timestamppb.New(at(c.Expiry))
		}
		minted, err := s.Inline(item)
		if err != nil {
			t.Fatal(err)
		}
		// Two compressors agree on what they hold, not on their bytes.
		for _, u := range []string{minted, "https://img.example.com" + c.Path} {
			path, query, _ := strings.Cut(strings.TrimPrefix(u, "https://img.example.com/i/"+v.KID+"/"), "?")
			sig, rest, _ := strings.Cut(path, "/")
			payload := strings.TrimSuffix(strings.TrimPrefix(rest, "d/"), ".png")
			packed, err := base64.RawURLEncoding.DecodeString(payload)
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(flate.NewReader(strings.NewReader(string(packed))))
			if err != nil || string(content) != c.Canonical {
				t.Errorf("%s: got %s (%v), want %s", c.Name, content, err, c.Canonical)
			}
			if want := s.Signature(rest, c.Expiry); sig != want || c.Expiry != strings.TrimPrefix(query, "exp=") {
				t.Errorf("%s: %s is not signed right", c.Name, u)
			}
		}
	}
	if _, err := s.Inline(&signingv1.SignItem{}); err == nil {
		t.Error("an item without a source was signed")
	}
}

func at(expiry string) time.Time {
	if expiry == "" {
		return time.Time{}
	}
	n, _ := strconv.ParseInt(expiry, 10, 64)
	return time.Unix(n, 0)
}

// TestInlineJSONIsInline mints one item as a message and as JSON, and keeps the digits of numbers in JSON.
func TestInlineJSONIsInline(t *testing.T) {
	t.Parallel()
	s := platen.URLSigner{BaseURL: "https://img.example.com", KID: "6fv8r0hbp9ka", Secret: "ssk_secret"}
	data, err := structpb.NewStruct(map[string]any{"title": "A < B", "n": 2})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	want, err := s.Inline(&signingv1.SignItem{Ref: proto.String("a"), Source: &signingv1.SignItem_Html{Html: "<p>&"}, Data: data, Width: proto.Int32(300), ExpiresAt: timestamppb.New(at)})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.InlineJSON([]byte(`{"width": 300, "ref": "a", "html": "<p>&", "locale": null, "data": {"title": "A < B", "n": 2}, "expires_at": "2027-01-01T00:00:00Z"}`))
	if err != nil || got != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	a, errA := s.InlineJSON([]byte(`{"html":"x","data":{"n":0.10,"m":12345678901234567890}}`))
	b, errB := s.InlineJSON([]byte(`{"html":"x","data":{"n":0.1,"m":12345678901234567891}}`))
	if errA != nil || errB != nil || a == b {
		t.Errorf("numbers that differ beyond a double have one URL: %s, %v, %v", a, errA, errB)
	}
	for _, bad := range []string{``, `[]`, `{"width":300}`, `{"html":"x","expires_at":"soon"}`} {
		if u, err := s.InlineJSON([]byte(bad)); err == nil {
			t.Errorf("%s: %s, want an error", bad, u)
		}
	}
}

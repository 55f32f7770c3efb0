package scenarios

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/e2e/harness"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

// TestOfflineURLs makes a key over Connect, mints URLs without the service and fetches them.
func TestOfflineURLs(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := harness.Start(t, nil)
	before := available(t, s)
	client, err := platen.New(s.Key(t, "test", "keys:write", "sign:write"), platen.WithBaseURL(s.URL))
	if err != nil {
		t.Fatal(err)
	}
	key, err := client.SigningKeys.CreateSigningKey(ctx, &signingv1.CreateSigningKeyRequest{})
	if err != nil {
		t.Fatal(err)
	}
	signer := platen.URLSigner{BaseURL: s.URL, KID: key.Kid, Secret: key.GetSecret()}
	item := &signingv1.SignItem{Source: &signingv1.SignItem_Html{Html: "<h1>Käse & “مرحبا”</h1>"}, ExpiresAt: timestamppb.New(time.Now().Add(time.Hour))}
	u, err := signer.Inline(item)
	if err != nil {
		t.Fatal(err)
	}
	if a := s.Do(t, http.MethodGet, u, "", ""); a.Status != 302 || a.Header.Get("Location") == "" {
		t.Fatalf("an offline URL: %d %s", a.Status, a.Body)
	}
	// The service mints the same image, over Connect, in the other form.
	minted, err := client.Signing.Sign(ctx, &signingv1.SignRequest{Items: []*signingv1.SignItem{item}})
	if err != nil {
		t.Fatal(err)
	}
	first := s.Do(t, http.MethodGet, u, "", "").Header.Get("Location")
	if second := s.Do(t, http.MethodGet, minted.Data[0].Url, "", "").Header.Get("Location"); second != first || !strings.Contains(first, minted.Data[0].GetImageId()) {
		t.Errorf("one content is %s and %s", first, second)
	}
	if minted.Data[0].Livemode || available(t, s) != before {
		t.Errorf("a test key's images are not free: %+v", minted.Data[0])
	}
	for want, u := range map[string]string{
		"TEMPLATE_NOT_FOUND": signer.Template("tpl_01jb8z3t5v9k2m4n6p8q0r1s2t", 3, map[string]string{"title": "a & b"}, time.Time{}),
		"UNAUTHORIZED":       signer.Template("tpl_01jb8z3t5v9k2m4n6p8q0r1s2t", 3, map[string]string{"title": "a"}, time.Now().Add(-time.Second)),
		"INVALID_REQUEST":    s.URL + "/i/" + key.Kid + "/" + signer.Signature("d/AAAA.png", "") + "/d/AAAA.png",
	} {
		a := s.Do(t, http.MethodGet, u, "", "")
		if a.Header.Get("X-Service-Error") != want || a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", u, a.Status, a.Header)
		}
		// A URL that verifies serves an image whatever is wrong with what it names.
		if image := bytes.HasPrefix(a.Body, []byte("\x89PNG")); image != (want != "UNAUTHORIZED") {
			t.Errorf("%s: an image is served: %v", want, image)
		}
	}
}

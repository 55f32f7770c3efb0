package scenarios

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
)

// signedURL is one response of the sign call.
type signedURL struct {
	Index       int
	Ref, URL    string
	ImageID     string  `json:"image_id"`
	RequestHash string  `json:"request_hash"`
	ExpiresAt   *string `json:"expires_at"`
	Livemode    bool
	MetaTags    string `json:"meta_tags"`
}

func sign(t *testing.T, s *harness.Service, token, items string) []signedURL {
	t.Helper()
	a := s.Do(t, http.MethodPost, "/api/v1/generate/sign", token, `{"items":[`+items+`]}`)
	if a.Status != 200 {
		t.Fatalf("sign returns %d: %s", a.Status, a.Body)
	}
	var out struct{ Data []signedURL }
	a.JSON(t, &out)
	return out.Data
}

// available reads the workspace's credits.
func available(t *testing.T, s *harness.Service) (n int) {
	t.Helper()
	var u struct{ Available, Held int }
	s.Do(t, http.MethodGet, "/api/v1/usage", s.Live, "").JSON(t, &u)
	if u.Held != 0 {
		t.Errorf("%d credits are held", u.Held)
	}
	return u.Available
}

// TestSignedURLs mints one URL of each form, and fetches it: the first fetch renders and charges, later ones
// and HEAD are free, the image has the requested size.
func TestSignedURLs(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	before := available(t, s)
	urls := sign(t, s, s.Live, `{"ref":"a","html":"<h1>Launch & more</h1>","width":600,"height":315},
		{"form":"inline","document":{"tag":"h1","style":{"font-size":"40px"},"text":"Inline"},"width":400,"height":300,"content_version":"2"},
		{"html":"<p>no name</p>"}`)
	if len(urls) != 3 || urls[0].Ref != "a" || urls[0].Index != 0 || urls[1].Index != 1 || urls[0].ImageID == "" || urls[1].ImageID != "" || !urls[0].Livemode {
		t.Fatalf("unexpected URLs: %+v", urls)
	}
	if !strings.HasSuffix(urls[2].URL, "/"+urls[2].Ref+".png") {
		t.Errorf("the stored URL %s does not end in its ref %s", urls[2].URL, urls[2].Ref)
	}
	if n := len(urls[0].URL) - len(s.URL); n > 90 {
		t.Errorf("a stored URL has %d characters below the base", n)
	}
	if !strings.Contains(urls[0].MetaTags, `<meta property="og:image" content="`+urls[0].URL+`">`) || !strings.Contains(urls[0].MetaTags, `"og:image:width" content="600"`) {
		t.Errorf("meta_tags: %s", urls[0].MetaTags)
	}
	if now := available(t, s); now != before {
		t.Errorf("minting charged %d", before-now)
	}
	for i, want := range [][2]int{{600, 315}, {400, 300}} {
		for _, method := range []string{"HEAD", "GET", "GET"} {
			a := s.Do(t, method, urls[i].URL+"?utm_source=x", "", "")
			if a.Status != 302 || a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || len(a.Body) != 0 {
				t.Fatalf("%s %s: %d %v %s", method, urls[i].URL, a.Status, a.Header, a.Body)
			}
			file := s.Do(t, http.MethodGet, a.Header.Get("Location"), "", "")
			img, err := png.Decode(bytes.NewReader(file.Body))
			if err != nil || img.Bounds().Dx() != want[0] || img.Bounds().Dy() != want[1] {
				t.Fatalf("URL %d shows %v (%v)", i, file.Header, err)
			}
		}
	}
	if now := available(t, s); before-now != 2 {
		t.Errorf("two images charged %d credits", before-now)
	}
	// The same content is the same image; another content version is another URL with the same bytes, free.
	again := sign(t, s, s.Live, `{"html":"<h1>Launch & more</h1>","width":600,"height":315},{"html":"<h1>Launch & more</h1>","width":600,"height":315,"content_version":"b"},
		{"form":"inline","document":{"tag":"h1","style":{"font-size":"40px"},"text":"Inline"},"width":400,"height":300,"content_version":"2"}`)
	if again[0].URL != urls[0].URL || again[0].ImageID != urls[0].ImageID || again[1].URL == urls[0].URL || again[1].RequestHash != urls[0].RequestHash || again[2].ImageID == "" {
		t.Errorf("minting again: %+v", again)
	}
	second := s.Do(t, http.MethodGet, again[1].URL, "", "")
	one := s.Do(t, http.MethodGet, s.Do(t, http.MethodGet, urls[0].URL, "", "").Header.Get("Location"), "", "")
	two := s.Do(t, http.MethodGet, second.Header.Get("Location"), "", "")
	if second.Status != 302 || !bytes.Equal(one.Body, two.Body) || len(one.Body) == 0 {
		t.Errorf("another content version: %d, %d and %d bytes", second.Status, len(one.Body), len(two.Body))
	}
	if now := available(t, s); before-now != 2 {
		t.Errorf("the same image once more charged %d credits", before-now-2)
	}
	// Deleting the image is the end of the URL.
	if a := s.Do(t, http.MethodDelete, "/api/v1/images/"+urls[0].ImageID, s.Live, ""); a.Status != 200 {
		t.Fatalf("delete: %d %s", a.Status, a.Body)
	}
	eventually(t, "the URL of a deleted image returns 404", func() bool {
		a := s.Do(t, http.MethodGet, urls[0].URL, "", "")
		return a.Status == 404 && a.Header.Get("X-Service-Error") == "IMAGE_NOT_FOUND" && a.Header.Get("Cache-Control") == "no-store"
	})
}

// eventually polls until ok returns true, for as long as changes may take to reach another process.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("not within a minute: %s", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestSigningIsAtomic checks that every bad item is named and nothing is minted.
func TestSigningIsAtomic(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	for _, c := range []struct{ items, code, path, rule string }{
		{`{"html":"x"},{"html":"x","width":8192,"height":8192}`, "VALIDATION_FAILED", "/items/1/width", "max_pixels"},
		{`{"html":"x"},{"html":"x","width":4}`, "INVALID_REQUEST", "/items/1/width", "minimum"},
		{`{"html":"x","surprise":1}`, "INVALID_REQUEST", "/items/0/surprise", "unknown_field"},
		{`{"ref":"x"}`, "INVALID_REQUEST", "/items/0", "one_of"},
		{`{"html":"x"},{"template":{"id":"tpl_01jb8z3t5v9k2m4n6p8q0r1s2t"}}`, "TEMPLATE_NOT_FOUND", "/items/1/template/id", "template_not_found"},
		{`{"html":"x","fallback":"image:img_01jb8z3t5v9k2m4n6p8q0r1s2t"}`, "IMAGE_NOT_FOUND", "/items/0/fallback", "image_not_found"},
		{`{"html":"x","fallback":"asset:asset_01jb8z3t5v9k2m4n6p8q0r1s2t"}`, "ASSET_NOT_FOUND", "/items/0/fallback", "asset_not_found"},
		{`{"html":"x","expires_at":"2001-01-01T00:00:00Z"}`, "VALIDATION_FAILED", "/items/0/expires_at", "expires_in_future"},
		{`{"html":"x"},{"html":"` + random(20000) + `","form":"inline"}`, "VALIDATION_FAILED", "/items/1/form", "url_too_long"},
		{strings.TrimSuffix(strings.Repeat(`{"html":"x"},`, 101), ","), "INVALID_REQUEST", "/items", "max_items"},
		{``, "INVALID_REQUEST", "/items", "min_items"},
	} {
		a := s.Do(t, http.MethodPost, "/api/v1/generate/sign", s.Live, `{"items":[`+c.items+`]}`)
		code, rule := a.Code(t)
		if code != c.code || rule != c.rule || !strings.Contains(string(a.Body), `"path":"`+c.path+`"`) {
			t.Errorf("%.80s: %d %.300s", c.items, a.Status, a.Body)
		}
	}
	if a := s.Do(t, http.MethodGet, "/api/v1/signing-keys", s.Live, ""); a.Status != 200 || !strings.Contains(string(a.Body), `"data":[]`) {
		t.Errorf("refused calls left a key behind: %s", a.Body)
	}
}

// random returns text that compresses poorly.
func random(n int) string {
	var b strings.Builder
	for x := uint32(1); b.Len() < n; {
		x = x*1664525 + 1013904223
		fmt.Fprintf(&b, "%x", x>>8)
	}
	return b.String()
}

// TestExpiryHasTheRangeOfTimestamps: a URL works with every expires_at that its minting accepts, and one that is signed
// with a later second is rejected, by its explanation as well.
func TestExpiryHasTheRangeOfTimestamps(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	for _, at := range []string{"2286-11-20T17:46:40Z", "5138-11-16T09:46:40Z", "9999-12-31T23:59:59Z"} {
		u := sign(t, s, s.Live, `{"html":"<p>late</p>","width":32,"height":32,"expires_at":"`+at+`"}`)[0]
		if a := s.Do(t, http.MethodGet, u.URL, "", ""); a.Status != 302 {
			t.Errorf("expires_at %s: %d", at, a.Status)
		}
		late := strings.Split(u.URL, "?")[0] + "?exp=253402300800"
		if a := s.Do(t, http.MethodGet, late, "", ""); a.Status != 401 {
			t.Errorf("%s: %d", late, a.Status)
		}
		if a := s.Do(t, http.MethodPost, "/api/v1/generate/sign/explain", s.Live, `{"url":"`+late+`"}`); a.Status != 200 || !strings.Contains(string(a.Body), `"works":false`) {
			t.Errorf("explaining %s: %d %s", late, a.Status, a.Body)
		}
	}
	for _, at := range []string{"10000-01-01T00:00:00Z", "NaN", "2026-12-31T23:59:60Z", "1e9"} {
		if a := s.Do(t, http.MethodPost, "/api/v1/generate/sign", s.Live, `{"items":[{"html":"x","expires_at":"`+at+`"}]}`); a.Status != 400 {
			t.Errorf("expires_at %s: %d %s", at, a.Status, a.Body)
		}
	}
}

// TestEveryFlippedBitIsRejected flips each bit of kid, signature, path and expiry.
func TestEveryFlippedBitIsRejected(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	urls := sign(t, s, s.Live, `{"html":"<p>bits</p>","width":32,"height":32,"expires_at":"2999-01-01T00:00:00Z"},{"html":"<p>b</p>","width":32,"height":32,"form":"inline"}`)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, u := range urls {
		if a := s.Do(t, http.MethodGet, u.URL, "", ""); a.Status != 302 {
			t.Fatalf("%s: %d", u.URL, a.Status)
		}
		text, tried := strings.TrimPrefix(u.URL, s.URL), 0
		for i := len("/i/"); i < len(text); i++ {
			for bit := range 8 {
				b := []byte(text)
				b[i] ^= 1 << bit
				if b[i] == '#' || b[i] == '%' || b[i] <= ' ' || b[i] >= 0x7f || strings.HasPrefix(text[max(0, i-1):], "?exp") {
					continue // not what a client can send, or the name of the parameter
				}
				path, query, _ := strings.Cut(string(b), "?")
				r := &http.Request{Method: http.MethodGet, Host: "x", URL: &url.URL{Scheme: "http", Host: strings.TrimPrefix(s.URL, "http://"), Opaque: path, RawQuery: query}}
				res, err := client.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				_ = res.Body.Close()
				if res.StatusCode != 401 || res.Header.Get("X-Service-Error") != "UNAUTHORIZED" || res.Header.Get("Cache-Control") != "no-store" {
					t.Fatalf("%s: %d %s", b, res.StatusCode, res.Header)
				}
				tried++
			}
		}
		if tried < 400 {
			t.Errorf("only %d bits were tried", tried)
		}
	}
}

// TestSigningKeysEnd walks a key through rotation, retirement and revocation over two processes.
func TestSigningKeysEnd(t *testing.T) {
	t.Parallel()
	one, two := pair(t, nil)
	admin := one.Key(t, "live", "keys:write", "sign:write")
	var key, next struct{ ID, KID, Secret, Status, Replaces string }
	a := one.Do(t, http.MethodPost, "/api/v1/signing-keys", admin, "")
	a.JSON(t, &key)
	if a.Status != 201 || !strings.HasPrefix(key.ID, "sgk_") || !strings.HasPrefix(key.Secret, "ssk_") || key.Status != "active" {
		t.Fatalf("create: %d %s", a.Status, a.Body)
	}
	url := sign(t, one, admin, `{"html":"<p>k</p>","width":32,"height":32}`)[0].URL
	path := strings.TrimPrefix(url, one.URL)
	if !strings.HasPrefix(path, "/i/"+key.KID+"/") {
		t.Errorf("%s is not signed with %s", path, key.KID)
	}
	a = one.Do(t, http.MethodPost, "/api/v1/signing-keys/"+key.ID+"/rotate", admin, "")
	a.JSON(t, &next)
	if a.Status != 201 || next.Replaces != key.ID || next.Secret == key.Secret {
		t.Fatalf("rotate: %d %s", a.Status, a.Body)
	}
	if a := one.Do(t, http.MethodPost, "/api/v1/signing-keys/"+key.ID+"/rotate", admin, ""); a.Status != 409 {
		t.Errorf("rotating a retired key: %d", a.Status)
	}
	if got := sign(t, two, admin, `{"html":"<p>k</p>","width":32,"height":32}`)[0].URL; !strings.Contains(got, "/i/"+next.KID+"/") {
		t.Errorf("the new key does not sign: %s", got)
	}
	for _, s := range []*harness.Service{one, two} {
		if a := s.Do(t, http.MethodGet, path, "", ""); a.Status != 302 {
			t.Errorf("a retired key's URL: %d", a.Status)
		}
	}
	read := one.Do(t, http.MethodGet, "/api/v1/signing-keys/"+key.ID, admin, "")
	if !strings.Contains(string(read.Body), `"status":"retired"`) || strings.Contains(string(read.Body), "ssk_") {
		t.Errorf("read: %s", read.Body)
	}
	if a := one.Do(t, http.MethodPost, "/api/v1/signing-keys/"+key.ID+"/revoke", admin, ""); a.Status != 200 {
		t.Fatalf("revoke: %d %s", a.Status, a.Body)
	}
	for _, s := range []*harness.Service{one, two} {
		eventually(t, "a revoked key's URL returns 401", func() bool { return s.Do(t, http.MethodGet, path, "", "").Status == 401 })
	}
	if a := one.Do(t, http.MethodPost, "/api/v1/signing-keys/"+key.ID+"/retire", admin, ""); a.Status != 409 {
		t.Errorf("retiring a revoked key: %d", a.Status)
	}
	if a := one.Do(t, http.MethodGet, "/api/v1/signing-keys/"+key.ID, one.Test, ""); a.Status != 404 {
		t.Errorf("a test key sees a live signing key: %d", a.Status)
	}
}

// pair starts two processes of one installation, with the same keys.
func pair(t *testing.T, settings map[string]string) (one, two *harness.Service) {
	t.Helper()
	all := map[string]string{"PLATEN_DATABASE_URL": pgtest.URL(t), "PLATEN_DATA_DIR": t.TempDir()}
	for k, v := range settings {
		all[k] = v
	}
	one = harness.Start(t, all)
	two = harness.Start(t, all)
	two.Live, two.Test = one.Live, one.Test
	return one, two
}

// TestOneRenderOfAColdURL sends 1,000 first fetches of one URL to two processes: one render, one charge.
func TestOneRenderOfAColdURL(t *testing.T) {
	t.Parallel()
	one, two := pair(t, nil)
	before := available(t, one)
	u := sign(t, one, one.Live, `{"html":"<h1>Cold</h1>","width":1200,"height":630}`)[0]
	path := strings.TrimPrefix(u.URL, one.URL)
	client := &http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	statuses, locations := map[int]int{}, map[string]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range 1000 {
		all.Go(func() {
			base := one.URL
			if i%2 == 1 {
				base = two.URL
			}
			res, err := client.Get(base + path)
			if err != nil {
				t.Error(err)
				return
			}
			_ = res.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			statuses[res.StatusCode]++
			locations[res.Header.Get("Location")[len(base):]]++
		})
	}
	all.Wait()
	if statuses[302] != 1000 || len(locations) != 1 || locations["/cdn/"+u.ImageID+".png"] != 1000 {
		t.Errorf("statuses %v, locations %v", statuses, locations)
	}
	if charged := before - available(t, one); charged != 1 {
		t.Errorf("1,000 fetches charged %d credits", charged)
	}
	var images struct{ Data []struct{ ID string } }
	one.Do(t, http.MethodGet, "/api/v1/images/", one.Live, "").JSON(t, &images)
	if len(images.Data) != 1 || images.Data[0].ID != u.ImageID {
		t.Errorf("the images are %+v", images.Data)
	}
}

// TestFailuresOfSignedURLs covers a document that cannot be rendered, a fallback, no credits, a limit, and expiry.
func TestFailuresOfSignedURLs(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_SIGNED": "0.001/6"})
	var image struct {
		Outputs []struct {
			ImageID string `json:"image_id"`
			URL     string
		}
	}
	s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Live, `{"operation":"preview","html":"<b>sorry</b>","outputs":[{"width":64,"height":64}]}`).JSON(t, &image)
	missing := `"html":"<img src='https://nobody.invalid/x.png' width=10 height=10>","width":64,"height":64`
	urls := sign(t, s, s.Live, `{`+missing+`},{`+missing+`,"fallback":"image:`+image.Outputs[0].ImageID+`"},{"html":"<p>soon over</p>","width":32,"height":32,"expires_at":"`+
		time.Now().Add(time.Hour).UTC().Format(time.RFC3339)+`"},{"html":"<p>poor</p>","width":32,"height":32},{"html":"<p>late</p>","width":33,"height":32}`)
	before := available(t, s)
	for range 3 { // the second and third are remembered
		a := s.Do(t, http.MethodGet, urls[0].URL, "", "")
		if a.Status != 200 || a.Header.Get("X-Service-Error") != "RENDER_FAILED" || a.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("an image that cannot be read: %d %v %s", a.Status, a.Header, a.Body)
		}
		if card, opacity := decodePNG(t, "the card", a.Body); card.Bounds().Dx() != 64 || card.Bounds().Dy() != 64 || opacity != 0xffff {
			t.Fatalf("the card is %v", card.Bounds())
		}
		a = s.Do(t, http.MethodGet, urls[1].URL, "", "")
		if a.Status != 302 || a.Header.Get("Location") != image.Outputs[0].URL || a.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("the fallback: %d %v", a.Status, a.Header)
		}
	}
	if got := available(t, s); got != before {
		t.Errorf("failures charged %d", before-got)
	}
	a := s.Do(t, http.MethodGet, urls[2].URL, "", "")
	if a.Status != 302 || !strings.HasPrefix(a.Header.Get("Cache-Control"), "public, max-age=3") || strings.Contains(a.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("a URL that ends in an hour: %d %v", a.Status, a.Header)
	}
	s.Advance(t, time.Hour+time.Second)
	eventually(t, "an expired URL returns 401", func() bool { return s.Do(t, http.MethodGet, urls[2].URL, "", "").Status == 401 })
	s.SetAvailable(t, 0)
	a = s.Do(t, http.MethodGet, urls[3].URL, "", "")
	if a.Status != 402 || a.Header.Get("X-Service-Error") != "INSUFFICIENT_CREDITS" {
		t.Errorf("without credits: %d %s", a.Status, a.Body)
	}
	for range 8 {
		a = s.Do(t, http.MethodGet, urls[4].URL, "", "")
	}
	if a.Status != 429 || a.Header.Get("Retry-After") == "" || a.Header.Get("X-Service-Error") != "RATE_LIMIT_EXCEEDED" {
		t.Errorf("too many first fetches: %d %v", a.Status, a.Header)
	}
	if a = s.Do(t, http.MethodPost, urls[4].URL, "", "{}"); a.Status != 404 || a.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", a.Status, a.Header)
	}
}

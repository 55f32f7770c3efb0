package jwt

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

const oneKey = `{"keys":[{"kty":"OKP","kid":"k1","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`

// TestUnknownKeyIDs: 10,000 random key ids, many of them concurrent, cause at most two fetches.
func TestUnknownKeyIDs(t *testing.T) {
	t.Parallel()
	fetches := 0
	s := NewSource(func(context.Context, string) ([]byte, error) { fetches++; return []byte(oneKey), nil })
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			for j := range 100 {
				keys, err := s.Keys(t.Context(), "https://id.example.com", fmt.Sprint(i, " ", j), now.Add(time.Duration(j)*time.Millisecond))
				if err != nil || keys.Has(fmt.Sprint(i, " ", j)) || !keys.Has("k1") {
					t.Error(keys, err)
				}
			}
		})
	}
	all.Wait()
	if fetches > 2 {
		t.Errorf("%d fetches", fetches)
	}
}

// TestKeySetAges ages a key set: when the source is fetched, and which set is used while it is down.
func TestKeySetAges(t *testing.T) {
	t.Parallel()
	fetches, down := 0, false
	s := NewSource(func(context.Context, string) ([]byte, error) {
		fetches++
		if down {
			return nil, errors.New("down")
		}
		return []byte(oneKey), nil
	})
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, step := range []struct {
		at      time.Duration
		kid     string
		down    bool
		fetches int
		ok      bool
	}{
		{0, "k1", true, 1, false},
		{4 * time.Second, "k1", false, 1, false}, // not fetched again so soon
		{5 * time.Second, "k1", false, 2, true},
		{6 * time.Second, "k1", true, 2, true},
		{7 * time.Second, "k2", true, 3, true}, // an unknown id causes one fetch, and the older set remains in use
		{8 * time.Second, "k2", true, 3, true},
		{36 * time.Second, "k2", true, 3, true},
		{37 * time.Second, "k2", true, 4, true},
		{10*time.Minute + 4*time.Second, "k1", true, 4, true},
		{11 * time.Minute, "k1", true, 5, true}, // ten minutes old: fetched, down, and stale keys remain in use
		{11*time.Minute + 29*time.Second, "k1", true, 5, true},
		{12 * time.Minute, "k1", true, 6, true},
		{6*time.Hour + 4*time.Second, "k1", true, 7, true},
		{6*time.Hour + 35*time.Second, "k1", true, 8, false},
		{7 * time.Hour, "k1", false, 9, true},
	} {
		down = step.down
		keys, err := s.Keys(t.Context(), "https://id.example.com", step.kid, start.Add(step.at))
		if (err == nil) != step.ok || fetches != step.fetches || step.ok && !keys.Has("k1") {
			t.Errorf("at %s: %d fetches, %v; want %d, ok %v", step.at, fetches, err, step.fetches, step.ok)
		}
	}
}

// FuzzParse: every accepted token has all required claims.
func FuzzParse(f *testing.F) {
	f.Add("eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.eyJpc3MiOiJpIiwic3ViIjoicyIsImF1ZCI6InAiLCJleHAiOjF9.AA")
	f.Add("eyJhbGciOiJub25lIn0.e30.")
	f.Fuzz(func(t *testing.T, text string) {
		token, err := Parse(text)
		if err != nil {
			return
		}
		if token.Issuer == "" || token.Subject == "" || token.KeyID == "" || len(text) > MaxLen || strings.Count(text, ".") != 2 {
			t.Errorf("%q was accepted: %+v", text, token)
		}
		if token.Check(time.Unix(1e10, 0), "p") == nil && token.expires == nil {
			t.Errorf("%q never ends", text)
		}
	})
}

// TestUnknownKeyIDsOfAnUnavailableSource: a source that never responded is not fetched for every token, even when the
// clients that caused the fetches disconnect.
func TestUnknownKeyIDsOfAnUnavailableSource(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	fetches := 0
	s := NewSource(func(ctx context.Context, _ string) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		fetches++
		return nil, errors.Join(errors.New("down"), ctx.Err())
	})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			for j := range 100 {
				_, err := s.Keys(gone, "https://id.example.com", fmt.Sprint(i, " ", j), now)
				var none *Unavailable
				if !errors.As(err, &none) || none.Retry <= 0 || none.Retry > missingPause || errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if fetches > 2 {
		t.Errorf("%d fetches", fetches)
	}
}

// TestDuplicateKeyIDIsRejected: whatever the other key's type is, and however often the id occurs.
func TestDuplicateKeyIDIsRejected(t *testing.T) {
	t.Parallel()
	const a = `{"kty":"OKP","kid":"k1","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}`
	for name, other := range map[string]string{
		"the same key":       a,
		"another key":        `{"kty":"OKP","kid":"k1","crv":"Ed25519","x":"PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"}`,
		"one for encryption": `{"kty":"OKP","kid":"k1","use":"enc","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}`,
		"an unknown kind":    `{"kty":"what","kid":"k1"}`,
	} {
		for _, set := range []string{a + "," + other, other + "," + a} {
			keys, err := ParseKeys([]byte(`{"keys":[` + set + `,{"kty":"OKP","kid":"k2","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},7]}`))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if _, one := keys.byID["k1"]; one || !keys.Has("k1") {
				t.Errorf("%s: the id names a key, or causes another look", name)
			}
			if _, one := keys.byID["k2"]; !one {
				t.Errorf("%s: another id names no key", name)
			}
		}
	}
}

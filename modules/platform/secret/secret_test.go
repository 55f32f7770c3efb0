package secret_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/platenhq/platen/modules/platform/secret"
)

func TestLoadSharesOneSecretBetweenProcesses(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	var wg sync.WaitGroup
	prints := make([]string, 8)
	for i := range prints {
		wg.Go(func() {
			r, err := secret.Load(dir, "")
			if err != nil {
				t.Error(err)
				return
			}
			prints[i] = r.Fingerprint()
		})
	}
	wg.Wait()
	for _, p := range prints {
		if p != prints[0] || p == "" {
			t.Fatalf("fingerprints differ: %v", prints)
		}
	}
	info, err := os.Stat(filepath.Join(dir, "secret.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, err %v; want 0600", info.Mode(), err)
	}
}

func TestSealedTextOpensOnlyInItsContext(t *testing.T) {
	t.Parallel()
	r, err := secret.Load("", strings.Repeat("ab", 32))
	if err != nil {
		t.Fatal(err)
	}
	sealed := r.Seal("webhooks", "wh_1", []byte("whsec"))
	if got, err := r.Open("webhooks", "wh_1", sealed); err != nil || string(got) != "whsec" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := r.Open("webhooks", "wh_2", sealed); err == nil {
		t.Error("another row opens it")
	}
	if _, err := r.Open("other", "wh_1", sealed); err == nil {
		t.Error("another use opens it")
	}
	if _, err := secret.Load("", "short"); err == nil {
		t.Error("a short secret is accepted")
	}
}

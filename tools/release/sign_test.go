package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"aead.dev/minisign"
)

func TestSign(t *testing.T) {
	t.Setenv(passwordVariable, "")
	dir := t.TempDir()
	key, file := filepath.Join(dir, "key"), filepath.Join(dir, "SHA256SUMS")
	if err := os.WriteFile(file, []byte("a list"), 0o644); err != nil {
		t.Fatal(err)
	}
	var signatures [2][]byte
	if err := run([]string{"keygen", key}, nil); err != nil {
		t.Fatal(err)
	}
	for i := range signatures {
		if err := run([]string{"sign", key, file, "platen 1.2.3"}, nil); err != nil {
			t.Fatal(err)
		}
		var err error
		if signatures[i], err = os.ReadFile(file + ".minisig"); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(signatures[0], signatures[1]) {
		t.Error("signing the same list again gives another signature")
	}
	public, err := minisign.PublicKeyFromFile(key + ".pub")
	if err != nil || !minisign.Verify(public, []byte("a list"), signatures[0]) {
		t.Errorf("the signature does not verify: %v", err)
	}
	var printed bytes.Buffer
	if err := run([]string{"public", key}, &printed); err != nil || printed.String() != public.String()+"\n" {
		t.Errorf("public prints %q, %v", &printed, err)
	}
	if err := run([]string{"keygen", key}, nil); err == nil {
		t.Error("keygen replaced a key")
	}
}

// TestEncryptedKey derives the key's key three times, with a gibibyte each, as minisign does.
func TestEncryptedKey(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	t.Setenv(passwordVariable, "open sesame")
	if err := run([]string{"keygen", key}, nil); err != nil {
		t.Fatal(err)
	}
	for password, opens := range map[string]bool{"open sesame": true, "wrong": false} {
		t.Setenv(passwordVariable, password)
		if err := run([]string{"public", key}, &bytes.Buffer{}); (err == nil) != opens {
			t.Errorf("password %q: %v", password, err)
		}
	}
}

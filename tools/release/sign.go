package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"os"

	"aead.dev/minisign"
)

// passwordVariable holds the password of an encrypted private key.
const passwordVariable = "RELEASE_KEY_PASSWORD"

// generateKey writes a private key, encrypted when there is a password, and its public key beside it. An existing key is kept.
func generateKey(file string) error {
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	text, err := private.MarshalText()
	if password := os.Getenv(passwordVariable); err == nil && password != "" {
		text, err = minisign.EncryptKey(password, private)
	}
	if err != nil {
		return err
	}
	if err := create(file, append(text, '\n'), 0o600); err != nil {
		return err
	}
	publicText, err := public.MarshalText()
	if err != nil {
		return err
	}
	return create(file+".pub", append(publicText, '\n'), 0o644)
}

// create writes a new file.
func create(name string, data []byte, mode os.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func privateKey(file string) (minisign.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return minisign.PrivateKey{}, err
	}
	if minisign.IsEncrypted(text) {
		key, err := minisign.DecryptKey(os.Getenv(passwordVariable), text)
		if err != nil {
			return key, fmt.Errorf("%s is encrypted and %s does not open it: %w", file, passwordVariable, err)
		}
		return key, nil
	}
	var key minisign.PrivateKey
	if err := key.UnmarshalText(text); err != nil {
		return key, fmt.Errorf("%s is not a minisign private key: %w", file, err)
	}
	return key, nil
}

func printPublicKey(out io.Writer, file string) error {
	key, err := privateKey(file)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, key.Public().(minisign.PublicKey))
	return err
}

// sign writes the signature of a file beside it. The comment is signed, too; there is no time in it, so that the same file
// gives the same signature.
func sign(keyFile, file, comment string) error {
	key, err := privateKey(keyFile)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	signature := minisign.SignWithComments(key, data, comment, "signature of "+comment)
	return os.WriteFile(file+".minisig", signature, 0o644)
}

package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"aead.dev/minisign"
	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
)

const (
	checksumsFile  = "SHA256SUMS"
	signatureFile  = checksumsFile + ".minisig"
	maxReleaseList = 1 << 20 // bytes of the list of checksums, and of its signature
)

func verifyReleaseCommand() *cobra.Command {
	var key string
	cmd := &cobra.Command{
		Use: "verify-release FOLDER [FILE...]", Short: "Check the signature and the checksums of a downloaded release", Args: cobra.MinimumNArgs(1),
		Long: `Check the minisign signature of the release's SHA256SUMS and the SHA-256 of every file that it lists. Without FILE
FOLDER must contain exactly the release; with FILE only those files are checked.
--key is the public key, or a file that contains it; released programs contain the key of later releases.
Exit code 0 means valid, 1 that the signature or a file is not valid, 2 that the check failed.`,
		Example: "  platen verify-release ~/Downloads/platen platen-1.2.3-linux-amd64.tar.gz\n  platen verify-release dist --key minisign.pub",
	}
	cmd.Flags().StringVar(&key, "key", app.ReleaseKey, "the public key (a line that begins with RW), or a file that contains it")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		public, err := releaseKey(key)
		if err != nil {
			return exit{exitUsage, err}
		}
		root, err := os.OpenRoot(args[0])
		if err != nil {
			return exit{exitUsage, err}
		}
		defer root.Close()
		found, err := verifyRelease(root, public, args[1:])
		if err != nil {
			return exit{exitUsage, err}
		}
		if err := printResult(cmd, found, found.print); err != nil {
			return err
		}
		if !found.Valid {
			return errors.New("the release is not valid")
		}
		return nil
	}
	return cmd
}

// releaseKey reads a public key of minisign, or the file that holds one.
func releaseKey(text string) (minisign.PublicKey, error) {
	var key minisign.PublicKey
	if text == "" {
		return key, errors.New("this build does not contain the key of the project's releases; pass --key with the public key, or a file that contains it")
	}
	if key.UnmarshalText([]byte(text)) == nil {
		return key, nil
	}
	key, err := minisign.PublicKeyFromFile(text)
	if err != nil {
		return key, fmt.Errorf("--key: %q is neither a public key of minisign (a line that begins with RW) nor a file that holds one", text)
	}
	return key, nil
}

// The states of a released file.
const (
	fileValid    = "valid"
	fileChanged  = "changed"
	fileMissing  = "missing"
	fileUnlisted = "unlisted"
)

type releasedFile struct {
	File   string `json:"file"`
	Status string `json:"status"` // valid, changed, missing or unlisted
}

// releaseVerdict is the result of verify-release.
type releaseVerdict struct {
	Valid     bool           `json:"valid"`
	Signature bool           `json:"signature"`
	Release   string         `json:"release,omitempty"` // the signature's trusted comment: the name and version
	KeyID     string         `json:"key_id"`
	Files     []releasedFile `json:"files"`
}

func (v *releaseVerdict) print(w io.Writer) error {
	if !v.Signature {
		_, err := fmt.Fprintf(w, "%s is not signed with the key %s; no file was checked\n", checksumsFile, v.KeyID)
		return err
	}
	valid := 0
	for _, f := range v.Files {
		if f.Status == fileValid {
			valid++
			continue
		}
		if _, err := fmt.Fprintf(w, "%-8s  %s\n", f.Status, f.File); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s, signed with the key %s: %d of %d files are valid\n", v.Release, v.KeyID, valid, len(v.Files))
	return err
}

// verifyRelease checks the signature of the list of checksums, then the named files, or all. Without a valid signature no
// file is opened: the list is not trusted.
func verifyRelease(root *os.Root, key minisign.PublicKey, only []string) (*releaseVerdict, error) {
	list, err := readBounded(root, checksumsFile)
	if err != nil {
		return nil, err
	}
	signature, err := readBounded(root, signatureFile)
	if err != nil {
		return nil, err
	}
	v := &releaseVerdict{KeyID: fmt.Sprintf("%016X", key.ID()), Files: []releasedFile{}}
	if !minisign.Verify(key, list, signature) {
		return v, nil
	}
	var parsed minisign.Signature
	if err := parsed.UnmarshalText(signature); err != nil {
		return nil, fmt.Errorf("%s: %w", signatureFile, err)
	}
	v.Signature, v.Release = true, parsed.TrustedComment
	sums, err := parseChecksums(list)
	if err != nil {
		return nil, err
	}
	names := only
	if len(names) == 0 {
		if names, err = releaseNames(root, sums); err != nil {
			return nil, err
		}
	}
	v.Valid = true
	for _, name := range names {
		name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
		status, err := checkReleased(root, name, sums)
		if err != nil {
			return nil, err
		}
		v.Files = append(v.Files, releasedFile{File: name, Status: status})
		v.Valid = v.Valid && status == fileValid
	}
	return v, nil
}

// releaseNames returns the names in the list and in the folder, sorted.
func releaseNames(root *os.Root, sums map[string][sha256.Size]byte) ([]string, error) {
	names := make([]string, 0, len(sums))
	for name := range sums {
		names = append(names, name)
	}
	err := fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if _, listed := sums[name]; err == nil && !d.IsDir() && !listed && name != checksumsFile && name != signatureFile {
			names = append(names, name)
		}
		return err
	})
	slices.Sort(names)
	return names, err
}

func checkReleased(root *os.Root, name string, sums map[string][sha256.Size]byte) (status string, err error) {
	want, listed := sums[name]
	if !listed {
		return fileUnlisted, nil
	}
	f, err := root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fileMissing, nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	if !bytes.Equal(h.Sum(nil), want[:]) {
		return fileChanged, nil
	}
	return fileValid, nil
}

// parseChecksums reads the lines that sha256sum writes: a hash in hex, two spaces, a path inside the folder.
func parseChecksums(list []byte) (map[string][sha256.Size]byte, error) {
	sums := map[string][sha256.Size]byte{}
	lines := bufio.NewScanner(bytes.NewReader(list))
	for n := 1; lines.Scan(); n++ {
		sum, name, ok := strings.Cut(lines.Text(), "  ")
		hash, err := hex.DecodeString(sum)
		if !ok || err != nil || len(hash) != sha256.Size || !fs.ValidPath(name) {
			return nil, fmt.Errorf("%s: line %d is not a SHA-256 in hex, two spaces and a path", checksumsFile, n)
		}
		sums[name] = [sha256.Size]byte(hash)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", checksumsFile, err)
	}
	if len(sums) == 0 {
		return nil, fmt.Errorf("%s lists no file", checksumsFile)
	}
	return sums, nil
}

func readBounded(root *os.Root, name string) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxReleaseList+1))
	if err == nil && len(data) > maxReleaseList {
		err = fmt.Errorf("%s is longer than %d bytes", name, maxReleaseList)
	}
	return data, err
}

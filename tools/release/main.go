// Command release describes a built program: a bill of materials (CycloneDX 1.5), the licences of everything that is in
// it, and checksums. It reads the modules out of the program itself, so that it lists what is there and nothing else.
//
//	release sbom PROGRAM [package-lock.json …]      > sbom.cdx.json
//	release licences PROGRAM [package-lock.json …]  > THIRD-PARTY-LICENSES.txt
//	release checksums FILE…                         > SHA256SUMS
//	release zip FILE.zip FOLDER
//	release keygen KEY                              writes KEY and KEY.pub
//	release public KEY                              > the public key
//	release sign KEY FILE COMMENT                   writes FILE.minisig
//	release module PROXY v1.2.3 REPOSITORY          the Go module of the last commit, as a module proxy has it
//
// It fails when a licence is not known or not permitted. The same inputs give the same bytes.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const usage = "usage: release sbom|licences PROGRAM [package-lock.json …], release checksums FILE…, release zip FILE.zip FOLDER, " +
	"release keygen|public KEY, release sign KEY FILE COMMENT, release module PROXY VERSION REPOSITORY"

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) < 2 {
		return errors.New(usage)
	}
	switch args[0] {
	case "sbom", "licences":
		parts, err := read(args[1], args[2:])
		if err != nil {
			return err
		}
		if args[0] == "sbom" {
			return writeSBOM(out, parts)
		}
		return writeLicences(out, parts)
	case "checksums":
		return checksums(out, args[1:])
	case "zip":
		if len(args) == 3 {
			return writeZIP(args[1], args[2])
		}
	case "keygen":
		return generateKey(args[1])
	case "public":
		return printPublicKey(out, args[1])
	case "sign":
		if len(args) == 4 {
			return sign(args[1], args[2], args[3])
		}
	case "module":
		if len(args) == 4 {
			return writeModule(args[1], args[2], args[3])
		}
	}
	return errors.New(usage)
}

// checksums writes the files' hashes in the form that sha256sum -c reads.
func checksums(out io.Writer, files []string) error {
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		fmt.Fprintf(out, "%x  %s\n", h.Sum(nil), filepath.ToSlash(filepath.Clean(name)))
	}
	return nil
}

package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// writeZIP writes a folder as a ZIP archive that depends on nothing but the folder's name and files, and on
// SOURCE_DATE_EPOCH, the time of its entries (https://reproducible-builds.org/specs/source-date-epoch/).
func writeZIP(file, folder string) error {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH is not a number of seconds: %w", err)
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	z := zip.NewWriter(out)
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(filepath.Dir(folder), path)
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: filepath.ToSlash(name), Method: zip.Deflate, Modified: time.Unix(seconds, 0).UTC()}
		h.SetMode(0o755)
		w, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		in, err := os.Open(path)
		if err != nil {
			return err
		}
		defer in.Close()
		_, err = io.Copy(w, in)
		return err
	})
	return errors.Join(err, z.Close(), out.Close())
}

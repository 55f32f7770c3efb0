package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// writeDictionaries takes the word lists of the scripts that are written without
// spaces out of an ICU data file (icudtl.dat of Debian's chromium package) and
// stores them compressed, as the tries that they are.
func writeDictionaries(dataFile, dir string) error {
	b, err := os.ReadFile(dataFile)
	if err != nil {
		return err
	}
	if len(b) < 8 || !bytes.Equal(b[2:4], []byte{0xDA, 0x27}) {
		return errors.New("not an ICU data file")
	}
	toc := b[binary.LittleEndian.Uint16(b):]
	n := int(binary.LittleEndian.Uint32(toc))
	entry := func(i int) (name string, offset int) {
		e := toc[4+8*i:]
		name, _, _ = strings.Cut(string(toc[binary.LittleEndian.Uint32(e):][:128]), "\x00")
		return name, int(binary.LittleEndian.Uint32(e[4:]))
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i := range n {
		name, start := entry(i)
		base := filepath.Base(name)
		if !strings.HasSuffix(base, "dict.dict") || base == "cjdict.dict" {
			continue
		}
		end := len(toc)
		if i+1 < n {
			_, end = entry(i + 1)
		}
		item := toc[start:end]
		item = item[binary.LittleEndian.Uint16(item):] // after its own header
		packed := enc.EncodeAll(item, nil)
		out := filepath.Join(dir, strings.TrimSuffix(base, "dict.dict")+".dict")
		if err := os.WriteFile(out, packed, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d → %d\n", out, len(item), len(packed))
	}
	return nil
}

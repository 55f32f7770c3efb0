// Fontpack builds the engine's bundled font packs from pinned packages: it takes
// single faces out of collections, drops tables and instructions that the engine
// does not read, compresses, and writes packs, licences, a manifest of SHA-256
// sums and the catalogue's Go file. It is run by hand when the recipe changes;
// its output is committed.
//
//	cd tools/engine && go run ./fontpack -in DIR
//
// DIR holds the unpacked packages side by side, as dpkg -x and npm pack leave
// them (DIR/usr/share/…, DIR/npm/<name>/…). A pack that already has the content
// it would get is not written again.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

func main() {
	in := flag.String("in", "/", "folder with the unpacked packages")
	out := flag.String("out", "../../modules/rendering/engine/font", "folder of the engine's font package")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "fontpack:", err)
		os.Exit(1)
	}
}

// record is an entry of the manifest.
type record struct {
	Pack      string `json:"pack"`
	Family    string `json:"family"`
	Weight    int    `json:"weight"`
	Slant     string `json:"slant,omitempty"`
	Package   string `json:"package"`
	Version   string `json:"version"`
	License   string `json:"license"`
	Path      string `json:"path"`
	Index     int    `json:"index,omitempty"`
	InputSHA  string `json:"input_sha256"`
	OlderSHA  string `json:"older_sha256,omitempty"`
	PackSHA   string `json:"pack_sha256"`
	Glyphs    string `json:"glyphs,omitempty"`
	GlyphsSHA string `json:"glyphs_sha256,omitempty"`
	Stems     string `json:"stems,omitempty"`
	StemsSHA  string `json:"stems_sha256,omitempty"`
	FaceSHA   string `json:"face_sha256"`
	Bytes     int    `json:"bytes"`
	Unpacked  int    `json:"unpacked"`
	coverage  string
	color     bool
}

func run(in, out string) error {
	packs := filepath.Join(out, "packs")
	if err := os.MkdirAll(packs, 0o755); err != nil {
		return err
	}
	var records []record
	notices := map[string]bool{}
	for _, it := range recipe() {
		src := sources[it.Source]
		r, err := build(in, packs, it, src)
		if err != nil {
			return fmt.Errorf("packing %s: %w", it.Path, err)
		}
		records = append(records, r)
		if !notices[it.Source] {
			notices[it.Source] = true
			text, err := os.ReadFile(filepath.Join(in, src.Notice))
			if err != nil {
				return fmt.Errorf("reading the licence of %s: %w", src.Name, err)
			}
			if err := os.WriteFile(filepath.Join(packs, "LICENSE."+it.Source+".txt"), text, 0o644); err != nil {
				return err
			}
		}
	}
	manifest, err := json.MarshalIndent(records, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(packs, "manifest.json"), append(manifest, '\n'), 0o644); err != nil {
		return err
	}
	if err := writeCatalogue(filepath.Join(out, "catalogue_gen.go"), records); err != nil {
		return err
	}
	return prune(packs, records)
}

// prune removes packs that are no longer in the recipe.
func prune(dir string, records []record) error {
	var files []string
	for _, pattern := range []string{"*.pack", "*.glyphs", "*.stems"} {
		list, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		files = append(files, list...)
	}
	for _, f := range files {
		known := slices.ContainsFunc(records, func(r record) bool {
			return slices.Contains([]string{r.Pack, r.Glyphs, r.Stems}, filepath.Base(f))
		})
		if known {
			continue
		}
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	return nil
}

// plainBytes is from where a pack is written as it is: its face is then read in place, page
// by page, where unpacking would fill memory with all of it.
const plainBytes = 4 << 20

func build(in, packs string, it item, src source) (record, error) {
	input, err := os.ReadFile(filepath.Join(in, it.Path))
	if err != nil {
		return record{}, err
	}
	olderSum := ""
	plain, err := font.Unwrap(input)
	if err != nil {
		return record{}, err
	}
	if it.Older != "" {
		older, err := os.ReadFile(filepath.Join(in, it.Older))
		if err != nil {
			return record{}, err
		}
		olderSum = sum(older)
		if older, err = font.Unwrap(older); err != nil {
			return record{}, err
		}
		if plain, err = mergeEmoji(plain, older); err != nil {
			return record{}, err
		}
	}
	file, chunks, err := strip(plain, it)
	if err != nil {
		return record{}, err
	}
	var stems []byte
	if chunks != nil {
		whole, err := font.OpenTrusted(plain, nil, nil)
		if err != nil {
			return record{}, err
		}
		if stems, err = packStems(whole); err != nil {
			return record{}, err
		}
	}
	face, err := font.OpenTrusted(file, chunks, stems)
	if err != nil {
		return record{}, err
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return record{}, err
	}
	packed := file
	if len(file) < plainBytes {
		packed = enc.EncodeAll(file, nil)
	}
	name := it.Out + ".pack"
	if err := writeChanged(filepath.Join(packs, name), packed); err != nil {
		return record{}, err
	}
	r := record{
		Pack: name, Family: it.Family, Weight: it.Weight, Slant: it.Slant,
		Package: src.Name, Version: src.Version, License: src.License, Path: it.Path, Index: it.Index,
		InputSHA: sum(input), OlderSHA: olderSum, PackSHA: sum(packed), FaceSHA: sum(file), Bytes: len(packed), Unpacked: len(file),
		coverage: face.Coverage().Encode(), color: face.HasColor(),
	}
	if chunks != nil {
		r.Stems, r.StemsSHA = it.Out+".stems", sum(stems)
		if err := writeChanged(filepath.Join(packs, r.Stems), stems); err != nil {
			return record{}, err
		}
		r.Glyphs, r.GlyphsSHA = it.Out+".glyphs", sum(chunks)
		if err := writeChanged(filepath.Join(packs, r.Glyphs), chunks); err != nil {
			return record{}, err
		}
	}
	fmt.Printf("%-40s %9d → %9d + %9d + %9d\n", name, len(input), len(packed), len(chunks), len(stems))
	return r, nil
}

// writeChanged writes a file unless it already has the content.
func writeChanged(path string, data []byte) error {
	if old, err := os.ReadFile(path); err == nil && slices.Equal(old, data) {
		return nil
	}
	return os.WriteFile(path, data, 0o644)
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

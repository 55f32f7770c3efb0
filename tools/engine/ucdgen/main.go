// Ucdgen writes the Unicode property table of the engine's text stage from the
// Unicode Character Database (Debian package unicode-data). It is run by hand
// when the Unicode version changes; its output is committed.
//
//	cd tools/engine && go run ./ucdgen -ucd /usr/share/unicode
//	cd tools/engine && go run ./ucdgen -icu icudtl.dat
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	limit     = 0x110000
	blockSize = 128
)

// The classes in the order of the constants in text/ucd.go.
var (
	lineClasses     = strings.Fields("XX AI AL B2 BA BB BK CB CJ CL CM CP CR EB EM EX GL H2 H3 HL HY ID IN IS JL JT JV LF NL NS NU OP PO PR QU RI SA SG SP SY WJ ZW ZWJ")
	graphemeClasses = strings.Fields("Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT")
)

func main() {
	dir := flag.String("ucd", "/usr/share/unicode", "folder of the Unicode Character Database")
	out := flag.String("out", "../../modules/rendering/engine/text/ucd.bin", "file to write")
	icu := flag.String("icu", "", "ICU data file; when given, the dictionaries are written instead")
	dict := flag.String("dict", "../../modules/rendering/engine/text/dict", "folder of the dictionaries")
	flag.Parse()
	var err error
	if *icu != "" {
		err = writeDictionaries(*icu, *dict)
	} else {
		err = run(*dir, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ucdgen:", err)
		os.Exit(1)
	}
}

func run(dir, out string) error {
	props := make([]uint32, limit)
	set := func(file string, apply func(r int, value string)) error {
		return readRanges(filepath.Join(dir, file), apply)
	}
	index := func(list []string) map[string]uint32 {
		m := map[string]uint32{}
		for i, n := range list {
			m[n] = uint32(i)
		}
		return m
	}
	line, grapheme := index(lineClasses), index(graphemeClasses)
	// Unassigned code points of the ideographic planes and emoji blocks (UAX #14 table 1).
	for _, r := range [][2]int{{0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}, {0x1F000, 0x1FAFF}, {0x1FC00, 0x1FFFD}} {
		for c := r[0]; c <= r[1]; c++ {
			props[c] = line["ID"]
		}
	}
	for c := 0x20A0; c <= 0x20CF; c++ {
		props[c] = line["PR"]
	}
	steps := []func() error{
		func() error {
			return set("LineBreak.txt", func(r int, v string) { props[r] = props[r]&^63 | line[v] })
		},
		func() error {
			return set("auxiliary/GraphemeBreakProperty.txt", func(r int, v string) { props[r] |= grapheme[v] << 6 })
		},
		func() error {
			return set("emoji/emoji-data.txt", func(r int, v string) {
				if v == "Extended_Pictographic" {
					props[r] |= 1 << 10
				}
			})
		},
		func() error {
			return set("EastAsianWidth.txt", func(r int, v string) {
				if v == "F" || v == "W" || v == "H" {
					props[r] |= 1 << 11
				}
			})
		},
		func() error {
			return set("extracted/DerivedGeneralCategory.txt", func(r int, v string) {
				switch v {
				case "Mn", "Mc":
					props[r] |= 1 << 12
				case "Pi":
					props[r] |= 1 << 13
				case "Pf":
					props[r] |= 1 << 14
				case "Cn":
					props[r] |= 1 << 15
				}
			})
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return write(out, props)
}

// readRanges reads a property file of lines "0041..005A ; Value # comment".
func readRanges(path string, apply func(r int, value string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		text, _, _ := strings.Cut(s.Text(), "#")
		span, value, ok := strings.Cut(text, ";")
		if !ok {
			continue
		}
		value, _, _ = strings.Cut(value, ";")
		lo, hi, isRange := strings.Cut(strings.TrimSpace(span), "..")
		if !isRange {
			hi = lo
		}
		a, err := strconv.ParseUint(lo, 16, 32)
		if err != nil {
			return fmt.Errorf("reading %s: %w", path, err)
		}
		b, err := strconv.ParseUint(hi, 16, 32)
		if err != nil {
			return fmt.Errorf("reading %s: %w", path, err)
		}
		for r := int(a); r <= int(b); r++ {
			apply(r, strings.TrimSpace(value))
		}
	}
	return s.Err()
}

// write stores the properties as a two-stage table: the block number of every
// 128 code points, then the blocks, all little-endian uint16.
func write(path string, props []uint32) error {
	blocks := map[string]int{}
	var stage1, stage2 []byte
	for c := 0; c < limit; c += blockSize {
		b := make([]byte, 0, 2*blockSize)
		for _, v := range props[c : c+blockSize] {
			b = append(b, byte(v), byte(v>>8))
		}
		i, ok := blocks[string(b)]
		if !ok {
			i = len(blocks)
			blocks[string(b)] = i
			stage2 = append(stage2, b...)
		}
		stage1 = append(stage1, byte(i), byte(i>>8))
	}
	return os.WriteFile(path, append(stage1, stage2...), 0o644)
}

package font

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// Description is the metadata of a font file.
type Description struct {
	// Family is the typographic family, "" if the file does not name it.
	Family               string
	Italic               bool
	WeightMin, WeightMax int
	// Container is ttf, otf, woff or woff2.
	Container string
	Glyphs    int
}

// Describe opens an untrusted font file and returns its metadata. The errors are those of [Open].
func Describe(data []byte) (Description, error) {
	f, err := Open(data, 0)
	if err != nil {
		return Description{}, err
	}
	if _, _, err := f.Shaping(); err != nil {
		return Description{}, err
	}
	d := Description{Family: familyName(f.Table("name")), WeightMin: 400, WeightMax: 400, Container: "ttf", Glyphs: f.GlyphCount()}
	switch {
	case len(data) > 4 && string(data[:4]) == "wOF2":
		d.Container = "woff2"
	case len(data) > 4 && string(data[:4]) == "wOFF":
		d.Container = "woff"
	case f.IsCFF():
		d.Container = "otf"
	}
	if os2 := f.Table("OS/2"); len(os2) >= 64 {
		if w := int(binary.BigEndian.Uint16(os2[4:])); w >= 1 && w <= 1000 {
			d.WeightMin, d.WeightMax = w, w
		}
		d.Italic = os2[63]&1 != 0
	}
	if lo, _, hi, ok := f.AxisRange("wght"); ok {
		d.WeightMin, d.WeightMax = int(min(max(lo, 1), 1000)), int(min(max(hi, 1), 1000))
	}
	return d, nil
}

// familyName reads the typographic family (16), else the family (1), preferring English (OpenType 1.9, name table).
func familyName(table []byte) string {
	if len(table) < 6 {
		return ""
	}
	count, storage := int(binary.BigEndian.Uint16(table[2:])), int(binary.BigEndian.Uint16(table[4:]))
	best, rank := "", 0
	for i := range count {
		at := 6 + 12*i
		if at+12 > len(table) {
			break
		}
		record := func(n int) int { return int(binary.BigEndian.Uint16(table[at+2*n:])) }
		platform, language, name, length, offset := record(0), record(2), record(3), record(4), storage+record(5)
		if name != 1 && name != 16 || offset+length > len(table) {
			continue
		}
		r := 1
		if name == 16 {
			r += 4
		}
		if platform == 3 && language == 0x409 {
			r += 2
		}
		if r <= rank {
			continue
		}
		if text := nameText(table[offset:offset+length], platform); text != "" {
			best, rank = text, r
		}
	}
	return best
}

func nameText(raw []byte, platform int) string {
	var text string
	if platform == 0 || platform == 3 {
		units := make([]uint16, len(raw)/2)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(raw[2*i:])
		}
		text = string(utf16.Decode(units))
	} else {
		text = string(raw)
	}
	// Remove characters that could end a string in a style sheet, and control characters.
	text = strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f || strings.ContainsRune("\"'\\<>{};,", r) || r == 0xFFFD {
			return -1
		}
		return r
	}, text)
	if text = strings.TrimSpace(text); len([]rune(text)) > 100 {
		return ""
	}
	return text
}

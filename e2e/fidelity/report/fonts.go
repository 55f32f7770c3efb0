package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// generics maps the generic families to the engine's families.
var generics = [][2]string{
	{"sans-serif", "Inter"}, {"system-ui", "Inter"}, {"ui-sans-serif", "Inter"}, {"ui-rounded", "Inter"}, {"serif", "Noto Serif"}, {"ui-serif", "Noto Serif"},
	{"monospace", "JetBrains Mono"}, {"ui-monospace", "JetBrains Mono"}, {"cursive", "Caveat"}, {"fantasy", "Playfair Display"}, {"math", "Noto Sans Math"},
	{"emoji", "Noto Color Emoji"},
}

// families are the bundled families that documents name; every one falls back to
// the faces of scripts, as in the engine.
var families = map[string]bool{"Inter": true, "Noto Serif": true, "Playfair Display": true, "JetBrains Mono": true, "Caveat": true, "Noto Sans": true}

// face is a bundled font file.
type face struct {
	file string
	font.Description
	cover font.Coverage
}

// writeFonts writes the bundled fonts, a style sheet that declares them with the
// engine's fallbacks, and a fontconfig file for what the sheet does not cover, so
// that engines are compared and not fonts. The ideographic faces are not available as
// files; the system's Noto CJK replaces them.
func writeFonts(out string) error {
	dir, err := filepath.Abs(filepath.Join(out, "fonts"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var faces []face
	if err := font.BundledFiles(func(name string, data []byte) error {
		f := face{file: name}
		if f.Description, err = font.Describe(data); err != nil {
			return fmt.Errorf("describing %s: %w", name, err)
		}
		opened, err := font.Open(data, 0)
		if err != nil {
			return fmt.Errorf("opening %s: %w", name, err)
		}
		f.cover = opened.Coverage()
		faces = append(faces, f)
		return os.WriteFile(filepath.Join(dir, name), data, 0o644)
	}); err != nil {
		return fmt.Errorf("writing the bundled fonts: %w", err)
	}
	if err := os.WriteFile(filepath.Join(out, "fonts.css"), sheetOf(faces), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "fonts.conf"), configuration(dir), 0o644)
}

// sheetOf declares every face under its own family, and the faces of scripts under
// every family documents name: for the characters the family's own face lacks.
func sheetOf(faces []face) []byte {
	var b strings.Builder
	rule := func(family string, f face, weight int, cover font.Coverage) {
		style := "normal"
		if f.Italic {
			style = "italic"
		}
		fmt.Fprintf(&b, "@font-face{font-family:%q;font-weight:%d;font-style:%s;src:url(fonts/%s)", family, weight, style, f.file)
		for i, r := range cover {
			b.WriteString([]string{",", ";unicode-range:"}[btoi(i == 0)])
			fmt.Fprintf(&b, "U+%X-%X", r.First, r.Last)
		}
		b.WriteString("}\n")
	}
	for _, f := range faces {
		rule(f.Family, f, f.WeightMin, nil)
		if !families[f.Family] {
			continue
		}
		// If two faces have a character, a browser uses the one declared last, the engine the first.
		for _, g := range slices.Backward(faces) {
			bold := f.WeightMin >= 600
			if families[g.Family] || g.Italic || g.WeightMin >= 600 != bold && slices.ContainsFunc(faces, func(h face) bool { return h.Family == g.Family && h.WeightMin >= 600 == bold }) {
				continue
			}
			g.Italic = f.Italic
			rule(f.Family, g, f.WeightMin, without(g.cover, f.cover))
		}
	}
	return []byte(b.String())
}

// without returns the characters of a that b lacks, except those of ideographic text,
// which the ideographic faces cover.
func without(a, b font.Coverage) font.Coverage {
	var out font.Coverage
	for _, r := range a {
		for c := r.First; c <= r.Last; c++ {
			if b.Contains(c) || c >= 0x2E80 && c <= 0x9FFF || c >= 0xFE30 && c <= 0xFFEF {
				continue
			}
			if n := len(out); n > 0 && out[n-1].Last+1 == c {
				out[n-1].Last = c
			} else {
				out = append(out, font.RuneRange{First: c, Last: c})
			}
		}
	}
	return out
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cjkFonts is the folder of the Debian package fonts-noto-cjk, the fonts that the bundled Chinese, Japanese and Korean ones
// are made of.
const cjkFonts = "/usr/share/fonts/opentype/noto"

// configuration returns a fontconfig file.
func configuration(dir string) []byte {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n<fontconfig>\n")
	if _, err := os.Stat(cjkFonts); err != nil {
		fmt.Fprintln(os.Stderr, "report: "+cjkFonts+" is missing, so that Chromium has no Chinese, Japanese and Korean fonts: install fonts-noto-cjk")
	}
	for _, d := range []string{dir, cjkFonts} {
		b.WriteString("<dir>")
		_ = xml.EscapeText(&b, []byte(d))
		b.WriteString("</dir>\n")
	}
	b.WriteString("<cachedir>")
	_ = xml.EscapeText(&b, []byte(dir+"-cache"))
	b.WriteString("</cachedir>\n")
	for _, g := range generics {
		fmt.Fprintf(&b, "<match target=\"pattern\"><test name=\"family\" qual=\"any\"><string>%s</string></test><edit name=\"family\" mode=\"assign\" binding=\"strong\"><string>%s</string></edit></match>\n", g[0], g[1])
	}
	b.WriteString("<match target=\"pattern\"><edit name=\"family\" mode=\"append_last\" binding=\"weak\"><string>Inter</string><string>Noto Sans</string></edit></match>\n")
	b.WriteString("<match target=\"font\"><edit name=\"hinting\" mode=\"assign\"><bool>true</bool></edit><edit name=\"hintstyle\" mode=\"assign\"><const>hintslight</const></edit><edit name=\"rgba\" mode=\"assign\"><const>none</const></edit></match>\n</fontconfig>\n")
	return []byte(b.String())
}

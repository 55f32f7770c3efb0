package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// generics are the families that stand behind the generic names in the engine.
var generics = [][2]string{
	{"sans-serif", "Inter"}, {"system-ui", "Inter"}, {"ui-sans-serif", "Inter"}, {"ui-rounded", "Inter"}, {"serif", "Noto Serif"}, {"ui-serif", "Noto Serif"},
	{"monospace", "JetBrains Mono"}, {"ui-monospace", "JetBrains Mono"}, {"cursive", "Caveat"}, {"fantasy", "Playfair Display"}, {"math", "Noto Sans Math"},
	{"emoji", "Noto Color Emoji"},
}

// writeFonts writes the bundled fonts and a configuration that makes Chromium use
// them, so that the comparison is of engines and not of fonts. The ideographic
// faces are not kept as files of their own; the system's Noto CJK stands for them.
func writeFonts(out string) error {
	dir, err := filepath.Abs(filepath.Join(out, "fonts"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := font.BundledFiles(func(name string, data []byte) error {
		return os.WriteFile(filepath.Join(dir, name), data, 0o644)
	}); err != nil {
		return fmt.Errorf("writing the bundled fonts: %w", err)
	}
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n<fontconfig>\n")
	for _, d := range []string{dir, "/usr/share/fonts/opentype/noto"} {
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
	return os.WriteFile(filepath.Join(out, "fonts.conf"), []byte(b.String()), 0o644)
}

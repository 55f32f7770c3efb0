package main

import (
	"fmt"
	"strings"
)

// source is a pinned package fonts are taken from.
type source struct {
	Name    string // Debian or npm package
	Version string
	Kind    string // "debian" or "npm"
	License string // SPDX
	Notice  string // path of the licence text inside the package
}

// item is one face of the catalogue.
type item struct {
	Source string // key of sources
	Path   string // inside the package
	Index  int    // face of a collection
	Family string
	Weight int
	Slant  string // "", "italic"
	Out    string // file name of the pack, without extension
}

var sources = map[string]source{
	"inter":     {"fonts-inter", "4.0~beta7+ds-1", "debian", "OFL-1.1", "usr/share/doc/fonts-inter/copyright"},
	"noto":      {"fonts-noto-core", "20201225-1", "debian", "OFL-1.1", "usr/share/doc/fonts-noto-core/copyright"},
	"jetbrains": {"fonts-jetbrains-mono", "2.242+ds-3", "debian", "OFL-1.1", "usr/share/doc/fonts-jetbrains-mono/copyright"},
	"cjk":       {"fonts-noto-cjk", "1:20220127+repack1-1", "debian", "OFL-1.1", "usr/share/doc/fonts-noto-cjk/copyright"},
	"playfair":  {"@fontsource/playfair-display", "5.3.0", "npm", "OFL-1.1", "npm/playfair-display/LICENSE"},
	"caveat":    {"@fontsource/caveat", "5.3.0", "npm", "OFL-1.1", "npm/caveat/LICENSE"},
	"emoji":     {"@fontsource/noto-color-emoji", "5.3.2", "npm", "OFL-1.1", "npm/noto-color-emoji/LICENSE"},
}

// scripts are the Noto Sans families with regular and bold faces, by the suffix
// of the family name.
var scripts = []string{
	"", "Arabic", "Hebrew", "Devanagari", "Bengali", "Gujarati", "Gurmukhi", "Kannada", "Malayalam", "Oriya", "Sinhala", "Tamil", "Telugu",
	"Thai", "Lao", "Khmer", "Myanmar", "Georgian", "Armenian", "Ethiopic",
}

// regularOnly are families of which the regular face is enough.
var regularOnly = []string{"Symbols", "Symbols2", "Math", "Cherokee", "Tibetan", "Mongolian", "CanadianAboriginal", "Thaana", "Syriac", "NKo", "Tifinagh", "Javanese"}

// recipe lists the faces in the order in which the catalogue keeps them: it is
// also the order of the last fallback.
func recipe() []item {
	var list []item
	for _, w := range []struct {
		name   string
		weight int
	}{{"Thin", 100}, {"ExtraLight", 200}, {"Light", 300}, {"Regular", 400}, {"Medium", 500}, {"SemiBold", 600}, {"Bold", 700}, {"ExtraBold", 800}, {"Black", 900}} {
		base := "usr/share/fonts/opentype/inter/Inter-"
		italic := w.name + "Italic"
		if w.name == "Regular" {
			italic = "Italic"
		}
		list = append(list,
			item{"inter", base + w.name + ".otf", 0, "Inter", w.weight, "", "inter-" + w.name},
			item{"inter", base + italic + ".otf", 0, "Inter", w.weight, "italic", "inter-" + italic})
	}
	const noto = "usr/share/fonts/truetype/noto/"
	four := func(source, base, family, out string) {
		list = append(list,
			item{source, base + "-Regular.ttf", 0, family, 400, "", out + "-Regular"},
			item{source, base + "-Italic.ttf", 0, family, 400, "italic", out + "-Italic"},
			item{source, base + "-Bold.ttf", 0, family, 700, "", out + "-Bold"},
			item{source, base + "-BoldItalic.ttf", 0, family, 700, "italic", out + "-BoldItalic"})
	}
	four("noto", noto+"NotoSerif", "Noto Serif", "notoserif")
	four("jetbrains", "usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono", "JetBrains Mono", "jetbrainsmono")
	for _, w := range []int{400, 700, 900} {
		for _, slice := range []string{"latin-ext", "latin"} {
			for _, slant := range []string{"normal", "italic"} {
				name := fmt.Sprintf("playfair-display-%s-%d-%s", slice, w, slant)
				list = append(list, item{"playfair", "npm/playfair-display/files/" + name + ".woff2", 0, "Playfair Display", w, strings.TrimPrefix(slant, "normal"), name})
			}
		}
	}
	for _, w := range []int{400, 700} {
		for _, slice := range []string{"latin-ext", "latin"} {
			name := fmt.Sprintf("caveat-%s-%d-normal", slice, w)
			list = append(list, item{"caveat", "npm/caveat/files/" + name + ".woff2", 0, "Caveat", w, "", name})
		}
	}
	for _, s := range scripts {
		family := strings.TrimSpace("Noto Sans " + s)
		for _, w := range []struct {
			name   string
			weight int
		}{{"Regular", 400}, {"Bold", 700}} {
			list = append(list, item{"noto", noto + "NotoSans" + s + "-" + w.name + ".ttf", 0, family, w.weight, "", "notosans" + s + "-" + w.name})
		}
	}
	for _, s := range regularOnly {
		style := "Sans"
		if s == "Tibetan" {
			style = "Serif"
		}
		list = append(list, item{"noto", noto + "Noto" + style + s + "-Regular.ttf", 0, "Noto " + style + " " + s, 400, "", "noto" + strings.ToLower(style) + s + "-Regular"})
	}
	// Face 0 of the collections is the Japanese one; the others differ from it only in
	// which forms are the default, and the locl feature gives those by language.
	for _, w := range []struct {
		name   string
		weight int
	}{{"Regular", 400}, {"Bold", 700}} {
		list = append(list, item{"cjk", "usr/share/fonts/opentype/noto/NotoSansCJK-" + w.name + ".ttc", 0, "Noto Sans CJK", w.weight, "", "notosanscjk-" + w.name})
	}
	return append(list, item{"emoji", "npm/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2", 0, "Noto Color Emoji", 400, "", "notocoloremoji"})
}

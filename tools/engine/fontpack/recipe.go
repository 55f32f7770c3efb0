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
	// Older is the path of the emoji face whose artwork is put in; see mergeEmoji.
	Older string
	// Quadratic rewrites a CFF face as a TrueType one; see quadratic.
	Quadratic bool
}

var sources = map[string]source{
	"inter":     {"fonts-inter", "4.0~beta7+ds-1", "debian", "OFL-1.1", "usr/share/doc/fonts-inter/copyright"},
	"noto":      {"fonts-noto-core", "20201225-1", "debian", "OFL-1.1", "usr/share/doc/fonts-noto-core/copyright"},
	"jetbrains": {"fonts-jetbrains-mono", "2.242+ds-3", "debian", "OFL-1.1", "usr/share/doc/fonts-jetbrains-mono/copyright"},
	"cjk":       {"fonts-noto-cjk", "1:20220127+repack1-1", "debian", "OFL-1.1", "usr/share/doc/fonts-noto-cjk/copyright"},
	"playfair":  {"@fontsource/playfair-display", "5.3.0", "npm", "OFL-1.1", "npm/playfair-display/LICENSE"},
	"caveat":    {"@fontsource/caveat", "5.3.0", "npm", "OFL-1.1", "npm/caveat/LICENSE"},
	"emoji":     {"@fontsource/noto-color-emoji", "5.3.2 with the artwork of 5.0.27", "npm", "OFL-1.1", "npm/noto-color-emoji/LICENSE"},
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
			item{Source: "inter", Path: base + w.name + ".otf", Family: "Inter", Weight: w.weight, Out: "inter-" + w.name, Quadratic: true},
			item{Source: "inter", Path: base + italic + ".otf", Family: "Inter", Weight: w.weight, Slant: "italic", Out: "inter-" + italic, Quadratic: true})
	}
	const noto = "usr/share/fonts/truetype/noto/"
	four := func(source, base, family, out string) {
		list = append(list,
			item{Source: source, Path: base + "-Regular.ttf", Family: family, Weight: 400, Out: out + "-Regular"},
			item{Source: source, Path: base + "-Italic.ttf", Family: family, Weight: 400, Slant: "italic", Out: out + "-Italic"},
			item{Source: source, Path: base + "-Bold.ttf", Family: family, Weight: 700, Out: out + "-Bold"},
			item{Source: source, Path: base + "-BoldItalic.ttf", Family: family, Weight: 700, Slant: "italic", Out: out + "-BoldItalic"})
	}
	four("noto", noto+"NotoSerif", "Noto Serif", "notoserif")
	four("jetbrains", "usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono", "JetBrains Mono", "jetbrainsmono")
	for _, w := range []int{400, 700, 900} {
		for _, slice := range []string{"latin-ext", "latin"} {
			for _, slant := range []string{"normal", "italic"} {
				name := fmt.Sprintf("playfair-display-%s-%d-%s", slice, w, slant)
				list = append(list, item{Source: "playfair", Path: "npm/playfair-display/files/" + name + ".woff2", Family: "Playfair Display", Weight: w, Slant: strings.TrimPrefix(slant, "normal"), Out: name})
			}
		}
	}
	for _, w := range []int{400, 700} {
		for _, slice := range []string{"latin-ext", "latin"} {
			name := fmt.Sprintf("caveat-%s-%d-normal", slice, w)
			list = append(list, item{Source: "caveat", Path: "npm/caveat/files/" + name + ".woff2", Family: "Caveat", Weight: w, Out: name})
		}
	}
	for _, s := range scripts {
		family := strings.TrimSpace("Noto Sans " + s)
		for _, w := range []struct {
			name   string
			weight int
		}{{"Regular", 400}, {"Bold", 700}} {
			list = append(list, item{Source: "noto", Path: noto + "NotoSans" + s + "-" + w.name + ".ttf", Family: family, Weight: w.weight, Out: "notosans" + s + "-" + w.name})
		}
	}
	for _, s := range regularOnly {
		style := "Sans"
		if s == "Tibetan" {
			style = "Serif"
		}
		list = append(list, item{Source: "noto", Path: noto + "Noto" + style + s + "-Regular.ttf", Family: "Noto " + style + " " + s, Weight: 400, Out: "noto" + strings.ToLower(style) + s + "-Regular"})
	}
	// Face 0 of the collections is the Japanese one; the others differ from it only in
	// which forms are the default, and the locl feature gives those by language.
	for _, w := range []struct {
		name   string
		weight int
	}{{"Regular", 400}, {"Bold", 700}} {
		list = append(list, item{Source: "cjk", Path: "usr/share/fonts/opentype/noto/NotoSansCJK-" + w.name + ".ttc", Family: "Noto Sans CJK", Weight: w.weight, Out: "notosanscjk-" + w.name})
	}
	const emoji = "/files/noto-color-emoji-emoji-400-normal.woff2"
	return append(list, item{Source: "emoji", Path: "npm/noto-color-emoji" + emoji, Older: "npm/noto-color-emoji-2.042" + emoji, Family: "Noto Color Emoji", Weight: 400, Out: "notocoloremoji"})
}

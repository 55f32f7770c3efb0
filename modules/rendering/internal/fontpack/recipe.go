package main

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
	"inter": {"fonts-inter", "4.0~beta7+ds-1", "debian", "OFL-1.1", "usr/share/doc/fonts-inter/copyright"},
	"noto":  {"fonts-noto-core", "20201225-1", "debian", "OFL-1.1", "usr/share/doc/fonts-noto-core/copyright"},
	"cjk":   {"fonts-noto-cjk", "1:20220127+repack1-1", "debian", "OFL-1.1", "usr/share/doc/fonts-noto-cjk/copyright"},
}

// recipe lists the faces in the order in which the catalogue keeps them.
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
	return list
}

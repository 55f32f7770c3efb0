package font

import (
	"unicode/utf8"

	"github.com/go-text/typesetting/language"
)

// scriptFamilies maps scripts to their fallback families.
var scriptFamilies = map[language.Script][]string{
	language.Latin:               {"inter", "noto sans"},
	language.Greek:               {"inter", "noto sans"},
	language.Cyrillic:            {"inter", "noto sans"},
	language.Arabic:              {"noto sans arabic"},
	language.Hebrew:              {"noto sans hebrew"},
	language.Devanagari:          {"noto sans devanagari"},
	language.Bengali:             {"noto sans bengali"},
	language.Gujarati:            {"noto sans gujarati"},
	language.Gurmukhi:            {"noto sans gurmukhi"},
	language.Kannada:             {"noto sans kannada"},
	language.Malayalam:           {"noto sans malayalam"},
	language.Oriya:               {"noto sans oriya"},
	language.Sinhala:             {"noto sans sinhala"},
	language.Tamil:               {"noto sans tamil"},
	language.Telugu:              {"noto sans telugu"},
	language.Thai:                {"noto sans thai"},
	language.Lao:                 {"noto sans lao"},
	language.Khmer:               {"noto sans khmer"},
	language.Myanmar:             {"noto sans myanmar"},
	language.Georgian:            {"noto sans georgian"},
	language.Armenian:            {"noto sans armenian"},
	language.Ethiopic:            {"noto sans ethiopic"},
	language.Cherokee:            {"noto sans cherokee"},
	language.Tibetan:             {"noto serif tibetan"},
	language.Mongolian:           {"noto sans mongolian"},
	language.Canadian_Aboriginal: {"noto sans canadianaboriginal"},
	language.Thaana:              {"noto sans thaana"},
	language.Syriac:              {"noto sans syriac"},
	language.Nko:                 {"noto sans nko"},
	language.Tifinagh:            {"noto sans tifinagh"},
	language.Javanese:            {"noto sans javanese"},
	language.Han:                 {"noto sans cjk"},
	language.Hiragana:            {"noto sans cjk"},
	language.Katakana:            {"noto sans cjk"},
	language.Hangul:              {"noto sans cjk"},
	language.Bopomofo:            {"noto sans cjk"},
}

// symbolFamilies are the fallback families for characters outside any script.
var symbolFamilies = []string{"noto sans", "noto sans symbols", "noto sans symbols2", "noto sans math", "noto sans cjk"}

// pictureFamilies are the fallback families for the pictographs of the supplementary plane: colour comes first even
// where text presentation is the default, as in browsers without a monochrome font.
var pictureFamilies = []string{"noto color emoji", "noto sans symbols2", "noto sans symbols", "noto sans math", "noto sans cjk"}

// cjkFirst are the fallback families for the punctuation and full-width forms of East Asian text.
var cjkFirst = []string{"noto sans cjk", "noto sans", "noto sans symbols", "noto sans symbols2", "noto sans math"}

// fallbackFamilies returns the bundled families to try for a cluster, in order.
func fallbackFamilies(cluster string) []string {
	r, _ := utf8.DecodeRuneInString(cluster)
	if list, ok := scriptFamilies[language.LookupScript(r)]; ok {
		return list
	}
	if r >= 0x2E80 && r <= 0x33FF || r >= 0xFE30 && r <= 0xFE4F || r >= 0xFF00 && r <= 0xFFEF {
		return cjkFirst
	}
	if r >= 0x1F000 {
		return pictureFamilies
	}
	return symbolFamilies
}

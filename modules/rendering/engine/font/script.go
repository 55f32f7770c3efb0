package font

import (
	"unicode/utf8"

	"github.com/go-text/typesetting/language"
)

// scriptFamilies are the fallback families of scripts, by ISO 15924 code.
var scriptFamilies = map[string][]string{
	"Hani": {"noto sans cjk"},
}

// fallbackFamilies returns the bundled families to try for a cluster, in order.
func fallbackFamilies(cluster string) []string {
	r, _ := utf8.DecodeRuneInString(cluster)
	return scriptFamilies[language.LookupScript(r).String()]
}

package guides

import (
	"regexp"
	"strings"
)

// block is a fenced block of a guide.
type block struct {
	language, text string
	file           string // its name below the guide's or the site's folder; empty: not a file
	site           string // the site it belongs to; empty: the guide itself
	needs          string // the program it requires
}

var fence = regexp.MustCompile("(?ms)^```([a-z]+) ?([^\n]*)\n(.*?)^```$")

// blocksOf returns the fenced blocks of a guide in order.
func blocksOf(guide string) []block {
	var blocks []block
	for _, m := range fence.FindAllStringSubmatch(guide, -1) {
		b := block{language: m[1], text: m[3]}
		key, value, option := strings.Cut(m[2], "=")
		switch {
		case option && key == "needs":
			b.needs = value
		case option && key == "in":
			b.site = value
		default:
			b.file = m[2]
			if site, file, ok := strings.Cut(m[2], "/"); ok {
				b.site, b.file = site, file
			}
		}
		blocks = append(blocks, b)
	}
	return blocks
}

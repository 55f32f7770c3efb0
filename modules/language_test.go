package modules_test

import (
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strings"
	"testing"
)

// phrase is wording that must not return, and what to write instead.
type phrase struct{ pattern, instead string }

// phrases hold the wording that readers stumbled over: personified programs, riddles, and second words for ideas
// that have a standard term. The glossary is in docs/architecture.md.
var phrases = []phrase{
	{`answer(s|ed|ing)?`, "response, respond, return"},
	{`(?-i:pictures?)`, "image (a <picture> element is written with its angle brackets, a camera's image is a photograph)"},
	{`whoever`, "the caller, the client, anyone who"},
	{`(nobody|somebody)`, "no one, no client; name the role"},
	{`(is|are|was|were|been|be) told (that|of|about|to|by)`, "is notified, receives, learns"},
	{`(hears?|heard) (of|about)`, "is notified of, receives"},
	{`tells? (it|them|us|him|her) (of|that)`, "notifies, reports"},
	{`in vain`, "without success; name what failed"},
	{`stands? for a while`, "is cached"},
	{`gives? (it|them)? ?back`, "releases, returns"},
	{`over again`, "again"},
	{`of (its|their) own accord`, "by itself, without a request"},
	{`what is none`, "name the invalid value"},
	{`mend(s|ed|ing|able)?`, "fix"},
	{`at once`, "immediately; or: in a single response, at the same time"},
	{`(was|were|been|is|are) given up`, "abandoned"},
	{`(has|have) gone`, "disconnected, was removed"},
	{`[Tt]he floor`, "infrastructure"},
	{`is asked for`, "is requested"},
	{`(is|are) no (valid|number|JSON|good|longer one)`, "is not a …"},
	{`as it came`, "unchanged"},
	{`has its way`, "applies"},
	{`in the end`, "finally, or nothing"},
}

var phrasePattern = compilePhrases(phrases)

func compilePhrases(list []phrase) []*regexp.Regexp {
	out := make([]*regexp.Regexp, len(list))
	for i, p := range list {
		out[i] = regexp.MustCompile(`(?i)(^|[^\w<./"-])(` + p.pattern + `)($|[^\w>/"-])`)
	}
	return out
}

// scriptComment finds the comment of a line of TypeScript or JavaScript, not the slashes of an address.
var scriptComment = regexp.MustCompile(`(^|\s)(//|/?\*).*`)

// proseOf returns the lines of a file that people read: comments and string literals of Go files, comments of scripts,
// all of others.
func proseOf(f *file) map[int]string {
	out := map[int]string{}
	add := func(line int, text string) {
		for i, l := range strings.Split(text, "\n") {
			out[line+i] += " " + l
		}
	}
	switch path.Ext(f.path) {
	case ".go":
	case ".ts", ".tsx", ".mjs":
		for i, line := range strings.Split(f.text, "\n") {
			if m := scriptComment.FindString(line); m != "" {
				add(i+1, m)
			}
		}
		return out
	default:
		add(1, f.text)
		return out
	}
	set := token.NewFileSet()
	src := []byte(f.text)
	file := set.AddFile(f.path, set.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, scanner.ScanComments)
	for {
		pos, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return out
		case token.COMMENT, token.STRING:
			add(set.Position(pos).Line, lit)
		}
	}
}

// spoken reports whether the language of a file is judged: sources and documents by hand, not generated ones, nor sample
// documents and their texts.
func spoken(f *file) bool {
	switch path.Ext(f.path) {
	case ".go", ".md", ".proto", ".sh", ".yaml", ".yml", ".sql", ".ts", ".tsx", ".mjs", ".py":
	default:
		return false
	}
	for _, skip := range []string{
		"testdata/", "/dist/", "proto/gen/", "/oas/", "src/gen/", "proto/openapi/openapi.yaml", "node_modules/", "docs/reference/", "CHANGELOG.md", "modules/language_test.go",
		"docs/examples/", "docs/docs.go", "docs/supported.md", // names of folders and elements
		"migrations/",                            // a migration that ran is not edited
		"modules/ai/art/internal/icon/find.go",   // words of prompts
		"app/cmd/gallery/", "text/bench_test.go", // sample text
	} {
		if strings.Contains(f.path, skip) {
			return false
		}
	}
	return !f.generated()
}

// TestLanguage keeps the wording of phrases out of comments, messages and documents.
func TestLanguage(t *testing.T) {
	t.Parallel()
	judged := 0
	for _, f := range readTree(t) {
		if !spoken(f) {
			continue
		}
		judged++
		for line, text := range proseOf(f) {
			for i, p := range phrasePattern {
				if m := p.FindStringSubmatch(text); m != nil {
					t.Errorf("%s:%d: %q; write: %s", f.path, line, m[2], phrases[i].instead)
				}
			}
		}
	}
	if judged < 100 {
		t.Errorf("%d files were read: the pattern matches nothing", judged)
	}
}

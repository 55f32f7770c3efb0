package main

import (
	"encoding/base64"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/platenhq/platen/app/textfile"
	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// Bounds of the style sheets embedded into a document: how deep imports nest, as the engine follows them, and the bytes
// of all sheets together.
const (
	maxSheetDepth = 8
	maxSheetBytes = 4 << 20
)

// localSheets embeds style sheets that a document links or imports into it as data: URLs. The engine fetches none; on
// the command line a document's sheets are files beside it, as its images are.
type localSheets struct {
	folder folder
	names  []string // the files that the document names, whether or not they exist
	bytes  int      // of the embedded sheets
}

// embed returns HTML text with its <link rel=stylesheet> and @import rules replaced where they name files of the folder.
// Everything else stays as written, byte for byte.
func (l *localSheets) embed(text string) string {
	if lower := strings.ToLower(text); !strings.Contains(lower, "stylesheet") && !strings.Contains(lower, "@import") {
		return text
	}
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(text))
	for inStyle := false; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			out.Write(z.Raw())
			return out.String()
		}
		raw := string(z.Raw())
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			inStyle = t.Data == "style" && kind == html.StartTagToken
			if t.Data == "link" && l.link(&t) {
				raw = t.String()
			}
		case html.TextToken:
			if inStyle {
				raw = l.sheet(raw, "", 0)
			}
		case html.EndTagToken:
			inStyle = false
		}
		out.WriteString(raw)
	}
}

// link replaces the address of a link to a style sheet and reports whether it did.
func (l *localSheets) link(t *html.Token) bool {
	i := slices.IndexFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "href" })
	isSheet := slices.ContainsFunc(t.Attr, func(a html.Attribute) bool {
		return a.Key == "rel" && slices.Contains(strings.Fields(strings.ToLower(a.Val)), "stylesheet")
	})
	if i < 0 || !isSheet {
		return false
	}
	data, ok := l.read(strings.TrimSpace(t.Attr[i].Val), 0)
	if ok {
		t.Attr[i].Val = data
	}
	return ok
}

// read returns the style sheet at an address below the folder as a data: URL.
func (l *localSheets) read(address string, depth int) (dataURL string, ok bool) {
	if address == "" || hasScheme(address) || depth >= maxSheetDepth {
		return "", false
	}
	files := notedFiles{folder: l.folder}
	data, ok := files.File(address)
	l.names = append(l.names, files.named...)
	if l.bytes += len(data); !ok || l.bytes > maxSheetBytes {
		return "", false
	}
	text, err := textfile.Decode(data)
	if err != nil {
		return "", false
	}
	file, _, _ := strings.Cut(address, "?")
	sheet := l.sheet(string(text), path.Dir(file), depth+1)
	return "data:text/css;base64," + base64.StdEncoding.EncodeToString([]byte(sheet)), true
}

// sheet embeds the imports of a style sheet and makes its relative URLs, which are relative to the sheet's folder base,
// relative to the document's.
func (l *localSheets) sheet(text, base string, depth int) string {
	tokens, _ := css.Tokenize(text)
	var out strings.Builder
	written := int32(0)
	replace := func(t css.Token, url string, ok bool) {
		if !ok {
			return
		}
		out.WriteString(text[written:t.Pos])
		if t.Kind == css.URL {
			out.WriteString("url(" + quoteCSS(url) + ")")
		} else {
			out.WriteString(quoteCSS(url))
		}
		written = t.End
	}
	open := []css.Token{} // the blocks around the token; their ends are token indices
	ends := []int{}
	imported := false // the next address is that of an @import
	for i, t := range tokens {
		for len(ends) > 0 && i >= ends[len(ends)-1] {
			open, ends = open[:len(open)-1], ends[:len(ends)-1]
		}
		inFunction := func(names ...string) bool {
			return len(open) > 0 && open[len(open)-1].Kind == css.Function && slices.Contains(names, strings.ToLower(open[len(open)-1].Value))
		}
		switch {
		case t.Kind == css.AtKeyword:
			imported = strings.EqualFold(t.Value, "import")
		case imported && (t.Kind == css.URL || t.Kind == css.String && (len(open) == 0 || inFunction("url", "src"))):
			imported = false
			address := t.Value
			if moved, ok := rebase(address, base); ok {
				address = moved
			}
			url, ok := l.read(address, depth)
			replace(t, url, ok)
		case t.Kind == css.URL, t.Kind == css.String && inFunction("url", "src", "image-set", "-webkit-image-set"):
			url, ok := rebase(t.Value, base)
			replace(t, url, ok)
		case t.Kind == css.Semicolon, t.Kind == css.LeftBrace:
			imported = false
		}
		if t.Skip > 0 {
			open, ends = append(open, t), append(ends, i+int(t.Skip))
		}
	}
	return out.String() + text[written:]
}

// rebase returns a URL that is relative to the folder base as one that is relative to base's parent; false if it needs
// no change.
func rebase(url, base string) (string, bool) {
	if base == "" || base == "." || url == "" || strings.HasPrefix(url, "#") || strings.HasPrefix(url, "/") || hasScheme(url) {
		return "", false
	}
	return path.Join(base, url), true
}

// hasScheme reports whether a URL is absolute: a scheme, or // before a host.
func hasScheme(url string) bool {
	before, _, found := strings.Cut(url, ":")
	return strings.HasPrefix(url, "//") || found && !strings.ContainsAny(before, "/?#")
}

// quoteCSS writes a CSS string (CSSOM §2.1 "serialize a string").
func quoteCSS(s string) string {
	return `"` + strings.NewReplacer("\x00", "\uFFFD", `"`, `\"`, `\`, `\\`, "\n", `\a `, "\r", `\d `, "\f", `\c `).Replace(s) + `"`
}

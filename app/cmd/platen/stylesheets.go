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
	imports := false // the next address is that of an @import
	parents := []block{{end: len(tokens)}}
	for i, t := range tokens {
		for i >= parents[len(parents)-1].end {
			parents = parents[:len(parents)-1]
		}
		parent := parents[len(parents)-1].function
		address := t.Kind == css.URL || t.Kind == css.String && (slices.Contains(addressFunctions, parent) || imports && len(parents) == 1)
		switch {
		case t.Kind == css.AtKeyword:
			imports = strings.EqualFold(t.Value, "import")
		case t.Kind == css.Semicolon, t.Kind == css.LeftBrace:
			imports = false
		case address:
			moved := t
			moved.Value = rebase(t.Value, base)
			if imports {
				if data, ok := l.read(moved.Value, depth); ok {
					moved.Value = data
				} else {
					moved.Value = t.Value // as written, for the engine's warning
				}
				imports = false
			}
			if moved.Value != t.Value {
				out.WriteString(text[written:t.Pos] + css.Serialize([]css.Token{moved}))
				written = t.End
			}
		}
		if t.Skip > 0 {
			b := block{end: i + int(t.Skip)}
			if t.Kind == css.Function {
				b.function = strings.ToLower(t.Value)
			}
			parents = append(parents, b)
		}
	}
	return out.String() + text[written:]
}

// block is a block or function around tokens, up to the index end.
type block struct {
	function string
	end      int
}

// addressFunctions are the functions whose strings are URLs.
var addressFunctions = []string{"url", "src", "image-set", "-webkit-image-set"}

// rebase returns a URL that is relative to the folder base as one that is relative to base's parent. Other URLs are unchanged.
func rebase(url, base string) string {
	if base == "" || base == "." || url == "" || strings.HasPrefix(url, "#") || strings.HasPrefix(url, "/") || hasScheme(url) {
		return url
	}
	return path.Join(base, url)
}

// hasScheme reports whether a URL is absolute: a scheme, or // before a host.
func hasScheme(url string) bool {
	before, _, found := strings.Cut(url, ":")
	return strings.HasPrefix(url, "//") || found && !strings.ContainsAny(before, "/?#")
}

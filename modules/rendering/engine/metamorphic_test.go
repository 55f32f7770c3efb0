package engine_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// rewritings holds changes of a document that must not change a pixel.
var rewritings = []struct {
	name string
	// rewrite modifies the tree and reports whether there was anything to modify.
	rewrite func(root *html.Node) bool
}{
	{"serialised and parsed again", func(*html.Node) bool { return true }},
	{"with comments before the elements", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool {
			return n.Type == html.ElementNode && n.Parent.Type == html.ElementNode && n.Parent.DataAtom != atom.Html
		}, func(n *html.Node) {
			n.Parent.InsertBefore(&html.Node{Type: html.CommentNode, Data: "note"}, n)
		})
	}},
	{"with comments within the text", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool { return n.Type == html.TextNode && isFlow(n.Parent) && len(n.Data) > 1 }, func(n *html.Node) {
			at := len(n.Data) / 2
			for at < len(n.Data) && !utf8.RuneStart(n.Data[at]) {
				at++
			}
			if at == len(n.Data) {
				return
			}
			rest := &html.Node{Type: html.TextNode, Data: n.Data[at:]}
			n.Data = n.Data[:at]
			n.Parent.InsertBefore(rest, n.NextSibling)
			n.Parent.InsertBefore(&html.Node{Type: html.CommentNode, Data: "note"}, rest)
		})
	}},
	{"with every style sheet twice", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool { return n.DataAtom == atom.Style && n.Namespace == "" && n.FirstChild != nil }, func(n *html.Node) {
			twin := &html.Node{Type: html.ElementNode, Data: "style", DataAtom: atom.Style, Attr: slices.Clone(n.Attr)}
			twin.AppendChild(&html.Node{Type: html.TextNode, Data: n.FirstChild.Data})
			n.Parent.InsertBefore(twin, n.NextSibling)
		})
	}},
	{"with the attributes in reverse order", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool { return len(n.Attr) > 1 }, func(n *html.Node) { slices.Reverse(n.Attr) })
	}},
	{"with rules that match nothing", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool { return n.DataAtom == atom.Head }, func(n *html.Node) {
			style := &html.Node{Type: html.ElementNode, Data: "style", DataAtom: atom.Style}
			style.AppendChild(&html.Node{Type: html.TextNode, Data: ".no-such-class, #no-such-id > *, no-such-element { color: red !important; display: none }"})
			n.AppendChild(style)
		})
	}},
	{"with independent rules exchanged", func(root *html.Node) bool {
		changed := false
		eachNode(root, func(n *html.Node) bool { return n.DataAtom == atom.Style && n.Namespace == "" && n.FirstChild != nil }, func(n *html.Node) {
			if text := exchangeRules(n.FirstChild.Data); text != n.FirstChild.Data {
				n.FirstChild.Data, changed = text, true
			}
		})
		return changed
	}},
}

// exchangeRules exchanges adjacent style rules that set no common property, each rule at most once.
func exchangeRules(text string) string {
	sheet := css.Parse(text)
	end := func(i int) int32 {
		if i+1 < len(sheet.Rules) {
			return sheet.Rules[i+1].Pos
		}
		return int32(len(text))
	}
	var b strings.Builder
	last := int32(0)
	for i := 0; i+1 < len(sheet.Rules); i++ {
		one, two := sheet.Rules[i], sheet.Rules[i+1]
		if one.At != "" || two.At != "" || i+2 == len(sheet.Rules) && !strings.HasSuffix(strings.TrimSpace(text), "}") {
			continue
		}
		sets := map[string]bool{}
		properties(one, sets)
		others := map[string]bool{}
		properties(two, others)
		common := sets["all"] || others["all"]
		for name := range sets {
			common = common || others[name]
		}
		if common {
			continue
		}
		b.WriteString(text[last:one.Pos])
		b.WriteString(text[two.Pos:end(i+1)])
		b.WriteString(text[one.Pos:two.Pos])
		last = end(i + 1)
		i++
	}
	return b.String() + text[last:]
}

// related holds first words of properties that have longhands in common with properties of another first word.
var related = map[string]string{
	"left": "inset", "right": "inset", "top": "inset", "bottom": "inset",
	"width": "size", "height": "size", "inline": "size", "block": "size",
	"line": "font", "white": "text", "row": "grid", "column": "grid", "columns": "grid", "gap": "grid",
	"place": "align", "justify": "align",
}

// properties adds the first words of the properties that a rule and the rules nested in it set.
func properties(r css.Rule, into map[string]bool) {
	for _, d := range r.Decls {
		name := d.Name
		if !strings.HasPrefix(name, "--") {
			for _, vendor := range []string{"-webkit-", "-moz-", "-svc-"} {
				name = strings.TrimPrefix(name, vendor)
			}
			name, _, _ = strings.Cut(name, "-")
		}
		if other, ok := related[name]; ok {
			name = other
		}
		into[name] = true
	}
	for _, nested := range r.Rules {
		properties(nested, into)
	}
}

// isFlow reports whether the element's text is laid out as lines of adjacent nodes.
func isFlow(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Style, atom.Script, atom.Title, atom.Textarea, atom.Option, atom.Template, atom.Noscript, atom.Iframe, atom.Head, atom.Html:
		return false
	}
	return n.Namespace == ""
}

// eachNode applies change to every node that fits accepts, in document order, and reports whether there was one.
func eachNode(root *html.Node, fits func(*html.Node) bool, change func(*html.Node)) bool {
	var list []*html.Node
	for n := range root.Descendants() {
		if fits(n) {
			list = append(list, n)
		}
	}
	for _, n := range list {
		change(n)
	}
	return len(list) > 0
}

// TestRewritingADocumentKeepsItsPixels rewrites every golden document in ways that have no meaning in CSS and HTML.
func TestRewritingADocumentKeepsItsPixels(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	for _, c := range goldenCases(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := read(t, c.html)
			w, h := canvasOf(source)
			// A fragment is rendered as a standards document, but after parsing it is a document without a doctype.
			if !strings.HasPrefix(strings.ToLower(strings.TrimSpace(string(source))), "<!doctype") {
				source = append([]byte("<!doctype html>"), source...)
			}
			want, err := renderSize(e, source, w, h)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rewritings {
				root, err := html.Parse(bytes.NewReader(source))
				if err != nil {
					t.Fatal(err)
				}
				if !r.rewrite(root) {
					continue
				}
				var b bytes.Buffer
				if err := html.Render(&b, root); err != nil {
					t.Fatal(err)
				}
				if got, err := renderSize(e, b.Bytes(), w, h); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: the image differs (%v): %s", r.name, err, contrast(t, c.name+" "+r.name, want, got))
				}
			}
		})
	}
}

// TestScalesShowTheSame compares every golden document with itself at twice the scale, reduced by averaging: edges, hairlines
// and hinted glyphs differ, but nothing is missing, moved or of another colour.
func TestScalesShowTheSame(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	for _, c := range goldenCases(t) {
		if c.name == "widget-barcode" {
			continue // its bars have whole device pixels, for scanners
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := read(t, c.html)
			w, h := canvasOf(source)
			pixels := func(scale float64) *raster.Pixmap {
				return pixelsOf(t, e, string(source), standIns{}, engine.Settings{Width: w, Height: h, Scale: scale})
			}
			one, two := pixels(1), pixels(2)
			if two.Width != 2*one.Width || two.Height != 2*one.Height {
				t.Fatalf("%d × %d at scale 1, %d × %d at scale 2", one.Width, one.Height, two.Width, two.Height)
			}
			if mean := difference(one, two); mean > 8 {
				t.Errorf("the mean difference is %.1f levels", mean)
			}
		})
	}
}

// difference returns the mean difference of the channels of an image and one of twice its size, averaged over 2 × 2 pixels.
func difference(one, two *raster.Pixmap) float64 {
	sum := 0
	for y := range one.Height {
		for x := range one.Width {
			for k := range 4 {
				mean := 0
				for i := range 4 {
					mean += int(two.Pix[((2*y+i/2)*two.Width+2*x+i%2)*4+k])
				}
				sum += max(4*int(one.Pix[(y*one.Width+x)*4+k])-mean, mean-4*int(one.Pix[(y*one.Width+x)*4+k]))
			}
		}
	}
	return float64(sum) / 4 / float64(4*one.Width*one.Height)
}

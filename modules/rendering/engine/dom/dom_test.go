package dom

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// outline prints the elements and texts of a document, nested in brackets.
func outline(d *Document, id NodeID) string {
	n := &d.Nodes[id]
	if n.Type == Text {
		return fmt.Sprintf("%q", n.Text)
	}
	var b strings.Builder
	b.WriteString(n.Tag)
	if n.ID != "" {
		b.WriteString("#" + n.ID)
	}
	for _, c := range n.Classes {
		b.WriteString("." + c)
	}
	if n.Inline != "" {
		b.WriteString("{" + n.Inline + "}")
	}
	b.WriteString("(")
	for c := n.FirstChild; c != None; c = d.Nodes[c].Next {
		if c != n.FirstChild {
			b.WriteString(" ")
		}
		b.WriteString(outline(d, c))
	}
	b.WriteString(")")
	return b.String()
}

func mustHTML(t *testing.T, src string) *Document {
	t.Helper()
	d, err := ParseHTML(src, Limits{})
	if err != nil {
		t.Fatalf("ParseHTML(%q): %v", src, err)
	}
	return d
}

func TestParseHTML(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"", "html(head() body())"},
		{"hi", `html(head() body("hi"))`},
		{"<p>a<p>b", `html(head() body(p("a") p("b")))`},
		{"<div id=x class=' a  b ' style='color:red'>t</div>", `html(head() body(div#x.a.b{color:red}("t")))`},
		{"<!doctype html><title> A  b </title><p>x", `html(head(title(" A  b ")) body(p("x")))`},
		{"a<!-- c -->b", `html(head() body("ab"))`},
		{"<script>x</script><template><p></template><b>y", `html(head() body(b("y")))`},
		{"<noscript><p>x</p></noscript>", `html(head(noscript()) body())`},
		{"<p><table>", `html(head() body(p() table()))`},
		{"<svg viewBox='0 0 1 1'><linearGradient/><foreignObject><p>x</foreignObject></svg>", `html(head() body(svg(linearGradient() foreignObject(p("x")))))`},
	} {
		d := mustHTML(t, c.in)
		if got := outline(d, d.Root); got != c.want {
			t.Errorf("ParseHTML(%q)\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestParseHTMLCollects(t *testing.T) {
	t.Parallel()
	d := mustHTML(t, `<!doctype html><html lang=ar><title>T</title><style>a{}</style><style media="print">b{}</style><style type="text/less">c{}</style>
<link rel=stylesheet href="data:text/css,d%7B%7D"><link rel="stylesheet" href="https://x/y.css"><body><svg><style>e{}</style></svg><script>1</script>`)
	if d.Title != "T" || d.Lang != "ar" {
		t.Errorf("title %q, lang %q; want T, ar", d.Title, d.Lang)
	}
	var sheets []string
	for _, s := range d.Sheets {
		sheets = append(sheets, s.Text+"|"+s.Media)
	}
	if got, want := strings.Join(sheets, " "), "a{}| b{}|print d{}| e{}|"; got != want {
		t.Errorf("sheets: got %s, want %s", got, want)
	}
	var codes []string
	for _, w := range d.Warnings {
		codes = append(codes, w.Code)
	}
	if got, want := strings.Join(codes, " "), "unsupported_element script_ignored"; got != want {
		t.Errorf("warnings: got %s, want %s: %+v", got, want, d.Warnings)
	}
	svg := &d.Nodes[d.Nodes[d.Body].FirstChild]
	if svg.Namespace != SVG || svg.Path != "html/body[1]/svg[1]" {
		t.Errorf("got namespace %d at %s, want svg at html/body[1]/svg[1]", svg.Namespace, svg.Path)
	}
}

func TestParseXHTML(t *testing.T) {
	t.Parallel()
	d := mustHTML(t, `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>
<style type="text/css"><![CDATA[a > b {c:d}]]></style></head><body><div/><p id="x">a&nbsp;b</p></body></html>`)
	if got, want := outline(d, d.Body), `body(div() p#x("a\u00a0b"))`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(d.Sheets) != 1 || d.Sheets[0].Text != "a > b {c:d}" || d.Title != "t" {
		t.Errorf("got sheets %+v and title %q", d.Sheets, d.Title)
	}
	// Markup that is not well formed is parsed as HTML.
	d = mustHTML(t, `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a<br>b</body></html>`)
	if got, want := outline(d, d.Body), `body(p("a" br() "b"))`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	if _, err := ParseHTML(strings.Repeat("<p>x", 100), Limits{MaxNodes: 50}); !errors.Is(err, ErrTooManyNodes) {
		t.Errorf("got %v, want ErrTooManyNodes", err)
	}
	for _, depth := range []int{300, 600, 5000} {
		_, err := ParseHTML(strings.Repeat("<div>", depth), Limits{MaxDepth: 200})
		if !errors.Is(err, ErrTooDeep) {
			t.Errorf("depth %d: got %v, want ErrTooDeep", depth, err)
		}
	}
	deep := `{"tag":"div"}`
	for range 600 {
		deep = `{"tag":"div","children":[` + deep + `]}`
	}
	if _, err := ParseTree([]byte(deep), "/document"); !errors.Is(err, ErrTooDeep) {
		t.Errorf("got %v, want ErrTooDeep", err)
	}
}

func TestTreeRendersAsItsMarkup(t *testing.T) {
	t.Parallel()
	tree, err := ParseTree([]byte(`{"tag":"div","class":"card","style":{"color":"red","--x":"1"},"children":[
		{"tag":"h1","id":"headline","text":"Launch"},{"text":" & "},{"tag":"img","attrs":{"src":"a.png","width":10}},
		{"tag":"svg","children":[{"tag":"linearGradient"}]},{"tag":"style","text":"a{b:c}"}]}`), "/document")
	if err != nil {
		t.Fatal(err)
	}
	a, err := FromTree(tree, "/document", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	b := mustHTML(t, `<div class=card style="color: red; --x: 1"><h1 id=headline>Launch</h1> &amp; <img src=a.png width=10><svg><linearGradient></linearGradient></svg><style>a{b:c}</style></div>`)
	if got, want := outline(a, a.Root), outline(b, b.Root); got != want {
		t.Errorf("tree   %s\nmarkup %s", got, want)
	}
	if len(a.Nodes) != len(b.Nodes) || len(a.Sheets) != 1 || a.Sheets[0].Text != b.Sheets[0].Text {
		t.Errorf("the documents differ: %d and %d nodes", len(a.Nodes), len(b.Nodes))
	}
	for i := range a.Nodes {
		if n := &a.Nodes[i]; n.ID == "headline" && n.Path != "/document/children/0" {
			t.Errorf("the headline's path is %s", n.Path)
		}
	}
}

func TestTreeErrors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"tag":"p","tag":"q"}`:                        "/document/tag: is given twice",
		`{"tag":"p","styl":{}}`:                        "/document/styl: unknown member",
		`{"tag":"p","children":[{"text":5},{"id":1}]}`: "/document/children/1/id: must be a string",
		`{"tag":"p","style":{"a/b":[]}}`:               "/document/style/a~1b: must be a string or a number",
		`{}`:                                           "/document: has neither tag nor text",
		`{"text":"x","class":"y"}`:                     "/document: has class but no tag",
		`{"tag":"a b"}`:                                "/document/tag: is not an element name",
		`[]`:                                           "/document: must be an object",
		`{"tag":"p"`:                                   "/document: invalid JSON",
		`{"tag":"p"} x`:                                "/document: something follows",
	} {
		_, err := ParseTree([]byte(in), "/document")
		if !errors.Is(err, ErrTree) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", in, err, want)
		}
	}
}

// checkArena checks the links of an arena.
func checkArena(t *testing.T, d *Document) {
	t.Helper()
	seen := 0
	var walk func(id, parent NodeID, depth int)
	walk = func(id, parent NodeID, depth int) {
		n := &d.Nodes[id]
		seen++
		if n.Parent != parent || depth > 600 {
			t.Fatalf("node %d has the parent %d, want %d (depth %d)", id, n.Parent, parent, depth)
		}
		prev := None
		for c := n.FirstChild; c != None; c = d.Nodes[c].Next {
			if c <= id || d.Nodes[c].Prev != prev {
				t.Fatalf("child %d of %d has a wrong parent or sibling", c, id)
			}
			if n.Type == Text {
				t.Fatalf("text %d has children", id)
			}
			walk(c, id, depth+1)
			prev = c
		}
		if n.LastChild != prev {
			t.Fatalf("node %d: last child %d, want %d", id, n.LastChild, prev)
		}
	}
	walk(d.Root, None, 1)
	if seen > len(d.Nodes) || d.Body == None || d.Nodes[d.Root].Tag != "html" {
		t.Fatalf("%d nodes reached of %d", seen, len(d.Nodes))
	}
}

func FuzzParseHTML(f *testing.F) {
	for _, s := range []string{"<p>a<b>b", "<table><p>", "<svg><foreignObject><p>", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>",
		"<frameset>", "<html><html lang=x><body><body class=y>", "<math><mi>x", "<select><p>", "<template><p>", "<?xml?><a><html/></a>", "<?xml?><html/><html/>x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 1<<14 {
			t.Skip()
		}
		d, err := ParseHTML(in, Limits{MaxNodes: 2000})
		if err == nil {
			checkArena(t, d)
		}
	})
}

func FuzzTree(f *testing.F) {
	for _, s := range []string{`{"tag":"p","text":"x"}`, `{"tag":"svg","children":[{"tag":"g"}]}`, `{"text":"a"}`, `{"tag":"html","children":[{"tag":"body"}]}`,
		`{"tag":"body","style":{"a":1}}`, `{"tag":"html","children":[{"tag":"html"},{"text":"x"}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		tree, err := ParseTree(in, "/document")
		if err != nil {
			return
		}
		d, err := FromTree(tree, "/document", Limits{MaxNodes: 2000})
		if err == nil {
			checkArena(t, d)
		}
	})
}

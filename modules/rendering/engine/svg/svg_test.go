package svg_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
)

func TestParseRejectsForbiddenElements(t *testing.T) {
	t.Parallel()
	bomb := `<svg><defs><g id="a0"><path d="M0 0h1"/></g>`
	for i := 1; i < 8; i++ {
		bomb += fmt.Sprintf(`<g id="a%d">%s</g>`, i, strings.Repeat(fmt.Sprintf(`<use href="#a%d"/>`, i-1), 10))
	}
	bomb += `</defs><use href="#a7"/></svg>`
	cases := map[string]struct {
		data string
		want error
	}{
		"no svg":              {`<html></html>`, svg.ErrInvalid},
		"script":              {`<svg><script>1</script></svg>`, svg.ErrForbidden},
		"handler":             {`<svg onload="x()"/>`, svg.ErrForbidden},
		"handler below":       {`<svg><g OnClick="x()"/></svg>`, svg.ErrForbidden},
		"javascript link":     {`<svg><a href=" javascript:1"><path/></a></svg>`, svg.ErrForbidden},
		"external image":      {`<svg><image href="https://example.com/a.png"/></svg>`, svg.ErrForbidden},
		"external use":        {`<svg><use xlink:href="other.svg#a"/></svg>`, svg.ErrForbidden},
		"external fill":       {`<svg><path fill="url(https://example.com/#a)"/></svg>`, svg.ErrForbidden},
		"external style":      {`<svg><style>path{fill:url( 'x.svg#a')}</style></svg>`, svg.ErrForbidden},
		"import":              {`<svg><style>@import "a.css";</style></svg>`, svg.ErrForbidden},
		"inline style":        {`<svg><path style="fill:url(//example.com)"/></svg>`, svg.ErrForbidden},
		"frame":               {`<svg><foreignObject><iframe src="data:,"/></foreignObject></svg>`, svg.ErrForbidden},
		"foreign script":      {`<svg><foreignObject width="9"><p><script>1</script></p></foreignObject></svg>`, svg.ErrForbidden},
		"foreign handler":     {`<svg><foreignObject width="9"><p onclick="1">x</p></foreignObject></svg>`, svg.ErrForbidden},
		"foreign image":       {`<svg><foreignObject width="9"><img src="http://example.com/a.png"></foreignObject></svg>`, svg.ErrForbidden},
		"foreign image set":   {`<svg><foreignObject width="9"><img srcset="http://example.com/a.png 2x"></foreignObject></svg>`, svg.ErrForbidden},
		"foreign poster":      {`<svg><foreignObject width="9"><i poster="http://example.com/a.png"></i></foreignObject></svg>`, svg.ErrForbidden},
		"foreign background":  {`<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><table xmlns="http://www.w3.org/1999/xhtml" background="//example.com/a.png"/></foreignObject></svg>`, svg.ErrForbidden},
		"foreign style":       {`<svg><foreignObject width="9"><p style="background:url(//example.com)">x</p></foreignObject></svg>`, svg.ErrForbidden},
		"foreign prefix":      {`<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml"><foreignObject><h:script>1</h:script></foreignObject></svg>`, svg.ErrForbidden},
		"prefixed script":     {`<svg xmlns:s="http://www.w3.org/2000/svg"><s:script>1</s:script></svg>`, svg.ErrForbidden},
		"prefixed link":       {`<svg xmlns:l="http://www.w3.org/1999/xlink"><image l:href="http://example.com/a.png"/></svg>`, svg.ErrForbidden},
		"spaced link":         {"<svg><a href=\"java\tscript:1\"/></svg>", svg.ErrForbidden},
		"entity link":         {`<svg><a href="&#106;avascript:1"/></svg>`, svg.ErrForbidden},
		"set href":            {`<svg><a href="#a"><set attributeName="href" to="javascript:1"/></a></svg>`, svg.ErrForbidden},
		"animate href":        {`<svg><use href="#a"><animate attributeName="xlink:href" values="#a;http://example.com"/></use></svg>`, svg.ErrForbidden},
		"animate handler":     {`<svg><set attributeName="OnClick" to="x()"/></svg>`, svg.ErrForbidden},
		"animate style":       {`<svg><set attributeName="style" to="fill:url(//example.com)"/></svg>`, svg.ErrForbidden},
		"use data":            {`<svg><use href="data:image/svg+xml,&lt;svg id='a'/&gt;#a"/></svg>`, svg.ErrForbidden},
		"link data":           {`<svg><a href="data:text/html,x"/></svg>`, svg.ErrForbidden},
		"image page":          {`<svg><image href="data:text/html;base64,PGI+"/></svg>`, svg.ErrForbidden},
		"nested plain":        {`<svg><image href="data:image/svg+xml,%3Csvg%3E%3Cscript%3E1%3C/script%3E%3C/svg%3E"/></svg>`, svg.ErrForbidden},
		"nested escaped":      {`<svg><image href="data:image/svg+xml;utf8,&lt;svg&gt;&lt;image href='http://example.com/a.png'/&gt;&lt;/svg&gt;"/></svg>`, svg.ErrForbidden},
		"nested base64":       {`<svg><image href="data:image/svg+xml;base64,` + b64(`<svg onload="1"/>`) + `"/></svg>`, svg.ErrForbidden},
		"nested as png":       {`<svg><image href="data:image/png;base64,` + b64(`<svg onclick="1"/>`) + `"/></svg>`, svg.ErrForbidden},
		"nested twice":        {`<svg><image href="data:image/svg+xml;base64,` + b64(`<svg><image href="data:image/svg+xml;base64,`+b64(`<svg><style>@import 'x'</style></svg>`)+`"/></svg>`) + `"/></svg>`, svg.ErrForbidden},
		"nested in CSS":       {`<svg><path style="mask:url('data:image/svg+xml,%3Csvg onload=%221%22/%3E')"/></svg>`, svg.ErrForbidden},
		"escaped url":         {`<svg><path style="fill:u\72l(http://example.com/#a)"/></svg>`, svg.ErrForbidden},
		"escaped import":      {`<svg><style>@\69mport "a.css";</style></svg>`, svg.ErrForbidden},
		"commented url":       {`<svg><style>a{fill:url(/**/http://example.com)}</style></svg>`, svg.ErrForbidden},
		"image set":           {`<svg><style>a{background:image-set("http://example.com/a.png" 1x)}</style></svg>`, svg.ErrForbidden},
		"src function":        {`<svg><style>@font-face{src:src("http://example.com/a.woff")}</style></svg>`, svg.ErrForbidden},
		"style sheet":         {`<?xml-stylesheet href="http://example.com/a.css"?><svg/>`, svg.ErrForbidden},
		"page around":         {`<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script><svg/></html>`, svg.ErrForbidden},
		"entity bomb":         {entityBomb(), svg.ErrTooLarge},
		"deep images":         {nest(6), svg.ErrTooLarge},
		"entities":            {`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg/>`, svg.ErrForbidden},
		"parameter entities":  {`<!DOCTYPE svg [<!ENTITY % a "b">]><svg/>`, svg.ErrForbidden},
		"script in an entity": {`<!DOCTYPE svg [<!ENTITY a "<script>1</script>">]><svg>&a;</svg>`, svg.ErrForbidden},
		"circular entities":   {`<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]><svg><text>&a;</text></svg>`, svg.ErrTooLarge},
		"bytes":               {`<svg>` + strings.Repeat(" ", 1<<20) + `</svg>`, svg.ErrTooLarge},
		"elements":            {`<svg>` + strings.Repeat("<g/>", 10001) + `</svg>`, svg.ErrTooLarge},
		"use bomb":            {bomb, svg.ErrTooLarge},
		"measured bomb":       {strings.Replace(bomb, `<use href="#a7"/></svg>`, `<mask id="m"/><g mask="url(#m)" display="inline"><use href="#a7"/></g></svg>`, 1), svg.ErrTooLarge},
		"nesting":             {`<svg>` + strings.Repeat("<g>", 600) + `</svg>`, svg.ErrTooLarge},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img, _, err := svg.Parse([]byte(c.data), svg.Limits{Strict: true}, svg.Context{})
			if !errors.Is(err, c.want) || img != nil {
				t.Errorf("got %v, %v, want %v", img, err, c.want)
			}
		})
	}
}

// entityBomb returns an image whose entities grow sixteenfold seven times.
func entityBomb() string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE svg [<!ENTITY e0 "` + strings.Repeat("a", 4096) + `">`)
	for i := range 7 {
		fmt.Fprintf(&b, `<!ENTITY e%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&e%d;", i), 16))
	}
	return b.String() + `]><svg><text>&e7;</text></svg>`
}

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// nest returns n nested images.
func nest(n int) string {
	s := `<svg/>`
	for range n {
		s = `<svg><image href="data:image/svg+xml;base64,` + b64(s) + `"/></svg>`
	}
	return s
}

// TestRejectionNamesTheElement checks that the error of a rejected image names the element to remove.
func TestRejectionNamesTheElement(t *testing.T) {
	t.Parallel()
	for data, element := range map[string]string{
		`<svg><g><foreignObject><iframe/></foreignObject></g></svg>`:              "iframe",
		`<svg><rect onclick="1"/></svg>`:                                          "rect",
		`<svg><use href="#a"><set attributeName="href" to="x"/></use></svg>`:      "set",
		`<svg><image href="data:image/svg+xml,<svg><circle onload='1'/></svg>"/>`: "circle",
		`<svg><style>@import "a"</style></svg>`:                                   "style",
		`<!DOCTYPE svg [<!ENTITY a SYSTEM "b">]><svg/>`:                           "",
	} {
		_, _, err := svg.Parse([]byte(data), svg.Limits{Strict: true}, svg.Context{})
		var f *svg.Forbidden
		if !errors.As(err, &f) || !strings.EqualFold(f.Element, element) {
			t.Errorf("%s: %v, want the element %q", data, err, element)
		}
	}
}

func TestParseAcceptsReferencesWithinTheFile(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		`<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg"/>`,
		`<svg><a href="https://example.com"><path d="M0 0h9v9z"/></a></svg>`,
		`<svg><linearGradient id="g"/><path fill="url(#g)" style="mask:url( '#m')"/></svg>`,
		`<svg><image href="data:image/png;base64,AAAA"/></svg>`,
		"\ufeff<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n<svg/>",
		`<!-- <svg of old --><svg><rect><animate attributeName="opacity" values="0;1"/></rect></svg>`,
		`<svg xmlns:x="http://www.w3.org/1999/xlink"><use x:href="#a"/><style>a{fill:red} /* url(http://example.com) */</style></svg>`,
		`<svg><image href="data:image/svg+xml,%3Csvg%3E%3Crect/%3E%3C/svg%3E"/></svg>`,
		`<svg><text font-family="a (b)">see url(http://example.com)</text></svg>`,
		nest(3),
		`<!DOCTYPE svg [<!ENTITY a "b"><!-- c --><!ATTLIST svg x CDATA "y">]><svg><text>&a; &amp;</text></svg>`,
		`<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect width="1"/></s:svg>`,
		`<svg><foreignObject width="9" height="9"><p style="color:red">x<img src="data:image/png;base64,AAAA"></p></foreignObject></svg>`,
		`<svg><use href="#a" id="a"/><g id="b"><use href="#b"/></g></svg>`,
	} {
		if _, _, err := svg.Parse([]byte(data), svg.Limits{Strict: true}, svg.Context{}); err != nil {
			t.Errorf("%s: got %v", data, err)
		}
	}
}

// TestParseWarnsOfMalformedFiles checks that files that browsers do not show are drawn with a warning.
func TestParseWarnsOfMalformedFiles(t *testing.T) {
	const ns = `xmlns="http://www.w3.org/2000/svg"`
	for source, want := range map[string]bool{
		`<svg ` + ns + `><rect width="1" height="1"/></svg>`:                                                   false,
		"<?xml version=\"1.0\"?>\n<!-- a -->\n<svg " + ns + "><metadata><p xmlns=\"urn:a\"/></metadata></svg>": false,
		`<svg><rect width="1" height="1"/></svg>`:                                                              true,
		`<svg ` + ns + `><rect width="1" height="1"></svg>`:                                                    true,
	} {
		_, warnings, err := svg.Parse([]byte(source), svg.Limits{}, svg.Context{})
		if err != nil {
			t.Errorf("%s: %v", source, err)
		}
		got := false
		for _, w := range warnings {
			got = got || w.Code == "svg_malformed"
		}
		if got != want {
			t.Errorf("%s: malformed is %v", source, got)
		}
	}
}

// TestParseIgnoresWhatAnImageMayNotUse checks that scripts and external references are ignored with a warning unless the
// limits are strict.
func TestParseIgnoresWhatAnImageMayNotUse(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`<svg onload="1"><rect/></svg>`:                                                                "the event handler onload",
		`<svg><script>1</script></svg>`:                                                                "a script",
		`<svg><a href="javascript:1"/></svg>`:                                                          "a javascript: address",
		`<svg><image href="https://example.com/a.png"/></svg>`:                                         `the external reference "https://example.com/a.png"`,
		`<svg><style>@import "a.css";</style></svg>`:                                                   "@import",
		`<svg><path style="fill:url(//example.com/#a)"/></svg>`:                                        `the external reference "//example.com/#a"`,
		`<?xml-stylesheet href="a.css"?><svg/>`:                                                        "the processing instruction",
		`<svg><foreignObject><iframe/></foreignObject></svg>`:                                          "content that is not drawn",
		`<svg><image href="data:image/svg+xml,%3Csvg%3E%3Cuse href='b.svg%23a'/%3E%3C/svg%3E"/></svg>`: `the external reference "b.svg#a"`,
	} {
		_, warnings, err := svg.Parse([]byte(data), svg.Limits{}, svg.Context{})
		if err != nil {
			t.Errorf("%s: %v", data, err)
		}
		if !strings.Contains(fmt.Sprint(warnings), want) {
			t.Errorf("%s: got the warnings %v, want %q", data, warnings, want)
		}
	}
}

func TestNaturalSize(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		w, h, ratio float64 // 0 for none
	}{
		`<svg width="20" height="10"/>`:                    {20, 10, 2},
		`<svg viewBox="0 0 30 10"/>`:                       {0, 0, 3},
		`<svg width="1in" viewBox="0 0 30 10"/>`:           {96, 0, 3},
		`<svg width="50%" height="10"/>`:                   {0, 10, 0},
		`<svg/>`:                                           {0, 0, 0},
		`<svg width="-4" height="5" viewBox="0 0 -1 4" />`: {0, 5, 0},
	}
	for data, want := range cases {
		img, _, err := svg.Parse([]byte(data), svg.Limits{}, svg.Context{})
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		r := img.Natural()
		ratio := 0.0
		if r.RatioH > 0 {
			ratio = r.RatioW / r.RatioH
		}
		if r.HasWidth != (want.w > 0) || r.HasHeight != (want.h > 0) || ratio != want.ratio ||
			(r.HasWidth && r.Width.Float() != want.w) || (r.HasHeight && r.Height.Float() != want.h) {
			t.Errorf("%s: got %+v, want %+v", data, r, want)
		}
	}
}

func TestWarningsNameWhatIsNotDrawn(t *testing.T) {
	t.Parallel()
	data := `<svg style="border:1px solid"><filter id="f"><fefancy/></filter><path d="M0 0h9v9z" filter="url(#f)"/><path d="M0 0 W1"/>
		<path style="filter:url('data:image/svg+xml,%3Csvg/%3E#f')"/><path style="clip-path:url('data:image/svg+xml,%3Csvg/%3E#c')"/></svg>`
	_, warnings, err := svg.Parse([]byte(data), svg.Limits{}, svg.Context{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"fefancy", "'W'", "borders", "filter: url(", "clip-path: url("} {
		found := false
		for _, w := range warnings {
			found = found || strings.Contains(w.Message, want)
		}
		if !found {
			t.Errorf("no warning names %s in %v", want, warnings)
		}
	}
}

// fills returns the colours of the solid fills of a list, in order.
func fills(list *display.List) []display.Color {
	var out []display.Color
	for _, op := range list.Ops {
		if f, ok := op.(display.FillPath); ok {
			if s, ok := f.Brush.(display.Solid); ok {
				out = append(out, s.Color)
			}
		}
	}
	return out
}

func TestUseInheritsFromItsReference(t *testing.T) {
	t.Parallel()
	red, green, blue := display.Color{R: 255, A: 255}, display.Color{G: 128, A: 255}, display.Color{B: 255, A: 255}
	cases := map[string]display.Color{
		`<defs><path id="p" d="M0 0h9v9z"/></defs><use href="#p" fill="red"/>`:                                                       red,
		`<defs><path id="p" d="M0 0h9v9z" fill="green"/></defs><use href="#p" fill="red"/>`:                                          green,
		`<defs><g fill="blue"><path id="p" d="M0 0h9v9z"/></g></defs><use href="#p" fill="red"/>`:                                    red,
		`<defs><path id="p" d="M0 0h9v9z" fill="currentColor"/></defs><g color="blue"><use href="#p"/></g>`:                          blue,
		`<svg style="display:none"><symbol id="p"><path d="M0 0h9v9z"/></symbol></svg><use href="#p" style="fill:blue"/>`:            blue,
		`<defs><path id="p" d="M0 0h9v9z" fill="var(--a, red)"/></defs><use href="#p" style="--a:blue"/>`:                            blue,
		`<style>path{fill:var( --a )}</style><defs><path id="p" d="M0 0h9v9z"/></defs><use href="#p" style="--a:green"/>`:            green,
		`<defs><g style="--a:red"><path id="p" d="M0 0h9v9z" style="fill:var(--a, blue)"/></g></defs><use href="#p"/>`:               blue,
		`<style>g path{fill:blue}</style><defs><g><path id="p" d="M0 0h9v9z"/></g></defs><use href="#p" fill="red"/>`:                red,
		`<style>g path{fill:blue}</style><defs><g id="g"><path d="M0 0h9v9z"/></g></defs><use href="#g" fill="red"/>`:                blue,
		`<style>path{fill:inherit}</style><defs><path id="p" d="M0 0h9v9z"/></defs><use href="#p" fill="red"/>`:                      red,
		`<defs><g id="g"><use id="u" href="#p"/></g><path id="p" d="M0 0h9v9z"/></defs><use href="#g" style="fill:red;color:blue"/>`: red,
	}
	for body, want := range cases {
		img, _, err := svg.Parse([]byte("<svg>"+body+"</svg>"), svg.Limits{}, svg.Context{})
		if err != nil {
			t.Fatal(err)
		}
		got := fills(img.Paint(geom.Px(100), geom.Px(100)))
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %v, want %v", body, got, want)
		}
	}
}

func TestPushesAndPopsBalance(t *testing.T) {
	t.Parallel()
	data := `<svg viewBox="0 0 10 10"><clipPath id="c"><rect width="5" height="5"/><circle r="3"/></clipPath>
		<mask id="m"><rect width="9" height="9" fill="white"/></mask><filter id="f"><feDropShadow/><feMerge><feMergeNode in="SourceGraphic"/></feMerge></filter>
		<g clip-path="url(#c)" mask="url(#m)" filter="url(#f)" opacity=".5"><rect width="9" height="9" stroke="red" transform="scale(2 1)"/></g>
		<svg width="5" height="5"><use href="#x"/></svg></svg>`
	img, _, err := svg.Parse([]byte(data), svg.Limits{}, svg.Context{})
	if err != nil {
		t.Fatal(err)
	}
	balance(t, img.Paint(geom.Px(50), geom.Px(50)))
}

func balance(t *testing.T, list *display.List) {
	t.Helper()
	depth := 0
	for _, op := range list.Ops {
		switch op := op.(type) {
		case display.PushTransform, display.PushClipPath, display.PushClipRRect:
			depth++
		case display.PushLayer:
			depth++
			if op.Mask != nil {
				balance(t, op.Mask)
			}
		case display.Pop:
			if depth--; depth < 0 {
				t.Fatal("a Pop without a Push")
			}
		}
	}
	if depth != 0 {
		t.Fatalf("%d Push operations without a Pop", depth)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`<svg viewBox="0 0 10 10"><path d="M0 0a1 2 3 0 1 4 5z" fill="url(#g)"/><linearGradient id="g"><stop/></linearGradient></svg>`,
		`<svg><use href="#a"/><g id="a"><use href="#b"/><g id="b"><use href="#a"/></g></g></svg>`,
		`<svg><mask id="m" mask="url(#m)"><rect mask="url(#m)"/></mask><rect width="5" height="5" mask="url(#m)"/></svg>`,
		`<svg><pattern id="p" href="#q"/><pattern id="q" href="#p" width="1" height="1"><path d="M0 0h1" stroke="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/></svg>`,
		`<svg><filter id="f"><feMerge><feMergeNode/></feMerge><feBlend in="x"/></filter><g filter="url(#f)"><circle r="4"/></g></svg>`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		img, _, err := svg.Parse(data, svg.Limits{}, svg.Context{})
		if err != nil {
			return
		}
		list := img.Paint(geom.Px(64), geom.Px(64))
		balance(t, list)
	})
}

func FuzzParsePath(f *testing.F) {
	for _, s := range []string{"M0 0L1 1", "m1,2 3-4.5.5e1h5v-3z", "M0 0A5 5 0 1110 10", "M0 0q1 1 2 2t3 3s1 1 2 2c1 1 2 2 3 3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, d string) {
		p, _ := svg.ParsePath(d, geom.Identity())
		points := map[display.Verb]int{display.MoveTo: 1, display.LineTo: 1, display.QuadTo: 2, display.CubicTo: 3}
		n := 0
		for i, v := range p.Verbs {
			if i == 0 && v != display.MoveTo {
				t.Fatalf("%q begins with verb %d", d, v)
			}
			n += points[v]
		}
		if n != len(p.Points) {
			t.Fatalf("%q: got %d points, its verbs take %d", d, len(p.Points), n)
		}
	})
}

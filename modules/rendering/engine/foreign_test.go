package engine

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"
)

// foreignImage returns an img of an SVG image with HTML in a foreignObject.
func foreignImage(html string) string {
	file := `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><foreignObject width="40" height="40">` + html + `</foreignObject></svg>`
	return `<img src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(file)) + `">`
}

// recordedFiles records the URLs that are asked for.
type recordedFiles struct{ asked []string }

func (f *recordedFiles) File(url string) ([]byte, bool) {
	f.asked = append(f.asked, url)
	return nil, false
}

func drawn(t *testing.T, html string, files Files) *Drawing {
	t.Helper()
	doc, err := New(Options{}).Open(t.Context(), Source{HTML: "<!doctype html>" + html}, Settings{Width: 200, Height: 100})
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.Draw(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestForeignObjectOfImageLoadsNothing checks that an SVG image cannot use the files of the document that shows it.
func TestForeignObjectOfImageLoadsNothing(t *testing.T) {
	t.Parallel()
	files := &recordedFiles{}
	p := drawn(t, foreignImage(`<div xmlns="http://www.w3.org/1999/xhtml" style="height:9px;background:url(b.png)"><style>@font-face{font-family:x;src:url(f.woff2)}</style><img src="a.png"/><iframe srcdoc="&lt;img src=c.png>"/><span style="font-family:x">x</span></div>`), files)
	if len(files.asked) > 0 {
		t.Errorf("the image loaded %q", files.asked)
	}
	all := fmt.Sprint(p.Warnings)
	for _, want := range []string{`"a.png"`, `"b.png"`, `"f.woff2"`, "<iframe>"} {
		if !strings.Contains(all, want) {
			t.Errorf("no warning names %s in %s", want, all)
		}
	}
}

// TestForeignObjectOfImageIsBounded checks that repeated and nested foreignObject elements cannot multiply the work of a
// small file.
func TestForeignObjectOfImageIsBounded(t *testing.T) {
	t.Parallel()
	nested := `<p xmlns="http://www.w3.org/1999/xhtml">x</p>`
	for range 3 {
		nested = `<div xmlns="http://www.w3.org/1999/xhtml">` + strings.Replace(foreignImage(nested), `">`, `"/>`, 1) + `</div>`
	}
	files := map[string]string{
		"nested":   foreignImage(nested),
		"repeated": foreignImage(`<div xmlns="http://www.w3.org/1999/xhtml">` + strings.Repeat("<p>x</p>", 400) + `</div></foreignObject><g id="a"><use href="#b"/></g><foreignObject id="b" width="9" height="9">` + strings.Repeat(`<p xmlns="http://www.w3.org/1999/xhtml">x</p>`, 400) + `</foreignObject>` + strings.Repeat(`<use href="#a"/>`, 400) + `<foreignObject>`),
	}
	for name, html := range files {
		start := time.Now()
		p := drawn(t, html, NoFiles{})
		if spent := time.Since(start); spent > 30*time.Second {
			t.Errorf("%s: drawn in %v", name, spent)
		}
		if name == "repeated" && !strings.Contains(fmt.Sprint(p.Warnings), "more than") {
			t.Errorf("%s: no warning about the limit in %v", name, p.Warnings)
		}
	}
}

package engine

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/font"
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

// TestSVGImageUsesItsFonts checks that the fonts embedded in an SVG image apply to its text and its HTML, and only there.
func TestSVGImageUsesItsFonts(t *testing.T) {
	t.Parallel()
	var file []byte
	if err := font.BundledFiles(func(_ string, data []byte) error {
		d, err := font.Describe(data)
		if err != nil || d.Family != "Caveat" {
			return err
		}
		face, err := font.Open(data, 0)
		if err == nil && face.HasGlyph('R') {
			file = data
		}
		return err
	}); err != nil || file == nil {
		t.Fatalf("the font is not bundled (%v)", err)
	}
	face := `<style>@font-face{font-family:own;src:url(data:font/ttf;base64,` + base64.StdEncoding.EncodeToString(file) + `)}</style>`
	content := func(family string) string {
		return `<text y="20" style="font:20px ` + family + `">Rig</text><foreignObject y="20" width="60" height="40"><div xmlns="http://www.w3.org/1999/xhtml" style="font:20px ` + family + `">Rig</div></foreignObject>`
	}
	image := func(content string) string {
		return `<img src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80">`+content+`</svg>`)) + `">`
	}
	e := New(Options{})
	pixels := func(html string) []byte {
		doc, err := e.Open(t.Context(), Source{HTML: "<!doctype html>" + html}, Settings{Width: 100, Height: 100})
		if err != nil {
			t.Fatal(err)
		}
		p, err := doc.Draw(t.Context(), NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := e.Encode(t.Context(), p, Output{Format: encode.PNG})
		if err != nil {
			t.Fatal(err)
		}
		return f.Bytes
	}
	nested := strings.NewReplacer("<img src", `<image width="80" height="80" href`, `">`, `"/>`).Replace
	plain, inner := pixels(image(content("sans-serif"))), pixels(image(nested(image(content("sans-serif")))))
	for name, c := range map[string]struct {
		html  string
		plain []byte // without the font
		used  bool
	}{
		"embedded":                 {image(face + content("own,sans-serif")), plain, true},
		"in an image of the image": {image(nested(image(face + content("own,sans-serif")))), inner, true},
		"of the enclosing image":   {image(face + nested(image(content("own,sans-serif")))), inner, false},
		"of the document":          {face + image(content("own,sans-serif")), plain, false},
	} {
		if used := !bytes.Equal(pixels(c.html), c.plain); used != c.used {
			t.Errorf("%s: the font is used: %v, want %v", name, used, c.used)
		}
	}
}

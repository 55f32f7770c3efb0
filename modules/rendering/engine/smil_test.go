package engine

import (
	"bytes"
	"context"
	"encoding/base64"
	"testing"
)

// openedAt opens a document of 120 × 80 pixels at a time.
func openedAt(t *testing.T, html string, seconds float64) *Document {
	t.Helper()
	doc, err := New(Options{}).Open(context.Background(), Source{HTML: "<style>body{margin:0;background:#fff}svg{display:block}</style>" + html}, Settings{Width: 120, Height: 80, At: &seconds})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestSMILFollowsTime checks that a document with animation elements looks at a time as the document without them whose
// attributes have the values of that time (SMIL Animation 3).
func TestSMILFollowsTime(t *testing.T) {
	t.Parallel()
	const rect = `<rect y="10" width="20" height="20"`
	for name, c := range map[string]struct {
		moving string
		at     float64
		still  string
	}{
		"between from and to":       {rect + `><animate attributeName="x" from="0" to="80" dur="2s"/></rect>`, 0.5, rect + ` x="20"/>`},
		"over":                      {rect + ` x="4"><animate attributeName="x" from="0" to="80" dur="2s"/></rect>`, 2.5, rect + ` x="4"/>`},
		"frozen":                    {rect + `><animate attributeName="x" from="0" to="80" dur="2s" fill="freeze"/></rect>`, 9, rect + ` x="80"/>`},
		"from its own value":        {rect + ` x="40"><animate attributeName="x" to="80" dur="2s"/></rect>`, 1, rect + ` x="60"/>`},
		"by":                        {rect + ` x="10"><animate attributeName="x" by="40" dur="2s"/></rect>`, 1, rect + ` x="30"/>`},
		"spline and keyTimes":       {rect + `><animate attributeName="x" values="0;60;80" keyTimes="0;.5;1" calcMode="spline" keySplines="0 0 1 1;.5 0 .5 1" dur="2s"/></rect>`, 1.5, rect + ` x="70"/>`},
		"paced":                     {rect + `><animate attributeName="x" values="0;60;80" calcMode="paced" dur="4s"/></rect>`, 2, rect + ` x="40"/>`},
		"discrete":                  {rect + `><animate attributeName="x" values="0;30;80" calcMode="discrete" dur="3s"/></rect>`, 1.2, rect + ` x="30"/>`},
		"values without a middle":   {rect + `><animate attributeName="visibility" values="hidden;visible" dur="2s"/></rect>`, 0.9, ``},
		"accumulated rounds":        {rect + `><animate attributeName="x" by="20" dur="1s" repeatCount="3" accumulate="sum" fill="freeze"/></rect>`, 7, rect + ` x="60"/>`},
		"part of a round":           {rect + `><animate attributeName="x" from="0" to="40" dur="1s" repeatCount="1.5" fill="freeze"/></rect>`, 7, rect + ` x="20"/>`},
		"after another one":         {rect + `><animate id="a" attributeName="x" to="20" dur="1s" fill="freeze"/><animate attributeName="x" begin="a.end+.5s" to="60" dur="1s"/></rect>`, 2, rect + ` x="40"/>`},
		"two ways to begin":         {rect + `><animate attributeName="x" from="0" to="40" begin="0s; 3s" dur="1s"/></rect>`, 3.5, rect + ` x="20"/>`},
		"ended early":               {rect + `><animate attributeName="x" from="0" to="40" dur="4s" end="1s"/></rect>`, 2, rect + `/>`},
		"not longer than max":       {rect + `><animate attributeName="x" from="0" to="40" dur="4s" max="1s" fill="freeze"/></rect>`, 3, rect + ` x="10"/>`},
		"colour":                    {rect + `><animate attributeName="fill" from="#f00" to="#00f" dur="2s"/></rect>`, 1, rect + ` fill="rgb(128,0,128)"/>`},
		"set":                       {rect + `><set attributeName="fill" to="red" begin="1s"/></rect>`, 2, rect + ` fill="red"/>`},
		"property over a rule":      {`<style>.a{opacity:.9}</style><rect class="a" width="40" height="40"><animate attributeName="opacity" values="1;0" dur="2s"/></rect>`, 1, `<rect opacity=".5" width="40" height="40"/>`},
		"path data":                 {`<path d="M0 0L40 0L40 40z"><animate attributeName="d" to="M0 20L80 0L40 60z" dur="2s"/></path>`, 1, `<path d="M0 10L60 0L40 50z"/>`},
		"points":                    {`<polygon points="0,0 40,0 40,40"><animate attributeName="points" to="0,20 80,0 40,60" dur="2s"/></polygon>`, 1, `<polygon points="0,10 60,0 40,50"/>`},
		"rotation":                  {`<rect x="20" y="20" width="40" height="20"><animateTransform attributeName="transform" type="rotate" from="0 40 30" to="180 40 30" dur="2s"/></rect>`, 1, `<rect x="20" y="20" width="40" height="20" transform="rotate(90 40 30)"/>`},
		"added transform":           {rect + ` transform="translate(30 0)"><animateTransform attributeName="transform" type="scale" from="1" to="2" dur="2s" additive="sum"/></rect>`, 1, rect + ` transform="translate(30 0) scale(1.5)"/>`},
		"along a path":              {rect + `><animateMotion path="M0 0H40V40" dur="2s" rotate="auto"/></rect>`, 1.5, rect + ` transform="translate(40 20) rotate(90)"/>`},
		"along an element":          {`<path id="p" fill="none" d="M0 0H80"/>` + rect + `><animateMotion dur="2s" keyPoints="0;.5;0" keyTimes="0;.5;1" calcMode="linear"><mpath href="#p"/></animateMotion></rect>`, 1, rect + ` transform="translate(40 0)"/>`},
		"between points":            {rect + `><animateMotion values="0,0;60,0;60,20" dur="4s"/></rect>`, 3, rect + ` transform="translate(60 0)"/>`},
		"target by reference":       {rect + ` id="r"/><animate href="#r" attributeName="x" from="0" to="80" dur="2s"/>`, 1, rect + ` x="40"/>`},
		"ends with each other":      {`<rect y="10" width="20" height="20"><animate id="a" attributeName="x" begin="b.begin" end="b.end;a.end;b.end" from="0" to="80" dur="2s"/><animate id="b" attributeName="y" begin="0s" end="a.end;b.end;a.end" from="0" to="80" dur="2s"/></rect>`, 1, `<rect x="40" y="40" width="20" height="20"/>`},
		"depends on itself":         {rect + `><animate id="a" attributeName="x" begin="a.end" from="0" to="80" dur="2s"/></rect>`, 1, rect + `/>`},
		"the later one has the say": {rect + `><animate attributeName="x" to="80" begin=".5s" dur="1s"/><animate attributeName="x" to="20" dur="2s"/></rect>`, 1, rect + ` x="45"/>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			svg := func(content string) string { return `<svg width="120" height="80">` + content + `</svg>` }
			got, want := at(t, openedAt(t, svg(c.moving), 0), c.at), at(t, openedAt(t, svg(c.still), 0), 0)
			if !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("%s at %v s is not %s", c.moving, c.at, c.still)
			}
			if direct := at(t, openedAt(t, svg(c.moving), c.at), c.at); !bytes.Equal(direct.Pix, got.Pix) {
				t.Error("a document opened at the time differs from one moved to it")
			}
		})
	}
}

// TestImagesFollowTime checks that SVG images show the time of the document, by animation elements and by CSS.
func TestImagesFollowTime(t *testing.T) {
	t.Parallel()
	img := func(content string) string {
		file := `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80">` + content + `</svg>`
		return `<img src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(file)) + `">`
	}
	const rule = `<style>@keyframes go{from{transform:none}to{transform:translateX(80px)}}rect{animation:go 2s linear}</style>`
	for content, still := range map[string]string{
		`<rect width="20" height="20"><animate attributeName="x" from="0" to="80" dur="2s"/></rect>`: `<rect width="20" height="20" x="40"/>`,
		rule + `<rect width="20" height="20"/>`:                                                      `<rect width="20" height="20" x="40"/>`,
	} {
		e := New(Options{})
		open := func(content string, seconds *float64) *Document {
			doc, err := e.Open(context.Background(), Source{HTML: "<style>body{margin:0;background:#fff}img{display:block}</style>" + img(content)}, Settings{Width: 120, Height: 80, At: seconds})
			if err != nil {
				t.Fatal(err)
			}
			return doc
		}
		// The image of the settled document is in the cache of the engine before the time is requested.
		if p, err := open(content, nil).Draw(context.Background(), NoFiles{}); err != nil {
			t.Fatal(err)
		} else {
			p.Close()
		}
		one := 1.0
		if got, want := at(t, open(content, &one), 1), at(t, open(still, &one), 1); !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%s after a second is not %s", content, still)
		}
	}
}

// TestSMILHasALength checks the length of films of documents with animation elements.
func TestSMILHasALength(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]float64{
		`<animate attributeName="x" to="9" dur="2s" begin="1s"/>`:                                                           3,
		`<animate attributeName="x" to="9" dur="2s" repeatCount="indefinite"/>`:                                             2,
		`<animate id="a" attributeName="x" to="9" dur="2s"/><animate attributeName="y" to="9" dur="1s" begin="a.end+.5s"/>`: 3.5,
		`<set attributeName="x" to="9"/>`:                                                                                   0,
		`<animate attributeName="x" to="9" begin="a.click"/>`:                                                               0,
		`<animate attributeName="x" to="9" dur="5s" end="1s"/>`:                                                             1,
	} {
		if got := openedAt(t, `<svg><rect width="9" height="9">`+content+`</rect></svg>`, 0).AnimationTime(); got != want {
			t.Errorf("%s takes %v s, want %v", content, got, want)
		}
	}
}

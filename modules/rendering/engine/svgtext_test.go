package engine

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// vectorText renders a document as SVG with its text as text and as outlines.
func vectorText(t *testing.T, html string) (text, outlines []byte) {
	t.Helper()
	e := New(Options{})
	doc, err := e.Open(t.Context(), Source{HTML: html}, Settings{Width: 400, Height: 120})
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.Draw(t.Context(), NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, to := range []*[]byte{&text, &outlines} {
		f, err := e.Encode(t.Context(), p, Output{Vector: SVG, SVGText: to == &text})
		if err != nil {
			t.Fatal(err)
		}
		*to = f.Bytes
	}
	return text, outlines
}

// textElements returns the characters of each text element of an SVG.
func textElements(t *testing.T, svg []byte) (list []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	inside := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		switch v := token.(type) {
		case xml.StartElement:
			if v.Name.Local == "text" {
				inside = true
				list = append(list, "")
			}
		case xml.EndElement:
			inside = inside && v.Name.Local != "text"
		case xml.CharData:
			if inside {
				list[len(list)-1] += string(v)
			}
		}
	}
}

// svgTextCases are documents with the text elements of their SVG.
var svgTextCases = map[string]struct {
	html string
	want []string
}{
	"words of a line are one element":          {`<p>An <b>office</b> &amp; <i>a</i> fjord &lt;fi&gt;`, []string{"An office & a fjord <fi>"}},
	"lines are elements":                       {`one<br>two`, []string{"one", "two"}},
	"columns are elements":                     {`<div style="display:flex;gap:40px"><span>a</span><span>b</span></div>`, []string{"a", "b"}},
	"marks stay with their base":               {"e\u0301e x\u0323\u0307x", []string{"e\u0301e x\u0323\u0307x"}},
	"right to left in logical order":           {`<p dir=rtl>سلام على العالم`, []string{"سلام على العالم"}},
	"right to left inside of left to right":    {`<p>see <b>שלום עולם</b> there`, []string{"see שלום עולם there"}},
	"a number in right to left":                {`<p dir=rtl>عام <b>2024</b> جديد`, []string{"عام 2024 جديد"}},
	"reordered scripts":                        {`<p>हिन्दी किताब`, []string{"हिन्दी किताब"}},
	"split vowels":                             {`<p>กำน้ำา`, []string{"กำน้ำา"}},
	"a colour glyph is not text":               {`<p>A 😀 b`, []string{"A ", " b"}},
	"a shadow is not text":                     {`<p style="text-shadow:2px 2px red">once`, []string{"once"}},
	"an outline is not a second text":          {`<p style="-webkit-text-stroke:1px red">once`, []string{"once"}},
	"clipped backgrounds keep the text":        {`<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">head`, []string{"head"}},
	"synthesised styles":                       {`<p style="font:italic 700 20px 'Noto Sans JP'">日本`, []string{"日本"}},
	"control characters are left out safely":   {"<p>a\u0001b", nil},
	"a ligature that repeats its first letter": {`<p style="font:20px 'Noto Serif'">a baffled waffle office`, []string{"a baffled waffle office"}},
}

// TestSVGKeepsTextAsText checks the text of SVG files, and that it looks like the outlines when the engine reads them.
func TestSVGKeepsTextAsText(t *testing.T) {
	t.Parallel()
	for name, c := range svgTextCases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, outlines := vectorText(t, "<!DOCTYPE html><body style='font:20px Inter'>"+c.html)
			if got := textElements(t, text); c.want != nil && strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("the texts are %q, want %q", got, c.want)
			}
			if got := textElements(t, outlines); len(got) > 0 {
				t.Errorf("outlines have the texts %q", got)
			}
			if d := meanDifference(t, text, outlines); d > 0.3 {
				t.Errorf("text differs from outlines by %.2f of 255 in the mean", d)
			}
		})
	}
}

// meanDifference returns the mean difference of the channels of two SVG files in a page.
func meanDifference(t *testing.T, a, b []byte) float64 {
	t.Helper()
	var images [2][]byte
	for i, svg := range [][]byte{a, b} {
		e := New(Options{})
		doc, err := e.Open(t.Context(), Source{HTML: "<!DOCTYPE html><body style='margin:0;background:#fff'>" + string(svg)}, Settings{Width: 400, Height: 120})
		if err != nil {
			t.Fatal(err)
		}
		p, err := doc.Draw(t.Context(), NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		pm, err := e.Pixels(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		images[i] = bytes.Clone(pm.Pix)
		p.Close()
	}
	sum := 0.0
	for i := range images[0] {
		d := int(images[0][i]) - int(images[1][i])
		sum += float64(max(d, -d))
	}
	return sum / float64(len(images[0]))
}

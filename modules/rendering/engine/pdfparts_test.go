package engine

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

// pdfOf returns a card's PDF.
func pdfOf(t *testing.T, html string) []byte {
	t.Helper()
	e := New(Options{})
	doc, err := e.Open(context.Background(), Source{HTML: html}, Settings{Width: 600, Height: 400})
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.Draw(context.Background(), NoFiles{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.Encode(context.Background(), p, Output{Vector: PDF})
	if err != nil {
		t.Fatal(err)
	}
	return f.Bytes
}

// TestPDFPartsStaySmall checks that everything PDF can express is drawn without an image, and that an image covers only
// its own area, at the required resolution.
func TestPDFPartsStaySmall(t *testing.T) {
	t.Parallel()
	const box = `<style>body{margin:0;background:#eee}div{position:absolute;left:50px;top:50px;width:200px;height:100px;%s}</style><div>Text</div>`
	for name, c := range map[string]struct {
		css  string
		most int // pixels of the largest image
		says string
	}{
		"repeated gradient":        {"background:repeating-linear-gradient(45deg,red,blue 20px)", 0, "/ShadingType 2"},
		"stripes":                  {"background:repeating-linear-gradient(45deg,red 0 10px,blue 10px 20px)", 0, "0 0 1 rg"},
		"repeated radial gradient": {"background:repeating-radial-gradient(red,blue 20px)", 0, "/ShadingType 3"},
		"conic gradient":           {"background:conic-gradient(red,blue,red)", 0, "/ShadingType 4"},
		"translucent gradient":     {"background:linear-gradient(#f008,#00f0)", 0, "/S /Luminosity"},
		"tiles":                    {"background:radial-gradient(red,blue) 0 0/20px 20px", 0, "/BBox [0 0 20 20]"},
		"many tiles":               {"background:radial-gradient(red,blue) 0 0/4px 4px", 0, "/PatternType 1"},
		"opacity":                  {"opacity:.5;background:red", 0, "/ca 0.502"},
		"mask":                     {"background:red;mask:linear-gradient(#000,transparent)", 0, "/SMask"},
		"luminance mask":           {"background:red;mask:linear-gradient(red,blue) luminance", 0, "/C0 [0.2118 0.2118 0.2118] /C1 [0.0706 0.0706 0.0706]"},
		"combined masks":           {"background:red;mask:linear-gradient(red,transparent) subtract,linear-gradient(90deg,red,transparent)", 400 * 200, "/SMask"},
		"many colours":             {"background:linear-gradient(in hsl longer hue,red,blue)", 0, "/ShadingType 2"},
		"shadow of text":           {"text-shadow:2px 2px 3px blue", 400 * 200, "/Width 1 /Height 1"},
		"sharp shadow":             {"background:red;box-shadow:4px 4px 0 blue,inset 0 2px 0 lime", 0, "f*"},
		"blurred shadow":           {"background:red;box-shadow:0 10px 30px blue", 260 * 160 / 4, "/SMask"},
		"inset shadow":             {"background:red;box-shadow:inset 0 10px 30px blue", 260 * 160 / 4, "/SMask"},
		"drop shadow":              {"background:red;filter:drop-shadow(0 10px 30px blue)", 400 * 300 / 16, "/SMask"},
		"blur":                     {"background:red;filter:blur(30px)", 400 * 300 / 16, "/SMask"},
		"backdrop":                 {"backdrop-filter:blur(12px)", 210 * 110 / 4, "/Subtype /Image"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := pdftest.Text(pdfOf(t, fmt.Sprintf(box, c.css)))
			most := 0
			for _, m := range regexp.MustCompile(`/Subtype /Image /Width (\d+) /Height (\d+)`).FindAllStringSubmatch(text, -1) {
				w, _ := strconv.Atoi(m[1])
				h, _ := strconv.Atoi(m[2])
				most = max(most, w*h)
			}
			if most > c.most {
				t.Errorf("an image has %d pixels, want at most %d", most, c.most)
			}
			if !strings.Contains(text, c.says) {
				t.Errorf("the file has no %s", c.says)
			}
		})
	}
}

// TestSizeOfPDF checks that lines of text are arrays of codes, and that repeated content is in the file once.
func TestSizeOfPDF(t *testing.T) {
	t.Parallel()
	text := "<style>@page{size:a4}</style>" + strings.Repeat("<p>Ships that pass at night are lights, and smoke by day; the keeper knew some by their engines.</p>", 200)
	p := drawnOn(t, Paper{Width: 400, Height: 300, OpenSize: true, OpenMargin: true}, text)
	f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Bytes) > 24_000 {
		t.Errorf("%d pages of text take %d bytes", f.Pages, len(f.Bytes))
	}
	const pixel = `<img width=20 src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">`
	if n := strings.Count(pdftest.Text(pdfOf(t, pixel+strings.Replace(pixel, "base64,iV", "base64, iV", 1))), "/Subtype /Image"); n != 2 {
		t.Errorf("an image with two URLs is in the file as %d images, want it and its mask", n)
	}
}

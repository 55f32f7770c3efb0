package engine

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/vector"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

// inkFile renders the body of a document as a PDF and returns its text and the warnings of writing it.
func inkFile(t *testing.T, o *PDFOptions, body string) (text string, warnings []string, err error) {
	t.Helper()
	p := drawnOn(t, Paper{Width: 400, Height: 300, OpenSize: true, OpenMargin: true}, "<!doctype html><html lang=en><title>Inks</title>"+body)
	f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF, PDF: o})
	if err != nil {
		return "", nil, err
	}
	for _, w := range append(p.Warnings, f.Warnings...) {
		warnings = append(warnings, w.Message)
	}
	return pdftest.Text(f.Bytes), warnings, nil
}

// TestInksInPDF checks the operators and operands of colours in printing inks.
func TestInksInPDF(t *testing.T) {
	t.Parallel()
	const spot = `-platen-spot('PANTONE 485 C', `
	for name, c := range map[string]struct {
		body string
		want []string // regular expressions
	}{
		"a background":     {`<p style="background:device-cmyk(0 .9 80% 10%)">a`, []string{`(?m)^0 0\.9 0\.8 0\.1 k$`}},
		"text":             {`<p style="color:device-cmyk(0 0 0 1)">a`, []string{`(?m)^0 0 0 1 k\n(/F\d+ [\d.]+ Tf\n|BT\n|.*\n){1,4}.*T[jJ]`}},
		"legacy commas":    {`<p style="color:device-cmyk(0, .25, 1, 0)">a`, []string{`(?m)^0 0\.25 1 0 k$`}},
		"components clamp": {`<p style="color:device-cmyk(-1 none 200% calc(.25 * 2))">a`, []string{`(?m)^0 0 1 0\.5 k$`}},
		"opacity":          {`<p style="background:device-cmyk(1 0 0 0 / 50%)">a`, []string{`/ca 0\.502`, `(?m)^1 0 0 0 k$`}},
		"currentcolor":     {`<p style="color:device-cmyk(1 0 0 0);border-top:2px solid;text-decoration:underline">a`, []string{`(?m)^1 0 0 0 k\n(.*\n)*?.* re\n`}},
		"a custom property": {
			`<style>:root{--ink:device-cmyk(0 0 1 0)}@property --p{syntax:"<color>";inherits:true;initial-value:red}p{--p:var(--ink);background:var(--p)}</style><p>a`, []string{`(?m)^0 0 1 0 k$`},
		},
		"a dashed border":   {`<p style="border:3px dashed device-cmyk(0 1 0 0);border-radius:9px">a`, []string{`(?m)^0 1 0 0 K$`}},
		"a text stroke":     {`<p style="-webkit-text-stroke:1px device-cmyk(0 1 0 0)">a`, []string{`(?m)^0 1 0 0 K$`}},
		"an SVG shape":      {`<svg><path d="M0 0h9v9z" fill="device-cmyk(1 0 1 0)" stroke="device-cmyk(0 0 0 1)"/></svg>`, []string{`(?m)^1 0 1 0 k$`, `(?m)^0 0 0 1 K$`}},
		"a blurred shadow":  {`<p style="box-shadow:0 2px 6px device-cmyk(0 0 0 1)">a`, []string{`/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceCMYK /SMask`}},
		"a sharp shadow":    {`<p style="box-shadow:3px 3px device-cmyk(0 0 0 .5)">a`, []string{`(?m)^0 0 0 0\.5 k$`}},
		"a linear gradient": {`<p style="background:linear-gradient(device-cmyk(1 0 0 0),device-cmyk(0 0 1 0))">a`, []string{`/ShadingType 2 /ColorSpace /DeviceCMYK`, `/C0 \[1 0 0 0\] /C1 \[0 0 1 0\]`}},
		"a radial gradient": {`<p style="background:radial-gradient(device-cmyk(1 0 0 0),device-cmyk(0 0 1 0))">a`, []string{`/ShadingType 3 /ColorSpace /DeviceCMYK`}},
		"a conic gradient":  {`<p style="background:conic-gradient(device-cmyk(1 0 0 0),device-cmyk(0 0 1 0))">a`, []string{`/ShadingType 4 /ColorSpace /DeviceCMYK`}},
		"a gradient's fade": {`<p style="background:linear-gradient(device-cmyk(1 0 0 0),device-cmyk(1 0 0 0 / 0))">a`, []string{`/ShadingType 2 /ColorSpace /DeviceCMYK`, `/ShadingType 2 /ColorSpace /DeviceGray`}},
		"a spot ink":        {`<p style="background:` + spot + `60%, device-cmyk(0 95% 100% 0))">a`, []string{`\[/Separation /PANTONE#20485#20C /DeviceCMYK << /FunctionType 2 /Domain \[0 1\] /C0 \[0 0 0 0\] /C1 \[0 0\.95 1 0\] /N 1 >>\]`, `(?m)^/C\d+ cs 0\.6 scn$`, `/ColorSpace << /C\d+ \d+ 0 R >>`}},
		"a spot over RGB":   {`<p style="background:` + spot + `#ff0000)">a`, []string{`/Separation /PANTONE#20485#20C /DeviceRGB << .* /C0 \[1 1 1\] /C1 \[1 0 0\]`, `(?m)^/C\d+ cs 1 scn$`}},
		"a name in Unicode": {`<p style="background:-platen-spot('Grün/1', red)">a`, []string{`/Separation /Gr#C3#BCn#2F1 `}},
		"spot tints":        {`<p style="background:linear-gradient(90deg,` + spot + `1, red),` + spot + `.2, red))">a`, []string{`/ShadingType 2 /ColorSpace \d+ 0 R`, `/C0 \[1\] /C1 \[0\.2\]`}},
		"a bar code":        {`<qr-code value=a style="width:50px;height:50px;color:device-cmyk(0 0 0 1)"></qr-code>`, []string{`(?m)^0 0 0 1 k$`}},
		"printer's marks":   {`<style>@page{marks:crop}</style><p>a`, []string{`/Separation /All /DeviceRGB`, `(?m)^/C\d+ cs 1 scn$`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, warnings, err := inkFile(t, nil, c.body)
			if err != nil || len(warnings) > 0 {
				t.Fatal(warnings, err)
			}
			for _, want := range c.want {
				if !regexp.MustCompile(want).MatchString(text) {
					t.Errorf("the file has no %s", want)
				}
			}
			if name != "printer's marks" && strings.Contains(c.body, "cmyk") != strings.Contains(text, "/S /Transparency /CS /DeviceCMYK") {
				t.Error("process inks are blended in RGB, or other colours in CMYK")
			}
		})
	}
}

// TestInksThatPDFLacks checks that colours whose inks a file does not contain are warned about.
func TestInksThatPDFLacks(t *testing.T) {
	t.Parallel()
	const cmyk = "device-cmyk(1 0 0 0)"
	for want, body := range map[string]string{
		"raster images":               `<p style="filter:blur(2px);color:` + cmyk + `">a`,
		"blend modes mix":             `<p style="color:` + cmyk + `">a<p style="mix-blend-mode:multiply">b`,
		"gradients between":           `<p style="background:linear-gradient(` + cmyk + `,red)">a`,
		"several replacements":        `<p style="color:-platen-spot('A',red)">a<p style="color:-platen-spot('A',blue)">b`,
		"border-style: groove":        `<p style="border:9px ridge ` + cmyk + `">a`,
		"filters have the screen":     `<svg><filter id=f><feFlood flood-color="` + cmyk + `"/></filter><rect width=9 height=9 filter="url(#f)"/></svg>`,
		"in the PDF this drawing has": `<chart-bar values="1,2" style="display:block;width:200px;height:100px;color:` + cmyk + `"></chart-bar>`,
	} {
		_, warnings, err := inkFile(t, nil, body)
		if err != nil || !strings.Contains(strings.Join(warnings, "\n"), want) {
			t.Errorf("%s: got the warnings %q (%v)", want, warnings, err)
		}
	}
	for _, value := range []string{
		"device-cmyk(0 0 0)", "device-cmyk(0 0 0 0 0)", "device-cmyk(0, 0 0 0)", "device-cmyk(0%, 0%, 0%, 0%)", "device-cmyk(0 0 0 1deg)", "device-cmyk(0,0,0,0 / 1)",
		`-platen-spot(A, red)`, `-platen-spot("A")`, `-platen-spot("", red)`, `-platen-spot("None", red)`, `-platen-spot("A", 1)`, `-platen-spot("A", currentcolor)`,
		`-platen-spot("A", -platen-spot("B", red))`, `-platen-spot("` + strings.Repeat("A", 128) + `", red)`, `-platen-spot("A", 1deg, red)`,
	} {
		_, warnings, err := inkFile(t, nil, `<p style='color:`+value+`'>a`)
		if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "color") {
			t.Errorf("%.60s: got the warnings %q (%v)", value, warnings, err)
		}
	}
}

// TestOutputIntent checks the files for a printing condition.
func TestOutputIntent(t *testing.T) {
	t.Parallel()
	const body = `<p style="background:device-cmyk(1 0 0 0);color:#123456;border:1px solid -platen-spot('A',red)">a <a href="https://example.com/">link</a>`
	intent := &vector.Intent{Profile: pdftest.PressProfile(), Condition: "FOGRA39"}
	for name, c := range map[string]struct {
		standard   *vector.Standard
		want, lack []string
	}{
		"alone":    {nil, []string{"/S /GTS_PDFX /OutputConditionIdentifier (FOGRA39) /RegistryName (http://www.color.org) /Info (Test press)", "/N 4 ", "/DefaultRGB ", "[/Separation /A [/ICCBased ", "prtrCMYKLab ", "/URI"}, []string{"GTS_PDFA1", "/CS /DeviceRGB", "/TrimBox"}},
		"PDF/A-2b": {&vector.Standard{Archive: 2}, []string{"/S /GTS_PDFX ", "/S /GTS_PDFA1 ", "<pdfaid:part>2<"}, []string{"(sRGB)"}},
		"PDF/X-4": {&vector.Standard{Exchange: true}, []string{"%PDF-1.6", "<pdfxid:GTS_PDFXVersion>PDF/X-4<", "/TrimBox [0 0 300 225]", "/Trapped /False", "<pdf:Trapped>False<", "/CreationDate (D:1970", "<xmp:CreateDate>1970"},
			[]string{"/URI", "GTS_PDFA1"}},
	} {
		text, warnings, err := inkFile(t, &PDFOptions{Standard: c.standard, Intent: intent}, body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the file has no %s", name, want)
			}
		}
		for _, lack := range c.lack {
			if strings.Contains(text, lack) {
				t.Errorf("%s: the file has %s", name, lack)
			}
		}
		if links := strings.Contains(strings.Join(warnings, ""), "links"); links != (name == "PDF/X-4") {
			t.Errorf("%s: got the warnings %q", name, warnings)
		}
	}
	if _, _, err := inkFile(t, &PDFOptions{Standard: &vector.Standard{Archive: 2}}, body); err == nil || !strings.Contains(err.Error(), "output intent") {
		t.Errorf("PDF/A with inks and without an intent: %v", err)
	}
	if _, _, err := inkFile(t, &PDFOptions{Standard: &vector.Standard{Exchange: true}}, "<p>a"); err == nil || !strings.Contains(err.Error(), "output intent") {
		t.Errorf("PDF/X without an intent: %v", err)
	}
	if _, _, err := inkFile(t, &PDFOptions{Standard: &vector.Standard{Exchange: true}, Intent: intent}, "<title></title><p>a"); err != nil {
		t.Errorf("PDF/X of a titled document: %v", err)
	}
}

// TestInksOnScreen checks that images show the fallback of inks: two documents that look the same.
func TestInksOnScreen(t *testing.T) {
	t.Parallel()
	page := func(colors ...string) string {
		out := ""
		for _, c := range colors {
			out += `<p style='margin:0;height:20px;background:` + c + `'>a`
		}
		return out + `<p style='background:linear-gradient(90deg,` + colors[0] + `,` + colors[1] + `)'>b`
	}
	e := New(Options{})
	pixels := func(html string) []byte {
		doc, err := e.Open(context.Background(), Source{HTML: html}, Settings{Width: 200, Height: 200, Scale: 1})
		if err != nil {
			t.Fatal(err)
		}
		drawing, err := doc.Draw(context.Background(), NoFiles{})
		if err != nil {
			t.Fatal(err)
		}
		pm, err := e.Pixels(context.Background(), drawing, nil)
		if err != nil {
			t.Fatal(err)
		}
		return pm.Pix
	}
	a := pixels(page("device-cmyk(1 0 0 0)", "device-cmyk(0 .5 .5 .5)", "device-cmyk(0 0 1 0 / .5)", `-platen-spot("A", 50%, #ff0000)`, `-platen-spot("A", 50%, device-cmyk(0 1 1 0))`))
	b := pixels(page("rgb(0 255 255)", "rgb(50% 25% 25%)", "rgb(255 255 0 / .5)", "rgb(100% 50% 50%)", "rgb(100% 50% 50%)"))
	if string(a) != string(b) {
		t.Error("inks have other pixels than their fallback")
	}
}

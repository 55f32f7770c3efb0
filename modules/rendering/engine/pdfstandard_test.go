package engine

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/vector"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

const accessibleReport = `<!doctype html><html lang=en><title>Report</title><style>@page{size:400px 300px;margin:40px;@bottom-right{content:counter(page)}}
.c{box-shadow:0 4px 12px #0004;opacity:.9;background:linear-gradient(#fff,#eef)} b{filter:blur(1px)}</style>
<h1>Report</h1><p>Text with <a href="https://example.com/">a link</a> and <a href="#s">another</a>.</p><ul><li>one</ul>
<table><thead><tr><th>A<th>B</thead><tr><th>r<td>1</table><div class=c>Card <b>blurred</b></div>
<img alt="A dot" width=10 height=10 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><circle r='4'/></svg>"><svg width=9 height=9 aria-hidden=true><rect width=9 height=9 /></svg>
<h2 id=s style="break-before:page">नमस्ते</h2>`

// standardFile renders a document as a PDF of a standard.
func standardFile(t *testing.T, html string, o *PDFOptions) (string, error) {
	t.Helper()
	p := drawnOn(t, Paper{Width: 400, Height: 300, OpenSize: true, OpenMargin: true}, html)
	f, err := New(Options{}).Encode(context.Background(), p, Output{Vector: PDF, PDF: o})
	if err != nil {
		return "", err
	}
	return pdftest.Text(f.Bytes), nil
}

// TestArchivedPDF checks the clauses of ISO 19005-3 that are visible in a file.
func TestArchivedPDF(t *testing.T) {
	t.Parallel()
	text, err := standardFile(t, accessibleReport, &PDFOptions{
		Standard: &vector.Standard{Archive: 3, Invoice: "EN 16931", InvoiceFile: "factur-x.xml"},
		Files:    []vector.Attachment{{Name: "factur-x.xml", Type: "text/xml", Relationship: "Alternative", Data: []byte("<a/>")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B<", "/OutputIntents [", "/S /GTS_PDFA1", "acsp", "/AFRelationship /Alternative", "/AF [", "/EmbeddedFiles", "/Subtype /text#2Fxml",
		"<fx:ConformanceLevel>EN 16931<", "<pdfaSchema:prefix>fx<", "/MarkInfo",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the file has no %s", want)
		}
	}
	if strings.Contains(text, "/Interpolate") {
		t.Error("an image is interpolated (§6.2.8)")
	}
	if fonts, files := strings.Count(text, "/Type /FontDescriptor"), strings.Count(text, "/FontFile3"); fonts != files {
		t.Errorf("%d of %d fonts are in the file (§6.2.11.4)", files, fonts)
	}
}

// TestAccessiblePDF checks that all content is tagged or marked as an artifact, and that marked content is balanced in
// every stream.
func TestAccessiblePDF(t *testing.T) {
	t.Parallel()
	text, err := standardFile(t, accessibleReport, &PDFOptions{Standard: &vector.Standard{Accessible: true}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<pdfuaid:part>1<", "/DisplayDocTitle true", "/S /Link", "/Type /OBJR", "/StructParent ", "/Contents <FEFF", "/S /LBody", "/Scope /Row", "/Scope /Column", "/Tabs /S", "/Alt <FEFF", "/Artifact BMC"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file has no %s", want)
		}
	}
	// The content of a form is marked inside of it.
	paints := regexp.MustCompile(`(?m)(^| )(f\*?|S|TJ|sh)$`)
	for _, stream := range regexp.MustCompile(`(?s)0\.75 0 0 -0\.75 0 [\d.]+ cm\n.*?(\z|/CIDInit|\x00\x01)`).FindAllString(text, -1) {
		depth := 0
		for line := range strings.SplitSeq(stream, "\n") {
			switch {
			case strings.HasSuffix(line, "BDC"), strings.HasSuffix(line, "BMC"):
				depth++
			case line == "EMC":
				depth--
			case paints.MatchString(line) && depth < 1 && !strings.Contains(line, "]TJ"):
				t.Errorf("%q paints outside of marked content", line)
			}
		}
		if depth < 0 {
			t.Errorf("EMC without BMC or BDC")
		}
	}
}

func TestDocumentsThatCannotConformToAStandard(t *testing.T) {
	t.Parallel()
	ua := &PDFOptions{Standard: &vector.Standard{Accessible: true}}
	for name, c := range map[string]struct {
		html string
		o    *PDFOptions
		says string
	}{
		"no title":       {"<html lang=en><p>x", ua, "<title>"},
		"no language":    {"<title>t</title><p>x", ua, "lang"},
		"no alternative": {`<html lang=en><title>t</title><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=">`, ua, "html/body[1]/img[1]"},
		"gap":            {"<html lang=en><title>t</title><h1>a</h1><h3>b</h3>", ua, "h3 follows the level 1"},
		"nesting": {strings.Repeat(`<div style="overflow:hidden;transform:rotate(1deg)">`, 30) + "x", &PDFOptions{Standard: &vector.Standard{Archive: 2}},
			"deeper than"},
	} {
		_, err := standardFile(t, c.html, c.o)
		var rejected *Error
		if !errors.As(err, &rejected) || rejected.Rule != "pdf_standard" || !strings.Contains(rejected.Message, c.says) {
			t.Errorf("%s: got %v, want the rule pdf_standard with %q", name, err, c.says)
		}
	}
}

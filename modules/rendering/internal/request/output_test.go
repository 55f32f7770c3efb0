package request

import "testing"

func TestVectorOutputsCostOneCreditAtAnySize(t *testing.T) {
	t.Parallel()
	for _, f := range []string{"svg", "pdf"} {
		outputs, details := ResolveOutputs([]OutputSpec{{Format: f, Width: 4000, Height: 4000}})
		if len(details) > 0 {
			t.Fatalf("%s: %v", f, details)
		}
		if got := outputs[0].Credits(1); got != 1 {
			t.Errorf("%s costs %d credits", f, got)
		}
		if outputs[0].Encoding().Vector == 0 {
			t.Errorf("%s is not encoded as a vector file", f)
		}
	}
}

func TestRulesOfVectorOutputs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule, path string
		spec       OutputSpec
	}{
		{"page_size", "/outputs/0/page/size", OutputSpec{Format: "pdf", Page: &PaperSpec{Size: "a4 b5"}}},
		{"page_margin", "/outputs/0/page/margin", OutputSpec{Format: "pdf", Preset: "a4", Page: &PaperSpec{Margin: "600px"}}},
		{"page_needs_pdf", "/outputs/0/page", OutputSpec{Format: "svg", Preset: "a4", Page: &PaperSpec{}}},
		{"pdf_needs_pdf", "/outputs/0/pdf", OutputSpec{Format: "svg", Preset: "a4", PDF: &PDFSpec{}}},
		{"pdf_standards", "/outputs/0/pdf/standards", OutputSpec{Format: "pdf", PDF: &PDFSpec{Standards: []string{"pdf_a_2b", "pdf_a_3b"}}}},
		{"pdf_standards", "/outputs/0/pdf/standards", OutputSpec{Format: "pdf", PDF: &PDFSpec{Standards: []string{"pdf_a_2b"}, Attachments: []PDFAttachment{{Name: "a"}}}}},
		{"pdf_forms", "/outputs/0/pdf/forms", OutputSpec{Format: "pdf", PDF: &PDFSpec{Forms: true, Standards: []string{"pdf_ua_1"}}}},
		{"pdf_forms", "/outputs/0/pdf/forms", OutputSpec{Format: "pdf", PDF: &PDFSpec{Forms: true, Invoice: &PDFInvoice{XML: []byte("<CrossIndustryInvoice/>")}}}},
		{"unique_name", "/outputs/0/pdf/attachments/1/name", OutputSpec{Format: "pdf", PDF: &PDFSpec{Attachments: []PDFAttachment{{Name: "a"}, {Name: "a"}}}}},
		{"attachments_size", "/outputs/0/pdf/attachments/0/data", OutputSpec{Format: "pdf", PDF: &PDFSpec{Attachments: []PDFAttachment{{Name: "a", Data: make([]byte, maxAttached+1)}}}}},
		{"invoice_xml", "/outputs/0/pdf/invoice/xml", OutputSpec{Format: "pdf", PDF: &PDFSpec{Invoice: &PDFInvoice{XML: []byte("<a/>")}}}},
		{"output_intent", "/outputs/0/pdf/output_intent/profile", OutputSpec{Format: "pdf", PDF: &PDFSpec{Intent: &PDFIntent{Profile: []byte("GIF89a")}}}},
		{"pdf_standards", "/outputs/0/pdf/output_intent", OutputSpec{Format: "pdf", PDF: &PDFSpec{Standards: []string{"pdf_x_4"}}}},
		{"palette_needs_png", "/outputs/0/palette", OutputSpec{Format: "svg", Preset: "og", Palette: true}},
		{"svg_needs_svg", "/outputs/0/svg", OutputSpec{Format: "pdf", Preset: "og", SVGText: "text"}},
		{"effort_needs_png", "/outputs/0/effort", OutputSpec{Format: "webp", Preset: "og", Effort: "best"}},
		{"lossless_needs_webp_or_avif", "/outputs/0/lossless", OutputSpec{Format: "pdf", Preset: "og", Lossless: true}},
	} {
		_, details := ResolveOutputs([]OutputSpec{c.spec})
		if len(details) != 1 || details[0].Rule != c.rule || details[0].Path != c.path {
			t.Errorf("%s at %s: got %v", c.rule, c.path, details)
		}
	}
}

func TestMomentAppliesToStillsOnly(t *testing.T) {
	t.Parallel()
	at := 1.5
	for _, format := range []string{"png", "webp", "pdf", "svg"} {
		outputs, details := ResolveOutputs([]OutputSpec{{Format: format, Width: 10, Height: 10, At: &at}})
		if len(details) > 0 || outputs[0].Settings(&Request{}, 1).At == nil {
			t.Errorf("%s: %v", format, details)
		}
	}
	for _, s := range []OutputSpec{{Format: "apng", At: &at}, {Format: "webp", At: &at, Animation: &AnimationSpec{FPS: 5}}} {
		s.Width, s.Height = 10, 10
		_, details := ResolveOutputs([]OutputSpec{s})
		if len(details) != 1 || details[0].Rule != "at_needs_still" || details[0].Path != "/outputs/0/at" {
			t.Errorf("%s: %v", s.Format, details)
		}
	}
}

func TestPaper(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size, margin  string
		width, height int
		left          int
	}{
		{"a4", "", 794, 1123, 0}, {"A4 landscape", "20mm", 1123, 794, 76}, {"letter", "1in 0.5in", 816, 1056, 48}, {"210mm 297mm", "10px 1px 2px 3px", 794, 1123, 3},
	} {
		outputs, details := ResolveOutputs([]OutputSpec{{Format: "pdf", Page: &PaperSpec{Size: c.size, Margin: c.margin}}})
		if len(details) > 0 {
			t.Fatalf("%q %q: %v", c.size, c.margin, details)
		}
		if p := outputs[0].Paper; p == nil || p.Width != c.width || p.Height != c.height || p.Left != c.left {
			t.Errorf("%q %q: %+v", c.size, c.margin, p)
		}
	}
}

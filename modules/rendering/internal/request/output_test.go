package request

import "testing"

func TestVectorOutputsCostOneCreditAtAnySize(t *testing.T) {
	t.Parallel()
	for _, f := range []string{"svg", "pdf"} {
		outputs, details := ResolveOutputs([]OutputSpec{{Format: f, Width: 4000, Height: 4000}}, DefaultPixels)
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
		_, details := ResolveOutputs([]OutputSpec{c.spec}, DefaultPixels)
		if len(details) != 1 || details[0].Rule != c.rule || details[0].Path != c.path {
			t.Errorf("%s at %s: got %v", c.rule, c.path, details)
		}
	}
}

func TestMomentAppliesToStillsOnly(t *testing.T) {
	t.Parallel()
	at := 1.5
	for _, format := range []string{"png", "webp", "pdf", "svg"} {
		outputs, details := ResolveOutputs([]OutputSpec{{Format: format, Width: 10, Height: 10, At: &at}}, DefaultPixels)
		if len(details) > 0 || outputs[0].Settings(&Request{}, 1).At == nil {
			t.Errorf("%s: %v", format, details)
		}
	}
	for _, s := range []OutputSpec{{Format: "apng", At: &at}, {Format: "webp", At: &at, Animation: &AnimationSpec{FPS: 5}}} {
		s.Width, s.Height = 10, 10
		_, details := ResolveOutputs([]OutputSpec{s}, DefaultPixels)
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
		outputs, details := ResolveOutputs([]OutputSpec{{Format: "pdf", Page: &PaperSpec{Size: c.size, Margin: c.margin}}}, DefaultPixels)
		if len(details) > 0 {
			t.Fatalf("%q %q: %v", c.size, c.margin, details)
		}
		if p := outputs[0].Paper; p == nil || p.Width != c.width || p.Height != c.height || p.Left != c.left {
			t.Errorf("%q %q: %+v", c.size, c.margin, p)
		}
	}
}

// TestLimitOfPixels checks that the limit of the service applies to every output, that its fix is within it, and that larger
// outputs cost more.
func TestLimitOfPixels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height, limit, credits int
		message                       string
	}{
		{8000, 5000, DefaultPixels, 4, ""},
		{8000, 5001, DefaultPixels, 0, "The output is 8000 × 5001 pixels; width × height × scale² is at most 40 megapixels."},
		{1000, 1000, 1_000_000, 1, ""},
		{1000, 1001, 1_500_000, 1, ""},
		{1500, 1001, 1_500_000, 0, "The output is 1500 × 1001 pixels; width × height × scale² is at most 1.5 megapixels."},
		{8000, 5001, MostPixels, 5, ""},
		{8192, 8192, MostPixels, 7, ""},
	} {
		outputs, details := ResolveOutputs([]OutputSpec{{Width: c.width, Height: c.height}}, c.limit)
		if c.message == "" {
			if len(details) > 0 || outputs[0].Credits(1) != c.credits || outputs[0].MaxHeight() < c.height {
				t.Errorf("%d × %d of %d: %v, %d credits", c.width, c.height, c.limit, details, outputs[0].Credits(1))
			}
			continue
		}
		if len(details) != 1 || details[0].Rule != "max_pixels" || details[0].Message != c.message || details[0].Expected != any(int64(c.limit)) {
			t.Fatalf("%d × %d of %d: %v", c.width, c.height, c.limit, details)
		}
		size := map[string]int{}
		for _, op := range details[0].FixPatch {
			if v, ok := op.Value.(int64); ok {
				size[op.Path] = int(v)
			}
		}
		if w, h := size["/outputs/0/width"], size["/outputs/0/height"]; w == 0 || w*h > c.limit {
			t.Errorf("%d × %d of %d: the fix is %v", c.width, c.height, c.limit, details[0].FixPatch)
		}
	}
	for _, l := range LimitList(7_000_000) {
		if l.Name == "output_pixels_max" && l.Value != 7_000_000 {
			t.Errorf("the limit of pixels is listed as %d", l.Value)
		}
	}
}

package rendering

import "testing"

func TestVectorOutputsCostOneCreditAtAnySize(t *testing.T) {
	t.Parallel()
	for _, f := range []string{"svg", "pdf"} {
		outputs, details := resolveOutputs([]OutputSpec{{Format: f, Width: 4000, Height: 4000}})
		if len(details) > 0 {
			t.Fatalf("%s: %v", f, details)
		}
		if got := outputs[0].Credits(); got != 1 {
			t.Errorf("%s costs %d credits", f, got)
		}
		if outputs[0].encoding().Vector == 0 {
			t.Errorf("%s is not written as a vector file", f)
		}
	}
}

func TestRulesOfVectorOutputs(t *testing.T) {
	t.Parallel()
	for rule, s := range map[string]OutputSpec{
		"page_unavailable":    {Format: "pdf", Preset: "a4", HasPage: true},
		"page_needs_pdf":      {Format: "svg", Preset: "a4", HasPage: true},
		"palette_needs_png":   {Format: "svg", Preset: "og", Palette: true},
		"lossless_needs_webp": {Format: "pdf", Preset: "og", Lossless: true},
	} {
		_, details := resolveOutputs([]OutputSpec{s})
		if len(details) != 1 || details[0].Rule != rule {
			t.Errorf("%s: got %v", rule, details)
		}
	}
}

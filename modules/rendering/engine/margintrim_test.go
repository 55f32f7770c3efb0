package engine_test

import (
	"bytes"
	"testing"
)

// TestMarginTrimDropsMarginsAtTheEdges compares containers that trim margins with equal documents without these margins.
func TestMarginTrimDropsMarginsAtTheEdges(t *testing.T) {
	t.Parallel()
	const head = "<!doctype html><style>body{margin:5px}section{border:1px solid;background:#eee}p{margin:10px 0;background:#fc0;height:8px}</style>"
	for name, c := range map[string][2]string{
		"both edges":         {"<section style='margin-trim:block'><p><p></section>", "<section><p style='margin-top:0'><p style='margin-bottom:0'></section>"},
		"the start":          {"<section style='margin-trim:block-start'><p><p></section>", "<section><p style='margin-top:0'><p></section>"},
		"the end":            {"<section style='margin-trim:block-end'><p><p></section>", "<section><p><p style='margin-bottom:0'></section>"},
		"nested":             {"<section style='margin-trim:block-end block-start'><div><div><p><p></div></div></section>", "<section><p style='margin-top:0'><p style='margin-bottom:0'></section>"},
		"behind an edge":     {"<section style='margin-trim:block'><div style='padding:1px'><p></div></section>", "<section><div style='padding:1px'><p></div></section>"},
		"empty boxes":        {"<section style='margin-trim:block'><div style='margin:7px'></div><p><div style='margin:7px'></div></section>", "<section><p style='margin:0'></section>"},
		"without a border":   {"<section style='border:0;margin:6px 0;margin-trim:block'><p></section><p>", "<section style='border:0;margin:6px 0'><p style='margin:0'></section><p>"},
		"negative margins":   {"<section style='margin-trim:block'><p style='margin:-4px 0'><p></section>", "<section><p style='margin:0 0 -4px'><p style='margin-bottom:0'></section>"},
		"flex":               {"<section style='display:flex;margin-trim:block'><p></section>", "<section style='display:flex'><p></section>"},
		"vertical":           {"<section style='writing-mode:vertical-rl;margin-trim:block-start'><p style='margin:0 9px;width:5px'></section>", "<section style='writing-mode:vertical-rl'><p style='margin:0 0 0 9px;width:5px'></section>"},
		"inline edges":       {"<section style='margin-trim:inline'><p></section>", "<section><p></section>"},
		"a container inside": {"<section style='margin-trim:block'><div style='overflow:hidden;margin:9px 0'><p></div></section>", "<section><div style='overflow:hidden'><p></div></section>"},
	} {
		if !bytes.Equal(pixelsAt(t, head+c[0], 1).Pix, pixelsAt(t, head+c[1], 1).Pix) {
			t.Errorf("%s: %s differs from %s", name, c[0], c[1])
		}
	}
}

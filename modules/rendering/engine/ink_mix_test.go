package engine

import (
	"slices"
	"strings"
	"testing"
)

// TestInksOfComputedColours checks that colours computed from printing inks are in inks in a PDF where the press gives them, and
// are reported where it does not.
func TestInksOfComputedColours(t *testing.T) {
	t.Parallel()
	for css, want := range map[string]string{ // "" is a colour without inks, with a warning
		"background:color-mix(in srgb, device-cmyk(1 0 0 0), device-cmyk(0 1 0 0) 25%)":                    "0.75 0.25 0 0 k",
		"background:color-mix(in srgb, device-cmyk(0 0 0 1) 40%, white)":                                   "0 0 0 0.4 k",
		"background:color-mix(in srgb, white, device-cmyk(0 0 0 1) 40%)":                                   "0 0 0 0.4 k",
		"background:color-mix(in oklab, device-cmyk(.5 0 0 0) 50%, transparent)":                           "0.5 0 0 0 k",
		"background:color-mix(in oklch, device-cmyk(1 0 0 0), device-cmyk(0 0 0 1) 0%)":                    "1 0 0 0 k",
		"background:color-mix(in oklab, device-cmyk(0 0 0 1) 50%, white)":                                  "",
		"background:color-mix(in srgb, device-cmyk(1 0 0 0), red)":                                         "",
		"background:color-mix(in srgb, device-cmyk(1 0 0 .5), device-cmyk(0 1 0 0))":                       "",
		"background:color-mix(in srgb, -platen-spot('A', red) 50%, white)":                                 "cs 0.5 scn",
		"background:color-mix(in srgb, -platen-spot('A', 20%, red), -platen-spot('A', 60%, red))":          "cs 0.4 scn",
		"background:color-mix(in srgb, -platen-spot('A', red), -platen-spot('B', blue))":                   "",
		"background:color-mix(in srgb, -platen-spot('A', red), device-cmyk(1 0 0 0))":                      "",
		"background:rgb(from device-cmyk(1 0 .5 0) r g b / 50%)":                                           "1 0 0.5 0 k",
		"background:rgb(from device-cmyk(1 0 .5 0) g r b)":                                                 "",
		"background:oklch(from device-cmyk(1 0 .5 0) l c h)":                                               "1 0 0.5 0 k",
		"background:oklch(from device-cmyk(1 0 .5 0) calc(l - .1) c h)":                                    "",
		"color:device-cmyk(1 0 0 0);background:color-mix(in srgb, currentcolor 10%, white)":                "0.1 0 0 0 k",
		"background:color-mix(in srgb, color-mix(in srgb, device-cmyk(1 0 0 0), red), white)":              "",
		"background:device-cmyk(1 0 0 0);animation:a 1s linear forwards":                                   "0 0 1 0 k",
		"background:device-cmyk(1 0 0 0);animation:a 4s linear -1s paused":                                 "0.75 0 0.25 0 k",
		"background:device-cmyk(1 0 0 0);animation:b 4s linear -1s paused":                                 "",
		"background:linear-gradient(device-cmyk(1 0 0 0), color-mix(in srgb, device-cmyk(1 0 0 0), #fff))": "/DeviceCMYK",
		"background:linear-gradient(in oklab, device-cmyk(1 0 0 0), device-cmyk(0 1 0 0))":                 "",
		"background:linear-gradient(in display-p3, device-cmyk(1 0 0 0), device-cmyk(0 1 0 0))":            "",
		"background:linear-gradient(device-cmyk(1 0 0 0), red)":                                            "",
		"border:5px solid color-mix(in srgb, device-cmyk(1 0 0 0) 10%, white)":                             "0.1 0 0 0 k",
		"box-shadow:5px 5px color-mix(in srgb, device-cmyk(1 0 0 0) 10%, white)":                           "0.1 0 0 0 k",
	} {
		text, warnings, err := inkFile(t, nil, "<style>@keyframes a{to{background:device-cmyk(0 0 1 0)}}@keyframes b{to{background:red}}div{height:40px;"+css+"}</style><div></div>")
		warned := slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, "inks") })
		if err != nil || warned != (want == "") || !strings.Contains(text, want) || want == "" && strings.Contains(text, " k\n") {
			t.Errorf("%s: want %q, the warnings are %q", css, want, warnings)
		}
	}
}

// TestInksOfMarginBoxes checks that the text in the margins of pages inherits the inks of the document.
func TestInksOfMarginBoxes(t *testing.T) {
	t.Parallel()
	for ink, want := range map[string]string{"device-cmyk(0 .1234 0 1)": "0 0.1234 0 1 k", `-platen-spot("A\"b", 30%, rgb(255 0 0))`: "cs 0.3 scn"} {
		text, warnings, err := inkFile(t, nil, "<style>@page{margin:50px;@top-center{content:'head'}}@page{color:"+ink+"}</style><p style='color:red'>a")
		if err != nil || !strings.Contains(text, want) || len(warnings) > 0 {
			t.Errorf("%s: the page has no %q, warnings %q", ink, want, warnings)
		}
	}
}

package scenarios

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// decodePNG decodes a PNG and returns the opacity of its last pixel, 0 to 0xffff.
func decodePNG(t *testing.T, what string, data []byte) (image.Image, uint32) {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v: %.200s", what, err, data)
	}
	_, _, _, a := m.At(m.Bounds().Dx()-1, m.Bounds().Dy()-1).RGBA()
	return m, a
}

// TestDefaultsOfARequest: a request with only markup is a preview with the preset og on white; without a preset, or on
// request, the canvas is transparent.
func TestDefaultsOfARequest(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_CHROMIUM": "off"})
	const generate = "/api/v1/facade/generate"
	for _, c := range []struct {
		name, body    string
		width, height int
		opacity       uint32
	}{
		{"markup alone", `{"html":"<b>Hello</b>"}`, 1200, 630, 0xffff},
		{"no output", `{"operation":"preview","html":"<b>Hello</b>","outputs":[]}`, 1200, 630, 0xffff},
		{"no operation", `{"html":"<b>Hello</b>","outputs":[{"preset":"twitter"}]}`, 1200, 600, 0xffff},
		{"a preset, transparent", `{"html":"<b>Hello</b>","outputs":[{"preset":"og","background":"transparent"}]}`, 1200, 630, 0},
		{"a preset, coloured", `{"html":"<b>Hello</b>","outputs":[{"preset":"og","background":"#00000080"}]}`, 1200, 630, 0x8080},
		{"a preset, in a CSS colour", `{"html":"<b>Hello</b>","outputs":[{"preset":"og","background":"rgb(0 0 0 / 50%)"}]}`, 1200, 630, 0x8080},
		{"a size, on white", `{"html":"<b>Hello</b>","outputs":[{"width":64,"height":32,"background":"#fff"}]}`, 64, 32, 0xffff},
		{"a size", `{"html":"<b>Hello</b>","outputs":[{"width":64,"height":32}]}`, 64, 32, 0},
	} {
		a := s.Do(t, http.MethodPost, generate, s.Live, c.body, "Accept", "image/png")
		m, opacity := decodePNG(t, c.name, a.Body)
		if m.Bounds().Dx() != c.width || m.Bounds().Dy() != c.height || opacity != c.opacity {
			t.Errorf("%s: %v with opacity %x, want %d × %d with %x", c.name, m.Bounds(), opacity, c.width, c.height, c.opacity)
		}
	}
	var short, full struct {
		Operation   string
		RequestHash string `json:"request_hash"`
	}
	s.Do(t, http.MethodPost, generate, s.Live, `{"html":"<b>Hello</b>"}`).JSON(t, &short)
	s.Do(t, http.MethodPost, generate, s.Live, `{"operation":"preview","html":"<b>Hello</b>","outputs":[{"preset":"og"}]}`).JSON(t, &full)
	if short != full || short.Operation != "preview" {
		t.Errorf("the short request is %+v, the full one %+v", short, full)
	}
	for body, rule := range map[string]string{`{"operation":"","html":"x"}`: `"rule":"enum"`, `{"operation":null,"html":"x","outputs":[{"preset":"og","background":"clear"}]}`: `"rule":"color"`} {
		if a := s.Do(t, http.MethodPost, generate, s.Live, body); a.Status != 400 || !strings.Contains(string(a.Body), rule) {
			t.Errorf("%s: %d %s, want %s", body, a.Status, a.Body, rule)
		}
	}
	if a := s.Do(t, http.MethodPost, generate, s.Live, `{"html":"x"}`, "Accept", "image/jpeg"); a.Status != 400 {
		t.Errorf("a JPEG of a PNG: %d", a.Status)
	}
	var checked struct{ Valid bool }
	if s.Do(t, http.MethodPost, "/api/v1/validate", s.Live, `{"html":"<b>Hello</b>"}`).JSON(t, &checked); !checked.Valid {
		t.Error("markup alone is not valid")
	}
}

// TestErrorsOfReferences: the path of a reference to nothing is the member that contains it, and "auto" for a height is
// corrected by a safe patch.
func TestErrorsOfReferences(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_CHROMIUM": "off"})
	for body, want := range map[string]string{
		`{"template":{"id":"quotes"}}`:                                     `"/template/id"`,
		`{"template":{"id":"quote","version":99}}`:                         `"/template/version"`,
		`{"html":"x","brand_id":"brand_01jb8z3t5v9k2m4n6p8q0r1s2t"}`:       `"/brand_id"`,
		`{"html":"x","brand_kit":{"id":"kit_01jb8z3t5v9k2m4n6p8q0r1s2t"}}`: `"/brand_kit"`,
		`{"html":"x","outputs":[{"width":64,"height":"auto"}]}`:            `"fix_patch":[{"op":"add","path":"/outputs/0/auto_height","value":true},{"op":"remove","path":"/outputs/0/height"}],"safe":true`,
	} {
		if a := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Live, body); a.Status < 400 || !strings.Contains(string(a.Body), want) {
			t.Errorf("%s: %d %s, want %s", body, a.Status, a.Body, want)
		}
	}
}

// TestSignItemsAsRequests: the items take css, preset and background, and are shown on white.
func TestSignItemsAsRequests(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_CHROMIUM": "off"})
	urls := sign(t, s, s.Live, `{"html":"<b>Hello</b>","width":64,"height":32},{"html":"<b>Hello</b>","preset":"twitter"},`+
		`{"html":"<b>Hello</b>","preset":"twitter","height":64,"background":"transparent"},{"html":"<b>Hello</b>","css":"html{background:#ff0000}","width":64,"height":32,"form":"inline"}`)
	for i, want := range []struct {
		width, height int
		opacity       uint32
		tag           string
	}{{64, 32, 0xffff, `content="64"`}, {1200, 600, 0xffff, `content="600"`}, {1200, 64, 0, `content="64"`}, {64, 32, 0xffff, `content="32"`}} {
		if !strings.Contains(urls[i].MetaTags, want.tag) {
			t.Errorf("%d: the tags are %s", i, urls[i].MetaTags)
		}
		a := s.Do(t, http.MethodGet, urls[i].URL, "", "")
		m, opacity := decodePNG(t, urls[i].URL, s.Do(t, http.MethodGet, a.Header.Get("Location"), "", "").Body)
		if m.Bounds().Dx() != want.width || m.Bounds().Dy() != want.height || opacity != want.opacity {
			t.Errorf("%d: %v with opacity %x", i, m.Bounds(), opacity)
		}
		if i == 3 {
			if r, g, _, _ := m.At(60, 30).RGBA(); r != 0xffff || g != 0 {
				t.Errorf("css: %x %x", r, g)
			}
		}
	}
}

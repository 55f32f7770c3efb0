package scenarios

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/gif"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

const moving = `<style>body{margin:0}@keyframes go{to{transform:translateX(80px)}}div{width:20px;height:20px;background:#0ea5e9;animation:go 1s linear infinite}</style><div></div>`

// preview requests one output of a document.
func preview(t *testing.T, s *harness.Service, token, html, output string) *harness.Response {
	t.Helper()
	quoted, err := json.Marshal(html)
	if err != nil {
		t.Fatal(err)
	}
	return s.Do(t, http.MethodPost, "/api/v1/facade/generate", token, fmt.Sprintf(`{"operation":"preview","html":%s,"outputs":[%s]}`, quoted, output))
}

type made struct {
	Outputs []struct {
		URL   string
		Pages int
		PDFID string `json:"pdf_id"`
		MIME  string `json:"mime_type"`
	}
	Usage struct {
		Credits int `json:"credits_charged"`
	}
}

// TestAnimationsBecomeVideos: CSS animations are rendered in animated formats and charged by frames.
func TestAnimationsBecomeVideos(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_FFMPEG": "off"})

	var m made
	preview(t, s, s.Live, moving, `{"width":100,"height":40,"format":"gif","animation":{"fps":10,"loops":2}}`).JSON(t, &m)
	file := s.Do(t, http.MethodGet, m.Outputs[0].URL, "", "")
	film, err := gif.DecodeAll(bytes.NewReader(file.Body))
	if err != nil || len(film.Image) != 10 || film.LoopCount != 1 {
		t.Fatalf("got %v with %d frames", err, len(film.Image))
	}
	if m.Usage.Credits != 1 {
		t.Errorf("10 frames cost %d credits", m.Usage.Credits)
	}
	m = made{}
	preview(t, s, s.Live, moving, `{"width":100,"height":40,"format":"apng","animation":{"fps":50,"duration":2}}`).JSON(t, &m)
	if m.Usage.Credits != 4 || m.Outputs[0].MIME != "image/apng" { // 100 frames
		t.Errorf("100 frames are %+v", m)
	}
	for _, c := range []struct{ output, mime, begins, holds string }{
		{`{"width":100,"height":40,"format":"webm","animation":{"fps":10}}`, "video/webm", "\x1a\x45\xdf\xa3", "V_AV1"},
		{`{"width":100,"height":40,"format":"avif","animation":{"fps":10}}`, "image/avif", "\x00\x00\x00\x2cftypavis", "moov"},
		{`{"width":100,"height":40,"format":"avif"}`, "image/avif", "\x00\x00\x00\x20ftypavif", "meta"},
	} {
		m = made{}
		preview(t, s, s.Live, moving, c.output).JSON(t, &m)
		file = s.Do(t, http.MethodGet, m.Outputs[0].URL, "", "")
		if m.Outputs[0].MIME != c.mime || !strings.HasPrefix(string(file.Body), c.begins) || !bytes.Contains(file.Body, []byte(c.holds)) {
			t.Errorf("%s: %s, %.20q", c.output, m.Outputs[0].MIME, file.Body)
		}
	}
	still := preview(t, s, s.Live, "<p>still", `{"width":100,"height":40,"format":"gif"}`)
	m = made{}
	still.JSON(t, &m)
	file = s.Do(t, http.MethodGet, m.Outputs[0].URL, "", "")
	if film, err = gif.DecodeAll(bytes.NewReader(file.Body)); err != nil || len(film.Image) != 1 {
		t.Errorf("a document that stands still has %d frames, %v", len(film.Image), err)
	}

	for _, c := range []struct{ output, rule string }{
		{`{"width":2000,"height":2000,"format":"webp","animation":{"fps":50,"duration":60}}`, "max_frames"},
		{`{"width":100,"height":40,"format":"png","animation":{"fps":10}}`, "animation_needs_film"},
		{`{"width":100,"height":40,"format":"mp4"}`, "format_unavailable"},
	} {
		a := preview(t, s, s.Live, moving, c.output)
		code, rule := a.Code(t)
		if a.Status != 400 || code != "VALIDATION_FAILED" || rule != c.rule {
			t.Errorf("%s: got %d %s %s", c.output, a.Status, code, rule)
		}
		if !strings.Contains(string(a.Body), `"fix_patch"`) {
			t.Errorf("%s: the error has no fix", c.rule)
		}
	}
}

// TestLargestOutputIsASetting renders an output above the default of 40 megapixels where PLATEN_MAX_PIXELS permits it.
func TestLargestOutputIsASetting(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_MAX_PIXELS": "45000000"})
	var m made
	preview(t, s, s.Live, "<body style='background:#0ea5e9'>", `{"width":8192,"height":5400}`).JSON(t, &m)
	if len(m.Outputs) != 1 || m.Usage.Credits != 5 {
		t.Fatalf("44 megapixels are %+v", m)
	}
	file := s.Do(t, http.MethodGet, m.Outputs[0].URL, "", "")
	if size, err := png.DecodeConfig(bytes.NewReader(file.Body)); err != nil || size.Width != 8192 || size.Height != 5400 {
		t.Errorf("the file is %d × %d, %v", size.Width, size.Height, err)
	}
	if r := preview(t, s, s.Live, "<p>", `{"width":8192,"height":5600}`); r.Status != http.StatusBadRequest || !strings.Contains(string(r.Body), `"max_pixels"`) {
		t.Errorf("46 megapixels are %d %s", r.Status, r.Body)
	}
}

// TestDocumentsFlowOverPages: a paginated PDF has as many pages as the document needs, and is charged by pages.
func TestDocumentsFlowOverPages(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	long := "<h1>Report</h1>" + strings.Repeat("<p>A paragraph of the report that is set on paper.</p>", 80)
	var m made
	preview(t, s, s.Live, long, `{"format":"pdf","page":{"size":"a4","margin":"20mm"}}`).JSON(t, &m)
	if m.Outputs[0].Pages < 3 || m.Usage.Credits != m.Outputs[0].Pages || m.Outputs[0].PDFID == "" {
		t.Fatalf("got %+v", m)
	}
	file := s.Do(t, http.MethodGet, m.Outputs[0].URL, "", "")
	text := pdftest.Text(file.Body)
	if !strings.HasPrefix(text, "%PDF-1.7") || strings.Count(text, "/Type /Page ") != m.Outputs[0].Pages || !strings.Contains(text, "/MarkInfo << /Marked true >>") {
		t.Errorf("the file is not the PDF of the response")
	}
	m = made{}
	preview(t, s, s.Live, "<html lang=en><title>Invoice</title><p>one", `{"preset":"a4","format":"pdf","pdf":{"standards":["pdf_a_3b","pdf_ua_1"],
		"attachments":[{"name":"a.csv","media_type":"text/csv","data":"YSxi","relationship":"source"}],
		"invoice":{"xml":"PENyb3NzSW5kdXN0cnlJbnZvaWNlLz4=","profile":"basic"}}}`).JSON(t, &m)
	text = pdftest.Text(s.Do(t, http.MethodGet, m.Outputs[0].URL, "", "").Body)
	for _, want := range []string{"<pdfaid:part>3<", "<pdfuaid:part>1<", "<fx:ConformanceLevel>BASIC<", "/AFRelationship /Source", "/AFRelationship /Alternative", "a,b"} {
		if !strings.Contains(text, want) {
			t.Errorf("the file has no %s", want)
		}
	}
	m = made{}
	preview(t, s, s.Live, "<p>one", `{"preset":"a4","format":"pdf"}`).JSON(t, &m)
	if m.Outputs[0].Pages != 1 || m.Usage.Credits != 1 {
		t.Errorf("a short document is %+v", m)
	}
	a := preview(t, s, s.Live, long, `{"format":"pdf","page":{"size":"a99"}}`)
	if code, rule := a.Code(t); a.Status != 400 || code != "VALIDATION_FAILED" || rule != "page_size" {
		t.Errorf("a size no one knows: %d %s %s", a.Status, code, rule)
	}
}

// TestOutputsFollowTheirDocument: a canvas of automatic height is as tall as the document and charged by that height,
// trimmed files contain the painted area, and the test watermark changes neither. Conflicting options are rejected with
// a fix.
func TestOutputsFollowTheirDocument(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": "1000/1000"})
	const tall = `<!DOCTYPE html><body style="margin:0"><div style="height:4000px;background:#0ea5e9"></div><div style="position:absolute;top:4090px;height:10px;width:10px;background:#000"></div>`
	const spot = `<!DOCTYPE html><body style="margin:0"><div style="margin:60px 50px;width:90px;height:70px;background:#0ea5e9"></div>`
	for _, c := range []struct {
		html, output           string
		width, height, credits int
	}{
		{tall, `{"width":1200,"auto_height":true}`, 1200, 4100, 2},
		{tall, `{"preset":"og","auto_height":true}`, 1200, 4100, 2},
		{tall, `{"width":300,"auto_height":true,"format":"pdf"}`, 300, 4100, 1},
		{`<div style="min-height:100vh">short</div>`, `{"width":300,"height":200,"auto_height":true}`, 300, 216, 1}, // with the body's margins
		{`<div style="height:20000px">long</div>`, `{"width":300,"auto_height":true}`, 300, 8192, 1},
		{spot, `{"width":400,"height":300,"trim":true}`, 90, 70, 1},
		{spot, `{"width":400,"height":300,"trim":true,"background":"#FFFFFF","format":"jpeg","scale":2}`, 180, 140, 1},
		{spot, `{"width":400,"auto_height":true,"trim":true}`, 90, 70, 1},
	} {
		for _, key := range []string{s.Live, s.Test} {
			var m struct {
				Outputs []struct{ Width, Height int }
				Usage   struct {
					Credits int `json:"credits_charged"`
				}
			}
			response := preview(t, s, key, c.html, c.output)
			response.JSON(t, &m)
			if key == s.Test {
				c.credits = 0
			}
			if len(m.Outputs) != 1 || m.Outputs[0].Width != c.width || m.Outputs[0].Height != c.height || m.Usage.Credits != c.credits {
				t.Errorf("%s: %s", c.output, response.Body)
			}
		}
	}
	for output, rule := range map[string]string{
		`{"width":400,"auto_height":true,"format":"pdf","page":{"size":"a4"}}`: "auto_height_needs_canvas", `{"width":400,"height":300,"trim":true,"format":"svg"}`: "trim_needs_pixels",
		`{"width":400,"height":300,"format":"png","svg":{"text":"text"}}`: "svg_needs_svg",
	} {
		if a := preview(t, s, s.Live, spot, output); a.Status != 400 || !strings.Contains(string(a.Body), rule) || !strings.Contains(string(a.Body), `"op":"remove"`) {
			t.Errorf("%s: %d %s", output, a.Status, a.Body)
		}
	}
}

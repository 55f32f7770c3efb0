package scenarios

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// render is the part of a preview's response and of a job that these tests read.
type render struct {
	ID, Status            string
	RequestHash           string `json:"request_hash"`
	Livemode, Watermarked bool
	Usage                 struct {
		CreditsCharged int  `json:"credits_charged"`
		Cached         bool `json:"cached"`
	}
	Outputs []struct {
		ImageID     string `json:"image_id"`
		SHA256, URL string
		Bytes       int
	}
}

// generateCard sends a render request for a small card; operation is preview or render.
func generateCard(t *testing.T, s *harness.Service, operation, title string) (r render) {
	t.Helper()
	body := fmt.Sprintf(`{"operation":%q,"html":"<h1 style='font: 700 48px Inter; color: #0f172a'>%s</h1>","outputs":[{"width":600,"height":315,"format":"png","background":"#FFFFFF"}]}`, operation, title)
	res := s.Do(t, http.MethodPost, "/api/v1/facade/generate", s.Live, body)
	if want := map[string]int{"preview": 200, "render": 202}[operation]; res.Status != want {
		t.Fatalf("%s responds %d %s, want %d", operation, res.Status, res.Body, want)
	}
	res.JSON(t, &r)
	return r
}

// waitForJob polls a job until it has ended.
func waitForJob(t *testing.T, s *harness.Service, id string) (job render) {
	t.Helper()
	for range 6 {
		s.Do(t, http.MethodGet, "/api/v1/facade/render-jobs/"+id+"?wait=10", s.Live, "").JSON(t, &job)
		if job.Status != "queued" && job.Status != "processing" {
			return job
		}
	}
	t.Fatalf("job %s did not end", id)
	return job
}

// TestRenderLifecycle walks the REST facade: preview, cached preview, job, stored image, public file, receipt, deletion.
func TestRenderLifecycle(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)

	preview := generateCard(t, s, "preview", "Launch day")
	if len(preview.Outputs) != 1 || !preview.Livemode || preview.Watermarked || preview.Usage.CreditsCharged != 1 {
		t.Fatalf("unexpected preview: %+v", preview)
	}
	out := preview.Outputs[0]
	file := s.Do(t, http.MethodGet, out.URL, "", "")
	sum := sha256.Sum256(file.Body)
	if file.Status != 200 || hex.EncodeToString(sum[:]) != out.SHA256 || len(file.Body) != out.Bytes {
		t.Fatalf("the public file is not the output: status %d, %d bytes", file.Status, len(file.Body))
	}
	if got := file.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		t.Errorf("Cache-Control is %q", got)
	}
	img, err := png.Decode(bytes.NewReader(file.Body))
	if err != nil || img.Bounds().Dx() != 600 || img.Bounds().Dy() != 315 {
		t.Fatalf("the file is not a 600 × 315 PNG: %v", err)
	}

	second := generateCard(t, s, "preview", "Launch day")
	if !second.Usage.Cached || second.Usage.CreditsCharged != 0 || second.Outputs[0].SHA256 != out.SHA256 {
		t.Errorf("the second identical request is not free and the same: %+v", second.Usage)
	}

	done := waitForJob(t, s, generateCard(t, s, "render", "Launch day").ID)
	if done.Status != "completed" || done.Outputs[0].SHA256 != out.SHA256 {
		t.Fatalf("a job of the same request gives other bytes: %s", done.Status)
	}
	if done.RequestHash != preview.RequestHash {
		t.Errorf("request hashes differ: %s, %s", done.RequestHash, preview.RequestHash)
	}

	var image struct {
		SHA256 string
		Width  int
	}
	s.Do(t, http.MethodGet, "/api/v1/images/"+out.ImageID, s.Live, "").JSON(t, &image)
	if image.SHA256 != out.SHA256 || image.Width != 600 {
		t.Errorf("the stored image is %+v", image)
	}
	var receipt struct {
		Output    struct{ SHA256 string }
		Signature string
	}
	s.Do(t, http.MethodGet, "/api/v1/images/"+out.ImageID+"/receipt", s.Live, "").JSON(t, &receipt)
	if receipt.Output.SHA256 != out.SHA256 || receipt.Signature == "" {
		t.Errorf("the receipt is for %s", receipt.Output.SHA256)
	}
	if res := s.Do(t, http.MethodDelete, "/api/v1/images/"+out.ImageID, s.Live, ""); res.Status >= 300 {
		t.Fatalf("deleting responds %d %s", res.Status, res.Body)
	}
	if gone := s.Do(t, http.MethodGet, "/api/v1/images/"+out.ImageID, s.Live, ""); gone.Status != 404 {
		t.Errorf("a deleted image responds %d", gone.Status)
	}
	if gone := s.Do(t, http.MethodGet, out.URL, "", ""); gone.Status != 404 {
		t.Errorf("a deleted image's file responds %d", gone.Status)
	}
}

// TestTestKeysAreFreeAndMarked renders the same request with both keys.
func TestTestKeysAreFreeAndMarked(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	body := `{"operation":"preview","html":"<p>x</p>","outputs":[{"width":300,"height":200,"background":"#FFFFFF"}]}`
	var live, test struct {
		Watermarked bool
		Usage       struct {
			CreditsCharged int `json:"credits_charged"`
		}
		Outputs []struct {
			SHA256  string
			ImageID string `json:"image_id"`
		}
	}
	s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body).JSON(t, &live)
	s.Do(t, "POST", "/api/v1/facade/generate", s.Test, body).JSON(t, &test)
	if live.Watermarked || !test.Watermarked || live.Usage.CreditsCharged != 1 || test.Usage.CreditsCharged != 0 {
		t.Errorf("live %+v, test %+v", live, test)
	}
	if live.Outputs[0].SHA256 == test.Outputs[0].SHA256 {
		t.Error("the test render carries no mark")
	}
	if a := s.Do(t, "GET", "/api/v1/images/"+live.Outputs[0].ImageID, s.Test, ""); a.Status != 404 {
		t.Errorf("a test key reads a live image: %d", a.Status)
	}
}

// TestBytesByAccept asks for the image itself.
func TestBytesByAccept(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	for format, want := range map[string]struct{ mime, magic string }{
		"png": {"image/png", "\x89PNG"}, "jpeg": {"image/jpeg", "\xff\xd8\xff"}, "webp": {"image/webp", "RIFF"},
		"avif": {"image/avif", "\x00\x00\x00 ftypavif"},
		"gif":  {"image/gif", "GIF89a"}, "svg": {"image/svg+xml", "<svg"}, "pdf": {"application/pdf", "%PDF-1."},
	} {
		body := fmt.Sprintf(`{"operation":"preview","html":"<p>x</p>","outputs":[{"width":100,"height":100,"format":%q}]}`, format)
		a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body, "Accept", want.mime)
		if a.Status != 200 || a.Header.Get("Content-Type") != want.mime || !strings.HasPrefix(string(a.Body), want.magic) {
			t.Errorf("%s: %d %s %.40q", format, a.Status, a.Header.Get("Content-Type"), a.Body)
		}
	}
}

// TestPreferRespondAsync sends previews with Prefer: respond-async.
func TestPreferRespondAsync(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	const key = "6b0f3a52-8a3c-4ae1-9c53-5cf0d9a6b7f1"
	body := `{"operation":"preview","html":"<p>later</p>","outputs":[{"width":64,"height":64}]}`
	for _, c := range []struct {
		name, body, prefer string
		status             int
		applied            bool
	}{
		{"a preview", body, "respond-async", 202, true},
		{"a request without an operation", strings.Replace(body, `"operation":"preview",`, "", 1), "respond-async", 202, true},
		{"several preferences", body, "wait=5, Respond-Async; foo=bar", 202, true},
		{"a render", strings.Replace(body, "preview", "render", 1), "respond-async", 202, false},
		{"another preference", body, "return=minimal", 200, false},
		{"an unknown operation", strings.Replace(body, "preview", "print", 1), "respond-async", 400, false},
	} {
		res := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, c.body, "Prefer", c.prefer, "Accept", "application/json")
		if res.Status != c.status || (res.Header.Get("Preference-Applied") == "respond-async") != c.applied {
			t.Errorf("%s: %d, Preference-Applied %q: %s", c.name, res.Status, res.Header.Get("Preference-Applied"), res.Body)
		}
		if res.Status == 202 {
			var job render
			res.JSON(t, &job)
			if job = waitForJob(t, s, job.ID); job.Status != "completed" {
				t.Errorf("%s: the job is %s", c.name, job.Status)
			}
		}
	}
	// The preference is part of the request's fingerprint for idempotency.
	first := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body, "Idempotency-Key", key, "Prefer", "respond-async", "Accept", "image/png")
	again := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body, "Idempotency-Key", key, "Prefer", "respond-async")
	other := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body, "Idempotency-Key", key)
	if first.Status != 202 || again.Status != 202 || other.Status != 409 {
		t.Errorf("one key responds %d, %d again, and %d without the preference", first.Status, again.Status, other.Status)
	}
}

// TestFailedJobCarriesItsFixes: the error of a job has the same patches as the error of a preview.
func TestFailedJobCarriesItsFixes(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	body := `{"operation":%q,"html":"<img src='https://nothing.invalid/x.png'>","on_missing":{"image":"error"},"outputs":[{"width":64,"height":64}]}`
	var preview struct {
		Error struct{ Details []detailWithFix }
	}
	s.Do(t, "POST", "/api/v1/facade/generate", s.Live, fmt.Sprintf(body, "preview")).JSON(t, &preview)
	var started render
	res := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, fmt.Sprintf(body, "render"))
	if res.Status != 202 {
		t.Fatalf("%d %s; the preview: %+v", res.Status, res.Body, preview)
	}
	res.JSON(t, &started)
	waitForJob(t, s, started.ID)
	var job struct {
		Error struct{ Details []detailWithFix }
	}
	s.Do(t, "GET", "/api/v1/facade/render-jobs/"+started.ID, s.Live, "").JSON(t, &job)
	if len(job.Error.Details) == 0 || len(job.Error.Details[0].FixPatch) == 0 || fmt.Sprint(job.Error.Details) != fmt.Sprint(preview.Error.Details) {
		t.Errorf("the job fails with %+v, the preview with %+v", job.Error, preview.Error)
	}
}

// TestMembersWithoutEffectAreReported sends members that have no effect.
func TestMembersWithoutEffectAreReported(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, `{"operation":"preview","html":"<p>x","data":{"title":"y"},"timezone":"Europe/Paris","outputs":[{"width":64,"height":64}]}`)
	for _, path := range []string{`"path":"/data"`, `"path":"/timezone"`} {
		if a.Status != 200 || !bytes.Contains(a.Body, []byte(path)) {
			t.Errorf("no warning with %s: %s", path, a.Body)
		}
	}
}

// TestPDFIsStoredAsPDF renders a PDF and reads it back by its id.
func TestPDFIsStoredAsPDF(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	var render struct {
		Outputs []struct {
			PDF    string `json:"pdf_id"`
			SHA256 string
			URL    string
			Pages  int
		}
	}
	s.Do(t, "POST", "/api/v1/facade/generate", s.Live, `{"operation":"preview","html":"<h1>Invoice</h1>","outputs":[{"preset":"a4","format":"pdf"}]}`).JSON(t, &render)
	if len(render.Outputs) != 1 || render.Outputs[0].PDF == "" || render.Outputs[0].Pages != 1 {
		t.Fatalf("the render is %+v", render)
	}
	out := render.Outputs[0]
	for _, a := range []*harness.Response{
		s.Do(t, "GET", "/api/v1/pdf/"+out.PDF, s.Live, "", "Accept", "application/pdf"),
		s.Do(t, "GET", out.URL, "", ""),
	} {
		sum := sha256.Sum256(a.Body)
		if a.Status != 200 || a.Header.Get("Content-Type") != "application/pdf" || hex.EncodeToString(sum[:]) != out.SHA256 {
			t.Errorf("the PDF returns %d %s, %d bytes", a.Status, a.Header.Get("Content-Type"), len(a.Body))
		}
	}
	if a := s.Do(t, "GET", "/api/v1/pdf/"+out.PDF, s.Test, ""); a.Status != 404 {
		t.Errorf("a test key reads a live PDF: %d", a.Status)
	}
	long := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, `{"operation":"preview","html":"<div style='height:3000px'></div>","outputs":[{"width":794,"height":1123,"format":"pdf"}]}`)
	if !bytes.Contains(long.Body, []byte(`"content_cut"`)) {
		t.Errorf("a PDF that is cut does not say so: %s", long.Body)
	}
}

// TestJobsArePagedStablyAndStreamed lists jobs by cursor, both ways, and follows one.
func TestJobsArePagedStablyAndStreamed(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	var ids []string
	start := func(i int) string {
		var job struct{ ID string }
		body := fmt.Sprintf(`{"operation":"render","html":"<p>%d</p>","outputs":[{"width":64,"height":64}],"metadata":{"n":"%d"}}`, i, i%2)
		a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body)
		if a.Status != 202 || a.Header.Get("Location") == "" || a.Header.Get("Retry-After") != "1" {
			t.Fatalf("a job returns %d %v", a.Status, a.Header)
		}
		a.JSON(t, &job)
		return job.ID
	}
	for i := range 7 {
		ids = append([]string{start(i)}, ids...)
	}
	type page struct {
		Data []struct{ ID string }
		Page struct {
			HasMore bool    `json:"has_more"`
			Next    *string `json:"next_cursor"`
			Prev    *string `json:"prev_cursor"`
		}
	}
	get := func(query string) (p page) {
		a := s.Do(t, "GET", "/api/v1/facade/render-jobs?"+query, s.Live, "")
		if a.Status != 200 {
			t.Fatalf("the list returns %d %s", a.Status, a.Body)
		}
		a.JSON(t, &p)
		return p
	}
	first := get("limit=3")
	start(7) // must not shift what follows
	second := get("limit=3&cursor=" + *first.Page.Next)
	back := get("limit=3&cursor=" + *second.Page.Prev)
	want := [][]string{ids[0:3], ids[3:6], ids[0:3]}
	for i, p := range []page{first, second, back} {
		var got []string
		for _, d := range p.Data {
			got = append(got, d.ID)
		}
		if fmt.Sprint(got) != fmt.Sprint(want[i]) {
			t.Errorf("page %d is %v, want %v", i, got, want[i])
		}
	}
	if a := s.Do(t, "GET", "/api/v1/facade/render-jobs?limit=3&cursor="+*first.Page.Next, s.Test, ""); a.Status != 400 {
		t.Errorf("another mode's cursor returns %d", a.Status)
	}
	if a := s.Do(t, "GET", "/api/v1/facade/render-jobs?limit=51", s.Live, ""); a.Status != 400 {
		t.Errorf("limit=51 returns %d", a.Status)
	}
	events := s.Do(t, "GET", "/api/v1/facade/render-jobs/"+ids[0]+"/events", s.Live, "")
	text := string(events.Body)
	if !strings.HasPrefix(text, "event: status\n") || !strings.Contains(text, "event: done\n") {
		t.Errorf("the stream is %.200q", text)
	}
}

// TestCancelAndConflict cancels twice and then a finished job.
func TestCancelAndConflict(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	done := waitForJob(t, s, generateCard(t, s, "render", "done").ID)
	a := s.Do(t, "POST", "/api/v1/facade/render-jobs/"+done.ID+"/cancel", s.Live, "")
	if code, _ := a.Code(t); a.Status != http.StatusConflict || code != "CONFLICT" {
		t.Errorf("canceling a finished job returns %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "POST", "/api/v1/facade/render-jobs/job_00000000000000000000000000/cancel", s.Live, ""); a.Status != 404 {
		t.Errorf("canceling an unknown job returns %d", a.Status)
	}
}

// TestIdempotentRetry sends the same key twice and with another body.
func TestIdempotentRetry(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	const key = "2b1c1b9e-5c1f-4a53-9d3e-0d8d5a1f7c11"
	body := `{"operation":"render","html":"<p>once</p>","outputs":[{"width":64,"height":64}]}`
	first := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body, "Idempotency-Key", key)
	second := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, `{ "outputs":[{"height":64,"width":64}],"html":"<p>once</p>","operation":"render"}`, "Idempotency-Key", strings.ToUpper(key))
	if first.Status != 202 || second.Status != 202 || !bytes.Equal(first.Body, second.Body) || second.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the retry returns %d, replayed %q:\n%s\n%s", second.Status, second.Header.Get("Idempotent-Replayed"), first.Body, second.Body)
	}
	third := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, strings.Replace(body, "once", "twice", 1), "Idempotency-Key", key)
	if code, _ := third.Code(t); third.Status != 409 || code != "IDEMPOTENCY_CONFLICT" {
		t.Errorf("another body on the key returns %d %s", third.Status, code)
	}
	fourth := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body, "Idempotency-Key", "not-a-uuid")
	if code, _ := fourth.Code(t); fourth.Status != 400 || code != "INVALID_IDEMPOTENCY_KEY" {
		t.Errorf("a malformed key returns %d %s", fourth.Status, code)
	}
}

// TestBadInputIsDescribed sends requests that are wrong in one way each.
func TestBadInputIsDescribed(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_FFMPEG": "off", "PLATEN_CHROMIUM": "off"})
	const (
		source = `"operation":"preview","html":"<p>x</p>"`
		out    = `"outputs":[{"preset":"og"}]`
		ok     = source + "," + out
	)
	for name, c := range map[string]struct {
		body       string
		status     int
		code, rule string
	}{
		"malformed":        {`{"operation":`, 400, "INVALID_REQUEST", "malformed_json"},
		"duplicate":        {`{"operation":"preview","operation":"render","html":"x"}`, 400, "INVALID_REQUEST", "duplicate_member"},
		"unknown field":    {`{` + ok + `,"colour":"red"}`, 400, "INVALID_REQUEST", "unknown_field"},
		"wrong type":       {`{` + ok + `,"seed":"one"}`, 400, "INVALID_REQUEST", "type"},
		"enum":             {`{"operation":"draw","html":"x",` + out + `}`, 400, "INVALID_REQUEST", "enum"},
		"no source":        {`{"operation":"preview",` + out + `}`, 400, "INVALID_REQUEST", "one_of"},
		"too small":        {`{` + source + `,"outputs":[{"width":1,"height":100}]}`, 400, "INVALID_REQUEST", "minimum"},
		"too many pixels":  {`{` + source + `,"outputs":[{"width":8000,"height":8000}]}`, 400, "VALIDATION_FAILED", "max_pixels"},
		"no colour":        {`{` + source + `,"outputs":[{"preset":"og","background":"bleu"}]}`, 400, "VALIDATION_FAILED", "color"},
		"no size":          {`{` + source + `,"outputs":[{"name":"a"}]}`, 400, "VALIDATION_FAILED", "output_size"},
		"same names":       {`{` + source + `,"outputs":[{"preset":"og"},{"preset":"og"}]}`, 400, "VALIDATION_FAILED", "unique_name"},
		"no such format":   {`{` + source + `,"outputs":[{"preset":"og","format":"mp4"}]}`, 400, "VALIDATION_FAILED", "format_unavailable"},
		"no browser":       {`{` + ok + `,"engine":"browser"}`, 400, "VALIDATION_FAILED", "engine_unavailable"},
		"old engine":       {`{` + ok + `,"engine_version":"native-0"}`, 400, "VALIDATION_FAILED", "engine_version_unavailable"},
		"missing image":    {`{"operation":"preview","html":"<img src='https://127.0.0.1:1/a.png'>",` + out + `}`, 400, "VALIDATION_FAILED", "image_unavailable"},
		"missing upload":   {`{"operation":"preview","html":"<img src='asset:nothing'>",` + out + `}`, 404, "ASSET_NOT_FOUND", "asset_not_found"},
		"unknown template": {`{"operation":"preview","template":{"id":"tpl_00000000000000000000000000"},` + out + `}`, 404, "TEMPLATE_NOT_FOUND", ""},
		"assertion":        {`{` + ok + `,"assert":[{"node":"a","max_lines":1}]}`, 400, "VALIDATION_FAILED", "assert.node"},
		"unknown node":     {`{` + ok + `,"overrides":[{"node":"nobody","text":"x"}]}`, 400, "VALIDATION_FAILED", "node_not_found"},
	} {
		a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, c.body)
		code, rule := a.Code(t)
		if a.Status != c.status || code != c.code || (c.rule != "" && rule != c.rule) {
			t.Errorf("%s: %d %s %s, want %d %s %s\n%s", name, a.Status, code, rule, c.status, c.code, c.rule, a.Body)
		}
		if a.Header.Get("X-Request-Id") == "" {
			t.Errorf("%s: no request id", name)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

// outcome is the result of a run of the program.
type outcome struct {
	code     int
	out, err string
}

// runPlaten runs the program as main does.
func runPlaten(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	return runIn(t.Context(), stdin, args...)
}

func runIn(ctx context.Context, stdin string, args ...string) outcome {
	root := rootCommand()
	var out, errs bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&errs)
	root.SetIn(strings.NewReader(stdin))
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil {
		asJSON, _ := root.PersistentFlags().GetBool(jsonFlag)
		printError(&errs, err, asJSON)
	}
	return outcome{exitCode(err), out.String(), errs.String()}
}

func file(t *testing.T, dir, name, content string) string {
	t.Helper()
	at := filepath.Join(dir, name)
	if err := os.WriteFile(at, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return at
}

const moving = `<style>@keyframes k{to{transform:translateX(40px)}} div{width:20px;height:20px;background:red;animation:k 1s linear}</style><div></div>`

func TestRenderTakesTheFormatFromTheEnding(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := file(t, dir, "page.html", moving)
	for ending, begins := range map[string]string{
		"png": "\x89PNG", "jpg": "\xff\xd8\xff", "webp": "RIFF", "gif": "GIF89a", "apng": "\x89PNG", "svg": "<", "pdf": "%PDF", "avif": "\x00\x00\x00", "webm": "\x1a\x45\xdf\xa3",
	} {
		out := filepath.Join(dir, "out."+ending)
		got := runPlaten(t, "", "render", page, "-o", out, "--width", "80", "--height", "60", "--fps", "5", "--json")
		still := ending != "webp" && ending != "gif" && ending != "apng" && ending != "webm" && ending != "avif"
		if still { // --fps is for animations
			got = runPlaten(t, "", "render", page, "-o", out, "--width", "80", "--height", "60", "--json")
		}
		data, err := os.ReadFile(out)
		if got.code != 0 || err != nil || !strings.HasPrefix(string(data), begins) {
			t.Errorf("%s: %+v, %v, %.8q", ending, got, err, data)
			continue
		}
		var decoded struct{ Outputs []writtenImage }
		if err := json.Unmarshal([]byte(got.out), &decoded); err != nil || len(decoded.Outputs) != 1 || decoded.Outputs[0].Bytes != len(data) {
			t.Errorf("%s: %v: %s", ending, err, got.out)
		} else if frames := decoded.Outputs[0].Frames; (frames == 5) == still {
			t.Errorf("%s has %d frames", ending, frames)
		}
	}
}

func TestRenderPaper(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := file(t, dir, "page.html", strings.Repeat("<p>line</p>", 200))
	got := runPlaten(t, "", "render", page, "-o", filepath.Join(dir, "a.pdf"), "--page-size", "a5 landscape", "--margin", "20mm", "--json")
	var decoded struct{ Outputs []writtenImage }
	if err := json.Unmarshal([]byte(got.out), &decoded); err != nil || decoded.Outputs[0].Pages < 3 || decoded.Outputs[0].Width != 794 {
		t.Errorf("%+v", got)
	}
}

// TestFlagValuesAreRejectedPlainly: errors of flag values are in the product's wording, not the flag library's.
func TestFlagValuesAreRejectedPlainly(t *testing.T) {
	t.Parallel()
	page := file(t, t.TempDir(), "a.html", "<p>a")
	for flag, want := range map[string]string{
		"--quality=0": "--quality is 0; it must be 1 to 100", "--quality=-1": "--quality is -1; it must be 1 to 100", "--width=1.5": `--width is "1.5"; it must be a whole number`,
		"--scale=two": `--scale is "two"; it must be a number`, "--lossless=maybe": `--lossless is "maybe"; it must be true or false`, "--effort=most": `--effort is "most"; it must be normal or best`, "--seed=-1": `--seed is "-1"; it must be a whole number that is not negative`,
	} {
		got := runPlaten(t, "", "render", page, "-o", "-", "--format", "jpeg", flag)
		if got.code != exitUsage || !strings.Contains(got.err, want) || strings.Contains(got.err, "strconv") {
			t.Errorf("%s: exit code %d and %q, want %d and %q", flag, got.code, got.err, exitUsage, want)
		}
	}
}

// TestSVGText: with --svg-text text an SVG has text instead of outlines, and other formats are rejected.
func TestSVGText(t *testing.T) {
	t.Parallel()
	page := file(t, t.TempDir(), "a.html", "<p>Written out")
	for mode, want := range map[string]bool{"text": true, "outlines": false} {
		got := runPlaten(t, "", "render", page, "-o", "-", "--format", "svg", "--svg-text", mode)
		if got.code != 0 || strings.Contains(got.out, ">Written out</text>") != want {
			t.Errorf("%s: exit code %d, %q, %.2000s", mode, got.code, got.err, got.out)
		}
	}
	for _, args := range [][]string{{"--format", "png", "--svg-text", "text"}, {"--format", "svg", "--svg-text", "shapes"}} {
		if got := runPlaten(t, "", append([]string{"render", page, "-o", "-"}, args...)...); got.code != exitUsage || !strings.Contains(got.err, "--svg-text") {
			t.Errorf("%q: exit code %d and %q", args, got.code, got.err)
		}
	}
}

// TestHigherEffortMakesSmallerFiles: with --effort best a PNG is smaller, and other formats are rejected.
func TestHigherEffortMakesSmallerFiles(t *testing.T) {
	t.Parallel()
	page := file(t, t.TempDir(), "a.html", "<div style='height:630px;background:linear-gradient(217deg,#364650,#ef7572);font:64px Inter;color:#fff'>As small as it gets")
	normal := runPlaten(t, "", "render", page, "-o", "-", "--format", "png", "--effort", "normal")
	best := runPlaten(t, "", "render", page, "-o", "-", "--format", "png", "--effort", "best")
	if normal.code != 0 || best.code != 0 || len(best.out) >= len(normal.out) {
		t.Errorf("exit codes %d and %d, %d bytes and with best %d", normal.code, best.code, len(normal.out), len(best.out))
	}
	got := runPlaten(t, "", "render", page, "-o", "-", "--format", "webp", "--effort", "best")
	if got.code == 0 || !strings.Contains(got.err, "effort best is for PNG") {
		t.Errorf("WebP: exit code %d and %q", got.code, got.err)
	}
}

// TestDocumentChoosesThePaper: an @page rule decides the paper of a PDF unless flags do.
func TestDocumentChoosesThePaper(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := file(t, dir, "a.html", "<style>@page{size:A5;margin:1cm}</style><p>a<p style='break-before:page'>b")
	for name, c := range map[string]struct {
		flags []string
		want  string
	}{
		"nothing asked":  {nil, "/MediaBox [0 0 419.5276 595.2756]"},
		"a preset":       {[]string{"--preset", "a4"}, "/MediaBox [0 0 419.5276 595.2756]"},
		"a paper":        {[]string{"--page-size", "letter"}, "/MediaBox [0 0 612 792]"},
		"a width":        {[]string{"--width", "400", "--height", "200"}, "/MediaBox [0 0 300 150]"},
		"a margin alone": {[]string{"--margin", "0"}, "/MediaBox [0 0 419.5276 595.2756]"},
	} {
		got := runPlaten(t, "", append([]string{"render", page, "-o", "-", "--format", "pdf"}, c.flags...)...)
		if n := strings.Count(pdftest.Text([]byte(got.out)), c.want); got.code != 0 || n != 2 {
			t.Errorf("%s: exit code %d, %q is there %d times, want 2: %s", name, got.code, c.want, n, got.err)
		}
	}
}

func TestErrorsGiveTheFlagAndTheFix(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := file(t, dir, "page.html", "<p>x")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"render", page, "-o", "x.png", "--page-size", "a4", "--width", "100", "--height", "100"}, 1, "--page-size"},
		{[]string{"render", page, "-o", "x.bmp"}, 2, "png, jpeg"},
		{[]string{"render", page}, 2, "-o"},
		{[]string{"render", page, "-o", "x.png", "--scale", "9"}, 2, "1 to 3"},
		{[]string{"render", page, "-o", "x.png", "--wdith", "9"}, 2, "--help"},
		{[]string{"rendre"}, 2, "unknown command"},
		{[]string{"inspect"}, 2, "inspect FILE"},
		{[]string{"keys", "create"}, 2, "mode"},
		{[]string{"templates", "show", "nothing"}, 2, "launch"},
		{[]string{"sign", page, "--kid", "sk_x"}, 2, "--secret"},
		{[]string{"sign", page, "--kid", "sk_x", "--secret", "ssk_x"}, 2, "--kid is \"sk_x\"; it must be the kid of a signing key"},
		{[]string{"sign", page, "--kid", "6fv8r0hbp9ka", "--secret", "null"}, 2, "ssk_"},
	} {
		if got := runPlaten(t, "", c.args...); got.code != c.code || !strings.Contains(got.err, c.says) {
			t.Errorf("%v: %+v", c.args, got)
		}
	}
	got := runPlaten(t, "", "render", page, "-o", "x.png", "--page-size", "a4", "--json")
	var decoded map[string]problem
	if err := json.Unmarshal([]byte(got.err), &decoded); err != nil || decoded["error"].Code != string(fault.ValidationFailed) || len(decoded["error"].Details) == 0 || len(decoded["error"].Details[0].FixPatch) == 0 {
		t.Errorf("%v: %s", err, got.err)
	}
}

func TestRenderFillsDataInAndKeepsKits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := file(t, dir, "page.html", `<h1 style="color: var(--platen-color-ink, red)">{{ title }}</h1>{% for i in items %}<p>{{ i.name }}</p>{% endfor %}`)
	data := `{"title":"<script>","items":[{"name":"one"},{"name":"two","more":1}]}`
	out := filepath.Join(dir, "out.svg")
	if got := runPlaten(t, data, "render", page, "-o", out, "--data", "-"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	bare := filepath.Join(dir, "bare.svg")
	if got := runPlaten(t, "", "render", file(t, dir, "bare.html", `<h1 style="color:red">&lt;script&gt;</h1><p>one</p><p>two</p>`), "-o", bare); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	a, _ := os.ReadFile(out)
	b, _ := os.ReadFile(bare)
	if !bytes.Equal(a, b) {
		t.Error("a filled-in document is not drawn as the same one by hand")
	}
	kit := file(t, dir, "kit.json", `{"colors":{"palette":{"ink":"#112233"}},"locks":[{"id":"ink","property":"color","mode":"allow","value":["#112233"]}]}`)
	if got := runPlaten(t, data, "render", page, "-o", out, "--data", "-", "--kit", kit); got.code != 1 || !strings.Contains(got.err, "the kit requires one of #112233") {
		t.Errorf("a broken lock: %+v", got)
	}
}

func TestFixRepeatsUntilValid(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	broken := file(t, dir, "r.json", `{"html":"<p>x","outputs":[{"format":"png","lossless":true,"scale":9},{"preset":"og"},{"preset":"og"}]}`)
	got := runPlaten(t, "", "fix", broken, "--write")
	if got.code != 0 || !strings.Contains(got.out, "-      \"lossless\": true") {
		t.Fatalf("%+v", got)
	}
	if got := runPlaten(t, "", "fix", broken); got.code != 0 || got.out != "nothing to fix\n" {
		t.Errorf("%+v", got)
	}
	if got := runPlaten(t, "", "render", broken, "-o", filepath.Join(dir, "all")); got.code != 0 {
		t.Errorf("%+v", got)
	}
	misspelt := file(t, dir, "m.json", `{"html":"<p>x","outputs":[{"format":"png","lossless":true,"quallity":80}]}`)
	if got := runPlaten(t, "", "fix", misspelt, "--safe-only", "--json"); got.code != 1 || !strings.Contains(got.out, `"quality": 80`) || !strings.Contains(got.out, `"lossless": true`) {
		t.Errorf("%+v", got)
	}
	response := `{"error":{"code":"VALIDATION_FAILED","message":"m","details":[{"path":"/html","message":"no patch"},{"path":"/seed","message":"m","fix_patch":[{"op":"add","path":"/seed","value":7}]}]}}`
	got = runPlaten(t, response, "fix", broken, "--response", "-", "--json")
	if got.code != 1 || !strings.Contains(got.out, `"seed": 7`) || !strings.Contains(got.out, "no patch") {
		t.Errorf("%+v", got)
	}
}

func TestWatchDrawsAgainWhenAFileIsSaved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page, out := file(t, dir, "page.html", "<p>one"), filepath.Join(t.TempDir(), "out.svg")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan outcome, 1)
	go func() { done <- runIn(ctx, "", "render", page, "-o", out, "--watch") }()
	changed := func(from []byte) []byte {
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
			if data, err := os.ReadFile(out); err == nil && !bytes.Equal(data, from) {
				return data
			}
			if from != nil { // saved again, in case the watcher had not started
				file(t, dir, "page.html", "<p>two two")
			}
			<-time.After(50 * time.Millisecond)
		}
		t.Fatal("the image does not change")
		return nil
	}
	first := changed(nil)
	changed(first)
	stop()
	if got := <-done; got.code != 0 {
		t.Errorf("%+v", got)
	}
}

func TestComparePictures(t *testing.T) {
	t.Parallel()
	picture := func(x, y int) []byte {
		m := image.NewNRGBA(image.Rect(0, 0, 8, 4))
		m.SetNRGBA(x, y, color.NRGBA{1, 2, 3, 255})
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	d, where := compareImages(picture(3, 1), picture(5, 2))
	if d.Pixels != 2 || d.X != 3 || d.Y != 1 || d.Made != "#010203FF" || d.Given != "#00000000" {
		t.Errorf("%+v", d)
	}
	m, err := png.Decode(bytes.NewReader(where))
	if err != nil || straight(m.At(3, 1)) != (color.NRGBA{255, 0, 0, 255}) || straight(m.At(0, 0)).R == 255 && straight(m.At(0, 0)).G == 0 {
		t.Errorf("%v", err)
	}
	if d, where := compareImages(picture(1, 1), picture(1, 1)); d.Pixels != 0 || where != nil {
		t.Errorf("%+v", d)
	}
}

func TestListenerVerifiesAndFailsOnPurpose(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var got []received
	l := &listener{secret: "whsec_x", failFirst: 1, status: 503, seen: map[string]*attempts{}, full: make(chan struct{}), count: 1,
		report: func(r received) { mu.Lock(); got = append(got, r); mu.Unlock() }}
	s := httptest.NewServer(l)
	defer s.Close()
	send := func(secret string) int {
		body := `{"id":"evt_1","event":"render.completed","delivery_id":"dlv_1"}`
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(body))
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL, strings.NewReader(body))
		req.Header.Set("X-Service-Signature", "sha256="+hex.EncodeToString(mac.Sum(nil)))
		res, err := s.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode
	}
	if a, b, c := send("whsec_other"), send("whsec_x"), send("whsec_x"); a != 401 || b != 503 || c != 204 {
		t.Errorf("responded %d, %d, %d", a, b, c)
	}
	<-l.full
	if len(got) != 3 || got[0].Verified || got[1].Attempt != 1 || got[2].Attempt != 2 || got[2].After <= 0 || got[2].Event != "render.completed" {
		t.Errorf("%+v", got)
	}
}

func TestInspectFormatIsStable(t *testing.T) {
	t.Parallel()
	page := file(t, t.TempDir(), "p.html", `<body style="margin:0"><div id="a" style="width:50px;height:20px"></div>`)
	got := runPlaten(t, "", "inspect", page, "--width", "100", "--height", "80")
	var decoded struct {
		Width, Height int
		Boxes         []struct {
			Tag, ID             string
			X, Y, Width, Height float64
		}
	}
	if err := json.Unmarshal([]byte(got.out), &decoded); err != nil || decoded.Width != 100 || decoded.Height != 80 {
		t.Fatalf("%v: %+v", err, got)
	}
	for _, b := range decoded.Boxes {
		if b.ID == "a" && b.Width == 50 && b.Height == 20 && b.Tag == "div" {
			return
		}
	}
	t.Errorf("no box of #a: %s", got.out)
}

// TestTemplatesHaveTheirSize: without a size a built-in template is rendered at the first size that it is made for.
func TestTemplatesHaveTheirSize(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "a.png")
	for args, want := range map[string][2]int{"template:story": {1080, 1920}, "template:story --preset og": {1200, 630}, "template:story --width 500": {500, 630}, "template:invoice": {794, 1123}} {
		got := runPlaten(t, "", append([]string{"render", "-o", out, "--json"}, strings.Fields(args)...)...)
		var decoded struct{ Outputs []writtenImage }
		if err := json.Unmarshal([]byte(got.out), &decoded); err != nil || len(decoded.Outputs) != 1 || decoded.Outputs[0].Width != want[0] || decoded.Outputs[0].Height != want[1] {
			t.Errorf("%s: %+v, want %v", args, got, want)
		}
	}
}

// TestFixRenamesMembersWithDefaults: a misspelt member is renamed and keeps its value although a default exists.
func TestFixRenamesMembersWithDefaults(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		`{"html":"a","opperation":"preview"}`:          `"operation": "preview"`,
		`{"html":"a","outpts":[{"preset":"twitter"}]}`: `"preset": "twitter"`,
	} {
		name := file(t, t.TempDir(), "a.json", given)
		got := runPlaten(t, "", "fix", name, "--safe-only", "--write")
		fixed, err := os.ReadFile(name)
		if err != nil || got.code != 0 || !strings.Contains(string(fixed), want) {
			t.Errorf("%s becomes %s: %+v", given, fixed, got)
		}
	}
}

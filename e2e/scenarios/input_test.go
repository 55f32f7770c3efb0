package scenarios

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/platenhq/platen/e2e/harness"
)

// roomyReads are rate limits that the tests' many requests do not reach.
var roomyReads = map[string]string{"PLATEN_RATE_READ": "10000/10000", "PLATEN_RATE_STREAM": "1000/1000", "PLATEN_RATE_PREVIEW": "1000/1000",
	"PLATEN_RATE_RENDER": "1000/1000", "PLATEN_RATE_SIGNED": "10000/10000", "PLATEN_RATE_MANAGE": "1000/1000", "PLATEN_RATE_SIGN": "1000/1000"}

// fetchRaw sends GET with an unescaped request target.
func fetchRaw(t *testing.T, s *harness.Service, target string) (status int, header http.Header, body string) {
	t.Helper()
	host := strings.TrimPrefix(s.URL, "http://")
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET "+target+" HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%q: %v", target, err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(data)
}

// TestSignedPathHasOneSpelling: every percent-encoding, bit flip, doubled slash, dot segment and change of case of a
// signed path is rejected, stored or inline.
func TestSignedPathHasOneSpelling(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, roomyReads)
	for _, item := range []string{`{"html":"<p>a</p>","width":64,"height":64}`, `{"form":"inline","html":"<p>b</p>","width":64,"height":64}`} {
		path := strings.TrimPrefix(sign(t, s, s.Live, item)[0].URL, s.URL)
		if status, _, body := fetchRaw(t, s, path); status != http.StatusFound {
			t.Fatalf("%s: %d %s", path, status, body)
		}
		refused := func(target string) {
			t.Helper()
			status, header, body := fetchRaw(t, s, target)
			if status != http.StatusUnauthorized || header.Get("X-Service-Error") != "UNAUTHORIZED" || header.Get("Cache-Control") != "no-store" {
				t.Errorf("%q: %d %.100s", target, status, body)
			}
		}
		for i := 1; i < len(path); i++ {
			refused(path[:i] + fmt.Sprintf("%%%02x", path[i]) + path[i+1:])
			if upper := fmt.Sprintf("%%%02X", path[i]); upper != strings.ToLower(upper) {
				refused(path[:i] + upper + path[i+1:])
			}
		}
		kid, rest := path[:len("/i/")+12], path[len("/i/")+12:]
		for _, target := range []string{
			path + "/", path + "%00", path + "%20", path + "//", "/" + path, "//" + path, "/i" + path[2:3] + path[2:], "/./" + path[1:], "/x/.." + path,
			"/i/./" + path[3:], "/i/x/../" + path[3:], kid + "/" + rest, kid + "/." + rest, kid + "/x/.." + rest, "/I/" + path[3:], strings.ToUpper(path), path[:len(path)-4] + ".PNG",
			strings.Replace(path, ".png", "%2epng", 1), strings.Replace(path, ".png", "%2Epng", 1), strings.Replace(path, ".png", ".png%2f", 1), "/%69/" + path[3:], "/i%2f" + path[3:],
		} {
			if target != path {
				refused(target)
			}
		}
		for i := len("/i/"); i < len(path); i++ {
			for bit := range 8 {
				c := path[i] ^ 1<<bit
				target := path[:i] + string([]byte{c}) + path[i+1:]
				switch {
				case c == '?' || c == '#' || c <= ' ' || c == 0x7f || c == '%':
					continue // another path, or not a request
				default:
					refused(target)
				}
			}
		}
	}
}

// TestEndedStreamRepeatsItsTerminalEvent: whatever Last-Event-ID a client reconnects with, the stream of a job that has
// ended sends the final event and closes.
func TestEndedStreamRepeatsItsTerminalEvent(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, roomyReads)
	start := func(html string) string {
		a := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, `{"operation":"render","html":`+html+`,"outputs":[{"width":64,"height":64}]}`)
		var job struct{ ID string }
		a.JSON(t, &job)
		return job.ID
	}
	events := func(id string, headers ...string) string {
		a := s.Do(t, "GET", "/api/v1/facade/render-jobs/"+id+"/events", s.Live, "", headers...)
		if a.Status != 200 {
			t.Fatalf("%v: %d %s", headers, a.Status, a.Body)
		}
		return string(a.Body)
	}
	done := start(`"<p>done</p>"`)
	failed := start(`"<img src='https://127.0.0.1:1/a.png'>"`)
	canceled := start(`"<p>canceled</p>"`)
	s.Do(t, "POST", "/api/v1/facade/render-jobs/"+canceled+"/cancel", s.Live, "{}")
	for name, id := range map[string]string{"completed": done, "failed": failed, "canceled": canceled} {
		first := events(id)
		last := first[strings.LastIndex(first, "id: ")+len("id: "):]
		last, _, _ = strings.Cut(last, "\n")
		final := first[strings.LastIndex(first, "event: "):]
		if !strings.HasPrefix(final, "event: done\n") {
			t.Fatalf("%s ends with %q", name, final)
		}
		for _, at := range []string{last, last + "0", "0", "1", "-1", "999999999999", "9223372036854775807", "99999999999999999999999", "x", " ", "%00", "1; DROP"} {
			again := events(id, "Last-Event-ID", at)
			if n := strings.Count(again, "event: done\n"); n != 1 || !strings.HasSuffix(again, final) {
				t.Errorf("%s after %q: %q, want the end %q", name, at, again, final)
			}
		}
	}
}

// TestNumbersOfDataKeepTheirDigits: digits beyond the precision of a double are preserved in the image, the signed URL
// and the receipt, and numbers that differ only there are different requests.
func TestNumbersOfDataKeepTheirDigits(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, roomyReads)
	a := s.Do(t, "POST", "/api/v1/templates", s.Live, `{"name":"Numbers","html":"<p>{{ n }}|{{ n | plus: 1 }}|{% if n == 9007199254740992 %}same{% endif %}</p>","variables":{"n":{"type":"number","default":12345678901234567890}}}`)
	var made struct {
		ID      string
		Version struct{ Variables json.RawMessage }
	}
	a.JSON(t, &made)
	if a.Status != 201 || !strings.Contains(string(a.Body), "12345678901234567890") {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	s.Do(t, "POST", "/api/v1/templates/"+made.ID+"/publish", s.Live, `{"version":1}`)
	body := func(n string) string {
		return `{"operation":"preview","template":{"id":"` + made.ID + `"},"data":{"n":` + n + `},"outputs":[{"width":64,"height":64}]}`
	}
	hashes := map[string]string{}
	for n, want := range map[string]string{"9007199254740993": "9007199254740993|9007199254740994|", "12345678901234567890": "12345678901234567890|12345678901234567891|",
		"0.10": "0.10|1.1|", "0.1": "0.1|1.1|", "1e400": "1e400|", "1.5e1": "15|16|"} {
		compiled := s.Do(t, "POST", "/api/v1/compile", s.Live, body(n))
		if compiled.Status != 200 || !strings.Contains(string(compiled.Body), "<p>"+want) || strings.Contains(string(compiled.Body), "same") {
			t.Errorf("%s: %d %s", n, compiled.Status, compiled.Body)
		}
		var rendered struct {
			RequestHash string `json:"request_hash"`
		}
		s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body(n)).JSON(t, &rendered)
		if other, twice := hashes[rendered.RequestHash]; twice || rendered.RequestHash == "" {
			t.Errorf("%s and %s have the hash %q", n, other, rendered.RequestHash)
		}
		hashes[rendered.RequestHash] = n
	}
	for _, pair := range [][2]string{{"0.10", "0.1"}, {"9007199254740993", "9007199254740992"}, {"1e400", "2e400"}} {
		key := uuid.NewString()
		if first := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body(pair[0]), "Idempotency-Key", key); first.Status != 200 {
			t.Fatalf("%s: %d %s", pair[0], first.Status, first.Body)
		}
		if again := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body(pair[0]), "Idempotency-Key", key); again.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("%s again: %d %s", pair[0], again.Status, again.Body)
		}
		if other := s.Do(t, "POST", "/api/v1/facade/generate", s.Live, body(pair[1]), "Idempotency-Key", key); other.Status != 409 {
			t.Errorf("%s on the key of %s: %d %s", pair[1], pair[0], other.Status, other.Body)
		}
	}
	item := func(n string) string {
		return `{"template":{"id":"` + made.ID + `","version":1},"data":{"n":` + n + `},"width":64,"height":64}`
	}
	urls := sign(t, s, s.Live, item("9007199254740993")+","+item("9007199254740992")+","+item("0.10")+","+item("0.1"))
	for i := range urls {
		for j := range i {
			if urls[i].RequestHash == urls[j].RequestHash || urls[i].URL == urls[j].URL {
				t.Errorf("items %d and %d are one image: %+v", j, i, urls[i])
			}
		}
	}
}

// TestUploadedSVGIsRejectedWithTheReason: an upload with a script, a handler or an external reference is rejected with the
// rule and the element. In a document such a file is drawn, and a warning names what has no effect.
func TestUploadedSVGIsRejectedWithTheReason(t *testing.T) {
	t.Parallel()
	settings := maps.Clone(roomyReads)
	settings["PLATEN_ALLOW_LOOPBACK"] = "1"
	s := harness.Start(t, settings)
	file := ""
	remote := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = io.WriteString(w, file)
	}))
	t.Cleanup(remote.Close)
	nested := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg"><rect onload="1"/></svg>`))
	for _, c := range []struct{ body, element, warning string }{
		{`<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">a<script>1</script></p></foreignObject>`, "script", "script_ignored"},
		{`<a href="#a"><set attributeName="href" to="javascript:1"/></a>`, "set", ""}, // a link in an image leads nowhere
		{`<image href="data:image/svg+xml;base64,` + nested + `"/>`, "rect", "script_ignored"},
		{`<use href="data:image/svg+xml,x#a"/>`, "use", "external_reference"},
		{`<style>@import "https://a.example/a.css";</style>`, "style", "unsupported_rule"},
	} {
		svg := `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">` + c.body + `</svg>`
		code := base64.StdEncoding.EncodeToString([]byte(svg))
		var failed struct {
			Error struct {
				Details []struct {
					Path    string
					Context struct{ Rule, Element string }
				}
			}
		}
		a := s.Do(t, "POST", "/api/v1/assets", s.Live, `{"name":"a.svg","data":"`+code+`"}`)
		a.JSON(t, &failed)
		if d := failed.Error.Details; a.Status != 400 || len(d) != 1 || d[0].Path != "/data" || d[0].Context.Rule != "svg_forbidden" || !strings.EqualFold(d[0].Context.Element, c.element) {
			t.Errorf("an asset with %s: %d %s", c.element, a.Status, a.Body)
		}
		file = svg
		a = s.Do(t, "POST", "/api/v1/assets", s.Live, `{"url":"`+remote.URL+`/a.svg"}`)
		if _, rule := a.Code(t); a.Status != 400 || rule != "svg_forbidden" {
			t.Errorf("an asset by address with %s: %d %s", c.element, a.Status, a.Body)
		}
		for _, address := range []string{remote.URL + "/" + c.element + ".svg", "data:image/svg+xml;base64," + code} {
			var shown struct {
				Warnings []struct{ Code, Path, Message string }
			}
			a = s.Do(t, "POST", "/api/v1/facade/generate", s.Live, `{"operation":"preview","html":"<p>a</p><img src=\"`+address+`\">","outputs":[{"width":64,"height":64}]}`)
			a.JSON(t, &shown)
			codes := ""
			for _, w := range shown.Warnings {
				if w.Code != "asset_pinned" {
					codes += w.Code
				}
			}
			if a.Status != 200 || codes != c.warning {
				t.Errorf("%.40s with %s: %d %+v", address, c.element, a.Status, shown.Warnings)
			}
		}
	}
	plain := base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject></svg>`))
	if a := s.Do(t, "POST", "/api/v1/assets", s.Live, `{"name":"a.svg","data":"`+plain+`"}`); a.Status != 201 {
		t.Errorf("an asset with HTML alone: %d %s", a.Status, a.Body)
	}
}

// TestUploadsAndPagesRequireText: NUL in the parts of a form, and in the address of the review page.
func TestUploadsAndPagesRequireText(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, roomyReads)
	form := func(parts string) *harness.Response {
		return s.Do(t, "POST", "/api/v1/assets", s.Live, parts+"--b--\r\n", "Content-Type", "multipart/form-data; boundary=b")
	}
	file := func(name string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\n\r\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>\r\n"
	}
	if a := form(file("a.svg")); a.Status != 201 {
		t.Fatalf("a good form: %d %s", a.Status, a.Body)
	}
	for what, parts := range map[string]string{
		"a field":   file("a.svg") + "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\na\x00b\r\n",
		"its name":  file("a.svg") + "--b\r\nContent-Disposition: form-data; name=\"na\x00me\"\r\n\r\nab\r\n",
		"a file":    file("a\x00b.svg"),
		"not UTF-8": file("a.svg") + "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\na\xff\r\n",
	} {
		if a := form(parts); a.Status >= 500 || a.Status < 400 {
			t.Errorf("NUL in %s: %d %s", what, a.Status, a.Body)
		}
	}
	for _, path := range []string{"/review/%00", "/review/apr_%ff", "/cdn/%00.png", "/cdn/img_%ff.png", "/i/%00/a/b.png", "/docs/%00", "/console/%00", "/ai/%00", "/%00", "/api/v1/%00"} {
		if status, _, body := fetchRaw(t, s, path); status >= 500 {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
	}
	if strings.Contains(s.Log(), "invalid byte sequence") {
		t.Error("text that is not UTF-8 reached the database")
	}
}

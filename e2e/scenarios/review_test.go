package scenarios

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestReviewInABrowser signs in, looks, decides with the keyboard and by touch in a real Chromium.
func TestReviewInABrowser(t *testing.T) {
	t.Parallel()
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		chromium = "/usr/bin/chromium"
	}
	if _, err := os.Stat(chromium); err != nil {
		t.Skip("no Chromium at " + chromium + "; CHROMIUM names another")
	}
	if _, err := os.Stat("../node_modules/puppeteer-core"); err != nil {
		t.Skip("puppeteer is not installed: cd e2e && npm install")
	}
	o := newOffice(t, nil)
	o.policy(t, `{"action":"render"}`)
	var ids [3]string
	for i, body := range []string{
		`{"operation":"render","html":"<h1 style=\"color:#1E3A8A\">Launch day is here, and everybody is invited to it</h1>","outputs":[{"preset":"og"},{"name":"story","preset":"instagram_post"}]}`,
		`{"operation":"render","html":"<h1 style=\"color:#1E3A8A\">Launch week is here, and everybody is invited to it</h1>","outputs":[{"preset":"og"},{"name":"story","preset":"instagram_post"}],"seed":7}`,
		card("render", "third"),
	} {
		ids[i] = o.waits(t, o.Live, generate, body)
	}
	given, err := json.Marshal(map[string]string{"approver": o.person(t, "live", "ada"), "requester": o.Live, "first": ids[0], "second": ids[1], "third": ids[2]})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "browser/review.mjs")
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "SERVICE="+o.URL, "CASE="+string(given), "CHROMIUM="+chromium)
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("reviewed")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReviewPagesRejectCrossSiteForms: forms from other sites, without a session, or for another's approval are rejected.
func TestReviewPagesRejectCrossSiteForms(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	o.policy(t, `{"action":"render"}`)
	id := o.waits(t, o.Live, generate, card("render", "form"))
	form := []string{"Content-Type", "application/x-www-form-urlencoded"}
	in := o.Do(t, "POST", "/review/-/sign-in", "", "token="+url.QueryEscape(o.person(t, "live", "ada"))+"&next=/review/"+id, form...)
	if in.Status != http.StatusSeeOther || in.Header.Get("Location") != "/review/"+id {
		t.Fatalf("signing in: %d %v", in.Status, in.Header)
	}
	cookie, _, _ := strings.Cut(in.Header.Get("Set-Cookie"), ";")
	for next, want := range map[string]string{"https://evil.example": "/review/", "//evil.example": "/review/", "/review//evil.example": "/review/", "/review/apr_1": "/review/apr_1"} {
		if a := o.Do(t, "POST", "/review/-/sign-in", "", "token="+o.Live+"&next="+url.QueryEscape(next), form...); a.Header.Get("Location") != want {
			t.Errorf("signing in for %s leads to %s", next, a.Header.Get("Location"))
		}
	}
	page := o.Do(t, "GET", "/review/"+id, "", "", "Cookie", cookie)
	_, rest, _ := strings.Cut(string(page.Body), `name="form" value="`)
	secret, _, _ := strings.Cut(rest, `"`)
	if page.Status != 200 || secret == "" || page.Header.Get("Cache-Control") != "no-store" || !strings.HasPrefix(page.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Fatalf("the page: %d %v", page.Status, page.Header)
	}
	decide := func(secret string, headers ...string) int {
		t.Helper()
		return o.Do(t, "POST", "/review/"+id, "", "verdict=approve&form="+secret, append(append([]string{}, form...), headers...)...).Status
	}
	for name, got := range map[string][2]int{
		"from another site":    {decide(secret, "Cookie", cookie, "Origin", "https://evil.example"), 403},
		"marked as cross-site": {decide(secret, "Cookie", cookie, "Sec-Fetch-Site", "cross-site"), 403},
		"without a session":    {decide(secret), 401},
		"without its secret":   {decide("", "Cookie", cookie), 403},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %d, want %d", name, got[0], got[1])
		}
	}
	for _, path := range []string{"/review/" + id + "?verdict=approve&form=" + secret, "/review/" + id + "/proof/0.png"} {
		if a := o.Do(t, "GET", path, "", "", "Cookie", cookie); a.Status != 200 {
			t.Errorf("GET %s: %d", path, a.Status)
		}
	}
	if v := o.approval(t, o.person(t, "live", "ada"), id); v.Status != "pending" {
		t.Fatalf("something decided: %+v", v)
	}
	if a := o.Do(t, "GET", "/review/"+id+"/proof/0.png", "", ""); a.Status != 401 {
		t.Errorf("a proof without a session: %d", a.Status)
	}
	in = o.Do(t, "POST", "/review/-/sign-in", "", "token="+o.Test, form...)
	other, _, _ := strings.Cut(in.Header.Get("Set-Cookie"), ";")
	if a := o.Do(t, "GET", "/review/"+id, "", "", "Cookie", other); a.Status != 404 {
		t.Errorf("from the other mode: %d", a.Status)
	}
	limited := o.Do(t, "POST", "/review/-/sign-in", "", "token="+o.Key(t, "live", "approvals:read", "approvals:decide", "brand:brand_00000000000000000000000001"), form...)
	other, _, _ = strings.Cut(limited.Header.Get("Set-Cookie"), ";")
	if a := o.Do(t, "GET", "/review/"+id, "", "", "Cookie", other); a.Status != 403 {
		t.Errorf("with a token limited to another brand: %d", a.Status)
	}
	if got := decide(secret, "Cookie", other); got != 403 {
		t.Errorf("deciding with a token limited to another brand: %d", got)
	}
	if log := o.Log(); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("refused requests are logged as failures of the service: %s", log)
	}
	if got := decide(secret, "Cookie", cookie, "Origin", o.URL); got != http.StatusSeeOther {
		t.Errorf("the right form: %d", got)
	}
	if v := o.approval(t, o.person(t, "live", "ada"), id); v.Status != "approved" {
		t.Errorf("after the right form: %+v", v)
	}
	if a := o.Do(t, "GET", "/api/v1/audit?subject="+id, o.Key(t, "live", "admin:read"), ""); a.Status != 200 || !strings.Contains(string(a.Body), "approvals.decide_on_page") {
		t.Errorf("the audit log: %d %s", a.Status, a.Body)
	}
}

// TestProofsOfEveryKind: for every kind of request the reviewer sees an image of limited size.
func TestProofsOfEveryKind(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	o.policy(t, `{"action":"render"}`)
	o.policy(t, `{"action":"sign"}`)
	in := o.Do(t, "POST", "/review/-/sign-in", "", "token="+url.QueryEscape(o.person(t, "live", "ada")), "Content-Type", "application/x-www-form-urlencoded")
	cookie, _, _ := strings.Cut(in.Header.Get("Set-Cookie"), ";")
	requests := map[string]string{
		generate: `{"operation":"render","html":"<h1>Proof</h1>","outputs":[{"name":"a","preset":"a4","format":"pdf"},{"name":"b","width":400,"height":200,"format":"svg"},
			{"name":"c","width":8000,"height":300,"format":"jpeg"},{"name":"d","width":100,"height":100,"scale":3,"format":"webp","max_bytes":90000},{"name":"e","width":16,"height":16,"format":"gif"}]}`,
		"/api/v1/generate/sign": `{"items":[{"html":"<p>one</p>"},{"html":"<p>two</p>","ref":"second","width":300,"height":300}]}`,
	}
	for path, body := range requests {
		id := o.waits(t, o.Live, path, body)
		n := 5
		if path != generate {
			n = 2
		}
		for i := range n {
			a := o.Do(t, "GET", fmt.Sprintf("/review/%s/proof/%d.png", id, i), "", "", "Cookie", cookie)
			config, err := png.DecodeConfig(bytes.NewReader(a.Body))
			if a.Status != 200 || err != nil || config.Width > 1601 || config.Height > 1601 || config.Width < 16 {
				t.Errorf("%s, proof %d: %d, %v, %+v", path, i, a.Status, err, config)
			}
		}
		if a := o.Do(t, "GET", fmt.Sprintf("/review/%s/proof/%d.png", id, n), "", "", "Cookie", cookie); a.Status != 422 {
			t.Errorf("%s, one too many: %d", path, a.Status)
		}
		if a := o.Do(t, "GET", "/review/"+id, "", "", "Cookie", cookie); strings.Count(string(a.Body), "<figure>") != n {
			t.Errorf("%s: %d images on the page, want %d", path, strings.Count(string(a.Body), "<figure>"), n)
		}
	}
}

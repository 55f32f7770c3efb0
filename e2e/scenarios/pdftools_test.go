package scenarios

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/pdfedit"
	"github.com/platenhq/platen/e2e/harness"
)

// pdfEdit is a response of work on PDFs.
type pdfEdit struct {
	Object      string
	RequestHash string `json:"request_hash"`
	Watermarked bool
	DecisionID  string `json:"decision_id"`
	Usage       struct {
		CreditsCharged int `json:"credits_charged"`
	}
	Outputs []struct {
		Name, URL, SHA256 string
		PDFID             string `json:"pdf_id"`
		Pages, Bytes      int
		From              int `json:"from_page"`
		To                int `json:"to_page"`
	}
}

// renderPDF renders a PDF with a page for each text and returns its id.
func renderPDF(t *testing.T, s *harness.Service, key string, pages ...string) string {
	t.Helper()
	html := "<style>@page{size:A5}p{break-after:page}p:last-child{break-after:auto}</style><p>" + strings.Join(pages, "</p><p>") + "</p>"
	body, _ := json.Marshal(map[string]any{"html": html, "outputs": []any{map[string]any{"format": "pdf", "preset": "a4"}}})
	a := s.Do(t, "POST", "/api/v1/facade/generate", key, string(body))
	var v struct {
		Outputs []struct {
			PDFID string `json:"pdf_id"`
		}
	}
	if a.Status != 200 {
		t.Fatalf("rendering: %d %s", a.Status, a.Body)
	}
	a.JSON(t, &v)
	return v.Outputs[0].PDFID
}

func editPDF(t *testing.T, s *harness.Service, key, op, body string, headers ...string) pdfEdit {
	t.Helper()
	a := s.Do(t, "POST", "/api/v1/pdf/"+op, key, body, headers...)
	if a.Status != 200 {
		t.Fatalf("%s %s: %d %s", op, body, a.Status, a.Body)
	}
	var e pdfEdit
	a.JSON(t, &e)
	return e
}

// infoOf downloads a stored PDF and reads its properties.
func infoOf(t *testing.T, s *harness.Service, url, password string) *pdfedit.Info {
	t.Helper()
	a := s.Do(t, "GET", url, "", "")
	if a.Status != 200 || a.Header.Get("Content-Type") != "application/pdf" {
		t.Fatalf("%s: %d %s", url, a.Status, a.Header)
	}
	i, err := pdfedit.Read(pdfedit.File{Name: url, Data: a.Body}, password)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// TestPDFEdits: every operation on stored files and on bytes gives stored PDFs with the right pages.
func TestPDFEdits(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	a, b := renderPDF(t, s, s.Live, "One", "Two"), renderPDF(t, s, s.Live, "Three")
	merged := editPDF(t, s, s.Live, "merge", fmt.Sprintf(`{"files":[{"pdf_id":%q},{"pdf_id":%q}],"target":{"name":"all"}}`, a, b))
	if o := merged.Outputs[0]; merged.Object != "pdf_edit" || merged.Watermarked || merged.Usage.CreditsCharged != 1 || o.Name != "all" || o.Pages != 3 || infoOf(t, s, o.URL, "").Pages != 3 {
		t.Errorf("merged: %+v", merged)
	}
	all := fmt.Sprintf(`{"pdf_id":%q}`, merged.Outputs[0].PDFID)
	if got := s.Do(t, "GET", "/api/v1/pdf/"+merged.Outputs[0].PDFID, s.Live, ""); got.Status != 200 || !strings.Contains(string(got.Body), `"pages":3`) {
		t.Errorf("its metadata: %d %s", got.Status, got.Body)
	}
	again := editPDF(t, s, s.Live, "merge", fmt.Sprintf(`{"files":[{"pdf_id":%q},{"pdf_id":%q}],"target":{"name":"all"}}`, a, b))
	if again.Outputs[0].SHA256 != merged.Outputs[0].SHA256 || again.RequestHash != merged.RequestHash {
		t.Errorf("the same request gives other bytes: %+v, %+v", again, merged)
	}
	parts := editPDF(t, s, s.Live, "split", `{"file":`+all+`,"pages":"1,2-"}`)
	if len(parts.Outputs) != 2 || parts.Outputs[1].From != 2 || parts.Outputs[1].To != 3 || parts.Outputs[1].Name != "part-2-3" || infoOf(t, s, parts.Outputs[1].URL, "").Pages != 2 {
		t.Errorf("split: %+v", parts)
	}
	if a := s.Do(t, "POST", "/platen.rendering.v1.PdfService/RotatePdf", s.Live, `{"file":`+all+`,"by":270}`); a.Status != 200 || !strings.Contains(string(a.Body), `"pages":3`) {
		t.Errorf("rotated over Connect: %d %s", a.Status, a.Body)
	}
	turned := infoOf(t, s, editPDF(t, s, s.Live, "rotate", `{"file":`+all+`,"pages":"1"}`).Outputs[0].URL, "")
	if len(turned.Sizes) != 2 || turned.Sizes[0].Width <= turned.Sizes[0].Height {
		t.Errorf("rotated: %+v", turned)
	}
	asset := s.Do(t, "POST", "/api/v1/assets", s.Live, `{"data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="}`)
	var logo struct{ ID string }
	asset.JSON(t, &logo)
	for _, stamp := range []string{`"text":"Draft","angle":45,"opacity":0.2`, `"text":"草稿"`, fmt.Sprintf(`"image":{"asset_id":%q},"position":"top_right","scale":0.1`, logo.ID), fmt.Sprintf(`"pdf":{"pdf_id":%q},"behind":true`, b)} {
		if e := editPDF(t, s, s.Live, "stamp", `{"file":`+all+`,`+stamp+`}`); infoOf(t, s, e.Outputs[0].URL, "").Pages != 3 || e.Outputs[0].SHA256 == merged.Outputs[0].SHA256 {
			t.Errorf("stamped with %s: %+v", stamp, e)
		}
	}
	locked := editPDF(t, s, s.Live, "encrypt", `{"file":`+all+`,"owner_password":"canary-owner","user_password":"canary-user","allow":["print"]}`)
	if i := infoOf(t, s, locked.Outputs[0].URL, "canary-user"); !i.Encrypted || i.Pages != 3 {
		t.Errorf("encrypted: %+v", i)
	}
	opened := s.Do(t, "POST", "/api/v1/pdf/decrypt", s.Live, fmt.Sprintf(`{"file":{"pdf_id":%q},"owner_password":"canary-owner"}`, locked.Outputs[0].PDFID), "Accept", "application/pdf")
	if opened.Status != 200 || opened.Header.Get("Content-Type") != "application/pdf" || opened.Header.Get("X-Credits-Charged") != "1" || !bytes.HasPrefix(opened.Body, []byte("%PDF-2.0")) {
		t.Errorf("decrypted: %d %s %.40s", opened.Status, opened.Header, opened.Body)
	}
	sent := editPDF(t, s, s.Test, "rotate", `{"file":{"data":"`+base64.StdEncoding.EncodeToString(opened.Body)+`"},"by":180}`)
	if i := infoOf(t, s, sent.Outputs[0].URL, ""); !sent.Watermarked || sent.Usage.CreditsCharged != 0 || i.Encrypted || i.Pages != 3 || i.Bytes == len(opened.Body) {
		t.Errorf("in test mode: %+v, %+v", sent, i)
	}
	if d := s.Do(t, "GET", "/api/v1/decisions/"+locked.DecisionID, s.Live, ""); d.Status != 200 || !strings.Contains(string(d.Body), "pdf.encrypt") || strings.Contains(string(d.Body), "canary") {
		t.Errorf("the decision: %d %s", d.Status, d.Body)
	}
	if d := s.Do(t, "GET", "/api/v1/audit", s.Live, ""); strings.Contains(string(d.Body), "canary") || strings.Contains(s.Log(), "canary") {
		t.Errorf("a password is in the audit or the log: %s", d.Body)
	}
}

// TestPDFEditsAreIdempotent: a retry with the key returns the first result, charged once.
func TestPDFEditsAreIdempotent(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	body := fmt.Sprintf(`{"file":{"pdf_id":%q}}`, renderPDF(t, s, s.Live, "One"))
	const key = "6f1f8f0a-43b1-4a5e-9a0b-3d0f0c6f1a11"
	first := s.Do(t, "POST", "/api/v1/pdf/rotate", s.Live, body, "Idempotency-Key", key)
	second := s.Do(t, "POST", "/api/v1/pdf/rotate", s.Live, body, "Idempotency-Key", key)
	if first.Status != 200 || !bytes.Equal(first.Body, second.Body) || second.Header.Get("Idempotent-Replayed") != "true" || second.Header.Get("X-Credits-Charged") != "0" {
		t.Errorf("%d %s\n%d %s %s", first.Status, first.Body, second.Status, second.Body, second.Header)
	}
	if c := s.Do(t, "POST", "/api/v1/pdf/rotate", s.Live, strings.Replace(body, "{", `{"by":180,`, 1), "Idempotency-Key", key); c.Status != 409 {
		t.Errorf("another body under the key: %d %s", c.Status, c.Body)
	}
}

// TestPDFEditErrors: bad input is a 4xx with path and rule, and costs nothing.
func TestPDFEditErrors(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": "1000/1000"})
	id := renderPDF(t, s, s.Live, "One", "Two")
	file := fmt.Sprintf(`"file":{"pdf_id":%q}`, id)
	locked := editPDF(t, s, s.Live, "encrypt", `{`+file+`,"owner_password":"o"}`).Outputs[0].PDFID
	secret := fmt.Sprintf(`"file":{"pdf_id":%q}`, locked)
	testPDF := renderPDF(t, s, s.Test, "One")
	available := func() (v struct{ Available, Held int }) {
		s.Do(t, "GET", "/api/v1/usage", s.Live, "").JSON(t, &v)
		return v
	}
	before := available()
	for _, c := range []struct {
		op, body             string
		status               int
		code, rule, path, in string
	}{
		{"rotate", `{}`, 400, "INVALID_REQUEST", "required", "/file", ""},
		{"rotate", `{` + file + `,"by":45}`, 400, "INVALID_REQUEST", "enum", "/by", "180"},
		{"rotate", `{"file":{}}`, 400, "INVALID_REQUEST", "one_of", "/file", "pdf_id"},
		{"rotate", `{` + file + `,"pages":"3"}`, 400, "VALIDATION_FAILED", "pdf_page_ranges", "/pages", "1 to 2"},
		{"rotate", `{` + file + `,"pages":"x"}`, 400, "VALIDATION_FAILED", "pdf_page_ranges", "/pages", "1-3,5,8-"},
		{"rotate", `{"file":{"data":"bm8="}}`, 400, "VALIDATION_FAILED", "pdf_malformed", "/file", "PDF"},
		{"rotate", `{"file":{"pdf_id":"pdf_00000000000000000000000000"}}`, 404, "PDF_NOT_FOUND", "pdf_not_found", "/file/pdf_id", ""},
		{"rotate", fmt.Sprintf(`{"file":{"pdf_id":%q}}`, testPDF), 404, "PDF_NOT_FOUND", "pdf_not_found", "/file/pdf_id", ""},
		{"rotate", `{` + secret + `}`, 400, "VALIDATION_FAILED", "pdf_encrypted", "/file", "/api/v1/pdf/decrypt"},
		{"rotate", `{` + file + `,"target":{"brand_id":"brand_00000000000000000000000000"}}`, 404, "BRAND_NOT_FOUND", "brand_not_found", "/target/brand_id", ""},
		{"merge", fmt.Sprintf(`{"files":[{"pdf_id":%q}]}`, id), 400, "INVALID_REQUEST", "min_items", "/files", ""},
		{"merge", fmt.Sprintf(`{"files":[{"pdf_id":%q},{"data":"bm8="}]}`, id), 400, "VALIDATION_FAILED", "pdf_malformed", "/files/1", ""},
		{"split", `{` + file + `,"every":2,"pages":"1"}`, 400, "VALIDATION_FAILED", "one_of", "/every", ""},
		{"split", `{` + file + `,"pages":"1` + strings.Repeat(",1", 100) + `"}`, 400, "VALIDATION_FAILED", "pdf_parts", "/pages", "100"},
		{"stamp", `{` + file + `}`, 400, "INVALID_REQUEST", "one_of", "", "text"},
		{"stamp", `{` + file + `,"text":"x","position":"up"}`, 400, "INVALID_REQUEST", "enum", "/position", "top_left"},
		{"stamp", `{` + file + `,"text":"%t"}`, 400, "VALIDATION_FAILED", "pdf_stamp_text", "/text", "percent"},
		{"stamp", `{` + file + `,"text":"\u0001"}`, 400, "VALIDATION_FAILED", "pdf_stamp_text", "/text", ""},
		{"stamp", `{` + file + `,"image":{"data":"bm8="}}`, 400, "VALIDATION_FAILED", "pdf_stamp_image", "/image", "image/png"},
		{"stamp", `{` + file + `,"image":{"asset_id":"asset_00000000000000000000000000"}}`, 404, "ASSET_NOT_FOUND", "asset_not_found", "/image/asset_id", ""},
		{"stamp", `{` + file + `,"pdf":{"data":"bm8="}}`, 400, "VALIDATION_FAILED", "pdf_malformed", "/pdf", ""},
		{"encrypt", `{` + file + `}`, 400, "INVALID_REQUEST", "required", "/owner_password", ""},
		{"encrypt", `{` + file + `,"owner_password":"o","user_password":"o"}`, 400, "VALIDATION_FAILED", "pdf_passwords_equal", "/user_password", ""},
		{"decrypt", `{` + secret + `,"owner_password":"x"}`, 400, "VALIDATION_FAILED", "pdf_password", "/owner_password", ""},
		{"decrypt", `{` + file + `,"owner_password":"o"}`, 400, "VALIDATION_FAILED", "pdf_not_encrypted", "/file", ""},
	} {
		a := s.Do(t, "POST", "/api/v1/pdf/"+c.op, s.Live, c.body)
		var e struct {
			Error struct {
				Code    string
				Details []struct {
					Path, Message string
					Context       struct{ Rule string }
				}
			}
		}
		a.JSON(t, &e)
		if a.Status != c.status || e.Error.Code != c.code || len(e.Error.Details) == 0 || e.Error.Details[0].Path != c.path || e.Error.Details[0].Context.Rule != c.rule || !strings.Contains(string(a.Body), c.in) {
			t.Errorf("%s %s: %d %s\nwant %d %s %s at %q with %q", c.op, c.body, a.Status, a.Body, c.status, c.code, c.rule, c.path, c.in)
		}
	}
	if after := available(); after != before {
		t.Errorf("rejected requests changed the credits: %+v, %+v", before, after)
	}
	if a := s.Do(t, "POST", "/api/v1/pdf/rotate", s.Live, `{`+file+`}`, "Accept", "image/png"); a.Status != 400 || !strings.Contains(string(a.Body), `"accept"`) {
		t.Errorf("Accept: image/png: %d %s", a.Status, a.Body)
	}
}

// TestPDFEditsAreBounded: a file whose nodes each have the next twice keeps the library busy; it is rejected in time, and
// the service goes on.
func TestPDFEditsAreBounded(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_PDF_TIMEOUT": "2s"})
	loop := base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Names<</Dests 4 0 R>>>>\nendobj\n" +
		"2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>\nendobj\n" +
		"4 0 obj\n<</Kids[4 0 R 4 0 R]/Limits[(a)(b)]>>\nendobj\ntrailer\n<</Size 5/Root 1 0 R>>\nstartxref\n0\n%%EOF\n"))
	if a := s.Do(t, "POST", "/api/v1/pdf/rotate", s.Live, `{"file":{"data":"`+loop+`"}}`); a.Status != 400 || !strings.Contains(string(a.Body), `"pdf_too_complex"`) || !strings.Contains(string(a.Body), "2s") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	body := fmt.Sprintf(`{"file":{"pdf_id":%q}}`, renderPDF(t, s, s.Live, "One"))
	if a := s.Do(t, "POST", "/api/v1/pdf/rotate", s.Live, body); a.Status != 200 {
		t.Errorf("the next file: %d %s", a.Status, a.Body)
	}
}

// TestPDFEditsAreGoverned: an approval policy for renders covers stamps, and the content policy their text.
func TestPDFEditsAreGoverned(t *testing.T) {
	t.Parallel()
	s := newOffice(t, nil)
	body := fmt.Sprintf(`{"file":{"pdf_id":%q},"text":"Draft"}`, renderPDF(t, s.Service, s.Live, "One"))
	if d := refused(t, s.Do(t, "POST", "/api/v1/pdf/stamp", s.Live, strings.Replace(body, "Draft", "buy cocaine", 1))).Error.Details[0]; d.Path != "/text" {
		t.Errorf("the content policy names %q", d.Path)
	}
	s.policy(t, `{"action":"render","when":{"format":"pdf"},"required_approvals":1,"approvers":["scope:approvals:decide"]}`)
	first, second := s.Do(t, "POST", "/api/v1/pdf/stamp", s.Live, body), s.Do(t, "POST", "/api/v1/pdf/stamp", s.Live, body)
	var x, y struct {
		Error struct {
			Code     string
			Approval struct {
				ID        string `json:"approval_id"`
				ReviewURL string `json:"review_url"`
			}
		}
	}
	first.JSON(t, &x)
	second.JSON(t, &y)
	if first.Status != 409 || x.Error.Code != "APPROVAL_REQUIRED" || x.Error.Approval.ID == "" || x.Error.Approval.ID != y.Error.Approval.ID {
		t.Fatalf("%d %s\n%d %s", first.Status, first.Body, second.Status, second.Body)
	}
	approver := s.person(t, "live", "ada")
	if a := s.Do(t, "GET", "/api/v1/approvals/"+x.Error.Approval.ID, approver, ""); a.Status != 200 || !strings.Contains(string(a.Body), "pdf.stamp") {
		t.Errorf("the approval: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "GET", x.Error.Approval.ReviewURL, approver, ""); a.Status >= 500 {
		t.Errorf("the review page: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "POST", "/api/v1/approvals/"+x.Error.Approval.ID+"/approve", approver, "{}"); a.Status != 200 {
		t.Fatalf("approving: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "POST", "/api/v1/pdf/stamp", s.Live, body); a.Status != 200 {
		t.Errorf("after the approval: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, "POST", "/api/v1/pdf/stamp", s.Live, body); a.Status != 409 {
		t.Errorf("the approval is used twice: %d %s", a.Status, a.Body)
	}
}

// TestPDFEditsAreLimitedByRights: a stored PDF takes images:read, and one of another brand is out of reach.
func TestPDFEditsAreLimitedByRights(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	id := renderPDF(t, s, s.Live, "One")
	body := fmt.Sprintf(`{"file":{"pdf_id":%q}}`, id)
	const key = "0f8fad5b-d9cb-469f-a165-70867728950e"
	editPDF(t, s, s.Live, "rotate", body, "Idempotency-Key", key)
	for name, headers := range map[string][]string{"first": nil, "replayed": {"Idempotency-Key", key}} {
		if a := s.Do(t, "POST", "/api/v1/pdf/rotate", s.Key(t, "live", "render:write"), body, headers...); a.Status != 403 || !strings.Contains(string(a.Body), "images:read") {
			t.Errorf("%s without images:read: %d %s", name, a.Status, a.Body)
		}
	}
	var brand struct{ ID string }
	s.Do(t, "POST", "/api/v1/brands", s.Live, `{"name":"Acme","slug":"acme"}`).JSON(t, &brand)
	limited := s.Key(t, "live", "render:write", "images:read", "brand:"+brand.ID)
	if a := s.Do(t, "POST", "/api/v1/pdf/rotate", limited, body); a.Status != 403 || !strings.Contains(string(a.Body), `"brand"`) {
		t.Errorf("another brand's file: %d %s", a.Status, a.Body)
	}
	own := editPDF(t, s, s.Live, "rotate", strings.Replace(body, "{", fmt.Sprintf(`{"target":{"brand_id":%q},`, brand.ID), 1)).Outputs[0].PDFID
	next := editPDF(t, s, limited, "rotate", fmt.Sprintf(`{"file":{"pdf_id":%q}}`, own))
	if a := s.Do(t, "GET", "/api/v1/pdf/"+next.Outputs[0].PDFID, limited, ""); a.Status != 200 {
		t.Errorf("the brand's own: %d %s", a.Status, a.Body)
	}
}

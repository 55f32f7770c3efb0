package scenarios

import (
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/platenhq/platen/e2e/harness"
)

// office is a service with an identity provider, which issues JWTs of either mode to people.
type office struct {
	*harness.Service
	key *rsa.PrivateKey
	// moved is how far database time has been advanced.
	moved time.Duration
}

func newOffice(t *testing.T, settings map[string]string) *office {
	t.Helper()
	all := map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_AUTH_FAILURES": "100000", "PLATEN_RATE_PREVIEW": "1000/2000", "PLATEN_RATE_MANAGE": "1000/2000"}
	for k, v := range settings {
		all[k] = v
	}
	o := &office{Service: harness.Start(t, all), key: harness.RSAKey(t, 2048)}
	p := newProvider(t)
	p.publish(harness.JWK("k1", o.key))
	// Keys of before have the default scopes; those of the office make policies, too.
	o.Live, o.Test = o.Key(t, "live", everyScope...), o.Key(t, "test", everyScope...)
	for mode, issuer := range issuers {
		a := o.Do(t, "POST", "/api/v1/jwt-issuers", o.Key(t, mode, everyScope...), fmt.Sprintf(`{"issuer":%q,"jwks_url":%q}`, issuer, p.URL+"/jwks.json"))
		if a.Status != 201 {
			t.Fatalf("the issuer: %d %s", a.Status, a.Body)
		}
	}
	return o
}

var issuers = map[string]string{"live": "https://id.example.com/", "test": "https://id.example.com/test"}

// person returns the token of a person with every right over approvals and drafts.
func (o *office) person(t *testing.T, mode, name string) string {
	t.Helper()
	now := time.Now().Add(o.moved).Unix()
	return harness.Token(t, o.key, map[string]any{"alg": "RS256", "kid": "k1"}, map[string]any{"iss": issuers[mode], "aud": "platen", "sub": name, "iat": now, "exp": now + 3600,
		"scope": "approvals:write approvals:decide render:write drafts:write decisions:read sign:write images:read"})
}

// advance moves database time.
func (o *office) advance(t *testing.T, d time.Duration) {
	t.Helper()
	o.Advance(t, d)
	o.moved += d
}

// policy creates a policy that requires approval of an action.
func (o *office) policy(t *testing.T, body string) string {
	t.Helper()
	a := o.Do(t, "POST", "/api/v1/approval-policies", o.Live, body)
	var p struct{ ID string }
	a.JSON(t, &p)
	if a.Status != 201 || !strings.HasPrefix(p.ID, "pol_") {
		t.Fatalf("the policy: %d %s", a.Status, a.Body)
	}
	return p.ID
}

const generate = "/api/v1/facade/generate"

func card(operation, text string, more ...string) string {
	return fmt.Sprintf(`{"operation":%q,"html":"<h1>%s</h1>","outputs":[{"width":64,"height":32,"format":"png"}]%s}`, operation, text, strings.Join(more, ""))
}

// waits asks and returns the approval that the response names.
func (o *office) waits(t *testing.T, token, path, body string, headers ...string) string {
	t.Helper()
	a := o.Do(t, "POST", path, token, body, headers...)
	var e struct {
		Error struct {
			Code     string
			Approval struct {
				ApprovalID        string `json:"approval_id"`
				Action, Status    string
				ReviewURL         string   `json:"review_url"`
				RequiredApprovers []string `json:"required_approvers"`
				RequiredApprovals int      `json:"required_approvals"`
				ApprovalsReceived int      `json:"approvals_received"`
				ExpiresAt         string   `json:"expires_at"`
			}
		}
	}
	a.JSON(t, &e)
	p := e.Error.Approval
	if a.Status != 409 || e.Error.Code != "APPROVAL_REQUIRED" || p.Status != "pending" || p.ReviewURL != o.URL+"/review/"+p.ApprovalID ||
		len(p.RequiredApprovers) == 0 || p.RequiredApprovals == 0 || p.ExpiresAt == "" {
		t.Fatalf("%d %s; want an approval", a.Status, a.Body)
	}
	return p.ApprovalID
}

func (o *office) decide(t *testing.T, token, id, verdict string) *harness.Response {
	t.Helper()
	return o.Do(t, "POST", "/api/v1/approvals/"+id+"/"+verdict, token, `{"comment":"seen"}`)
}

func (o *office) must(t *testing.T, a *harness.Response, status int) *harness.Response {
	t.Helper()
	if a.Status != status {
		t.Fatalf("%d %s; want %d", a.Status, a.Body, status)
	}
	return a
}

func (o *office) approval(t *testing.T, token, id string) (v struct {
	Status, UsedBy, ExecutionError string
	RequestedBy                    string `json:"requested_by"`
	Used                           string `json:"used_by"`
	Failed                         string `json:"execution_error"`
	Reviews                        []struct{ Reviewer, Verdict, Comment string }
	Request                        json.RawMessage
}) {
	t.Helper()
	o.must(t, o.Do(t, "GET", "/api/v1/approvals/"+id, token, ""), 200).JSON(t, &v)
	return v
}

func code(t *testing.T, a *harness.Response) string {
	t.Helper()
	c, rule := a.Code(t)
	return fmt.Sprint(a.Status, " ", c, " ", rule)
}

// TestApprovedRequestRunsOnce follows a request from the policy to its image.
func TestApprovedRequestRunsOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	ada, grace := o.person(t, "live", "ada"), o.person(t, "live", "grace")
	if a := o.Do(t, "POST", generate, o.Live, card("preview", "free")); a.Status != 200 {
		t.Fatalf("without a policy: %d %s", a.Status, a.Body)
	}
	policy := o.policy(t, `{"action":"render","when":{"livemode":true},"required_approvals":2}`)
	if a := o.Do(t, "POST", generate, o.Test, card("preview", "test")); a.Status != 200 {
		t.Errorf("the policy is for live requests, and test returns %d %s", a.Status, a.Body)
	}
	key := uuid.NewString()
	id := o.waits(t, o.Live, generate, card("preview", "one"), "Idempotency-Key", key)
	if again := o.waits(t, o.Live, generate, card("preview", "one"), "Idempotency-Key", key); again != id {
		t.Errorf("a retry waits for %s, the request for %s", again, id)
	}
	if again := o.waits(t, o.Live, generate, `{ "outputs":[{"format":"png","height":32,"width":64}],"html":"<h1>one</h1>", "operation":"preview"}`); again != id {
		t.Error("the same request in another order waits for another approval")
	}
	for _, other := range []string{card("preview", "two"), card("render", "one"), card("preview", "one", `,"metadata":{"a":"b"}`)} {
		if o.waits(t, o.Live, generate, other) == id {
			t.Errorf("%s waits for the same approval", other)
		}
	}
	if got := code(t, o.decide(t, o.Live, id, "approve")); got != "400 SELF_ACTION_NOT_ALLOWED own_request" {
		t.Errorf("the requester's key approves: %s", got)
	}
	if got := code(t, o.decide(t, o.Key(t, "live", "approvals:decide"), id, "approve")); got != "403 FORBIDDEN person" {
		t.Errorf("another key approves: %s", got)
	}
	if got := code(t, o.decide(t, o.person(t, "test", "ada"), id, "approve")); got != "404 APPROVAL_NOT_FOUND approval_not_found" {
		t.Errorf("from the other mode: %s", got)
	}
	o.must(t, o.decide(t, ada, id, "approve"), 200)
	if got := code(t, o.decide(t, ada, id, "approve")); got != "409 CONFLICT review_given" {
		t.Errorf("the same person twice: %s", got)
	}
	if v := o.approval(t, ada, id); v.Status != "pending" || len(v.Reviews) != 1 || v.Reviews[0].Reviewer != "user:ada" || !strings.Contains(string(v.Request), "<h1>one</h1>") {
		t.Errorf("after one of two: %+v", v)
	}
	o.waits(t, o.Live, generate, card("preview", "one"))
	o.must(t, o.decide(t, grace, id, "approve"), 200)
	if got := code(t, o.decide(t, o.person(t, "live", "joan"), id, "reject")); got != "409 CONFLICT approval_decided" {
		t.Errorf("after the decision: %s", got)
	}
	a := o.must(t, o.Do(t, "POST", generate, o.Live, card("preview", "one"), "Idempotency-Key", key), 200)
	var r struct{ ID string }
	a.JSON(t, &r)
	if v := o.approval(t, ada, id); v.Status != "used" || v.Used != r.ID {
		t.Errorf("after the render: %+v, want used by %s", v, r.ID)
	}
	if a := o.Do(t, "POST", generate, o.Live, card("preview", "one"), "Idempotency-Key", key); a.Status != 200 || a.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the same key again: %d %s", a.Status, a.Body)
	}
	if again := o.waits(t, o.Live, generate, card("preview", "one")); again == id {
		t.Error("an approval is good twice")
	}
	o.must(t, o.Do(t, "DELETE", "/api/v1/approval-policies/"+policy, o.Live, ""), 200)
	o.must(t, o.Do(t, "POST", generate, o.Live, card("preview", "one")), 200)
}

// TestRejectedAndExpiredRequestsStaySo checks that they stay so until the requester asks again.
func TestRejectedAndExpiredRequestsStaySo(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	ada := o.person(t, "live", "ada")
	o.policy(t, `{"action":"render"}`)
	rejected, late, unused := card("render", "no"), card("render", "late"), card("render", "unused")
	id := o.waits(t, o.Live, generate, rejected)
	o.must(t, o.decide(t, ada, id, "reject"), 200)
	if got := code(t, o.Do(t, "POST", generate, o.Live, rejected)); got != "409 CONFLICT approval_rejected" {
		t.Errorf("rejected: %s", got)
	}
	lateID, unusedID := o.waits(t, o.Live, generate, late), o.waits(t, o.Live, generate, unused)
	o.advance(t, 7*24*time.Hour-time.Minute)
	ada = o.person(t, "live", "ada")
	if again := o.waits(t, o.Live, generate, late); again != lateID {
		t.Error("expired before seven days")
	}
	o.must(t, o.decide(t, ada, unusedID, "approve"), 200)
	o.advance(t, 2*time.Minute)
	if got := code(t, o.Do(t, "POST", generate, o.Live, late)); got != "409 CONFLICT approval_expired" {
		t.Errorf("after seven days: %s", got)
	}
	if got := code(t, o.decide(t, ada, lateID, "approve")); got != "409 CONFLICT approval_expired" {
		t.Errorf("deciding too late: %s", got)
	}
	o.must(t, o.Do(t, "POST", generate, o.Live, unused), 202)
	a := o.must(t, o.Do(t, "POST", "/api/v1/approvals/"+lateID+"/reopen", o.Live, ""), 201)
	var again struct{ ID, Status string }
	a.JSON(t, &again)
	if again.ID == lateID || again.Status != "pending" || o.waits(t, o.Live, generate, late) != again.ID {
		t.Errorf("reopened as %+v", again)
	}
	if got := code(t, o.Do(t, "POST", "/api/v1/approvals/"+lateID+"/reopen", o.Live, "")); got != "409 CONFLICT approval_open" {
		t.Errorf("reopened twice: %s", got)
	}
	var list struct{ Data []struct{ ID, Status string } }
	o.must(t, o.Do(t, "GET", "/api/v1/approvals?status=expired", ada, ""), 200).JSON(t, &list)
	if len(list.Data) != 1 || list.Data[0].ID != lateID || list.Data[0].Status != "expired" {
		t.Errorf("the expired ones: %+v", list)
	}
}

// TestManyRetriesOfAnApprovedRequestRunOnce sends 50 concurrent retries to two processes, for previews and jobs.
func TestManyRetriesOfAnApprovedRequestRunOnce(t *testing.T) {
	t.Parallel()
	database := harness.Database(t)
	dir := t.TempDir()
	o := newOffice(t, map[string]string{"PLATEN_DATABASE_URL": database, "PLATEN_DATA_DIR": dir, "PLATEN_RATE_RENDER": "1000/2000"})
	second := harness.Start(t, map[string]string{"PLATEN_DATABASE_URL": database, "PLATEN_DATA_DIR": dir, "PLATEN_RATE_RENDER": "1000/2000", "PLATEN_RATE_PREVIEW": "1000/2000"})
	o.policy(t, `{"action":"render"}`)
	for operation, good := range map[string]int{"preview": 200, "render": 202} {
		body := card(operation, "race")
		id := o.waits(t, o.Live, generate, body)
		o.must(t, o.decide(t, o.person(t, "live", "ada"), id, "approve"), 200)
		var mu sync.Mutex
		ran, others := 0, map[string]int{}
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				url := o.URL
				if i%2 == 1 {
					url = second.URL
				}
				a := o.Do(t, "POST", url+generate, o.Live, body)
				mu.Lock()
				defer mu.Unlock()
				if a.Status == good {
					ran++
				} else if c, _ := a.Code(t); a.Status != 409 {
					others[c]++
				}
			})
		}
		wg.Wait()
		if ran != 1 || len(others) > 0 {
			t.Errorf("%s: %d of 50 ran, and others responded %v", operation, ran, others)
		}
	}
}

// TestRejectAgainstApprove: of two concurrent decisions exactly one takes effect.
func TestRejectAgainstApprove(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	o.policy(t, `{"action":"render"}`)
	ada, grace := o.person(t, "live", "ada"), o.person(t, "live", "grace")
	for i := range 8 {
		body := card("render", fmt.Sprint("race ", i))
		id := o.waits(t, o.Live, generate, body)
		responses := make([]*harness.Response, 2)
		var wg sync.WaitGroup
		wg.Go(func() { responses[0] = o.decide(t, ada, id, "approve") })
		wg.Go(func() { responses[1] = o.decide(t, grace, id, "reject") })
		wg.Wait()
		status := o.approval(t, ada, id).Status
		want := map[string][2]int{"approved": {200, 409}, "rejected": {409, 200}}[status]
		if got := [2]int{responses[0].Status, responses[1].Status}; got != want {
			t.Errorf("%s, and the responses were %v", status, got)
		}
	}
}

// TestOnApprovalExecute: the service runs the request itself, in the transaction of the decision.
func TestOnApprovalExecute(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	r := newReceiver(t, nil)
	o.must(t, o.Do(t, "POST", "/api/v1/facade/webhooks", o.Live, fmt.Sprintf(`{"url":%q,"events":["approval.requested","approval.decided"]}`, r.URL)), 201)
	o.policy(t, `{"action":"render"}`)
	ada := o.person(t, "live", "ada")
	id := o.waits(t, o.Live, generate, card("preview", "later"))
	if again := o.waits(t, o.Live, generate, card("preview", "later", `,"on_approval":"execute"`)); again != id {
		t.Error("on_approval is part of what is approved")
	}
	o.must(t, o.decide(t, ada, id, "approve"), 200)
	v := o.approval(t, ada, id)
	if v.Status != "used" || !strings.HasPrefix(v.Used, "job_") {
		t.Fatalf("after the decision: %+v", v)
	}
	a := o.must(t, o.Do(t, "GET", jobs+"/"+v.Used+"?wait=20", o.Live, ""), 200)
	var job struct {
		Status  string
		Outputs []struct{ URL string }
	}
	a.JSON(t, &job)
	if job.Status != "completed" || len(job.Outputs) != 1 {
		t.Errorf("the job: %s", a.Body)
	}
	var decoded []string
	{
		for _, m := range r.wait(t, 2) {
			var p struct {
				Event string
				Data  struct {
					Approval struct {
						ID, Status string
						UsedBy     string          `json:"used_by"`
						Request    json.RawMessage `json:"request"`
					}
				}
			}
			if err := json.Unmarshal(m.body, &p); err != nil {
				t.Fatal(err)
			}
			if p.Data.Approval.ID != id || p.Data.Approval.Request != nil {
				t.Errorf("received %s", m.body)
			}
			decoded = append(decoded, p.Event+" "+p.Data.Approval.Status+" "+p.Data.Approval.UsedBy)
		}
	}
	if want := []string{"approval.requested pending ", "approval.decided used " + v.Used}; decoded[0]+decoded[1] != want[0]+want[1] && decoded[1]+decoded[0] != want[0]+want[1] {
		t.Errorf("received %q, want %q", decoded, want)
	}
}

// TestSigningRequiresApproval: the batch is one request, and its URLs are minted once.
func TestSigningRequiresApproval(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	o.policy(t, `{"action":"sign","approvers":["user:grace"]}`)
	body := `{"items":[{"html":"<p>a</p>"},{"html":"<p>b</p>","width":100,"height":50}]}`
	id := o.waits(t, o.Live, "/api/v1/generate/sign", body)
	if got := code(t, o.decide(t, o.person(t, "live", "ada"), id, "approve")); got != "403 FORBIDDEN approver" {
		t.Errorf("someone else: %s", got)
	}
	o.must(t, o.decide(t, o.person(t, "live", "grace"), id, "approve"), 200)
	a := o.must(t, o.Do(t, http.MethodPost, "/api/v1/generate/sign", o.Live, body), 200)
	var urls struct{ Data []struct{ URL string } }
	a.JSON(t, &urls)
	if len(urls.Data) != 2 {
		t.Fatalf("minted %s", a.Body)
	}
	if a := o.Do(t, "GET", urls.Data[0].URL, "", ""); a.Status != 302 {
		t.Errorf("the first fetch returns %d", a.Status)
	}
	o.waits(t, o.Live, "/api/v1/generate/sign", body)
}

// TestDraftLifecycle walks a draft from its creation to the image.
func TestDraftLifecycle(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	ada, grace := o.person(t, "live", "ada"), o.person(t, "live", "grace")
	type draft struct {
		ID, Status, Author string
		Revision           int
		Comments           []struct{ Author, Text, Status string }
		Render             struct {
			ID      string
			Outputs []struct{ URL string }
		}
		PublishedAt *string `json:"published_at"`
	}
	read := func(a *harness.Response) (d draft) { a.JSON(t, &d); return d }
	d := read(o.must(t, o.Do(t, "POST", "/api/v1/drafts", ada, `{"title":"Launch","request":`+card("render", "draft")+`}`), 201))
	if d.Status != "draft" || d.Author != "user:ada" || d.Revision != 1 {
		t.Fatalf("begun as %+v", d)
	}
	at := "/api/v1/drafts/" + d.ID
	step := func(who, what, body string) *harness.Response {
		t.Helper()
		return o.Do(t, "POST", at+"/"+what, who, body)
	}
	for _, what := range []string{"approve", "request-changes", "publish"} {
		if got := code(t, step(grace, what, "")); got != "409 CONFLICT draft_state" {
			t.Errorf("%s a draft: %s", what, got)
		}
	}
	if got := code(t, step(o.Test, "submit", "")); got != "404 DRAFT_NOT_FOUND draft_not_found" {
		t.Errorf("from the other mode: %s", got)
	}
	o.must(t, step(ada, "submit", ""), 200)
	if got := code(t, step(ada, "approve", "")); got != "400 SELF_ACTION_NOT_ALLOWED own_draft" {
		t.Errorf("its own author approves: %s", got)
	}
	if got := code(t, o.Do(t, "PATCH", at, ada, `{"title":"x"}`)); got != "409 CONFLICT draft_state" {
		t.Errorf("changing what is in review: %s", got)
	}
	o.must(t, step(grace, "request-changes", `{"comment":"bigger"}`), 200)
	bad := strings.Replace(card("render", "draft"), `{"operation"`, `{"engine_version":"native-0","operation"`, 1)
	d = read(o.must(t, o.Do(t, "PATCH", at, ada, `{"request":`+bad+`}`), 200))
	if d.Status != "draft" || d.Revision != 2 {
		t.Errorf("changed into %+v", d)
	}
	a := step(ada, "submit", "")
	if got := code(t, a); got != "400 VALIDATION_FAILED engine_version_unavailable" || !strings.Contains(string(a.Body), `"/request/engine_version"`) {
		t.Errorf("submitting what cannot be rendered: %s %s", got, a.Body)
	}
	o.must(t, o.Do(t, "PATCH", at, ada, `{"request":`+card("render", "draft", `,"metadata":{"k":"v"}`)+`}`), 200)
	o.must(t, step(ada, "submit", ""), 200)
	o.must(t, step(grace, "comments", `{"comment":"nice"}`), 201)
	o.must(t, step(grace, "approve", ""), 200)
	key := uuid.NewString()
	d = read(o.must(t, o.Do(t, "POST", at+"/publish", ada, "", "Idempotency-Key", key), 200))
	if d.Status != "published" || len(d.Render.Outputs) != 1 || d.PublishedAt == nil {
		t.Fatalf("published as %+v", d)
	}
	if a := o.Do(t, "GET", d.Render.Outputs[0].URL, "", ""); a.Status != 200 || a.Header.Get("Content-Type") != "image/png" {
		t.Errorf("its image: %d", a.Status)
	}
	if a := o.Do(t, "POST", at+"/publish", ada, "", "Idempotency-Key", key); a.Status != 200 || a.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("publishing with the same key: %d", a.Status)
	}
	if got := code(t, step(ada, "publish", "")); got != "409 CONFLICT draft_state" {
		t.Errorf("publishing twice: %s", got)
	}
	var said []string
	for _, c := range d.Comments {
		said = append(said, c.Author+" "+c.Status+" "+c.Text)
	}
	want := []string{"user:ada in_review ", "user:grace changes_requested bigger", "user:ada draft ", "user:ada in_review ", "user:grace  nice", "user:grace approved ", "user:ada published "}
	if fmt.Sprint(said) != fmt.Sprint(want) {
		t.Errorf("said %q, want %q", said, want)
	}
	o.must(t, step(ada, "archive", ""), 200)
	var list struct{ Data []draft }
	o.must(t, o.Do(t, "GET", "/api/v1/drafts", ada, ""), 200).JSON(t, &list)
	if len(list.Data) != 0 {
		t.Errorf("archived drafts are listed: %+v", list)
	}
	if a := o.Do(t, "GET", "/api/v1/facade/drafts", ada, ""); a.Status != 404 || a.Header.Get("Link") == "" {
		t.Errorf("the retired route returns %d", a.Status)
	}
}

// TestDecisionsAreAChain checks that the hash chain is listed and exported, and that tampering is detected.
func TestDecisionsAreAChain(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	o.policy(t, `{"action":"render","when":{"livemode":true}}`)
	id := o.waits(t, o.Live, generate, card("preview", "chain"))
	o.must(t, o.decide(t, o.person(t, "live", "ada"), id, "approve"), 200)
	o.must(t, o.Do(t, "POST", generate, o.Live, card("preview", "chain")), 200)
	o.must(t, o.Do(t, "POST", generate, o.Test, card("preview", "chain")), 200)
	var list struct {
		Data []struct {
			ID, Action, Actor, Subject, Outcome, Hash string
			Number                                    int
			Previous                                  string `json:"previous_hash"`
			Facts                                     map[string]any
		}
		Page struct {
			Next string `json:"next_cursor"`
		}
	}
	o.must(t, o.Do(t, "GET", "/api/v1/decisions?limit=2", o.Live, ""), 200).JSON(t, &list)
	if len(list.Data) != 2 || list.Data[0].Action != "render.preview" || list.Data[1].Action != "approval.approve" || list.Data[1].Subject != id ||
		list.Data[1].Actor != "user:ada" || list.Data[1].Outcome != "approved" || list.Data[0].Previous != list.Data[1].Hash || list.Page.Next == "" {
		t.Errorf("the list: %+v", list)
	}
	first := list.Data[0]
	o.must(t, o.Do(t, "GET", "/api/v1/decisions?action=approval.request&subject="+id, o.Live, ""), 200).JSON(t, &list)
	if len(list.Data) != 1 || list.Data[0].Outcome != "pending" {
		t.Errorf("filtered: %+v", list)
	}
	if a := o.Do(t, "GET", "/api/v1/decisions/"+first.ID, o.Live, ""); a.Status != 200 || !strings.Contains(string(a.Body), first.Hash) {
		t.Errorf("one: %d %s", a.Status, a.Body)
	}
	if got := code(t, o.Do(t, "GET", "/api/v1/decisions/"+first.ID, o.Test, "")); got != "404 DECISION_NOT_FOUND decision_not_found" {
		t.Errorf("from the other mode: %s", got)
	}
	if got := code(t, o.Do(t, "GET", "/api/v1/decisions", o.Key(t, "live", "render:read"), "")); got != "403 FORBIDDEN scope" {
		t.Errorf("without the scope: %s", got)
	}
	a := o.must(t, o.Do(t, "GET", "/api/v1/decisions/export?limit=3", o.Live, ""), 200)
	if a.Header.Get("Content-Type") != "application/x-ndjson" || a.Header.Get("X-Has-More") != "true" || strings.Count(string(a.Body), "\n") != 3 {
		t.Errorf("the export: %v %s", a.Header, a.Body)
	}
	rest := o.must(t, o.Do(t, "GET", "/api/v1/decisions/export?after="+a.Header.Get("X-Last-Number"), o.Live, ""), 200)
	var v struct {
		Intact  bool
		Entries int
		Hash    string
		Problem string
	}
	o.must(t, o.Do(t, "GET", "/api/v1/decisions/verification", o.Live, ""), 200).JSON(t, &v)
	if lines := strings.Count(string(a.Body)+string(rest.Body), "\n"); !v.Intact || v.Entries != lines || !strings.Contains(string(rest.Body), v.Hash) {
		t.Errorf("verified %+v, and exported %d lines", v, lines)
	}
	o.Exec(t, "ALTER TABLE approvals.decision DISABLE TRIGGER decision_append_only")
	o.Exec(t, "UPDATE approvals.decision SET outcome = 'rejected' WHERE subject = $1 AND action = 'approval.approve'", id)
	o.must(t, o.Do(t, "GET", "/api/v1/decisions/verification", o.Live, ""), 200).JSON(t, &v)
	if v.Intact || v.Problem == "" {
		t.Errorf("after a change: %+v", v)
	}
}

// TestPublishingRequiresApproval: templates, also those that are created published, and brand kits.
func TestPublishingRequiresApproval(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	ada := o.person(t, "live", "ada")
	var tpl, brand, kit struct{ ID string }
	o.must(t, o.Do(t, "POST", "/api/v1/templates", o.Live, `{"name":"Launch","html":"<h1>{{ title }}</h1>","variables":{"title":{"type":"string","example":"x"}},"publish":false}`), 201).JSON(t, &tpl)
	o.must(t, o.Do(t, "POST", "/api/v1/brands", o.Live, `{"name":"Acme","slug":"acme"}`), 201).JSON(t, &brand)
	o.must(t, o.Do(t, "POST", "/api/v1/brand-kits", o.Live, fmt.Sprintf(`{"brand_id":%q,"name":"Acme 2026","colors":{"palette":{"ink":"#0F172A"},"roles":{"primary":"ink"}}}`, brand.ID)), 201).JSON(t, &kit)
	o.policy(t, `{"action":"template.publish"}`)
	o.policy(t, fmt.Sprintf(`{"action":"brand_kit.publish","when":{"brand_id":%q}}`, brand.ID))
	for path, body := range map[string]string{
		"/api/v1/templates/" + tpl.ID + "/publish":             `{}`,
		"/api/v1/templates":                                    `{"name":"Second","html":"<p>hello</p>","publish":true}`,
		"/api/v1/brand-kits/" + kit.ID + "/versions/1/publish": ``,
	} {
		id := o.waits(t, o.Live, path, body)
		if again := o.waits(t, o.Live, path, body); again != id {
			t.Errorf("%s: a retry waits for another approval", path)
		}
		if v := o.approval(t, ada, id); !strings.Contains(string(v.Request), "#0F172A") && !strings.Contains(string(v.Request), "<h1>") && !strings.Contains(string(v.Request), "<p>hello") {
			t.Errorf("%s: the approvers do not see what they approve: %s", path, v.Request)
		}
		o.must(t, o.decide(t, ada, id, "approve"), 200)
		if a := o.Do(t, "POST", path, o.Live, body); a.Status != 200 && a.Status != 201 {
			t.Errorf("%s after the approval: %d %s", path, a.Status, a.Body)
		}
		if v := o.approval(t, ada, id); v.Status != "used" || v.Used == "" {
			t.Errorf("%s: %+v", path, v)
		}
	}
}

// TestPersonMayApproveALockViolation: with a policy for lock.override, a request that breaks locks waits for a person
// instead of being refused, and runs once they allow it. Minting signed URLs refuses it all the same.
func TestPersonMayApproveALockViolation(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	b := &branded{Service: o.Service}
	b.brand = b.made(t, "/api/v1/brands", `{"name":"Acme","slug":"acme","domain":"acme.example"}`)
	b.kit = b.made(t, "/api/v1/brand-kits", `{"brand_id":"`+b.brand+`","name":"Acme",`+someKit+`}`)
	b.want(t, 200, "", "POST", "/api/v1/brand-kits/"+b.kit+"/versions/1/publish", b.Live, "{}")
	broken := `"html":"<h1 id='headline' style='color:#FF0000;margin:60px'>Launch day</h1>","brand_id":"` + b.brand + `"`
	body := `{"operation":"preview",` + broken + `,"outputs":[{"width":600,"height":315}]}`

	if got := code(t, o.Do(t, "POST", generate, o.Live, body)); !strings.HasPrefix(got, "400 STYLE_LOCK_VIOLATION") {
		t.Fatalf("without a policy it returns %s", got)
	}
	o.policy(t, `{"action":"lock.override","required_approvals":1,"approvers":["scope:approvals:decide"]}`)
	id := o.waits(t, o.Live, generate, body)
	if got := code(t, o.Do(t, "POST", "/api/v1/generate/sign", o.Live, `{"items":[{`+broken+`}]}`)); !strings.HasPrefix(got, "400 STYLE_LOCK_VIOLATION") {
		t.Errorf("minting returns %s", got)
	}
	o.must(t, o.decide(t, o.person(t, "live", "ada"), id, "approve"), 200)
	a := o.must(t, o.Do(t, "POST", generate, o.Live, body), 200)
	if !strings.Contains(string(a.Body), `"lock_overridden"`) {
		t.Errorf("nothing says that a lock was overridden: %s", a.Body)
	}
	if again := o.waits(t, o.Live, generate, body); again == id {
		t.Error("an approval is good for two renders")
	}
	// A request that violates no lock needs no approval.
	o.must(t, o.Do(t, "POST", generate, o.Live, `{"operation":"preview","html":"<h1 id='headline' style='margin:60px'>Launch day</h1>","outputs":[{"width":600,"height":315}]}`), 200)
}

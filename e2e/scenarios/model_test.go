package scenarios

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/platenhq/platen/e2e/harness"
)

// A failure prints its seed; -model.seed repeats the steps.
var modelSeed = flag.Uint64("model.seed", 0, "seed of the model-based tests; 0 takes a new one")

// modelRand returns the random numbers of a model-based test.
func modelRand(t *testing.T) *rand.Rand {
	t.Helper()
	seed := *modelSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed: -model.seed %d", seed)
	return rand.New(rand.NewPCG(seed, 1))
}

// purchase is a request that costs one credit when it is first executed.
type purchase struct {
	key, body string
	id        string // of the render or job, once it has succeeded
}

// modelledCall is one request of a batch and its response.
type modelledCall struct {
	what     string
	purchase *purchase
	body     string // sent under the purchase's key, which may belong to another body
	res      *harness.Response
}

// shop is the model of an account: its expected state, given the responses.
type shop struct {
	*harness.Service
	available, spent int
	known            []*purchase // succeeded
	jobs             []string    // not known to have ended
}

// TestCreditsAndIdempotencyMatchTheModel sends batches of requests from several clients at the same time: new ones,
// retries under their keys, keys used for other bodies, and equal bodies under new keys. After every batch the account
// is what the model says, whatever the order in which the service took the requests.
func TestCreditsAndIdempotencyMatchTheModel(t *testing.T) {
	t.Parallel()
	rnd := modelRand(t)
	const credits = 40
	s := &shop{Service: harness.Start(t, map[string]string{"PLATEN_RATE_PREVIEW": "5000/5000", "PLATEN_RATE_RENDER": "5000/5000", "PLATEN_RATE_READ": "5000/5000"}), available: credits}
	s.SetAvailable(t, credits)
	var before struct{ Spent int }
	s.Do(t, "GET", "/api/v1/usage", s.Live, "").JSON(t, &before)
	clients := []string{s.Live, s.Key(t, "live"), s.Key(t, "live")}
	for step := range 14 {
		batch := make([]*modelledCall, 2+rnd.IntN(6))
		for i := range batch {
			batch[i] = s.pick(rnd)
		}
		if rnd.IntN(3) == 0 && batch[0].what == "new" { // two clients send the same request under the same key at the same time
			batch[1] = &modelledCall{what: "the same at the same time", purchase: batch[0].purchase, body: batch[0].body}
		}
		tokens := make([]string, len(batch))
		for i := range tokens {
			tokens[i] = clients[rnd.IntN(len(clients))]
		}
		var all sync.WaitGroup
		for i, c := range batch {
			all.Go(func() {
				c.res = s.Do(t, "POST", generate, tokens[i], c.body, "Idempotency-Key", c.purchase.key, "Accept", "application/json")
			})
		}
		all.Wait()
		s.judge(t, step, batch)
		s.settle(t)
		var usage struct{ Available, Held, Spent, Granted int }
		s.Do(t, "GET", "/api/v1/usage", s.Live, "").JSON(t, &usage)
		if usage.Available != s.available || usage.Held != 0 || usage.Spent != before.Spent+s.spent {
			t.Fatalf("step %d: the account is %+v, the model has %d available and %d spent", step, usage, s.available, before.Spent+s.spent)
		}
	}
	if s.spent == 0 {
		t.Error("nothing was spent")
	}
}

// pick chooses a request.
func (s *shop) pick(rnd *rand.Rand) *modelledCall {
	fresh := func(operation string) *purchase {
		return &purchase{key: uuid.NewString(), body: card(operation, uuid.NewString())}
	}
	operation := []string{"preview", "preview", "render"}[rnd.IntN(3)]
	if len(s.known) == 0 {
		p := fresh(operation)
		return &modelledCall{what: "new", purchase: p, body: p.body}
	}
	old := s.known[rnd.IntN(len(s.known))]
	switch rnd.IntN(5) {
	case 0:
		return &modelledCall{what: "retry", purchase: old, body: old.body}
	case 1:
		return &modelledCall{what: "conflict", purchase: old, body: card(operation, uuid.NewString())}
	case 2:
		if strings.Contains(old.body, `"preview"`) { // its image is known
			p := &purchase{key: uuid.NewString(), body: old.body}
			return &modelledCall{what: "cached", purchase: p, body: p.body}
		}
	}
	p := fresh(operation)
	return &modelledCall{what: "new", purchase: p, body: p.body}
}

// judge applies the responses of a batch to the model and checks each.
func (s *shop) judge(t *testing.T, step int, batch []*modelledCall) {
	t.Helper()
	refused := 0
	for _, c := range batch {
		name := fmt.Sprintf("step %d: %s", step, c.what)
		var r render
		if c.res.Status < 300 {
			c.res.JSON(t, &r)
		}
		switch code, _ := c.res.Code(t); {
		case c.what == "conflict":
			if c.res.Status != 409 || code != "IDEMPOTENCY_CONFLICT" {
				t.Errorf("%s: %d %s", name, c.res.Status, c.res.Body)
			}
		case c.res.Status == 402 && (c.what == "new" || c.what == "the same at the same time") && c.purchase.id == "":
			refused++
		case c.res.Status != 200 && c.res.Status != 202:
			t.Errorf("%s: %d %s", name, c.res.Status, c.res.Body)
		case c.purchase.id != "": // sent before, in this batch or an earlier one
			if r.ID != c.purchase.id || c.res.Header.Get("X-Credits-Charged") == "1" && c.what == "retry" {
				t.Errorf("%s: the response is %s charged %q, the first was %s", name, r.ID, c.res.Header.Get("X-Credits-Charged"), c.purchase.id)
			}
		default:
			c.purchase.id = r.ID
			s.known = append(s.known, c.purchase)
			if c.what != "cached" {
				s.available--
				s.spent++
			}
			if c.res.Status == 202 {
				s.jobs = append(s.jobs, r.ID)
			}
		}
	}
	if refused > 0 && s.available > 0 {
		t.Errorf("step %d: %d requests were refused, and %d credits are left", step, refused, s.available)
	}
	if s.available < 0 {
		t.Errorf("step %d: %d credits too many were spent", step, -s.available)
	}
}

// settle waits until every job has ended.
func (s *shop) settle(t *testing.T) {
	t.Helper()
	for _, id := range s.jobs {
		if job := waitForJob(t, s.Service, id); job.Status != "completed" {
			t.Errorf("the job %s is %s", id, job.Status)
		}
	}
	s.jobs = nil
}

// votedRequest is the model of a request that requires the approval of two people.
type votedRequest struct {
	body, requester string // requester: key or ada
	state           string // "", pending, approved, rejected, expired
	id              string
	votes           map[string]bool
}

// TestApprovalsMatchTheModel lets a requester and three people act at random on a few requests and compares status
// and response with the model after every step.
func TestApprovalsMatchTheModel(t *testing.T) {
	t.Parallel()
	rnd := modelRand(t)
	o := newOffice(t, map[string]string{"PLATEN_RATE_RENDER": "1000/2000", "PLATEN_RATE_READ": "1000/2000"})
	o.policy(t, `{"action":"render","required_approvals":2}`)
	requests := make([]*votedRequest, 4)
	for i := range requests {
		requests[i] = &votedRequest{body: card("preview", fmt.Sprint("request ", i)), requester: []string{"key", "ada"}[i%2]}
	}
	tokenOf := func(who string) string {
		if who == "key" {
			return o.Live
		}
		return o.person(t, "live", who)
	}
	expect := func(step int, what string, got, want string) {
		t.Helper()
		if got != want {
			t.Fatalf("step %d: %s: %s, want %s", step, what, got, want)
		}
	}
	for step := range 60 {
		r := requests[rnd.IntN(len(requests))]
		who := []string{"ada", "grace", "joan"}[rnd.IntN(3)]
		switch action := rnd.IntN(8); {
		case action < 3 || r.id == "":
			r.submit(t, o, step, tokenOf(r.requester), expect)
		case action < 6:
			r.vote(t, o, step, who, "approve", tokenOf(who), expect)
		case action < 7:
			r.vote(t, o, step, who, "reject", tokenOf(who), expect)
		default:
			r.reopen(t, o, step, tokenOf(r.requester), expect)
		}
		if step == 40 { // after seven days pending approvals expire
			o.advance(t, 7*24*time.Hour+time.Minute)
			for _, r := range requests {
				switch r.state {
				case "pending":
					r.state = "expired"
				case "approved": // how long an approval may be used is another test's
					r.state, r.id = "", ""
					r.body = card("preview", uuid.NewString())
				}
			}
		}
		if r.id != "" {
			want := r.state
			if want == "" {
				want = "used"
			}
			expect(step, "the status", o.approval(t, tokenOf("grace"), r.id).Status, want)
		}
	}
}

type expectation func(step int, what string, got, want string)

// submit sends the request.
func (r *votedRequest) submit(t *testing.T, o *office, step int, token string, expect expectation) {
	t.Helper()
	a := o.Do(t, "POST", generate, token, r.body)
	var e struct {
		Error struct {
			Approval struct {
				ID string `json:"approval_id"`
			}
		}
	}
	switch r.state {
	case "approved":
		expect(step, "the approved request", fmt.Sprint(a.Status), "200")
		r.state = "" // used
	case "rejected", "expired":
		expect(step, "a request that was "+r.state, code(t, a), "409 CONFLICT approval_"+r.state)
	default:
		expect(step, "a request that needs approval", strings.Fields(code(t, a))[1], "APPROVAL_REQUIRED")
		if err := json.Unmarshal(a.Body, &e); err != nil {
			t.Fatal(err)
		}
		if r.state == "pending" {
			expect(step, "the approval of the same request", e.Error.Approval.ID, r.id)
		} else {
			r.state, r.id, r.votes = "pending", e.Error.Approval.ID, map[string]bool{}
		}
	}
}

// vote approves or rejects.
func (r *votedRequest) vote(t *testing.T, o *office, step int, who, verdict, token string, expect expectation) {
	t.Helper()
	a := o.decide(t, token, r.id, verdict)
	switch {
	case who == r.requester:
		expect(step, "the requester's own "+verdict, fmt.Sprint(a.Status/100), "4")
		if r.state == "pending" {
			expect(step, "the requester's own "+verdict, code(t, a), "400 SELF_ACTION_NOT_ALLOWED own_request")
		}
	case r.state != "pending":
		expect(step, verdict+" after the decision", fmt.Sprint(a.Status), "409")
	case r.votes[who]:
		expect(step, verdict+" a second time", code(t, a), "409 CONFLICT review_given")
	default:
		expect(step, verdict, fmt.Sprint(a.Status), "200")
		if r.votes[who] = true; verdict == "reject" {
			r.state = "rejected"
		} else if len(r.votes) == 2 {
			r.state = "approved"
		}
	}
}

// reopen requests approval again after a rejection or expiry.
func (r *votedRequest) reopen(t *testing.T, o *office, step int, token string, expect expectation) {
	t.Helper()
	a := o.Do(t, "POST", "/api/v1/approvals/"+r.id+"/reopen", token, "")
	if r.state != "rejected" && r.state != "expired" {
		expect(step, "reopening what is "+r.state, fmt.Sprint(a.Status), "409")
		return
	}
	expect(step, "reopening", fmt.Sprint(a.Status), "201")
	var again struct{ ID string }
	a.JSON(t, &again)
	r.state, r.id, r.votes = "pending", again.ID, map[string]bool{}
}

package contract

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// What bounds the checks that run at the same time.
const (
	// atWork is how many checks call the service at the same time.
	atWork = 4
	// underWay is how many have begun: those that a rate limit holds up leave their place to others, whose calls are of
	// other categories.
	underWay = 32
)

// lines are the calls that rate limits hold up. The zero value is ready.
type lines struct {
	mu    sync.Mutex
	by    map[string]*line  // by bucket and category
	known map[string]string // the category of a procedure, since it was limited
	// places are the places of the checks at work; nil for as many as there are.
	places chan struct{}
}

// line is one category's. The call at its head waits and tries again, while those that would take its turn stand behind it.
type line struct {
	turn    sync.RWMutex
	name    string
	waiting int
}

// Waiting returns how many calls wait for the rate limit of a category now, by category.
func (e *Env) Waiting() map[string]int {
	e.lines.mu.Lock()
	defer e.lines.mu.Unlock()
	out := map[string]int{}
	for _, l := range e.lines.by {
		if l.waiting > 0 {
			out[l.name] += l.waiting
		}
	}
	return out
}

// bucket returns what the service counts calls with a token by: the workspace and the mode.
func (e *Env) bucket(token string) string {
	if e.Workspace != nil {
		return token // any token may be of a workspace of its own
	}
	for _, mode := range []string{"live", "test"} {
		if strings.HasPrefix(token, "svc_"+mode+"_") {
			return mode
		}
	}
	return ""
}

// of returns the line in which calls of a procedure stand, nil for one that no call has stood in.
func (ls *lines) of(procedure, bucket string) *line {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	return ls.by[bucket+" "+ls.known[procedure]]
}

// open returns the line of a category, which the procedure belongs to.
func (ls *lines) open(procedure, bucket, category string) *line {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.by == nil {
		ls.by, ls.known = map[string]*line{}, map[string]string{}
	}
	ls.known[procedure] = category
	key := bucket + " " + category
	if ls.by[key] == nil {
		ls.by[key] = &line{name: category}
	}
	return ls.by[key]
}

func (ls *lines) count(l *line, n int) {
	ls.mu.Lock()
	l.waiting += n
	ls.mu.Unlock()
}

// enter takes a place among the checks at work, leave gives it up.
func (ls *lines) enter() {
	if ls.places != nil {
		ls.places <- struct{}{}
	}
}

func (ls *lines) leave() {
	if ls.places != nil {
		<-ls.places
	}
}

// behind returns when no call of the line waits.
func (ls *lines) behind(l *line) {
	if l.turn.TryRLock() {
		l.turn.RUnlock()
		return
	}
	ls.count(l, 1)
	defer ls.count(l, -1)
	ls.leave()
	defer ls.enter()
	l.turn.RLock()
	l.turn.RUnlock() //nolint:staticcheck // nothing is to be done before the next one's turn
}

// obey sends until the service admits the call: a 429 is waited for as Retry-After says, by one call of a category at a time.
func (t *T) obey(procedure, token string, send func() *Response) *Response {
	ls, bucket := &t.Env.lines, t.Env.bucket(token)
	if l := ls.of(procedure, bucket); l != nil {
		ls.behind(l)
	}
	a := send()
	if a.Status != http.StatusTooManyRequests {
		return a
	}
	l := ls.open(procedure, bucket, a.Header.Get("X-RateLimit-Category"))
	ls.count(l, 1)
	defer ls.count(l, -1)
	ls.leave()
	defer ls.enter()
	l.turn.Lock()
	defer l.turn.Unlock()
	for range 60 {
		if a = send(); a.Status != http.StatusTooManyRequests {
			return a
		}
		wait, err := strconv.Atoi(a.Header.Get("Retry-After"))
		if err != nil || wait < 1 {
			t.Fatalf("%s: a 429 with Retry-After %q", procedure, a.Header.Get("Retry-After"))
		}
		t.sleep(time.Duration(wait) * time.Second)
	}
	t.Fatalf("%s: still limited after 60 obedient retries", procedure)
	return nil
}

package scenarios

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/platenhq/platen/e2e/harness"
)

// received is one request of a receiver.
type received struct {
	header http.Header
	body   []byte
}

// receiver is a local server that records requests and responds with its handler; nil responds with 204.
type receiver struct {
	*httptest.Server
	mu       sync.Mutex
	got      []received
	response http.HandlerFunc
	more     chan struct{}
}

func newReceiver(t *testing.T, response http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{response: response, more: make(chan struct{}, 1)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.got = append(r.got, received{req.Header.Clone(), body})
		response := r.response
		r.mu.Unlock()
		select {
		case r.more <- struct{}{}:
		default:
		}
		if response == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		response(w, req)
	}))
	t.Cleanup(func() { r.CloseClientConnections(); r.Close() })
	return r
}

func (r *receiver) set(response http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.response = response
}

func (r *receiver) all() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received(nil), r.got...)
}

// wait waits for at least n requests and returns all received ones.
func (r *receiver) wait(t *testing.T, n int) []received {
	t.Helper()
	limit := time.After(30 * time.Second)
	for {
		if got := r.all(); len(got) >= n {
			return got
		}
		select {
		case <-r.more:
		case <-limit:
			t.Fatalf("%d requests came, want %d", len(r.all()), n)
		}
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

type webhook struct {
	ID, URL, Secret string
	Events          []string
	Enabled         bool
	PreviousUntil   *time.Time `json:"previous_secret_expires_at"`
}

type delivery struct {
	ID, Status, Event string
	EventID           string     `json:"event_id"`
	NextAttemptAt     *time.Time `json:"next_attempt_at"`
	Test              bool
	Attempts          []struct {
		Number         int
		SentAt         time.Time         `json:"sent_at"`
		DurationMS     int               `json:"duration_ms"`
		RequestHeaders map[string]string `json:"request_headers"`
		RequestBody    string            `json:"request_body"`
		ResponseStatus int               `json:"response_status"`
		ResponseBody   string            `json:"response_body"`
		Error          string
	}
}

type deadLetter struct {
	EventID        string    `json:"event_id"`
	WebhookID      string    `json:"webhook_id"`
	DeliveryID     string    `json:"delivery_id"`
	Attempts       int       `json:"attempts"`
	LastStatus     *int      `json:"last_status"`
	LastError      string    `json:"last_error"`
	DeadLetteredAt time.Time `json:"dead_lettered_at"`
	ExpiresAt      time.Time `json:"expires_at"`
}

// hooks is a service that may call receivers on loopback.
type hooks struct{ *harness.Service }

func startHooks(t *testing.T, more ...string) hooks {
	t.Helper()
	settings := map[string]string{"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_WEBHOOK_SWEEP": "200ms", "PLATEN_RATE_WEBHOOK": "1000/1000",
		"PLATEN_RATE_READ": "1000/1000", "PLATEN_RATE_MANAGE": "1000/1000"}
	for i := 0; i+1 < len(more); i += 2 {
		settings[more[i]] = more[i+1]
	}
	return hooks{harness.Start(t, settings)}
}

// ok sends a request and decodes its response, which must have the status.
func (h hooks) ok(t *testing.T, want int, method, path, key, body string, into any) {
	t.Helper()
	a := h.Do(t, method, "/api/v1/facade/"+path, key, body)
	if a.Status != want {
		t.Fatalf("%s %s returns %d, want %d: %s", method, path, a.Status, want, a.Body)
	}
	if into != nil {
		a.JSON(t, into)
	}
}

func (h hooks) create(t *testing.T, key, url string, events ...string) webhook {
	t.Helper()
	list, _ := json.Marshal(events)
	body := fmt.Sprintf(`{"url":%q}`, url)
	if len(events) > 0 {
		body = fmt.Sprintf(`{"url":%q,"events":%s}`, url, list)
	}
	var w webhook
	h.ok(t, 201, "POST", "webhooks", key, body, &w)
	return w
}

func (h hooks) render(t *testing.T, key, more string) string {
	t.Helper()
	var job struct{ ID string }
	h.ok(t, 202, "POST", "generate", key, `{"operation":"render","html":"<p>x</p>","outputs":[{"name":"og","width":16,"height":16}]`+more+`}`, &job)
	return job.ID
}

// delivery waits until a webhook's only delivery satisfies until.
func (h hooks) delivery(t *testing.T, key, webhookID string, until func(d delivery) bool) delivery {
	t.Helper()
	var list struct{ Data []delivery }
	for range 600 {
		h.ok(t, 200, "GET", "webhooks/"+webhookID+"/deliveries", key, "", &list)
		if len(list.Data) == 1 && until(list.Data[0]) {
			return list.Data[0]
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("the delivery never was as wanted: %+v", list.Data)
	return delivery{}
}

func attempts(n int) func(delivery) bool {
	return func(d delivery) bool { return len(d.Attempts) >= n }
}

func signature(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

package chaos

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// store is an S3 object store with an injectable fault, behind a link.
type store struct {
	*link
	url     string // of the bucket, through the link
	backend gofakes3.Backend
	fault   atomic.Pointer[func(w http.ResponseWriter, r *http.Request, serve http.Handler)]
}

func newStore(t *testing.T) *store {
	t.Helper()
	s := &store{backend: s3mem.New()}
	if err := s.backend.CreateBucket("images"); err != nil {
		t.Fatal(err)
	}
	serve := gofakes3.New(s.backend).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f := s.fault.Load(); f != nil {
			(*f)(w, r, serve)
			return
		}
		serve.ServeHTTP(w, r)
	}))
	t.Cleanup(server.CloseClientConnections)
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	s.link = &link{network: "tcp", server: u.Host, pairs: map[*pair]bool{}}
	s.listen(t)
	s.url = "s3://images?region=eu-central-1&use_path_style=true&anonymous=true&endpoint=http://" + s.listener.Addr().String()
	return s
}

// read returns an object's stored bytes.
func (s *store) read(sha256 string) ([]byte, error) {
	o, err := s.backend.GetObject("images", strings.Join([]string{"sha256", sha256[:2], sha256[2:4], sha256}, "/"), nil)
	if err != nil {
		return nil, err
	}
	defer o.Contents.Close()
	return io.ReadAll(o.Contents)
}

// responds returns a fault that gives every request this response.
func responds(status int, body string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// cutUploads is a fault that closes the connection when half of an upload has been read.
func cutUploads(w http.ResponseWriter, r *http.Request, serve http.Handler) {
	if r.Method != http.MethodPut {
		serve.ServeHTTP(w, r)
		return
	}
	_, _ = io.CopyN(io.Discard, r.Body, r.ContentLength/2)
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.(*net.TCPConn).SetLinger(0)
		_ = conn.Close()
	}
}

// changesReads returns a fault that corrupts the bytes of objects that are read.
func changesReads(change func([]byte) []byte) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, serve http.Handler) {
		if r.Method != http.MethodGet || !strings.Contains(r.URL.Path, "/sha256/") {
			serve.ServeHTTP(w, r)
			return
		}
		recorded := httptest.NewRecorder()
		serve.ServeHTTP(recorded, r)
		content := change(recorded.Body.Bytes())
		for name, values := range recorded.Header() {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		w.WriteHeader(recorded.Code)
		_, _ = w.Write(content)
	}
}

// TestStoreFaultsLoseNothing runs two API processes and two workers on one database and one S3 store, and breaks the
// store and the network before it in several ways while clients render. A preview that succeeds has its file; reading a
// file returns the correct bytes or a retryable error; every accepted job completes when the store works again, with
// one charge and one event, although a worker was killed as well.
func TestStoreFaultsLoseNothing(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := newFleet(t, "PLATEN_ALLOW_LOOPBACK=1", "PLATEN_RATE_RENDER=5000/5000", "PLATEN_RATE_PREVIEW=5000/5000", "PLATEN_RATE_READ=5000/5000", "PLATEN_FILE_CACHE=0")
	f.settings = append(f.settings, "PLATEN_BLOB_URL="+s.url)
	f.read = s.read
	apis := []*process{f.start(t, "api"), f.start(t, "api")}
	workers := []*process{f.start(t, "worker"), f.start(t, "worker")}
	lane := laneOf(t, rand.New(rand.NewPCG(1, 1)), f, apis[0])

	stop := make(chan struct{})
	var clients sync.WaitGroup
	var jobs, previews, refused, reads atomic.Int64
	repeat := func(pause time.Duration, do func(n int)) {
		clients.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				case <-time.After(pause):
					do(n)
				}
			}
		})
	}
	repeat(200*time.Millisecond, func(n int) { // submits jobs, which does not use the store
		submitUntilAccepted(t, lane, fmt.Sprintf(small, n))
		jobs.Add(1)
	})
	var made sync.Map // URLs of images by their hash
	for c := range 2 {
		repeat(100*time.Millisecond, func(n int) {
			body := fmt.Sprintf(`{"operation":"preview","html":"<p>%d</p>","outputs":[{"width":64,"height":64}]}`, c*100_000+n)
			a, err := apis[c].do("POST", "/api/v1/facade/generate", lane.key, body, "Idempotency-Key", uuid.NewString())
			switch {
			case err != nil:
				t.Errorf("a preview has no response: %v", err)
			case a.status == 200:
				previews.Add(1)
				var image struct {
					Outputs []struct{ URL, SHA256 string }
				}
				a.decode(t, &image)
				made.Store(image.Outputs[0].SHA256, strings.TrimPrefix(image.Outputs[0].URL, apis[c].url))
			case a.status == 500 || a.status == 503 || a.status == 429:
				refused.Add(1)
				if a.header.Get("Retry-After") == "" {
					t.Errorf("%d without Retry-After: %.300s", a.status, a.body)
				}
			default:
				t.Errorf("a preview returns %d %.300s", a.status, a.body)
			}
		})
	}
	repeat(150*time.Millisecond, func(n int) { // reads the rendered images
		made.Range(func(hash, path any) bool {
			a, err := apis[n%2].do("GET", path.(string), "", "")
			if sum := sha256.Sum256(a.body); err != nil || a.status == 200 && hex.EncodeToString(sum[:]) != hash || a.status != 200 && a.status < 500 {
				t.Errorf("the file %s: %d with %d bytes of hash %x, %v", hash, a.status, len(a.body), sum, err)
			}
			reads.Add(1)
			return false
		})
	})

	for _, fault := range []struct {
		name        string
		begin, heal func()
		lasts       time.Duration
	}{
		{"rejects everything", s.does(responds(503, `<Error><Code>SlowDown</Code></Error>`)), s.does(nil), 4 * time.Second},
		{"denies access", s.does(responds(403, `<Error><Code>AccessDenied</Code></Error>`)), s.does(nil), 3 * time.Second},
		{"cuts uploads", s.does(cutUploads), s.does(nil), 4 * time.Second},
		{"returns half of an object", s.does(changesReads(func(b []byte) []byte { return b[:len(b)/2] })), s.does(nil), 3 * time.Second},
		{"flips a bit of an object", s.does(changesReads(func(b []byte) []byte { b[len(b)/2] ^= 1; return b })), s.does(nil), 3 * time.Second},
		{"resets connections", s.reset, func() {}, time.Second},
		{"black hole", s.stop, s.resume, 12 * time.Second},
		{"slow drip", func() { s.slow(5*time.Millisecond, 128) }, func() { s.slow(0, 0) }, 4 * time.Second},
	} {
		before := refused.Load()
		fault.begin()
		time.Sleep(fault.lasts)
		if fault.name == "black hole" {
			_ = workers[0].cmd.Process.Kill()
			_ = workers[0].cmd.Wait()
		}
		fault.heal()
		began := time.Now()
		for ok := false; !ok; {
			a, err := apis[0].do("POST", "/api/v1/facade/generate", lane.key, fmt.Sprintf(`{"operation":"preview","html":"<p>%d</p>","outputs":[{"width":64,"height":64}]}`, began.UnixNano()))
			if ok = err == nil && a.status == 200; !ok && time.Since(began) > 30*time.Second {
				t.Fatalf("%s: no preview succeeds after it: %d %s %v", fault.name, a.status, a.body, err)
			}
		}
		t.Logf("%s: %d previews refused, one succeeds %v after it", fault.name, refused.Load()-before, time.Since(began).Round(time.Millisecond))
	}
	close(stop)
	clients.Wait()
	if refused.Load() == 0 {
		t.Error("no fault was noticed")
	}
	t.Logf("%d jobs, %d previews, %d reads", jobs.Load(), previews.Load(), reads.Load())
	lane.wait(t)
	lane.settle(t)
}

// does returns a function that sets the fault of the store, nil for none.
func (s *store) does(fault func(http.ResponseWriter, *http.Request, http.Handler)) func() {
	return func() {
		if fault == nil {
			s.fault.Store(nil)
			return
		}
		s.fault.Store(&fault)
	}
}

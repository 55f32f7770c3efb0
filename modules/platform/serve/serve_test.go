package serve_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/serve"
)

func TestRunningRequestsFinishAndStreamsAreTold(t *testing.T) {
	t.Parallel()
	started, release := make(chan bool, 2), make(chan bool)
	mux := http.NewServeMux()
	mux.HandleFunc("/slow", func(w http.ResponseWriter, _ *http.Request) {
		started <- true
		<-release
		_, _ = io.WriteString(w, "finished")
	})
	mux.HandleFunc("/stream", func(w http.ResponseWriter, r *http.Request) {
		started <- true
		<-serve.Draining(r.Context())
		_, _ = io.WriteString(w, "told")
	})
	s := serve.New(serve.Config{Addr: "127.0.0.1:0", DrainLimit: 10 * time.Second}, mux, slog.New(slog.DiscardHandler))
	if err := s.Listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	bodies := make(chan string, 2)
	for _, path := range []string{"/slow", "/stream"} {
		go func() {
			client := &http.Client{Transport: &http.Transport{}}
			res, err := client.Get("http://" + s.Addr().String() + path)
			if err != nil {
				bodies <- err.Error()
				return
			}
			defer res.Body.Close()
			b, _ := io.ReadAll(res.Body)
			bodies <- string(b)
		}()
	}
	<-started
	<-started
	cancel()
	if got := <-bodies; got != "told" {
		t.Errorf("the stream got %q", got)
	}
	close(release)
	if got := <-bodies; got != "finished" {
		t.Errorf("the running request got %q", got)
	}
	if err := <-ended; err != nil || s.Ready() {
		t.Errorf("ended with %v, ready %v", err, s.Ready())
	}
}

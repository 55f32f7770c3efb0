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

// listen returns a server on a port of its own.
func listen(t *testing.T, cfg serve.Config, handler http.Handler) *serve.Server {
	t.Helper()
	l, err := serve.Listen(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return serve.New(cfg, l, handler, serve.Options{Log: slog.New(slog.DiscardHandler)})
}

func TestRunningRequestsFinishAndStreamsEnd(t *testing.T) {
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
		ctx, stop := serve.UntilDrained(r.Context())
		defer stop()
		<-ctx.Done()
		if r.Context().Err() == nil {
			_, _ = io.WriteString(w, context.Cause(ctx).Error())
		}
	})
	s := listen(t, serve.Config{Addr: "127.0.0.1:0", DrainLimit: 10 * time.Second}, mux)
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
	if got := <-bodies; got != serve.ErrDraining.Error() {
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

// TestRequestsCancelledAtTheEndReleaseTheirHold: Serve returns after the handlers of cancelled requests.
func TestRequestsCancelledAtTheEndReleaseTheirHold(t *testing.T) {
	t.Parallel()
	started, gaveBack := make(chan bool, 1), make(chan bool, 1)
	handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		started <- true
		<-r.Context().Done()
		gaveBack <- true
	})
	s := listen(t, serve.Config{Addr: "127.0.0.1:0", DrainLimit: time.Millisecond}, handler)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	go func() {
		if res, err := (&http.Client{Transport: &http.Transport{}}).Get("http://" + s.Addr().String()); err == nil {
			_ = res.Body.Close()
		}
	}()
	<-started
	cancel()
	if err := <-ended; err == nil {
		t.Error("a request was cut off and nothing says so")
	}
	if len(gaveBack) != 1 {
		t.Error("the server ended before the handler")
	}
}

package rest

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/serve"
)

// TestEventStreamEndsWhenTheServerShutsDown: an open stream does not delay the shutdown to its limit.
func TestEventStreamEndsWhenTheServerShutsDown(t *testing.T) {
	t.Parallel()
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := streamEvents(r.Context(), w, func(ctx context.Context, send func(event) error) error {
			if err := send(event{name: "status", id: 1, data: []byte("{}")}); err != nil {
				return err
			}
			<-ctx.Done()
			return ctx.Err()
		})
		if err != nil {
			t.Errorf("the stream ended with %v", err)
		}
	})
	cfg := serve.Config{Addr: "127.0.0.1:0", DrainLimit: time.Hour}
	l, err := serve.Listen(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := serve.New(cfg, l, handler, serve.Options{Log: slog.New(slog.DiscardHandler)})
	ctx, shutDown := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get("http://" + s.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	shutDown()
	body, err := io.ReadAll(res.Body)
	if err != nil || !strings.HasPrefix(string(body), "event: status\nid: 1\n") {
		t.Errorf("the stream is %q, %v", body, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

package platen_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"connectrpc.com/connect"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	platen "github.com/platenhq/platen/sdk/go"
)

func TestPausesGrowAndRespectRetryAfter(t *testing.T) {
	t.Parallel()
	limited := func(seconds string) error {
		err := connect.NewError(connect.CodeResourceExhausted, errors.New("slow down"))
		detail, _ := connect.NewErrorDetail(&apiv1.Error{Code: "RATE_LIMIT_EXCEEDED"})
		err.AddDetail(detail)
		err.Meta().Set("Retry-After", seconds)
		return err
	}
	internal := failure(connect.CodeInternal, &apiv1.Error{Code: "INTERNAL_ERROR"})
	s := &service{errors: []error{limited("7"), limited("1"), internal, internal, internal}}
	mux := http.NewServeMux()
	mux.Handle(renderingv1connect.NewRenderServiceHandler(s))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	var pauses []time.Duration
	tokens := 0
	client, err := platen.New("", platen.WithBaseURL(server.URL), platen.WithPauses(func(d time.Duration) { pauses = append(pauses, d) }),
		platen.WithTokenSource(func(context.Context) (string, error) {
			tokens++
			return fmt.Sprintf("jwt-%d", tokens), nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Preview(t.Context(), request()); err != nil {
		t.Fatal(err)
	}
	// Half of a pause that doubles from 250 ms is certain; Retry-After is the least there is after a limit.
	least := []time.Duration{7 * time.Second, time.Second, 500 * time.Millisecond, time.Second, 2 * time.Second}
	most := []time.Duration{7 * time.Second, time.Second, time.Second, 2 * time.Second, 4 * time.Second}
	if len(pauses) != len(least) {
		t.Fatalf("pauses %v", pauses)
	}
	for i, d := range pauses {
		if d < least[i] || d > most[i] {
			t.Errorf("pause %d is %v, want %v to %v", i, d, least[i], most[i])
		}
	}
	if got := s.seen[5].Get("Authorization"); got != "Bearer jwt-6" {
		t.Errorf("the last try carries %q", got)
	}
}

func TestTokenSourceThatFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("no token today")
	client, err := platen.New("", platen.WithTokenSource(func(context.Context) (string, error) { return "", broken }))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Preview(t.Context(), request()); !errors.Is(err, broken) {
		t.Errorf("a call gave %v", err)
	}
	for _, err := range client.Watch(t.Context(), "job_1") {
		if !errors.Is(err, broken) {
			t.Errorf("a stream gave %v", err)
		}
	}
	if _, err := platen.New(""); err == nil {
		t.Error("a client without a token was made")
	}
}

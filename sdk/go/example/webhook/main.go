// Command webhook receives a webhook: it checks the signature over the raw body and drops what it has seen:
//
//	go run ./sdk/go/example/webhook KEY http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
	platen "github.com/platenhq/platen/sdk/go"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: webhook KEY URL")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, key, url string) error {
	client, err := platen.New(key, platen.WithBaseURL(url))
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	made, err := client.Webhooks.CreateWebhook(ctx, &webhooksv1.CreateWebhookRequest{Url: "http://" + listener.Addr().String()})
	if err != nil {
		return err
	}
	events := make(chan *platen.WebhookEvent, 1)
	server := &http.Server{Handler: receiver(made.GetSecret(), events), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }() // ends with Close
	defer func() { _ = server.Close() }()

	if _, err := client.Webhooks.TestWebhook(ctx, &webhooksv1.TestWebhookRequest{WebhookId: made.Id}); err != nil {
		return err
	}
	select {
	case event := <-events:
		fmt.Println("received", event.Event, event.DeliveryID)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// receiver accepts deliveries that secret signed and passes each event on once.
func receiver(secret string, events chan<- *platen.WebhookEvent) http.Handler {
	var mu sync.Mutex
	seen := map[string]bool{} // a database in production, with the deliveries of two weeks
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		event, err := platen.VerifyWebhook(body, r.Header, secret)
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusNoContent) // respond first: slow work belongs in the background
		mu.Lock()
		defer mu.Unlock()
		if id := r.Header.Get(platen.DeliveryHeader); !seen[id] {
			seen[id] = true
			events <- event
		}
	})
}

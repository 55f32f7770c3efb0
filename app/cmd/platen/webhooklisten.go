package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/modules/platform/clock"
	platen "github.com/platenhq/platen/sdk/go"
)

// listener receives deliveries and prints them.
type listener struct {
	remote
	addr, secret string
	events       []string
	failFirst    int
	status       int
	delay        time.Duration
	count        int
	register     bool

	mu     sync.Mutex
	seen   map[string]*attempts // by delivery id
	total  int
	report func(received)
	full   chan struct{} // closed after count deliveries
}

// attempts are the attempts of one delivery.
type attempts struct {
	n    int
	last time.Time
}

// received is one delivery in --json output, one object per line.
type received struct {
	At       time.Time       `json:"at"`
	Event    string          `json:"event"`
	Delivery string          `json:"delivery_id"`
	Attempt  int             `json:"attempt"`
	After    float64         `json:"seconds_since_last_attempt,omitempty"`
	Verified bool            `json:"verified"`
	Problem  string          `json:"problem,omitempty"`
	Status   int             `json:"status"`
	Body     json.RawMessage `json:"body,omitempty"`
}

func webhookListenCommand() *cobra.Command {
	l := &listener{seen: map[string]*attempts{}, full: make(chan struct{})}
	cmd := &cobra.Command{
		Use:   "webhook-listen",
		Short: "Receive webhooks on this machine, verify their signatures and show retries",
		Long: `Listen for webhooks and print every delivery: its event, whether its signature is valid, the attempt's number and the time
since the previous attempt. --fail-first rejects the first attempts of every delivery with --status, to show retries.
With an API key and --register the webhook is created in the service and deleted at the end; the service must be
allowed to reach this machine (PLATEN_ALLOW_LOOPBACK=1 in development). Otherwise pass the webhook's --secret.`,
		Example: `  platen webhook-listen --register --key @api.key
  platen webhook-listen --addr 127.0.0.1:9099 --secret whsec_… --fail-first 2 --status 503
  platen webhook-listen --secret @secret.txt --count 1 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return l.run(cmd) },
	}
	l.remote.register(cmd)
	fs := cmd.Flags()
	fs.StringVar(&l.addr, "addr", "127.0.0.1:9099", "address to listen on")
	fs.StringVar(&l.secret, "secret", "", "the webhook's secret (whsec_…), or @FILE that contains it")
	fs.BoolVar(&l.register, "register", false, "create the webhook in the service, and delete it at the end")
	fs.StringSliceVar(&l.events, "events", nil, "events to register for (default: render.completed, render.failed)")
	fs.IntVar(&l.failFirst, "fail-first", 0, "fail the first N attempts of every delivery")
	fs.IntVar(&l.status, "status", http.StatusServiceUnavailable, "HTTP status of rejected attempts")
	fs.DurationVar(&l.delay, "delay", 0, "wait before responding")
	fs.IntVar(&l.count, "count", 0, "exit after N accepted deliveries; 0 listens until interrupted")
	return cmd
}

func (l *listener) run(cmd *cobra.Command) (err error) {
	if l.secret == "" && !l.register {
		return usage("pass the webhook's --secret, or --register one with an API key")
	}
	if l.status < 200 || l.status > 599 {
		return usage("--status is %d; it must be 200 to 599", l.status)
	}
	if l.secret, err = secretFlag("--secret", l.secret); err != nil {
		return err
	}
	l.report = l.print(cmd)
	socket, err := net.Listen("tcp", l.addr)
	if err != nil {
		return exit{exitUsage, fmt.Errorf("listening: %w", err)}
	}
	server := &http.Server{Handler: l, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(socket) }()
	defer func() {
		closing, stop := context.WithTimeout(context.WithoutCancel(cmd.Context()), 5*time.Second)
		defer stop()
		err = errors.Join(err, server.Shutdown(closing))
	}()
	url := "http://" + socket.Addr().String()
	if l.register {
		id, err := l.make(cmd.Context(), url)
		if err != nil {
			return err
		}
		defer func() {
			deleting, stop := context.WithTimeout(context.WithoutCancel(cmd.Context()), 5*time.Second)
			defer stop()
			err = errors.Join(err, l.call(deleting, "DELETE", "/api/v1/facade/webhooks/"+id, nil, nil))
		}()
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "listening on %s\n", url)
	select {
	case <-cmd.Context().Done():
	case <-l.full:
	case err := <-ended:
		return fmt.Errorf("listening: %w", err)
	}
	return nil
}

// make creates the webhook in the service.
func (l *listener) make(ctx context.Context, url string) (id string, err error) {
	if err := l.complete(); err != nil {
		return "", err
	}
	in := map[string]any{"url": url}
	if len(l.events) > 0 {
		in["events"] = l.events
	}
	var made struct {
		ID     string `json:"id"`
		Secret string `json:"secret"`
	}
	if err := l.call(ctx, "POST", "/api/v1/facade/webhooks", in, &made); err != nil {
		return "", fmt.Errorf("making the webhook: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.secret = made.Secret
	return made.ID, nil
}

// maxDelivery bounds the body of a delivery; the service sends at most 20 KiB.
const maxDelivery = 1 << 20

// ServeHTTP implements http.Handler.
func (l *listener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxDelivery))
	if err != nil {
		return
	}
	if l.delay > 0 {
		select {
		case <-time.After(l.delay):
		case <-r.Context().Done():
		}
	}
	got := l.receive(r.Header, body)
	w.WriteHeader(got.Status)
}

// receive verifies a delivery and prints it.
func (l *listener) receive(header http.Header, body []byte) received {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := clock.Now()
	got := received{At: now.UTC(), Event: header.Get("X-Service-Event"), Delivery: header.Get("X-Service-Delivery"), Status: http.StatusNoContent}
	event, err := platen.VerifyWebhook(body, header, l.secret)
	if got.Verified = err == nil; !got.Verified {
		got.Problem, got.Status = err.Error(), http.StatusUnauthorized
		l.report(got)
		return got
	}
	got.Event, got.Delivery, got.Body = event.Event, event.DeliveryID, body
	a := l.seen[got.Delivery]
	if a == nil {
		a = &attempts{}
		l.seen[got.Delivery] = a
	} else {
		got.After = now.Sub(a.last).Seconds()
	}
	a.n++
	a.last = now
	if got.Attempt = a.n; a.n <= l.failFirst {
		got.Status = l.status
	}
	l.report(got)
	if got.Status/100 == 2 {
		if l.total++; l.total == l.count {
			close(l.full)
		}
	}
	return got
}

// print returns how deliveries are reported.
func (l *listener) print(cmd *cobra.Command) func(received) {
	out := cmd.OutOrStdout()
	if asJSON(cmd) {
		enc := json.NewEncoder(out)
		return func(r received) { _ = enc.Encode(r) }
	}
	return func(r received) {
		verdict := "verified"
		if !r.Verified {
			verdict = "NOT VERIFIED: " + r.Problem
		}
		again := ""
		if r.Attempt > 1 {
			again = fmt.Sprintf(", %.1f s after the last", r.After)
		}
		fmt.Fprintf(out, "%s  %-20s %s  attempt %d%s  %s  -> %d\n", r.At.Format(time.TimeOnly), r.Event, r.Delivery, r.Attempt, again, verdict, r.Status)
	}
}

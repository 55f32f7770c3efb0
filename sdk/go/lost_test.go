package platen_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	platen "github.com/platenhq/platen/sdk/go"
)

// drops are the failures of the first connections and requests.
type drops struct {
	accept []func(net.Conn)
	handle []func(http.ResponseWriter, *http.Request)
}

// dropping is a service that loses its first connections or requests.
type dropping struct {
	net.Listener
	mu sync.Mutex
	drops
	keys []string // of the requests that were read
	next http.Handler
}

func (d *dropping) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		d.mu.Lock()
		if len(d.accept) == 0 {
			d.mu.Unlock()
			return conn, nil
		}
		drop := d.accept[0]
		d.accept = d.accept[1:]
		d.mu.Unlock()
		drop(conn)
	}
}

func (d *dropping) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	d.mu.Lock()
	d.keys = append(d.keys, r.Header.Get("Idempotency-Key"))
	if len(d.handle) == 0 {
		d.mu.Unlock()
		d.next.ServeHTTP(w, r)
		return
	}
	drop := d.handle[0]
	d.handle = d.handle[1:]
	d.mu.Unlock()
	drop(w, r)
}

// hangUp closes a connection, with or without a reset.
func hangUp(reset bool) func(net.Conn) {
	return func(c net.Conn) {
		if tcp, ok := c.(*net.TCPConn); ok && reset {
			_ = tcp.SetLinger(0)
		}
		_ = c.Close()
	}
}

// after reads a request, writes a partial response and closes the connection.
func after(response string, reset bool) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(conn, response)
		hangUp(reset)(conn)
	}
}

func status(code int) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Request-Id", "req_proxy")
		http.Error(w, "no backend", code)
	}
}

func startDropping(t *testing.T, d *dropping, encrypted bool) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(renderingv1connect.NewRenderServiceHandler(&service{}))
	mux.Handle(renderingv1connect.NewImageServiceHandler(renderingv1connect.UnimplementedImageServiceHandler{}))
	d.next = mux
	server := httptest.NewUnstartedServer(d)
	d.Listener = server.Listener
	server.Listener = d
	if encrypted {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return server
}

// dialing returns a transport whose first dials fail.
func dialing(failures ...error) *http.Transport {
	var mu sync.Mutex
	return &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		mu.Lock()
		defer mu.Unlock()
		if len(failures) > 0 {
			err := failures[0]
			failures = failures[1:]
			return nil, err
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
}

func TestLostConnectionsAreRetried(t *testing.T) {
	t.Parallel()
	partial := "HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\nContent-Length: 100\r\n\r\nabc"
	refused := &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	for name, c := range map[string]struct {
		drops     drops
		transport *http.Transport
		tls       bool
		tries     int // that the service reads
	}{
		"closed before the request":    {drops: drops{accept: []func(net.Conn){hangUp(false), hangUp(false)}}, tries: 1},
		"reset before the request":     {drops: drops{accept: []func(net.Conn){hangUp(true), hangUp(true)}}, tries: 1},
		"closed after the request":     {drops: drops{handle: []func(http.ResponseWriter, *http.Request){after("", false), after("", false)}}, tries: 3},
		"reset after the request":      {drops: drops{handle: []func(http.ResponseWriter, *http.Request){after("", true)}}, tries: 2},
		"closed within the header":     {drops: drops{handle: []func(http.ResponseWriter, *http.Request){after(partial[:30], false)}}, tries: 2},
		"closed within the response":   {drops: drops{handle: []func(http.ResponseWriter, *http.Request){after(partial, false)}}, tries: 2},
		"reset within the response":    {drops: drops{handle: []func(http.ResponseWriter, *http.Request){after(partial, true)}}, tries: 2},
		"a proxy without a backend":    {drops: drops{handle: []func(http.ResponseWriter, *http.Request){status(502), status(503), status(504)}}, tries: 4},
		"no name server":               {transport: dialing(&net.DNSError{Err: "temporary failure", IsTemporary: true}, &net.DNSError{Err: "no such host", IsNotFound: true}), tries: 1},
		"refused":                      {transport: dialing(refused, refused), tries: 1},
		"closed within the handshake":  {drops: drops{accept: []func(net.Conn){hangUp(false), hangUp(true)}}, tls: true, tries: 1},
		"no TLS where it was expected": {drops: drops{accept: []func(net.Conn){func(c net.Conn) { _, _ = io.WriteString(c, "HTTP/1.0 400 no\r\n\r\n"); _ = c.Close() }}}, tls: true, tries: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lossy := &dropping{drops: drops{slices.Clone(c.drops.accept), slices.Clone(c.drops.handle)}}
			server := startDropping(t, lossy, c.tls)
			transport := c.transport
			if transport == nil {
				transport = server.Client().Transport.(*http.Transport).Clone()
				transport.DisableKeepAlives = true
			}
			client, err := platen.New("svc_test_x", platen.WithBaseURL(server.URL), platen.WithHTTPClient(&http.Client{Transport: transport}), platen.WithoutPauses())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := client.Preview(t.Context(), request()); err != nil {
				t.Fatal(err)
			}
			if len(lossy.keys) != c.tries || lossy.keys[0] == "" || len(slices.Compact(slices.Clone(lossy.keys))) != 1 {
				t.Errorf("the service read requests with the keys %q, want one key %d times", lossy.keys, c.tries)
			}
		})
	}
}

// TestLostConnectionsAreErrors ends every kind of failure as an *Error that says where it was.
func TestLostConnectionsAreErrors(t *testing.T) {
	t.Parallel()
	ever := func(f func(http.ResponseWriter, *http.Request)) []func(http.ResponseWriter, *http.Request) {
		return slices.Repeat([]func(http.ResponseWriter, *http.Request){f}, 10)
	}
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	for name, c := range map[string]struct {
		drops   drops
		call    func(context.Context, *platen.Client) error
		code    string
		status  int
		request string
		tries   int
		is      error
	}{
		"lost for good":      {drops{handle: ever(after("", false))}, preview, platen.CodeConnectionLost, 0, "", 6, nil},
		"proxy for good":     {drops{handle: ever(status(502))}, preview, platen.CodeHTTPError, 502, "req_proxy", 6, nil},
		"not the service":    {drops{handle: ever(status(404))}, preview, platen.CodeHTTPError, 404, "req_proxy", 1, nil},
		"not a response":     {drops{handle: ever(after("HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\nContent-Length: 3\r\n\r\nabc", false))}, preview, platen.CodeInvalidResponse, 200, "", 1, nil},
		"no mutation":        {drops{handle: ever(after("", false))}, deleteImage, platen.CodeConnectionLost, 0, "", 1, nil},
		"a timeout":          {drops{handle: ever(hang)}, preview, platen.CodeTimeout, 0, "", 1, context.DeadlineExceeded},
		"canceled":           {drops{handle: ever(hang)}, canceled, platen.CodeCanceled, 0, "", 1, context.Canceled},
		"lost, then refused": {drops{handle: ever(after("", false))[:2]}, refusedPreview, "INSUFFICIENT_CREDITS", 402, "req_1", 3, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lossy := &dropping{drops: c.drops}
			server := startDropping(t, lossy, false)
			if name == "lost, then refused" {
				mux := http.NewServeMux()
				mux.Handle(renderingv1connect.NewRenderServiceHandler(&service{errors: []error{failure(connect.CodeFailedPrecondition, &apiv1.Error{Code: "INSUFFICIENT_CREDITS", RequestId: new("req_1")})}}))
				lossy.next = mux
			}
			timeout := time.Minute
			if c.code == platen.CodeTimeout {
				timeout = 50 * time.Millisecond
			}
			client, err := platen.New("svc_test_x", platen.WithBaseURL(server.URL), platen.WithHTTPClient(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}),
				platen.WithoutPauses(), platen.WithTimeout(timeout))
			if err != nil {
				t.Fatal(err)
			}
			err = c.call(t.Context(), client)
			var e *platen.Error
			if !errors.As(err, &e) {
				t.Fatalf("%T %v", err, err)
			}
			if e.Code != c.code || e.Status != c.status || e.RequestID != c.request {
				t.Errorf("%+v", e)
			}
			if c.code != platen.CodeTimeout && c.code != platen.CodeCanceled && !strings.HasPrefix(e.URL, server.URL+"/platen.rendering.v1.") {
				t.Errorf("the address is %q", e.URL)
			}
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("%v is not %v", err, c.is)
			}
			lossy.mu.Lock()
			defer lossy.mu.Unlock()
			if len(lossy.keys) != c.tries {
				t.Errorf("%d tries, want %d", len(lossy.keys), c.tries)
			}
		})
	}
}

func preview(ctx context.Context, client *platen.Client) error {
	_, err := client.Preview(ctx, request())
	return err
}

func refusedPreview(ctx context.Context, client *platen.Client) error { return preview(ctx, client) }

func deleteImage(ctx context.Context, client *platen.Client) error {
	_, err := client.Images.DeleteImage(ctx, &renderingv1.DeleteImageRequest{ImageId: "img_1"})
	return err
}

func canceled(ctx context.Context, client *platen.Client) error {
	ctx, cancel := context.WithCancel(ctx)
	time.AfterFunc(50*time.Millisecond, cancel)
	return preview(ctx, client)
}

func TestUntrustedCertificatesAreNotRetried(t *testing.T) {
	t.Parallel()
	connections := 0
	server := startDropping(t, new(dropping), true)
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		connections++
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	client, err := platen.New("svc_test_x", platen.WithBaseURL(server.URL), platen.WithHTTPClient(&http.Client{Transport: transport}), platen.WithoutPauses())
	if err != nil {
		t.Fatal(err)
	}
	var e *platen.Error
	if err := preview(t.Context(), client); !errors.As(err, &e) || e.Code != platen.CodeConnectionLost || connections != 1 {
		t.Errorf("%v after %d connections", err, connections)
	}
}

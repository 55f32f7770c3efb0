package mcp

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Path is the path of Handler.
const Path = "/mcp"

// maxBody is the largest request in bytes: that of a render request, and the envelope.
const maxBody = 6 << 20

// Config configures Handler. Every member is required.
type Config struct {
	Version string
	// API serves the API.
	API http.Handler
	// Auth checks the token of each request.
	Auth interface {
		Authenticate(ctx context.Context, token string, from netip.Addr) (*ident.Principal, error)
	}
	// From returns the client address of a request.
	From func(r *http.Request) netip.Addr
	// DocURL is the page that explains error codes.
	DocURL string
	Log    *slog.Logger
}

// Handler returns the handler of Path: streamable HTTP without sessions. Each request carries an API key or a JWT, with which
// its tools call the API; requests of other origins are rejected. It is safe for concurrent use.
func Handler(c Config) http.Handler {
	server := func(r *http.Request) *sdk.Server { return NewServer(c.Version, inProcess(c.API, r)) }
	streams := sdk.NewStreamableHTTPHandler(server, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, Logger: c.Log, MaxRequestBodyBytes: maxBody,
		DisableLocalhostProtection: true, // every request has a token, which a page that rebinds a name lacks
	})
	origin := http.NewCrossOriginProtection()
	refuse := func(w http.ResponseWriter, f *fault.Error) {
		id := ident.New(ident.Request)
		w.Header().Set("X-Request-Id", id)
		rest.WriteError(w, f, id, c.DocURL)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := origin.Check(r); err != nil {
			refuse(w, fault.New(fault.Forbidden, "This request came from another site.").With(fault.Detail{
				Path: "header:Origin", Rule: "cross_origin", Message: "Requests of pages of other sites are rejected."}))
			return
		}
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok {
			token = ""
		}
		if _, err := c.Auth.Authenticate(r.Context(), strings.TrimSpace(token), c.From(r)); err != nil {
			refuse(w, fault.From(err))
			return
		}
		streams.ServeHTTP(w, r)
	})
}

// inProcess returns a Caller that calls the API on behalf of a request, with its token and client address.
func inProcess(api http.Handler, r *http.Request) Caller {
	return func(ctx context.Context, method, path string, body []byte) (int, []byte, error) {
		req, err := http.NewRequestWithContext(ctx, method, path, bytes.NewReader(body))
		if err != nil {
			return 0, nil, err
		}
		req.RemoteAddr, req.Host, req.RequestURI = r.RemoteAddr, r.Host, path
		for _, name := range []string{"Authorization", "X-Forwarded-For", "Forwarded"} {
			req.Header[name] = r.Header[name]
		}
		if body != nil {
			req.Header.Set("Content-Type", "application/json")
		}
		w := &response{header: http.Header{}, status: http.StatusOK}
		api.ServeHTTP(w, req)
		return w.status, w.body.Bytes(), nil
	}
}

// response records a response of the API.
type response struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *response) Header() http.Header         { return r.header }
func (r *response) WriteHeader(status int)      { r.status = status }
func (r *response) Write(p []byte) (int, error) { return r.body.Write(p) }

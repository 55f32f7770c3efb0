// Package platen is the Go client of the Platen rendering service.
//
//	client, err := platen.New(os.Getenv("PLATEN_API_KEY"), platen.WithBaseURL(os.Getenv("PLATEN_BASE_URL")))
//	render, err := client.Preview(ctx, &renderingv1.GenerateRequest{
//		Source:  &renderingv1.GenerateRequest_Html{Html: "<h1>Launch day</h1>"},
//		Outputs: []*renderingv1.Output{{Preset: renderingv1.Preset_PRESET_OG.Enum()}},
//	})
//
// Requests and responses are the generated protobuf messages. Every mutation carries an idempotency key of its
// own, so the retries the service asks for run nothing twice. Failures are *Error: they name every place that
// is wrong, and ApplyFixes fixes what can be fixed.
package platen

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"connectrpc.com/connect"

	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// DefaultBaseURL is where a service started with its defaults listens.
const DefaultBaseURL = "http://127.0.0.1:8080"

type options struct {
	baseURL string
	version string
	token   func(context.Context) (string, error)
	client  connect.HTTPClient
	timeout time.Duration
	retry   retry
	connect []connect.ClientOption
}

// Option changes a client from its defaults.
type Option func(*options)

// WithBaseURL sets the address of the service.
func WithBaseURL(base string) Option { return func(o *options) { o.baseURL = base } }

// WithHTTPClient sends through c. Its time-out, if it has one, also ends streams and long polls.
func WithHTTPClient(c connect.HTTPClient) Option { return func(o *options) { o.client = c } }

// WithAPIVersion pins X-API-Version; by default the workspace's version applies.
func WithAPIVersion(version string) Option { return func(o *options) { o.version = version } }

// WithTokenSource asks source for the token of every request in place of the one given to New: JWTs expire.
// source is called concurrently and should keep a token for as long as it is valid.
func WithTokenSource(source func(context.Context) (string, error)) Option {
	return func(o *options) { o.token = source }
}

// WithRetries sets how often a call is tried again; 0 never does. The default is 5.
func WithRetries(n int) Option { return func(o *options) { o.retry.most = max(0, n) } }

// WithTimeout bounds calls whose context has no deadline, all their tries together; 0 does not. The default is
// two minutes. Streams are bounded by their contexts alone.
func WithTimeout(d time.Duration) Option { return func(o *options) { o.timeout = d } }

// WithConnect adds options of Connect, such as connect.WithGRPC() or interceptors of your own.
func WithConnect(more ...connect.ClientOption) Option {
	return func(o *options) { o.connect = append(o.connect, more...) }
}

// New returns a client that authenticates with token: an API key or a JWT. Keep API keys on servers.
func New(token string, opts ...Option) (*Client, error) {
	o := options{baseURL: DefaultBaseURL, client: &http.Client{Transport: http.DefaultTransport}, timeout: 2 * time.Minute, retry: retry{most: 5, sleep: sleep}}
	for _, option := range opts {
		option(&o)
	}
	if o.token == nil {
		if token == "" {
			return nil, errors.New("platen: a token is required")
		}
		o.token = func(context.Context) (string, error) { return token, nil }
	}
	base, err := url.Parse(o.baseURL)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("platen: %q is not a base URL", o.baseURL)
	}
	at := strings.TrimSuffix(o.baseURL, "/")
	// The first interceptor is the outermost: errors are typed where the caller sees them, every try is retried
	// as a whole.
	with := connect.WithClientOptions(append([]connect.ClientOption{
		connect.WithInterceptors(typedErrors{o.timeout}, o.retry, headers{token: o.token, version: o.version}),
	}, o.connect...)...)
	return clients(noting{o.client}, at, with), nil
}

// Preview renders in synchronously. It sets the operation.
func (c *Client) Preview(ctx context.Context, in *renderingv1.GenerateRequest) (*renderingv1.Render, error) {
	in.Operation = renderingv1.Operation_OPERATION_PREVIEW
	out, err := c.Rendering.Generate(ctx, in)
	if err != nil {
		return nil, err
	}
	return out.GetRender(), nil
}

// Start queues in as a job. It sets the operation.
func (c *Client) Start(ctx context.Context, in *renderingv1.GenerateRequest) (*renderingv1.RenderJob, error) {
	in.Operation = renderingv1.Operation_OPERATION_RENDER
	out, err := c.Rendering.Generate(ctx, in)
	if err != nil {
		return nil, err
	}
	return out.GetJob(), nil
}

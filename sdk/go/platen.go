// Package platen is the Go client of the Platen rendering service.
//
//	client, err := platen.New(os.Getenv("PLATEN_KEY"), platen.WithBaseURL("http://127.0.0.1:8080"))
//	render, err := client.Preview(ctx, &renderingv1.GenerateRequest{
//		Source:  &renderingv1.GenerateRequest_Html{Html: "<h1>Launch day</h1>"},
//		Outputs: []*renderingv1.Output{{Preset: renderingv1.Preset_PRESET_OG.Enum()}},
//	})
//
// Requests and answers are the generated protobuf messages. Every mutation carries an idempotency key of its
// own, so the retries the service asks for run nothing twice. Failures are *Error: they name every place that
// is wrong, and ApplyFixes mends what can be mended.
package platen

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"connectrpc.com/connect"

	"github.com/platenhq/platen/proto/gen/platen/api/v1/apiv1connect"
	"github.com/platenhq/platen/proto/gen/platen/auth/v1/authv1connect"
	"github.com/platenhq/platen/proto/gen/platen/credits/v1/creditsv1connect"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	"github.com/platenhq/platen/proto/gen/platen/signing/v1/signingv1connect"
	"github.com/platenhq/platen/proto/gen/platen/webhooks/v1/webhooksv1connect"
)

// Client calls the service. It is safe for concurrent use. The fields are the generated clients; the methods
// add what takes more than one call.
type Client struct {
	Rendering  renderingv1connect.RenderServiceClient
	Images     renderingv1connect.ImageServiceClient
	PDFs       renderingv1connect.PdfServiceClient
	System     apiv1connect.SystemServiceClient
	Keys       authv1connect.ApiKeyServiceClient
	Workspaces authv1connect.WorkspaceServiceClient
	Usage      creditsv1connect.UsageServiceClient
	Webhooks   webhooksv1connect.WebhookServiceClient
	// Signing mints image URLs; URLSigner does it without a call.
	Signing     signingv1connect.SigningServiceClient
	SigningKeys signingv1connect.SigningKeyServiceClient
	Issuers     authv1connect.JwtIssuerServiceClient
	Admin       authv1connect.AdminServiceClient
}

// DefaultBaseURL is where a service started with its defaults listens.
const DefaultBaseURL = "http://127.0.0.1:8080"

type options struct {
	baseURL string
	version string
	client  connect.HTTPClient
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

// WithRetries sets how often a call is tried again; 0 never does. The default is 5.
func WithRetries(n int) Option { return func(o *options) { o.retry.most = max(0, n) } }

// WithConnect adds options of Connect, such as connect.WithGRPC() or interceptors of your own.
func WithConnect(more ...connect.ClientOption) Option {
	return func(o *options) { o.connect = append(o.connect, more...) }
}

// New returns a client that authenticates with token: an API key or a JWT. Keep API keys on servers.
func New(token string, opts ...Option) (*Client, error) {
	o := options{baseURL: DefaultBaseURL, client: &http.Client{Transport: http.DefaultTransport}, retry: retry{most: 5, sleep: sleep}}
	for _, option := range opts {
		option(&o)
	}
	if token == "" {
		return nil, errors.New("platen: a token is required")
	}
	base, err := url.Parse(o.baseURL)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("platen: %q is no base URL", o.baseURL)
	}
	at := strings.TrimSuffix(o.baseURL, "/")
	// The first interceptor is the outermost: errors are typed where the caller sees them, every try is retried
	// as a whole.
	with := connect.WithClientOptions(append([]connect.ClientOption{
		connect.WithInterceptors(typedErrors{}, o.retry, headers{token: token, version: o.version}),
	}, o.connect...)...)
	return &Client{
		Rendering:  renderingv1connect.NewRenderServiceClient(o.client, at, with),
		Images:     renderingv1connect.NewImageServiceClient(o.client, at, with),
		PDFs:       renderingv1connect.NewPdfServiceClient(o.client, at, with),
		System:     apiv1connect.NewSystemServiceClient(o.client, at, with),
		Keys:       authv1connect.NewApiKeyServiceClient(o.client, at, with),
		Workspaces: authv1connect.NewWorkspaceServiceClient(o.client, at, with),
		Usage:      creditsv1connect.NewUsageServiceClient(o.client, at, with),
		Webhooks:   webhooksv1connect.NewWebhookServiceClient(o.client, at, with),

		Signing:     signingv1connect.NewSigningServiceClient(o.client, at, with),
		SigningKeys: signingv1connect.NewSigningKeyServiceClient(o.client, at, with),
		Issuers:     authv1connect.NewJwtIssuerServiceClient(o.client, at, with),
		Admin:       authv1connect.NewAdminServiceClient(o.client, at, with),
	}, nil
}

// Preview renders in at once. It sets the operation.
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

// WaitForJob returns the job when it has ended, or with the error of ctx. A failed job comes with its *Error,
// a canceled one without.
func (c *Client) WaitForJob(ctx context.Context, id string) (*renderingv1.RenderJob, error) {
	wait := int32(20)
	for {
		job, err := c.Rendering.GetRenderJob(ctx, &renderingv1.GetRenderJobRequest{JobId: id, Wait: &wait})
		if err != nil {
			return nil, err
		}
		switch job.Status {
		case renderingv1.RenderStatus_RENDER_STATUS_COMPLETED, renderingv1.RenderStatus_RENDER_STATUS_CANCELED:
			return job, nil
		case renderingv1.RenderStatus_RENDER_STATUS_FAILED:
			return job, newError(job.GetError(), nil)
		}
		if err := ctx.Err(); err != nil {
			return job, err
		}
	}
}

package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/ogen-go/ogen/ogenerrors"
	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/proto/gen/platen/ai/v1/aiv1connect"
	"github.com/platenhq/platen/proto/gen/platen/api/v1/apiv1connect"
	"github.com/platenhq/platen/proto/gen/platen/approvals/v1/approvalsv1connect"
	"github.com/platenhq/platen/proto/gen/platen/auth/v1/authv1connect"
	"github.com/platenhq/platen/proto/gen/platen/brands/v1/brandsv1connect"
	"github.com/platenhq/platen/proto/gen/platen/credits/v1/creditsv1connect"
	"github.com/platenhq/platen/proto/gen/platen/library/v1/libraryv1connect"
	"github.com/platenhq/platen/proto/gen/platen/policy/v1/policyv1connect"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	"github.com/platenhq/platen/proto/gen/platen/signing/v1/signingv1connect"
	"github.com/platenhq/platen/proto/gen/platen/webhooks/v1/webhooksv1connect"

	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// RenderService is the Connect service with its stream in a form independent of Connect.
type RenderService interface {
	renderingv1connect.RenderServiceHandler
	// Watch calls send with the current state of a job and with every change, one call at a time, and returns
	// after the terminal one, when ctx ends, or with the error of send.
	Watch(ctx context.Context, in *renderingv1.WatchRenderJobRequest, send func(*renderingv1.RenderJobEvent) error) error
}

// Services are the procedures behind the facade, which Connect serves too. All are required.
type Services struct {
	Rendering  RenderService
	Images     renderingv1connect.ImageServiceHandler
	PDFs       renderingv1connect.PdfServiceHandler
	System     apiv1connect.SystemServiceHandler
	Keys       authv1connect.ApiKeyServiceHandler
	Workspaces authv1connect.WorkspaceServiceHandler
	Usage      creditsv1connect.UsageServiceHandler
	Webhooks   webhooksv1connect.WebhookServiceHandler

	Signing     signingv1connect.SigningServiceHandler
	SigningKeys signingv1connect.SigningKeyServiceHandler
	Issuers     authv1connect.JwtIssuerServiceHandler
	Admin       authv1connect.AdminServiceHandler

	Templates libraryv1connect.TemplateServiceHandler
	Assets    libraryv1connect.AssetServiceHandler
	Fonts     libraryv1connect.FontServiceHandler
	Licenses  libraryv1connect.LicenseServiceHandler
	Tools     renderingv1connect.ToolServiceHandler

	Approvals     approvalsv1connect.ApprovalServiceHandler
	Policies      approvalsv1connect.ApprovalPolicyServiceHandler
	Drafts        approvalsv1connect.DraftServiceHandler
	Decisions     approvalsv1connect.DecisionServiceHandler
	ContentPolicy policyv1connect.ContentPolicyServiceHandler
	Audit         apiv1connect.AuditServiceHandler

	AI aiv1connect.AiServiceHandler

	Brands    brandsv1connect.BrandServiceHandler
	BrandKits brandsv1connect.BrandKitServiceHandler
}

// Config is what the facade needs besides the services.
type Config struct {
	// Operations has every procedure that the document names.
	Operations rpc.Table
	// DocURL is the page that explains error codes; the code is its fragment. If empty, responses name no page.
	DocURL string
	// Report logs an error and returns it as a fault: the chain's Report. nil logs nothing.
	Report func(context.Context, error) *fault.Error
}

// Facade routes REST requests to procedures. It is safe for concurrent use.
type Facade struct {
	docURL     string
	report     func(context.Context, error) *fault.Error
	operations map[string]*operation
	server     *oas.Server
}

// New returns the facade. It fails when the document and the protos disagree.
func New(s Services, c Config) (*Facade, error) {
	all, err := operations(c.Operations)
	if err != nil {
		return nil, err
	}
	f := &Facade{docURL: c.DocURL, report: c.Report, operations: all}
	if f.report == nil {
		f.report = func(_ context.Context, err error) *fault.Error { return fault.From(err) }
	}
	h := &handlers{s}
	f.server, err = oas.NewServer(h, h,
		oas.WithErrorHandler(f.handleError),
		oas.WithNotFound(f.notFound),
		oas.WithMethodNotAllowed(func(w http.ResponseWriter, r *http.Request, _ string) { f.notFound(w, r) }),
	)
	if err != nil {
		return nil, fmt.Errorf("building the router: %w", err)
	}
	return f, nil
}

// Surface is the facade as the check chain sees it: chain.Wrap(facade.Surface(), facade).
func (f *Facade) Surface() rpc.Surface {
	return rpc.Surface{Name: "rest", Resolve: f.resolve, WriteError: f.writeFault, Rewrite: f.rewrite, Decode: f.decode, DecodeHeaders: []string{"Prefer"}}
}

// handlers implements what ogen routes to.
type handlers struct{ Services }

// match is the route that a request matches.
type match struct {
	operation *operation
	path      []string // the values of the path parameters
	url       *url.URL // as ogen parses it
}

// find returns the match of a request. HEAD is treated as GET, and a trailing slash is ignored. Where the
// path takes other methods only, allow lists these.
func (f *Facade) find(r *http.Request) (m match, allow []string, ok bool) {
	method := effective(r.Method)
	for _, path := range []string{r.URL.Path, otherSlash(r.URL.Path)} {
		at := &url.URL{Path: path}
		if route, found := f.server.FindPath(method, at); found {
			if route.Name() == oas.GetRenderJobOperation && wantsEvents(r.Header) {
				at.Path = strings.TrimSuffix(path, "/") + "/events"
				if events, found := f.server.FindPath(method, at); found {
					route = events
				}
			}
			return match{f.operations[route.OperationID()], route.Args(), at}, nil, true
		}
		for _, other := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete} {
			if _, found := f.server.FindPath(other, at); found {
				allow = append(allow, other)
				if other == http.MethodGet {
					allow = append(allow, http.MethodHead)
				}
			}
		}
		if len(allow) > 0 {
			break
		}
	}
	return match{}, allow, false
}

// otherSlash adds or removes the trailing slash.
func otherSlash(path string) string {
	if trimmed, ok := strings.CutSuffix(path, "/"); ok {
		return trimmed
	}
	return path + "/"
}

func effective(method string) string {
	if method == http.MethodHead {
		return http.MethodGet
	}
	return method
}

// resolve is the chain's first check.
func (f *Facade) resolve(r *http.Request) rpc.Resolution {
	m, allow, ok := f.find(r)
	if ok {
		return rpc.Resolution{Operation: m.operation.rules, Match: m}
	}
	res := rpc.Resolution{Allow: allow, Fault: missing(r.Method, r.URL.Path, allow)}
	if to := Replacement(r.URL.Path); to != "" && len(allow) == 0 {
		res.Header = http.Header{"Link": {"<" + to + `>; rel="successor-version"`}}
	}
	return res
}

// decode is the chain's last check.
func (f *Facade) decode(r *http.Request, call *rpc.Call, body *canonical.Value) (proto.Message, []fault.Detail) {
	m := call.Match.(match)
	query, err := url.ParseQuery(r.URL.RawQuery)
	in, problems := m.operation.decode(m.path, query, body)
	if err != nil {
		problems = append(problems, fault.Detail{Path: "query:", Rule: "malformed_query",
			Message: "The query string is not valid: write % as %25, ; as %3B, and separate parameters with &."})
	}
	return in, problems
}

// ServeHTTP runs the operation that the chain has resolved; the chain must run before it.
func (f *Facade) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := rpc.CallFrom(r.Context())
	if call == nil {
		f.writeFault(w, r, fault.From(errors.New("the facade is not behind the check chain")))
		return
	}
	m := call.Match.(match)
	routed := r.WithContext(context.WithValue(r.Context(), requestKey{}, r))
	routed.Method = effective(r.Method)
	routed.URL = m.url
	routed.Body = http.NoBody
	f.server.ServeHTTP(w, routed)
}

func (f *Facade) notFound(w http.ResponseWriter, r *http.Request) {
	f.writeFault(w, r, missing(r.Method, r.URL.Path, nil))
}

// handleError handles the errors of handlers and of ogen, such as a path parameter that it cannot decode.
func (f *Facade) handleError(ctx context.Context, w http.ResponseWriter, r *http.Request, err error) {
	var params *ogenerrors.DecodeParamsError
	if errors.As(err, &params) {
		err = fault.Invalid(fault.Detail{Path: "path:", Rule: wire.RuleFormat, Message: "The path is not valid."}).Because(err)
	}
	f.writeFault(w, r, f.report(ctx, err))
}

// writeFault responds with the envelope of a fault.
func (f *Facade) writeFault(w http.ResponseWriter, r *http.Request, err *fault.Error) {
	id := ""
	if call := rpc.CallFrom(r.Context()); call != nil {
		id = call.RequestID
		if m, ok := call.Match.(match); ok {
			err = m.operation.relocate(err.Explained())
		}
	}
	WriteError(w, err, id, f.docURL)
}

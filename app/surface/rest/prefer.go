package rest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
)

// respondAsync is the preference for a job over a synchronous response (RFC 7240, section 4.1).
const respondAsync = "respond-async"

// rewrite changes a preview to a render when the client prefers an asynchronous response.
func (f *Facade) rewrite(r *http.Request, call *rpc.Call, body *canonical.Value) {
	if m, ok := call.Match.(match); !ok || m.operation.rules.Procedure != renderingv1connect.RenderServiceGenerateProcedure || !prefersAsync(r.Header) {
		return
	}
	at, found := slices.BinarySearchFunc(body.Members, "operation", func(m canonical.Member, name string) int { return strings.Compare(m.Name, name) })
	render := canonical.Member{Name: "operation", Value: canonical.Value{Kind: canonical.String, Text: "render"}}
	switch {
	case !found:
		body.Members = slices.Insert(body.Members, at, render)
	case body.Members[at].Value.Kind == canonical.String && body.Members[at].Value.Text == "preview":
		body.Members[at] = render
	default:
		return // already a render, or an error to report
	}
	call.Header().Set("Preference-Applied", respondAsync)
}

// prefersAsync reads the header Prefer: preferences separated by commas, each with parameters after semicolons.
func prefersAsync(header http.Header) bool {
	for _, line := range header.Values("Prefer") {
		for preference := range strings.SplitSeq(line, ",") {
			name, _, _ := strings.Cut(preference, ";")
			if strings.EqualFold(strings.TrimSpace(name), respondAsync) {
				return true
			}
		}
	}
	return false
}

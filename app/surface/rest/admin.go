package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc"
)

// GetAdminOverview returns the state of the workspace and the service.
func (h *handlers) GetAdminOverview(ctx context.Context) (jx.Raw, error) {
	rpc.CallFrom(ctx).Header().Set("Cache-Control", "no-store")
	return call(ctx, h.Admin.GetAdminOverview)
}

// CreateTestKey creates a test key. It is a GET, so requests that do not want the key get none: a HEAD, a browser that
// prefetches.
func (h *handlers) CreateTestKey(ctx context.Context) (jx.Raw, error) {
	header := rpc.CallFrom(ctx).Header()
	header.Set("Cache-Control", "no-store")
	r := httpRequest(ctx)
	if r.Method != http.MethodGet {
		header.Set("Allow", http.MethodGet)
		return nil, missing(r.Method, r.URL.Path, []string{http.MethodGet})
	}
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if prefetches(r.Header.Values(name)) {
			return nil, fault.Invalid(fault.Detail{Path: "header:" + name, Rule: "prefetch", Message: "A prefetch makes no key."})
		}
	}
	return call(ctx, h.Admin.CreateTestKey)
}

// prefetches reports whether a header says that no one is waiting for the response.
func prefetches(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool {
		v = strings.ToLower(v)
		return strings.Contains(v, "prefetch") || strings.Contains(v, "prerender") || strings.Contains(v, "preview")
	})
}

// CreateLiveKey creates a live key.
func (h *handlers) CreateLiveKey(ctx context.Context) (jx.Raw, error) {
	rpc.CallFrom(ctx).Header().Set("Cache-Control", "no-store")
	return call(ctx, h.Admin.CreateLiveKey)
}

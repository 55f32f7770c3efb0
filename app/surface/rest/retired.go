package rest

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// retired lists the routes of the earlier multi-step workflow with their replacements.
var retired = []struct {
	path        *regexp.Regexp
	replacement string
}{
	{regexp.MustCompile(`^/api/v1/facade/(drafts|compile|preview|render|single-render|specs?)(/.*)?$`), "/api/v1/facade/generate"},
	{regexp.MustCompile(`^/api/v1/(render|preview)(/.*)?$`), "/api/v1/facade/generate"},
	{regexp.MustCompile(`^/api/v1/facade/assets(/.*)?$`), "/api/v1/assets"},
	{regexp.MustCompile(`^/api/v1/facade/brands/[^/]+/kits(/.*)?$`), "/api/v1/brand-kits"},
}

// Replacement returns the replacement of a retired route, "" for any other path.
func Replacement(path string) string {
	path = strings.TrimSuffix(path, "/")
	for _, r := range retired {
		if r.path.MatchString(path) {
			return r.replacement
		}
	}
	return ""
}

// missing is the fault of a request that matches no route.
func missing(method, path string, allow []string) *fault.Error {
	f := fault.Newf(fault.EndpointNotFound, "There is no route %s %s.", shortened(method), shortened(path))
	if len(allow) > 0 {
		return fault.Newf(fault.EndpointNotFound, "%s takes no %s; it takes %s.", shortened(path), shortened(method), strings.Join(allow, ", ")).
			With(fault.Detail{Path: "path:", Rule: "method", Message: fmt.Sprintf("Use %s.", strings.Join(allow, " or ")), Expected: anyStrings(allow), Actual: shortened(method)})
	}
	if to := Replacement(path); to != "" {
		return f.With(fault.Detail{Path: "path:", Rule: "route_retired", Message: fmt.Sprintf("The route is retired; use %s.", to),
			Context: map[string]any{"replacement": to}})
	}
	return f
}

func shortened(s string) string {
	if len(s) > 200 {
		s = s[:200] + "…"
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

func anyStrings(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

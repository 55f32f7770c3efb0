package serve

import (
	"net/http"
	"strconv"
	"strings"
)

// AcceptsGzip reports whether the client prefers a gzip response to one without encoding (RFC 9110, 12.5.3): q=0
// excludes an encoding, "*" matches those that are not named, and of two the larger q is preferred. A q that is
// not a number counts as 0. Without Accept-Encoding the response has no encoding.
func AcceptsGzip(r *http.Request) bool {
	gzip, identity, others := -1.0, -1.0, -1.0
	for _, item := range strings.Split(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, parameters, _ := strings.Cut(item, ";")
		q := quality(parameters)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "gzip", "x-gzip":
			gzip = max(gzip, q)
		case "identity":
			identity = max(identity, q)
		case "*":
			others = max(others, q)
		}
	}
	if gzip < 0 {
		gzip = others
	}
	return gzip > 0 && gzip >= identity
}

// quality returns the weight among an item's parameters, 1 when there is none.
func quality(parameters string) float64 {
	for _, p := range strings.Split(parameters, ";") {
		name, value, _ := strings.Cut(p, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}

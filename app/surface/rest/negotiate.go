package rest

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// accepted is one entry of an Accept header (RFC 9110 section 12.5.1).
type accepted struct {
	mediaType string
	quality   float64
}

func acceptedTypes(header http.Header) []accepted {
	var out []accepted
	for _, line := range header.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			mediaType, parameters, _ := strings.Cut(part, ";")
			a := accepted{strings.ToLower(strings.TrimSpace(mediaType)), 1}
			for p := range strings.SplitSeq(parameters, ";") {
				if q, ok := strings.CutPrefix(strings.TrimSpace(p), "q="); ok {
					if n, err := strconv.ParseFloat(q, 64); err == nil && n >= 0 && n <= 1 {
						a.quality = n
					}
				}
			}
			if a.mediaType != "" && len(out) < 32 {
				out = append(out, a)
			}
		}
	}
	return out
}

// quality returns the quality value of a media type, that of the most specific matching entry. Without a header
// all types have the same.
func quality(entries []accepted, mediaType string) float64 {
	if len(entries) == 0 {
		return 1
	}
	family, _, _ := strings.Cut(mediaType, "/")
	best, specificity := 0.0, -1
	for _, e := range entries {
		s := -1
		switch e.mediaType {
		case mediaType:
			s = 2
		case family + "/*":
			s = 1
		case "*/*":
			s = 0
		}
		if s > specificity {
			best, specificity = e.quality, s
		}
	}
	return best
}

// wantsBytes reports whether the client prefers the file of that media type to JSON:
// Accept must name the type or its family, and not prefer JSON.
func wantsBytes(header http.Header, mediaType string) bool {
	entries := acceptedTypes(header)
	family, _, _ := strings.Cut(mediaType, "/")
	named := false
	for _, e := range entries {
		named = named || e.quality > 0 && (e.mediaType == mediaType || e.mediaType == family+"/*" && (family == "image" || family == "video"))
	}
	return named && quality(entries, mediaType) >= quality(entries, "application/json")
}

// namesFile reports whether Accept names an image, video or PDF and excludes JSON.
func namesFile(header http.Header) bool {
	entries := acceptedTypes(header)
	for _, e := range entries {
		if e.quality > 0 && (strings.HasPrefix(e.mediaType, "image/") || strings.HasPrefix(e.mediaType, "video/") || e.mediaType == "application/pdf") {
			return quality(entries, "application/json") == 0
		}
	}
	return false
}

// wantsEvents reports whether the client prefers an event stream to JSON.
func wantsEvents(header http.Header) bool {
	entries := acceptedTypes(header)
	for _, e := range entries {
		if e.mediaType == "text/event-stream" && e.quality > 0 {
			return e.quality >= quality(entries, "application/json")
		}
	}
	return false
}

// writeFile responds with bytes under a strong ETag, or with 304 when the client has them.
func writeFile(w http.ResponseWriter, r *http.Request, mediaType, sha256 string, data []byte) error {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Add("Vary", "Accept")
	if sha256 != "" {
		tag := `"` + sha256 + `"`
		h.Set("ETag", tag)
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			for part := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
				if part = strings.TrimPrefix(strings.TrimSpace(part), "W/"); part == tag || part == "*" {
					w.WriteHeader(http.StatusNotModified)
					return nil
				}
			}
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(data)
	return nil
}

// writeJSON responds with an encoded message.
func writeJSON(w http.ResponseWriter, status int, body []byte) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Add("Vary", "Accept")
	w.WriteHeader(status)
	_, _ = w.Write(body)
	return nil
}

func acceptFault(format string, have string) error {
	return fault.Invalid(fault.Detail{Path: "header:Accept", Rule: "accept", Expected: have, Message: format})
}

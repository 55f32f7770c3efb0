package serve_test

import (
	"net/http"
	"testing"

	"github.com/platenhq/platen/modules/platform/serve"
)

func TestAcceptsGzip(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"gzip": true, "GZIP": true, "x-gzip": true, "gzip, deflate, br": true, "br;q=1.0, gzip;q=0.8, *;q=0.1": true, "*": true,
		"gzip;q=0.5": true, "gzip ; q = 0.5": true, "*;q=0.5, identity;q=0.5": true, "gzip;q=0.001": true, "identity;q=0, gzip": true,
		"gzip;q=0": false, "gzip;q=0.0, *": false, "*;q=0": false, "identity": false, "br": false, "": false, "gzip;q=x": false,
		"gzip;q=-1": false, "gzip;q=2": false, "gzip;q=NaN": false, "gzipped": false, "gzip;q=0.5, identity": false, "identity, *;q=0.5": false,
	} {
		r := &http.Request{Header: http.Header{"Accept-Encoding": {header}}}
		if got := serve.AcceptsGzip(r); got != want {
			t.Errorf("%q: %v, want %v", header, got, want)
		}
	}
	if serve.AcceptsGzip(&http.Request{Header: http.Header{}}) {
		t.Error("gzip without Accept-Encoding")
	}
	if r := (&http.Request{Header: http.Header{"Accept-Encoding": {"br", "gzip;q=0"}}}); serve.AcceptsGzip(r) {
		t.Error("only the first header line was read")
	}
}

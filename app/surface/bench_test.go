package surface_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
)

// BenchmarkSurfaces measures the overhead of a request besides its use case: chain, decoding, routing, encoding.
func BenchmarkSurfaces(b *testing.B) {
	s := newSurfaces(b)
	b.Run("rest", func(b *testing.B) {
		for b.Loop() {
			req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, s.url+"/api/v1/facade/generate", strings.NewReader(preview))
			if err != nil {
				b.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+token)
			req.Header.Set("Content-Type", "application/json")
			res, err := s.client.Do(req)
			if err != nil {
				b.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			if res.StatusCode != http.StatusOK {
				b.Fatal(res.Status)
			}
		}
	})
	for name, options := range protocols {
		b.Run(name, func(b *testing.B) {
			c := renderingv1connect.NewRenderServiceClient(s.client, s.url, append([]connect.ClientOption{withToken()}, options...)...)
			for b.Loop() {
				if _, err := c.Generate(b.Context(), previewMessage()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package scenarios

import (
	"fmt"
	"testing"

	"github.com/platenhq/platen/e2e/harness"
)

// BenchmarkAI measures the AI endpoints through the whole service: images that are generated, encoded, stored and
// charged, and repeated requests.
func BenchmarkAI(b *testing.B) {
	s := harness.Start(b, map[string]string{"PLATEN_RATE_AI": "100000/100000"})
	seed := 0
	for _, c := range []struct{ name, path, body string }{
		{"mesh-gradient-1200x630", "mesh-gradient", `{"seed":%d}`},
		{"background-1200x630", "generate-background", `{"width":1200,"height":630,"mood":"calm","prompt":"waves","colors":["#0F172A","#38BDF8","#%06X"]}`},
		{"vector-1024x1024", "generate", `{"prompt":"a lighthouse at dusk","substyle":"vector_illustration","seed":%d}`},
		{"icon-512x512", "generate", `{"prompt":"rocket","substyle":"icon","width":512,"height":512,"seed":%d}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				seed++
				if a := s.Do(b, "POST", "/api/v1/ai/"+c.path, s.Live, fmt.Sprintf(c.body, seed)); a.Status != 200 {
					b.Fatalf("%d %s", a.Status, a.Body)
				}
			}
		})
	}
	b.Run("the-same-again", func(b *testing.B) {
		for b.Loop() {
			if a := s.Do(b, "POST", "/api/v1/ai/mesh-gradient", s.Live, `{"seed":1}`); a.Status != 200 {
				b.Fatalf("%d %s", a.Status, a.Body)
			}
		}
	})
}

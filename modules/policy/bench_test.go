package policy

import (
	"strings"
	"testing"
)

// BenchmarkEvaluate checks a card's headline and the longest text that is drawn.
func BenchmarkEvaluate(b *testing.B) {
	w := newWords(defaults())
	long := strings.Repeat("The quick brown fox jumps over a l4zy dog. ", 200_000/43)
	for name, text := range map[string]string{"headline": "Launch day: everything you need to know", "longest": long, "one word": strings.Repeat("a", 200_000), "letters": strings.Repeat("a ", 100_000)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w.blocked(text)
			}
		})
	}
}

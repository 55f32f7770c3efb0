package text

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

const lorem = "The quick brown fox jumps over the lazy dog while seventeen engineers, two designers and one patient editor argue about kerning, ligatures and the proper width of an em dash in headlines that nobody will read twice before lunch on Tuesday. "

// breakGreedily breaks lines of at most width like layout, to measure the calls it makes.
func breakGreedily(s *Shaped, width geom.Unit) (runs int) {
	breaks := s.Breaks()
	start, n := 0, len(s.Text())
	for start < n {
		end := start
		for i := 0; i <= len(breaks); i++ {
			pos := n
			if i < len(breaks) {
				pos = breaks[i].Pos
			}
			if pos <= start {
				continue
			}
			if end > start && s.Advance(start, len(strings.TrimRight(s.Text()[:pos], " "))) > width {
				break
			}
			end = pos
		}
		runs += len(s.Line(start, end, LineOptions{}))
		start = end
	}
	return runs
}

func benchmarkShape(b *testing.B, words int, cold bool) {
	text := strings.Repeat(lorem, words/40+1)
	text = strings.Join(strings.Fields(text)[:words], " ")
	p := paragraph(text, 18)
	fonts := font.Bundled()
	e := NewEngine()
	e.Shape(p, fonts)
	b.ReportAllocs()
	for b.Loop() {
		if cold {
			e.cache = shapeCache{}
		}
		s := e.Shape(p, fonts)
		breakGreedily(s, geom.Px(600))
	}
}

func BenchmarkShape40Cold(b *testing.B)  { benchmarkShape(b, 40, true) }
func BenchmarkShape40Warm(b *testing.B)  { benchmarkShape(b, 40, false) }
func BenchmarkShape600Warm(b *testing.B) { benchmarkShape(b, 600, false) }

func BenchmarkFirstParagraph(b *testing.B) {
	p := paragraph(lorem, 18)
	for b.Loop() {
		NewEngine().Shape(p, font.Bundled())
	}
}

package art

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/mesh"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// generateMesh draws a mesh gradient; colour words of the prompt determine its colours if the request has none.
func generateMesh(ctx context.Context, r Request) (*Result, error) {
	rng := num.NewRand(r.Seed).Fork("mesh")
	read := readPrompt(r.Prompt)
	if len(r.Colors) == 0 {
		r.Colors = read.colors()
	}
	colors := r.palette(read.tone(""), rng)
	m := mesh.New(colors, float64(r.Width)/float64(r.Height), rng)
	c, err := m.Paint(ctx, r.Width, r.Height)
	if err != nil {
		return nil, err
	}
	p := &Result{
		Pix: c.Bytes(uint32(r.Seed), r.grain(0.16)), Colors: colors, CSS: m.CSS(), Family: "mesh",
		Understood: read.understood, Warnings: read.leftOver(nil),
	}
	for _, q := range m.Placed() {
		p.Points = append(p.Points, Point{math.Round(q.X*1e4) / 1e4, math.Round(q.Y*1e4) / 1e4, q.Color})
	}
	return p, nil
}

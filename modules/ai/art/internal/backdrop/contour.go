package backdrop

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// contour draws the contour lines of a noise terrain, with every fifth line thicker.
func contour(ctx context.Context, b *board) {
	b.ground()
	b.veil = 0.62
	seed := uint32(b.rng.Uint64())
	step := max(4, b.u*0.9)
	cols, rows := int(b.w/step)+3, int(b.h/step)+3
	size := float64(b.u * b.rng.Range(34, 46))
	field := make([]float64, cols*rows)
	for r := range rows {
		for k := range cols {
			x, y := float64(k-1)*step/size, float64(r-1)*step/size
			bendX, bendY := num.Noise(float64(x*0.8)+3, y*0.8, seed+50), num.Noise(x*0.8, float64(y*0.8)+8, seed+51)
			field[r*cols+k] = num.Fractal(x+float64(0.5*bendX), y+float64(0.5*bendY), 3, seed)
		}
	}
	if b.err = ctx.Err(); b.err != nil {
		return
	}
	const levels = 26
	for n := range levels {
		level := num.Mix(-0.72, 0.72, float64(n)/(levels-1))
		p := &canvas.Path{}
		for _, line := range isolines(field, cols, rows, level) {
			pts := make([]canvas.Point, len(line))
			for k, q := range line {
				pts[k] = canvas.P((q.X-1)*step, (q.Y-1)*step)
			}
			if len(pts) > 2 {
				p.Add((&canvas.Path{}).Curve(pts...))
			}
		}
		width, alpha := float64(b.u*0.13), 0.55
		if n%5 == 2 {
			width, alpha = float64(b.u*0.28), 0.9
		}
		t := float64(n) / (levels - 1)
		c := b.tone(0.28 + float64(0.5*t))
		if n%5 == 2 {
			c = b.accent.Mix(c, 0.25)
		}
		b.add(canvas.Shape{Path: p, Width: max(0.9, width), Brush: canvas.Clear(c, alpha)})
	}
}

// isolines returns the lines where a field crosses a level (marching squares), as polylines in cell coordinates.
func isolines(field []float64, cols, rows int, level float64) [][]canvas.Point {
	// Crossings are identified by their grid edge: 2·cell for the top edge of a cell, 2·cell+1 for its left edge.
	type link struct{ a, b int }
	next := make(map[int][]int, 256)
	var keys []int
	join := func(l link) {
		for _, k := range [2]int{l.a, l.b} {
			if next[k] == nil {
				keys = append(keys, k)
			}
		}
		next[l.a] = append(next[l.a], l.b)
		next[l.b] = append(next[l.b], l.a)
	}
	for r := range rows - 1 {
		for k := range cols - 1 {
			i := r*cols + k
			v := [4]bool{field[i] > level, field[i+1] > level, field[i+cols+1] > level, field[i+cols] > level}
			edges := [4]int{2 * i, 2*(i+1) + 1, 2 * (i + cols), 2*i + 1}
			var cut []int
			for e := range 4 {
				if v[e] != v[(e+1)&3] {
					cut = append(cut, edges[e])
				}
			}
			switch len(cut) {
			case 2:
				join(link{cut[0], cut[1]})
			case 4:
				join(link{cut[0], cut[1]})
				join(link{cut[2], cut[3]})
			}
		}
	}
	at := func(edge int) canvas.Point {
		i := edge / 2
		x, y := float64(i%cols), float64(i/cols)
		other := i + 1
		if edge&1 == 1 {
			other = i + cols
		}
		t := 0.5
		if d := field[other] - field[i]; math.Abs(d) > 1e-12 {
			t = num.Clamp((level-field[i])/d, 0, 1)
		}
		if edge&1 == 1 {
			return canvas.P(x, y+t)
		}
		return canvas.P(x+t, y)
	}
	done := make(map[int]bool, len(keys))
	walk := func(start int) []canvas.Point {
		var line []canvas.Point
		for k := start; ; {
			done[k] = true
			line = append(line, at(k))
			step := -1
			for _, n := range next[k] {
				if !done[n] {
					step = n
					break
				}
			}
			if step < 0 {
				for _, n := range next[k] {
					if n == start && len(line) > 2 {
						line = append(line, at(start))
					}
				}
				return line
			}
			k = step
		}
	}
	var out [][]canvas.Point
	for _, k := range keys { // start open lines at their ends
		if !done[k] && len(next[k]) == 1 {
			out = append(out, walk(k))
		}
	}
	for _, k := range keys {
		if !done[k] {
			out = append(out, walk(k))
		}
	}
	return out
}

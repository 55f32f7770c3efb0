package raster

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// maxGraphReach is how far outside the visible part a filter graph is evaluated, in pixels, when a step may fetch
// pixels from anywhere.
const maxGraphReach = 1024

// graph is a compiled SVG filter, in device pixels.
type graph struct {
	region irect
	steps  []graphStep
	rx, ry int
}

type graphStep struct {
	inputs []int
	area   irect
	linear bool
	do     display.Primitive
	filter []filter  // of a filter function
	cmds   []command // of an image
	scaleX float64   // device pixels per pixel of the operation's coordinate system
	scaleY float64
	t      transform
}

// graph compiles an SVG filter for the pixels of area.
func (c *compiler) graph(ctx context.Context, g *display.Graph, t transform, area irect) (*graph, error) {
	out := &graph{region: t.bounds(g.Region)}
	kx, ky := t.scales()
	for i := range g.Steps {
		s := &g.Steps[i]
		d := graphStep{inputs: s.Inputs, area: t.bounds(s.Area).intersect(out.region), linear: s.Linear, do: s.Do, scaleX: kx, scaleY: ky, t: t}
		x, y := 0, 0
		switch do := s.Do.(type) {
		case display.Filter:
			d.filter = compileFilters([]display.Filter{do}, t)
			x, y = reach(d.filter)
		case display.Move:
			f := compileFilters([]display.Filter{{Kind: display.DropShadow, DX: do.DX, DY: do.DY}}, t)
			d.filter = f
			x, y = abs(f[0].dx), abs(f[0].dy)
		case display.Morphology:
			x, y = pixels(float64(do.RadiusX.Float()*kx)), pixels(float64(do.RadiusY.Float()*ky))
		case display.Lighting:
			x, y = 1, 1
		case display.Convolve:
			x, y = do.Columns, do.Rows
		case display.Displace:
			x, y = pixels(float64(math.Abs(do.Scale)*kx)/2)+1, pixels(float64(math.Abs(do.Scale)*ky)/2)+1
		case display.Tile:
			x, y = maxGraphReach, maxGraphReach
		case display.Paint:
			if do.List != nil {
				cmds, err := c.list(ctx, do.List, t, d.area.intersect(area.grow(maxGraphReach, maxGraphReach)))
				if err != nil {
					return nil, fmt.Errorf("compile image of a filter: %w", err)
				}
				d.cmds = cmds
			}
		}
		if c.effort += effort(s.Do) * pixelCount(d.area.intersect(area.grow(maxGraphReach, maxGraphReach))); c.effort > maxEffort {
			return nil, tooComplex(&limit.Error{
				Counted: "filter_operations", Count: c.effort, Limit: maxEffort, Op: c.cost.op + 1,
				Hint: "use fewer or smaller SVG filters, or less noise and lighting",
			})
		}
		out.rx, out.ry = min(out.rx+x, maxGraphReach), min(out.ry+y, maxGraphReach)
		out.steps = append(out.steps, d)
	}
	return out, nil
}

// effort returns the approximate cost per pixel of a primitive, in channel operations.
func effort(do display.Primitive) int64 {
	switch do := do.(type) {
	case display.Turbulence:
		return 32 * int64(min(max(do.Octaves, 1), 10)) // each takes the noise of four lattice points in four channels
	case display.Convolve:
		return 4 * int64(len(do.Kernel))
	case display.Lighting:
		return 16
	}
	return 4
}

func pixelCount(r irect) int64 {
	if r.empty() {
		return 0
	}
	return int64(r.w()) * int64(r.h())
}

// pixels rounds a length to whole pixels, limited to the maximum size of a canvas.
func pixels(v float64) int { return int(math.Floor(min(max(v, 0), 1<<15) + 0.5)) }

// result is the output of a step.
type result struct {
	*surface
	linear bool
	base   *surface // the surface to release; nil for the source
}

// apply replaces s by the graph's last result.
func (g *graph) apply(ctx context.Context, e *executor, s *surface) error {
	r := &graphRun{e: e, source: s, inside: s.part(g.region), done: make([]result, len(g.steps)), last: make([]int, len(g.steps))}
	for i := range g.steps {
		for _, in := range g.steps[i].inputs {
			if in >= 0 && in < i {
				r.last[in] = i
			}
		}
	}
	defer r.release()
	for i := range g.steps {
		out, err := r.step(ctx, &g.steps[i], i)
		if err != nil {
			return err
		}
		r.done[i] = out
		for j := range i {
			if r.last[j] <= i && r.done[j].base != nil {
				e.drop(r.done[j].base)
				r.done[j] = result{}
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	var final *surface
	if n := len(g.steps); n > 0 {
		f, err := r.converted(ctx, r.done[n-1], false)
		if err != nil {
			return err
		}
		final = f
	}
	for y := s.area.y0; y < s.area.y1; y++ {
		row := s.row(y, s.area.x0, s.area.x1)
		clear(row)
		if final == nil || y < final.area.y0 || y >= final.area.y1 {
			continue
		}
		if part := final.area.intersect(s.area); part.x0 < part.x1 {
			copy(row[(part.x0-s.area.x0)*4:], final.row(y, part.x0, part.x1))
		}
	}
	return ctx.Err()
}

// graphRun is one evaluation of a graph.
type graphRun struct {
	e       *executor
	source  *surface
	inside  *surface // the source clipped to the filter region
	done    []result
	last    []int
	scratch []*surface // conversions, released after each step
}

func (r *graphRun) release() {
	for _, s := range r.scratch {
		r.e.drop(s)
	}
	r.scratch = nil
	for _, d := range r.done {
		if d.base != nil {
			r.e.drop(d.base)
		}
	}
}

// input returns an input converted to the step's colour space.
func (r *graphRun) input(ctx context.Context, i int, linear bool, source *surface) (*surface, error) {
	switch {
	case i == display.SourceGraphic:
		return r.converted(ctx, result{surface: source}, linear)
	case i == display.SourceAlpha:
		s, err := r.copied(source)
		if err != nil {
			return nil, err
		}
		for p := 0; p+4 <= len(s.pix); p += 4 {
			s.pix[p], s.pix[p+1], s.pix[p+2] = 0, 0, 0
		}
		return s, nil
	case i < 0 || i >= len(r.done) || r.done[i].surface == nil:
		return &surface{}, nil
	}
	return r.converted(ctx, r.done[i], linear)
}

func (r *graphRun) copied(s *surface) (*surface, error) {
	c, err := r.e.surface(s.area)
	if err != nil {
		return nil, err
	}
	r.scratch = append(r.scratch, c)
	for y := s.area.y0; y < s.area.y1; y++ {
		copy(c.row(y, c.area.x0, c.area.x1), s.row(y, s.area.x0, s.area.x1))
	}
	return c, nil
}

// converted returns a result in linear light if linear, otherwise in sRGB.
func (r *graphRun) converted(ctx context.Context, v result, linear bool) (*surface, error) {
	if v.linear == linear || v.surface == nil {
		return v.surface, nil
	}
	c, err := r.copied(v.surface)
	if err != nil {
		return nil, err
	}
	to, from := lightTables()
	t := from
	if linear {
		t = to
	}
	r.e.rows(ctx, c.area.y0, c.area.y1, func(y0, y1 int) {
		for y := y0; y < y1; y++ {
			transferRow(c.row(y, c.area.x0, c.area.x1), t)
		}
	})
	return c, nil
}

// lightTables map sRGB channels to linear light and back, in 256 levels as browsers do between filter primitives.
var lightTables = sync.OnceValues(func() (to, from *[4][256]uint8) {
	to, from = &[4][256]uint8{}, &[4][256]uint8{}
	for i := range 256 {
		v := float64(i) / 255
		l, s := linearized([3]float64{v})[0], encoded([3]float64{v})[0]
		for c := range 3 {
			to[c][i], from[c][i] = byteOf(float64(l*255)), byteOf(float64(s*255))
		}
		to[3][i], from[3][i] = uint8(i), uint8(i)
	}
	return to, from
})

// byteOf rounds and clamps to a byte.
func byteOf(v float64) uint8 { return uint8(math.Floor(min(max(v, 0), 255) + 0.5)) }

// lightColor returns a colour in the step's colour space.
func lightColor(c display.Color, linear bool) display.Color {
	if linear {
		to, _ := lightTables()
		c.R, c.G, c.B = to[0][c.R], to[1][c.G], to[2][c.B]
	}
	return c
}

// step computes one result.
func (r *graphRun) step(ctx context.Context, d *graphStep, at int) (result, error) {
	e := r.e
	defer func() {
		for _, s := range r.scratch {
			e.drop(s)
		}
		r.scratch = r.scratch[:0]
	}()
	linear := d.linear
	switch d.do.(type) {
	case display.Flood, display.Paint:
		linear = false
	case display.Move, display.Tile, display.Displace:
		// Operations that only move pixels keep their colour space.
		linear = len(d.inputs) > 0 && d.inputs[0] >= 0 && d.inputs[0] < at && r.done[d.inputs[0]].linear
	}
	area := d.area.intersect(r.inside.area)
	if area.empty() {
		return result{surface: &surface{}, linear: linear}, nil
	}
	// Pixels outside the filter region may be moved in; edge handling applies to the region.
	source := r.source
	switch d.do.(type) {
	case display.Convolve, display.Lighting, display.Tile:
		source = r.inside
	}
	ins := make([]*surface, len(d.inputs))
	for i, in := range d.inputs {
		use := linear
		if _, ok := d.do.(display.Displace); ok && i == 1 {
			use = d.linear
		}
		s, err := r.input(ctx, in, use, source)
		if err != nil {
			return result{}, err
		}
		ins[i] = s
	}
	in := func(i int) *surface {
		if i < len(ins) {
			return ins[i]
		}
		return &surface{}
	}
	work := area
	f, isFilter := d.do.(display.Filter)
	if isFilter {
		// A shadow or blur may bring pixels outside the area back in.
		rx, ry := reach(d.filter)
		work = area.union(area.grow(rx, ry).intersect(in(0).area.grow(rx, ry)))
	}
	out, err := e.surface(work)
	if err != nil {
		return result{}, err
	}
	res := result{surface: out, linear: linear, base: out}
	switch do := d.do.(type) {
	case display.Filter:
		copyInto(out, in(0), 0, 0)
		for _, k := range d.filter {
			if f.Kind == display.DropShadow {
				k.color = premultiply(lightColor(f.Color, linear))
			}
			if err := k.apply(ctx, e, out); err != nil {
				e.drop(out)
				return result{}, err
			}
		}
		res.surface = out.part(area)
	case display.Move:
		copyInto(out, in(0), d.filter[0].dx, d.filter[0].dy)
	case display.Flood:
		p := premultiply(do.Color)
		for y := area.y0; y < area.y1; y++ {
			fillPixels(out.row(y, area.x0, area.x1), p)
		}
	case display.Merge:
		for i := range ins {
			onto(out, ins[i], display.Normal)
		}
	case display.Combine:
		copyInto(out, in(1), 0, 0)
		onto(out, in(0), do.Mode)
	case display.Arithmetic:
		e.pixelRows(ctx, out, func(x, y int) uint32 { return arithmetic(in(0).at(x, y), in(1).at(x, y), &do.K) })
	case display.Turbulence:
		e.turbulence(ctx, out, &do, d.t)
	case display.Morphology:
		e.morphology(ctx, out, in(0), pixels(float64(do.RadiusX.Float()*d.scaleX)), pixels(float64(do.RadiusY.Float()*d.scaleY)), do.Dilate)
	case display.Lighting:
		do.Color = lightColor(do.Color, linear)
		e.light(ctx, out, in(0), &do, d.t)
	case display.Convolve:
		e.convolve(ctx, out, in(0), &do)
	case display.Displace:
		e.displace(ctx, out, in(0), in(1), &do, d.scaleX, d.scaleY)
	case display.Paint:
		err := e.run(ctx, d.cmds, out, nil)
		if err != nil {
			e.drop(out)
			return result{}, err
		}
	case display.Tile:
		e.tile(ctx, out, in(0), d.t.nearest(do.From))
	}
	return res, nil
}

// copyInto copies the part of from, offset by (dx, dy), that lies inside to.
func copyInto(to, from *surface, dx, dy int) {
	part := irect{from.area.x0 + dx, from.area.y0 + dy, from.area.x1 + dx, from.area.y1 + dy}.intersect(to.area)
	for y := part.y0; y < part.y1 && part.x0 < part.x1; y++ {
		copy(to.row(y, part.x0, part.x1), from.row(y-dy, part.x0-dx, part.x1-dx))
	}
}

// onto composites from onto to; pixels outside from are transparent.
func onto(to, from *surface, mode display.Blend) {
	var empty []byte
	for y := to.area.y0; y < to.area.y1; y++ {
		part := to.area.intersect(from.area)
		if y < from.area.y0 || y >= from.area.y1 || part.x0 >= part.x1 {
			part.x0, part.x1 = to.area.x0, to.area.x0
		}
		if clears(mode) {
			clear(to.row(y, to.area.x0, part.x0))
			clear(to.row(y, part.x1, to.area.x1))
		}
		if part.x0 == part.x1 {
			continue
		}
		dst, src := to.row(y, part.x0, part.x1), from.row(y, part.x0, part.x1)
		if mode == display.Normal {
			over(dst, src)
		} else {
			blendRow(dst, src, empty, 255, mode)
		}
	}
}

// at returns a pixel; pixels outside s are transparent.
func (s *surface) at(x, y int) uint32 {
	if x < s.area.x0 || x >= s.area.x1 || y < s.area.y0 || y >= s.area.y1 {
		return 0
	}
	return binary.LittleEndian.Uint32(s.pix[(y-s.area.y0)*s.stride+(x-s.area.x0)*4:])
}

// pixelRows sets every pixel of s.
func (e *executor) pixelRows(ctx context.Context, s *surface, f func(x, y int) uint32) {
	e.rows(ctx, s.area.y0, s.area.y1, func(y0, y1 int) {
		for y := y0; y < y1 && ctx.Err() == nil; y++ {
			row := s.row(y, s.area.x0, s.area.x1)
			for i := 0; i+4 <= len(row); i += 4 {
				binary.LittleEndian.PutUint32(row[i:], f(s.area.x0+i/4, y))
			}
		}
	})
}

// arithmetic combines two premultiplied pixels.
func arithmetic(a, b uint32, k *[4]float64) uint32 {
	var v [4]uint32
	for c := range v {
		x, y := float64(a>>(8*c)&255)/255, float64(b>>(8*c)&255)/255
		sum := float64(float64(k[0]*x)*y) + float64(k[1]*x) + float64(k[2]*y) + k[3]
		v[c] = uint32(byteOf(float64(min(max(sum, 0), 1) * 255)))
	}
	return min(v[0], v[3]) | min(v[1], v[3])<<8 | min(v[2], v[3])<<16 | v[3]<<24
}

// nearest returns the transformed rectangle with its sides rounded to whole pixels.
func (t transform) nearest(r display.Rect) irect {
	x0, y0 := t.Apply(r.X0.Float(), r.Y0.Float())
	x1, y1 := t.Apply(r.X1.Float(), r.Y1.Float())
	at := func(v float64) int { return int(math.Floor(min(max(v, -1<<24), 1<<24) + 0.5)) }
	return irect{at(min(x0, x1)), at(min(y0, y1)), at(max(x0, x1)), at(max(y0, y1))}
}

// tile repeats a part of in over out.
func (e *executor) tile(ctx context.Context, out, in *surface, from irect) {
	if from.empty() {
		return
	}
	e.pixelRows(ctx, out, func(x, y int) uint32 {
		return in.at(from.x0+modulo(x-from.x0, from.w()), from.y0+modulo(y-from.y0, from.h()))
	})
}

func modulo(a, n int) int {
	if a %= n; a < 0 {
		a += n
	}
	return a
}

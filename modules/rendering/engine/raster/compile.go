package raster

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

const (
	maxNesting = 4096      // nested pushes
	maxDepth   = 64        // nested layers
	maxLists   = 8         // nested masks and pattern images
	maxLines   = 4_000_000 // edges of one image
	// maxEffort bounds the cost of an image's SVG filters, in channel operations.
	maxEffort = 2_000_000_000
)

// compiler turns a display list into commands in device space.
type compiler struct {
	cache   *Cache
	workers int
	lists   int   // nesting depth of display lists
	lines   int   // number of edges so far
	depth   int   // open layers
	effort  int64 // cost of filter graphs so far, in channel operations
	budget  int64 // bytes that whole layers may use at a time
	cost    costs
	// textures is the number of pixels of the patterns and planes that are drawn and in use.
	textures, mostTextures int64
	acc                    accumulator // for glyph masks
	// before is the part of the outermost list before its first text.
	before *staticPrefix
	// text marks the canvas rows that contain text.
	text []bool
}

// state is the combined effect of the open Push operations.
type state struct {
	t    transform
	clip *clip
	// area bounds the pixels that operations can still change.
	area irect
}

// frame is an open Push operation.
type frame struct {
	before state
	layer  *layerCommand // set for PushLayer
	op     int           // index in the outermost list
	cmds   []command     // the commands around the layer
}

// list compiles l for the pixels of area.
func (c *compiler) list(ctx context.Context, l *display.List, t transform, area irect) ([]command, error) {
	if c.lists >= maxLists {
		return nil, fmt.Errorf("compile nested list: %w", ErrTooDeep)
	}
	c.lists++
	defer func() { c.lists-- }()
	return c.ops(ctx, l, state{t: t, area: area})
}

// ops compiles the operations of l, beginning in state s.
func (c *compiler) ops(ctx context.Context, l *display.List, s state) ([]command, error) {
	var frames []frame
	var cmds []command
	var layerPrefix staticPrefix // the prefix before the outermost open layer
	for i, op := range l.Ops {
		// A single shadow may take milliseconds.
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		push := func() { frames = append(frames, frame{before: s}) }
		if c.lists == 1 {
			c.cost.op = i
		}
		n := len(cmds)
		var err error
		switch op := op.(type) {
		case display.PushTransform:
			push()
			s.t = transform{s.t.Mul(op.Matrix)}
			if !s.t.finite() {
				s.t = transform{}
			}
		case display.PushClipRRect:
			push()
			err = c.clipRRect(&s, op.RRect)
		case display.PushClipPath:
			push()
			err = c.clipPath(&s, op)
		case display.PushLayer:
			if c.lists == 1 && c.depth == 0 && c.before == nil {
				layerPrefix = staticPrefix{i, len(cmds)}
			}
			f := frame{before: s, cmds: cmds, op: c.cost.op}
			if c.depth++; c.depth > maxDepth {
				err = ErrTooDeep
				break
			}
			f.layer, err = c.layer(ctx, &s, op)
			frames = append(frames, f)
			cmds = nil
		case display.Pop:
			if len(frames) == 0 {
				err = ErrUnbalanced
				break
			}
			f := frames[len(frames)-1]
			frames = frames[:len(frames)-1]
			s = f.before
			if f.layer != nil {
				c.depth--
				inner := len(f.cmds)
				cmds = f.layer.finish(f.cmds, cmds)
				if k := len(cmds); k == inner+1 && !f.layer.flat {
					err = c.charge(f.op, layerCost(cmds[k-1]))
				}
			}
		default:
			if _, text := op.(display.Glyphs); text && c.before == nil && c.lists == 1 {
				c.before = &staticPrefix{i, len(cmds)}
				if c.depth > 0 {
					c.before = &layerPrefix
				}
			}
			if s.area.empty() {
				continue
			}
			cmds, err = c.shape(ctx, cmds, &s, op)
			for k := n; k < len(cmds) && err == nil; k++ {
				err = c.charge(c.cost.op, costOf(cmds[k]))
			}
			if _, text := op.(display.Glyphs); text && c.lists == 1 && err == nil {
				c.noteText(cmds[n:])
			}
		}
		if err == nil && len(frames) > maxNesting {
			err = ErrTooDeep
		}
		if err == nil && c.lines > maxLines {
			err = tooComplex(&limit.Error{Counted: "edges", Count: int64(c.lines), Limit: maxLines, Op: c.cost.op + 1, Hint: "use simpler shapes, with fewer curves and round joins"})
		}
		if err != nil {
			return nil, fmt.Errorf("compile operation %d (%T): %w", i, op, err)
		}
	}
	if len(frames) != 0 {
		return nil, fmt.Errorf("%d operations left open: %w", len(frames), ErrUnbalanced)
	}
	return cmds, nil
}

// noteText marks the rows that text commands paint.
func (c *compiler) noteText(cmds []command) {
	for _, cmd := range cmds {
		b := cmd.bounds()
		for y := max(b.y0, 0); y < min(b.y1, len(c.text)); y++ {
			c.text[y] = true
		}
	}
}

// shape compiles a painting operation.
func (c *compiler) shape(ctx context.Context, cmds []command, s *state, op display.Op) ([]command, error) {
	switch op := op.(type) {
	case display.FillRect:
		if op.Rect.Empty() {
			return cmds, nil
		}
		p, err := c.paint(ctx, op.Brush, s)
		if err != nil {
			return nil, err
		}
		return c.rect(cmds, s, op.Rect, p), nil
	case display.FillRRect:
		p, err := c.paint(ctx, op.Brush, s)
		if err != nil {
			return nil, err
		}
		if op.Hole == nil && square(op.RRect) {
			return c.rect(cmds, s, op.RRect.Rect, p), nil
		}
		var b shapeBuilder
		b.rrect(op.RRect, s.t, false)
		if op.Hole != nil {
			b.rrect(*op.Hole, s.t, true)
		}
		sh := b.finish(display.NonZero)
		if op.Hole == nil {
			sh.sides = rrectSides(op.RRect, s.t)
		}
		return c.fill(cmds, s, sh, p), nil
	case display.FillPath:
		if op.Path == nil {
			return nil, ErrBadOp
		}
		p, err := c.paint(ctx, op.Brush, s)
		if err != nil {
			return nil, err
		}
		var b shapeBuilder
		b.path(op.Path, s.t)
		sh := b.finish(op.Rule)
		if op.Aliased {
			sh = sh.aliased(s.area)
		}
		return c.fill(cmds, s, sh, p), nil
	case display.StrokePath:
		if op.Path == nil {
			return nil, ErrBadOp
		}
		p, err := c.paint(ctx, op.Brush, s)
		if err != nil {
			return nil, err
		}
		return c.stroke(cmds, s, op, p)
	case display.Glyphs:
		return c.glyphs(ctx, cmds, s, op)
	case display.DrawImage:
		return c.image(cmds, s, op)
	case display.Shadow:
		return c.shadow(cmds, s, op)
	}
	return nil, ErrBadOp
}

// rect fills an axis-aligned rectangle, which the transform may rotate.
func (c *compiler) rect(cmds []command, s *state, r display.Rect, p paint) []command {
	if r.Empty() || p.invisible() {
		return cmds
	}
	if s.t.IsAxisAligned() {
		f := s.t.rect(r)
		if f.aligned() {
			area := f.outer().intersect(s.area)
			if area.empty() {
				return cmds
			}
			return append(cmds, &rectCommand{area: area, clip: s.clip, paint: p})
		}
	}
	var b shapeBuilder
	b.rrect(display.RRect{Rect: r}, s.t, false)
	return c.fill(cmds, s, b.finish(display.NonZero), p)
}

func (c *compiler) fill(cmds []command, s *state, sh *shape, p paint) []command {
	area := sh.bounds.intersect(s.area)
	c.lines += len(sh.lines)
	if area.empty() || p.invisible() {
		return cmds
	}
	return append(cmds, &shapeCommand{shape: sh, area: area, clip: s.clip, paint: p})
}

// stroke draws the outline of a stroked path.
func (c *compiler) stroke(cmds []command, s *state, op display.StrokePath, p paint) ([]command, error) {
	st := &stroker{t: s.t, half: op.Stroke.Width.Float() / 2, st: op.Stroke}
	factor, hair := hairline(op.Stroke, s.t)
	if hair {
		st.half, st.hair = float64(st.half/factor), true
	}
	sh, err := st.shape(op.Path)
	if err != nil {
		return nil, err
	}
	if op.Aliased {
		sh = sh.aliased(s.area)
	}
	before := len(cmds)
	cmds = c.fill(cmds, s, sh, p)
	if hair && len(cmds) > before {
		cmds[before].(*shapeCommand).gamma = fade(factor)
	}
	return cmds, nil
}

// rrectSides returns the straight part of an axis-aligned rounded rectangle: the rows between its corners, and its left
// and right sides there.
func rrectSides(r display.RRect, t transform) frect {
	if !t.IsAxisAligned() || t.A <= 0 || t.D <= 0 {
		return frect{}
	}
	top, bottom := max(r.Radii[0].Y, r.Radii[1].Y), max(r.Radii[2].Y, r.Radii[3].Y)
	if r.X0 >= r.X1 || int64(r.Y0)+int64(top) >= int64(r.Y1)-int64(bottom) {
		return frect{}
	}
	f := t.rect(display.Rect{X0: r.X0, Y0: r.Y0 + top, X1: r.X1, Y1: r.Y1 - bottom})
	if f.x0 >= f.x1 {
		return frect{}
	}
	return frect{f.x0, (f.y0 + 255) &^ 255, f.x1, f.y1 &^ 255}
}

func square(r display.RRect) bool {
	for _, q := range r.Radii {
		if q.X > 0 && q.Y > 0 {
			return false
		}
	}
	return true
}

func (c *compiler) clipRRect(s *state, r display.RRect) error {
	if r.Empty() {
		s.area = irect{}
		return nil
	}
	if square(r) && s.t.IsAxisAligned() {
		if f := s.t.rect(r.Rect); f.aligned() {
			s.area = s.area.intersect(f.outer())
			s.clip = &clip{parent: s.clip, bounds: s.area}
			return nil
		}
	}
	var b shapeBuilder
	b.rrect(r, s.t, false)
	sh := b.finish(display.NonZero)
	sh.sides = rrectSides(r, s.t)
	c.pushClip(s, sh)
	return nil
}

func (c *compiler) clipPath(s *state, op display.PushClipPath) error {
	if op.Path == nil {
		return ErrBadOp
	}
	var b shapeBuilder
	b.path(op.Path, s.t)
	c.pushClip(s, b.finish(op.Rule))
	return nil
}

func (c *compiler) pushClip(s *state, sh *shape) {
	c.lines += len(sh.lines)
	s.area = s.area.intersect(sh.bounds)
	if s.area.empty() {
		s.area = irect{}
	}
	s.clip = &clip{parent: s.clip, bounds: s.area, shape: sh}
}

// paint compiles a brush.
func (c *compiler) paint(ctx context.Context, b display.Brush, s *state) (paint, error) {
	switch b := b.(type) {
	case display.Solid:
		return paint{color: premultiply(b.Color)}, nil
	case *display.Gradient:
		if b == nil {
			return paint{}, ErrBadOp
		}
		return c.gradient(b, s.t), nil
	case *display.Pattern:
		if b == nil {
			return paint{}, ErrBadOp
		}
		return c.pattern(ctx, b, s)
	}
	return paint{}, ErrBadOp
}

// toLocal returns the transform from device pixels to the CSS pixels before t and inner; ok is false when the transform
// is singular.
func toLocal(t transform, inner geom.Matrix) (geom.Matrix, bool) {
	if inner == (geom.Matrix{}) {
		inner = geom.Identity()
	}
	return t.Mul(inner).Invert()
}

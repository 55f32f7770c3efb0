package font

import "math"

// outlineBuilder collects segments and their bounds.
type outlineBuilder struct {
	segs                   []Segment
	xMin, yMin, xMax, yMax int32
}

func (b *outlineBuilder) add(p SegmentPoint) {
	if len(b.segs) == 0 {
		b.xMin, b.yMin, b.xMax, b.yMax = p.X, p.Y, p.X, p.Y
		return
	}
	b.xMin, b.yMin = min(b.xMin, p.X), min(b.yMin, p.Y)
	b.xMax, b.yMax = max(b.xMax, p.X), max(b.yMax, p.Y)
}

func (b *outlineBuilder) move(p SegmentPoint) {
	b.add(p)
	b.segs = append(b.segs, Segment{Op: SegmentMove, Args: [3]SegmentPoint{p}})
}

func (b *outlineBuilder) line(p SegmentPoint) {
	b.add(p)
	b.segs = append(b.segs, Segment{Op: SegmentLine, Args: [3]SegmentPoint{p}})
}

func (b *outlineBuilder) quad(c, p SegmentPoint) {
	b.add(c)
	b.add(p)
	b.segs = append(b.segs, Segment{Op: SegmentQuad, Args: [3]SegmentPoint{c, p}})
}

func (b *outlineBuilder) cube(c, d, p SegmentPoint) {
	b.add(c)
	b.add(d)
	b.add(p)
	b.segs = append(b.segs, Segment{Op: SegmentCube, Args: [3]SegmentPoint{c, d, p}})
}

// imply sets whether the last segment's end is implied.
func (b *outlineBuilder) imply(is bool) { b.segs[len(b.segs)-1].Implied = is }

func (b *outlineBuilder) finish() *Outline {
	if len(b.segs) == 0 {
		return nil
	}
	return &Outline{Segments: b.segs, XMin: b.xMin, YMin: b.yMin, XMax: b.xMax, YMax: b.yMax}
}

// clamp32 clamps a 64-bit coordinate to int32.
func clamp32(v int64) int32 {
	return int32(min(max(v, math.MinInt32/4), math.MaxInt32/4))
}

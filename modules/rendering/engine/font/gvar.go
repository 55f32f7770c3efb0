package font

// gvar reads TrueType outline variations (OpenType gvar) and applies them in fixed point, so that instances are
// identical on every architecture.
type gvar struct {
	table  []byte
	shared []byte // the shared tuples
	axes   int
	data   []byte
	long   bool
	count  int
}

func parseGvar(b []byte, axes int) *gvar {
	if len(b) < 20 || u16(b, 4) != axes || axes == 0 {
		return nil
	}
	g := &gvar{table: b, axes: axes, count: u16(b, 12), long: u16(b, 14)&1 != 0}
	g.shared = from(b, u32(b, 8))
	g.data = from(b, u32(b, 16))
	if n := u16(b, 6) * axes * 2; len(g.shared) > n {
		g.shared = g.shared[:n]
	}
	return g
}

func (t *gvar) glyphData(g GlyphID) []byte {
	i := int(g)
	if i >= t.count {
		return nil
	}
	var a, b int
	if t.long {
		a, b = u32(t.table, 20+4*i), u32(t.table, 24+4*i)
	} else {
		a, b = 2*u16(t.table, 20+2*i), 2*u16(t.table, 22+2*i)
	}
	if a >= b || b > len(t.data) {
		return nil
	}
	return t.data[a:b]
}

// apply adds the deltas at coords to pts (the glyph's points or component offsets, then four phantom points).
// interpolate infers the deltas of untouched points of a simple glyph's contours.
func (t *gvar) apply(g GlyphID, coords []int16, pts []point, interpolate bool) {
	b := t.glyphData(g)
	if len(b) < 4 {
		return
	}
	tuples := u16(b, 0)
	serial := from(b, u16(b, 2))
	var shared []int
	if tuples&0x8000 != 0 {
		shared, serial = packedPoints(serial, len(pts))
	}
	tuples &= 0x0FFF
	sum := make([][2]int64, len(pts)) // 16.16 font units
	var delta [][2]int64
	var touched []bool
	p := 4
	for range tuples {
		if p+4 > len(b) {
			break
		}
		size, index := u16(b, p), u16(b, p+2)
		p += 4
		peak, inter := []byte(nil), []byte(nil)
		if index&0x8000 != 0 {
			if p+2*t.axes > len(b) {
				break
			}
			peak = b[p : p+2*t.axes]
			p += 2 * t.axes
		} else if o := index & 0x0FFF * t.axes * 2; o+2*t.axes <= len(t.shared) {
			peak = t.shared[o : o+2*t.axes]
		}
		if index&0x4000 != 0 {
			if p+4*t.axes > len(b) {
				break
			}
			inter = b[p : p+4*t.axes]
			p += 4 * t.axes
		}
		if size > len(serial) {
			break
		}
		data := serial[:size]
		serial = serial[size:]
		scalar := t.scalar(coords, peak, inter)
		if scalar == 0 || peak == nil {
			continue
		}
		points := shared
		if index&0x2000 != 0 {
			points, data = packedPoints(data, len(pts))
		}
		n := len(points)
		if points == nil {
			n = len(pts)
		}
		xs, rest := packedDeltas(data, n)
		ys, _ := packedDeltas(rest, n)
		if xs == nil || ys == nil {
			continue
		}
		if points == nil {
			for i := range pts {
				sum[i][0] += int64(xs[i]) * scalar
				sum[i][1] += int64(ys[i]) * scalar
			}
			continue
		}
		if delta == nil {
			delta, touched = make([][2]int64, len(pts)), make([]bool, len(pts))
		}
		clear(delta)
		clear(touched)
		for k, i := range points {
			if i < len(pts) {
				delta[i] = [2]int64{int64(xs[k]) * scalar, int64(ys[k]) * scalar}
				touched[i] = true
			}
		}
		if interpolate {
			inferDeltas(pts[:len(pts)-4], delta, touched)
		}
		for i := range sum {
			sum[i][0] += delta[i][0]
			sum[i][1] += delta[i][1]
		}
	}
	for i := range pts {
		pts[i].x += clamp32((sum[i][0] + 1<<9) >> 10)
		pts[i].y += clamp32((sum[i][1] + 1<<9) >> 10)
	}
}

func (t *gvar) scalar(coords []int16, peak, inter []byte) int64 {
	s := int64(1 << 16)
	for i := range t.axes {
		var c int64
		if i < len(coords) {
			c = int64(coords[i])
		}
		pk := int64(i16(peak, 2*i))
		start, end := min(pk, 0), max(pk, 0)
		if inter != nil {
			start, end = int64(i16(inter, 2*i)), int64(i16(inter, 2*t.axes+2*i))
		}
		v := axisScalar(c, start, pk, end)
		if v == 0 {
			return 0
		}
		if v != 1<<16 {
			s = (s*v + 1<<15) >> 16
		}
	}
	return s
}

// packedPoints decodes point numbers; nil means all points.
func packedPoints(b []byte, limit int) ([]int, []byte) {
	if len(b) == 0 {
		return nil, nil
	}
	n, p := int(b[0]), 1
	if n == 0 {
		return nil, b[1:]
	}
	if n&0x80 != 0 {
		if len(b) < 2 {
			return []int{}, nil
		}
		n, p = n&0x7F<<8|int(b[1]), 2
	}
	out := make([]int, 0, min(n, limit))
	last := 0
	for len(out) < n && p < len(b) {
		c := b[p]
		p++
		for range int(c&0x7F) + 1 {
			if len(out) >= n {
				break
			}
			if c&0x80 != 0 {
				last += u16(b, p)
				p += 2
			} else if p < len(b) {
				last += int(b[p])
				p++
			}
			out = append(out, last)
		}
	}
	return out, b[min(p, len(b)):]
}

// packedDeltas decodes n deltas; nil when the data is truncated.
func packedDeltas(b []byte, n int) ([]int, []byte) {
	out := make([]int, 0, n)
	p := 0
	for len(out) < n {
		if p >= len(b) {
			return nil, nil
		}
		c := b[p]
		p++
		for range int(c&0x3F) + 1 {
			if len(out) >= n {
				break
			}
			switch c & 0xC0 {
			case 0x80:
				out = append(out, 0)
			case 0x40:
				out = append(out, i16(b, p))
				p += 2
			case 0xC0:
				out = append(out, i32(b, p))
				p += 4
			default:
				if p >= len(b) {
					return nil, nil
				}
				out = append(out, int(int8(b[p])))
				p++
			}
		}
	}
	return out, b[min(p, len(b)):]
}

// inferDeltas interpolates the deltas of untouched points from touched ones (OpenType gvar "Inferred deltas for
// un-referenced point numbers").
func inferDeltas(pts []point, delta [][2]int64, touched []bool) {
	for start := 0; start < len(pts); {
		end := start
		for end < len(pts)-1 && !pts[end].end {
			end++
		}
		inferContour(pts, delta, touched, start, end)
		start = end + 1
	}
}

func inferContour(pts []point, delta [][2]int64, touched []bool, start, end int) {
	first := -1
	for i := start; i <= end; i++ {
		if touched[i] {
			first = i
			break
		}
	}
	if first < 0 {
		return
	}
	prev := first
	fill := func(from, to, a, b int) {
		for i := from; i <= to; i++ {
			delta[i][0] = inferOne(pts[i].x, pts[a].x, pts[b].x, delta[a][0], delta[b][0])
			delta[i][1] = inferOne(pts[i].y, pts[a].y, pts[b].y, delta[a][1], delta[b][1])
		}
	}
	for i := first + 1; i <= end; i++ {
		if touched[i] {
			fill(prev+1, i-1, prev, i)
			prev = i
		}
	}
	fill(prev+1, end, prev, first)
	fill(start, first-1, prev, first)
}

func inferOne(v, a, b int32, da, db int64) int64 {
	if a == b {
		if da == db {
			return da
		}
		return 0
	}
	if a > b {
		a, b, da, db = b, a, db, da
	}
	switch {
	case v <= a:
		return da
	case v >= b:
		return db
	}
	return da + (db-da)*(int64(v)-int64(a))/(int64(b)-int64(a))
}

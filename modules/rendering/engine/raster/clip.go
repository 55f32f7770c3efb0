package raster

// clip is a node of the clip stack: its shape intersected with its parent's. It is immutable and shared by the commands
// under it.
type clip struct {
	parent *clip
	bounds irect
	shape  *shape // nil: the bounds only
}

// masked reports whether the clip needs a mask besides its bounds.
func (c *clip) masked() bool {
	for ; c != nil; c = c.parent {
		if c.shape != nil {
			return true
		}
	}
	return false
}

// maskRows is coverage over a rectangle.
type maskRows struct {
	area irect
	pix  []uint8
	rows []rowRange
}

// rowRange is the range of a row's nonzero mask values, [x0, x1), and of those equal to 255, [f0, f1).
type rowRange struct{ x0, x1, f0, f1 int32 }

// maskRow is one row; cov[0] belongs to x0.
type maskRow struct {
	x0, x1, f0, f1 int
	cov            []uint8
}

func (m *maskRows) row(y int) maskRow {
	if y < m.area.y0 || y >= m.area.y1 {
		return maskRow{}
	}
	r := m.rows[y-m.area.y0]
	if r.x0 >= r.x1 {
		return maskRow{}
	}
	at := (y-m.area.y0)*m.area.w() - m.area.x0
	return maskRow{int(r.x0), int(r.x1), int(r.f0), int(r.f1), m.pix[at+int(r.x0) : at+int(r.x1)]}
}

// reset makes m a zero mask over area, reusing its buffers.
func (m *maskRows) reset(area irect) {
	n := max(0, area.w()) * max(0, area.h())
	if cap(m.pix) < n {
		m.pix = make([]uint8, n)
	}
	m.pix = m.pix[:n]
	clear(m.pix)
	if cap(m.rows) < area.h() {
		m.rows = make([]rowRange, area.h())
	}
	m.rows = m.rows[:max(0, area.h())]
	for i := range m.rows {
		m.rows[i] = rowRange{}
	}
	m.area = area
}

// span implements sink.
func (m *maskRows) span(y, x0, x1 int, cov uint32) {
	at := (y-m.area.y0)*m.area.w() - m.area.x0
	row := m.pix[at+x0 : at+x1]
	for i := range row {
		row[i] = uint8(cov)
	}
	r := &m.rows[y-m.area.y0]
	r.extend(x0, x1)
	if cov == 255 && x1-x0 > int(r.f1-r.f0) {
		r.f0, r.f1 = int32(x0), int32(x1)
	}
}

// mask implements sink.
func (m *maskRows) mask(y, x int, cov []uint8) {
	at := (y-m.area.y0)*m.area.w() - m.area.x0
	copy(m.pix[at+x:], cov)
	m.rows[y-m.area.y0].extend(x, x+len(cov))
}

func (r *rowRange) extend(x0, x1 int) {
	if r.x0 == r.x1 {
		r.x0, r.x1 = int32(x0), int32(x1)
		return
	}
	r.x0, r.x1 = min(r.x0, int32(x0)), max(r.x1, int32(x1))
}

// multiply intersects m with another mask.
func (m *maskRows) multiply(o *maskRows) {
	for y := m.area.y0; y < m.area.y1; y++ {
		r, s := &m.rows[y-m.area.y0], o.row(y)
		x0, x1 := max(int(r.x0), s.x0), min(int(r.x1), s.x1)
		if x0 >= x1 {
			*r = rowRange{}
			continue
		}
		at := (y-m.area.y0)*m.area.w() - m.area.x0
		mulMask(m.pix[at+x0:at+x1], s.cov[x0-s.x0:x1-s.x0])
		f0, f1 := max(int(r.f0), s.f0), min(int(r.f1), s.f1)
		if f0 >= f1 {
			f0, f1 = x0, x0
		}
		*r = rowRange{int32(x0), int32(x1), int32(f0), int32(f1)}
	}
}

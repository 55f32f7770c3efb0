package font

// charMachine interprets Type 2 charstrings (Adobe Technical Note 5177) in 16.16 fixed point. Hints are recorded if
// requested. On an error the outline drawn so far is kept.
type charMachine struct {
	font    *cff
	priv    *cffPrivate
	stack   [513]int64
	n       int
	x, y    int64
	hints   int
	width   bool // the width operand has been handled
	open    bool
	vsindex int
	scalars []int64
	ops     int // budget
	out     outlineBuilder
	temp    [32]int64
	stems   *Stems // receives the hints; nil: discarded
}

func (m *charMachine) push(v int64) bool {
	if m.n >= len(m.stack) {
		return false
	}
	m.stack[m.n] = v
	m.n++
	return true
}

// at returns the current point in 1/64 font unit.
func (m *charMachine) at() SegmentPoint {
	return SegmentPoint{clamp32((m.x + 1<<9) >> 10), clamp32((m.y + 1<<9) >> 10)}
}

const coordLimit = 1 << 40

func (m *charMachine) advance(dx, dy int64) {
	m.x = min(max(m.x+dx, -coordLimit), coordLimit)
	m.y = min(max(m.y+dy, -coordLimit), coordLimit)
}

func (m *charMachine) moveBy(dx, dy int64) {
	m.advance(dx, dy)
	m.out.move(m.at())
	m.open = true
}

func (m *charMachine) lineBy(dx, dy int64) {
	if !m.open {
		m.moveBy(0, 0)
	}
	m.advance(dx, dy)
	m.out.line(m.at())
}

func (m *charMachine) curveBy(ax, ay, bx, by, cx, cy int64) {
	if !m.open {
		m.moveBy(0, 0)
	}
	m.advance(ax, ay)
	a := m.at()
	m.advance(bx, by)
	b := m.at()
	m.advance(cx, cy)
	m.out.cube(a, b, m.at())
}

// takeWidth removes the width operand before the first stack-clearing operator, which has want operands of its own (−1:
// an even number).
func (m *charMachine) takeWidth(want int) {
	if m.width || m.font.two {
		return
	}
	m.width = true
	extra := m.n > want
	if want < 0 {
		extra = m.n%2 == 1
	}
	if extra && m.n > 0 {
		copy(m.stack[:], m.stack[1:m.n])
		m.n--
	}
}

func subrBias(n int) int {
	switch {
	case n < 1240:
		return 107
	case n < 33900:
		return 1131
	}
	return 32768
}

// run interprets code; it returns false when the glyph has ended.
func (m *charMachine) run(code []byte, depth int) bool {
	if depth > 10 {
		return false
	}
	for p := 0; p < len(code); {
		if m.ops--; m.ops < 0 {
			return false
		}
		c := int(code[p])
		p++
		switch {
		case c == 28:
			if !m.push(int64(i16(code, p)) << 16) {
				return false
			}
			p += 2
		case c >= 32 && c <= 246:
			if !m.push(int64(c-139) << 16) {
				return false
			}
		case c >= 247 && c <= 254:
			if p >= len(code) {
				return false
			}
			v := int64(c-247)*256 + int64(code[p]) + 108
			if c >= 251 {
				v = -int64(c-251)*256 - int64(code[p]) - 108
			}
			p++
			if !m.push(v << 16) {
				return false
			}
		case c == 255:
			if !m.push(int64(i32(code, p))) {
				return false
			}
			p += 4
		case c == 10, c == 29:
			if m.n == 0 {
				return false
			}
			m.n--
			subrs := m.priv.subrs
			if c == 29 {
				subrs = m.font.global
			}
			if !m.run(subrs.get(int(m.stack[m.n]>>16)+subrBias(subrs.count)), depth+1) {
				return false
			}
		case c == 11:
			return true
		case c == 14:
			m.takeWidth(0)
			return false
		case c == 1, c == 3, c == 18, c == 23:
			m.hint(c == 1 || c == 18)
		case c == 19, c == 20:
			m.hint(false) // remaining operands are vertical stems
			size := (m.hints + 7) / 8
			m.mask(c == 20, code[min(p, len(code)):min(p+size, len(code))])
			p += size
		case c == 12:
			if p >= len(code) {
				return false
			}
			if !m.escape(int(code[p])) {
				return false
			}
			p++
		default:
			m.draw(c)
		}
	}
	return true
}

// draw runs the path operators.
func (m *charMachine) draw(op int) {
	s := m.stack[:]
	switch op {
	case 21: // rmoveto
		m.takeWidth(2)
		if m.n >= 2 {
			m.moveBy(s[0], s[1])
		}
	case 22: // hmoveto
		m.takeWidth(1)
		if m.n >= 1 {
			m.moveBy(s[0], 0)
		}
	case 4: // vmoveto
		m.takeWidth(1)
		if m.n >= 1 {
			m.moveBy(0, s[0])
		}
	case 5: // rlineto
		for i := 0; i+2 <= m.n; i += 2 {
			m.lineBy(s[i], s[i+1])
		}
	case 6, 7: // hlineto, vlineto
		horizontal := op == 6
		for i := range m.n {
			if horizontal {
				m.lineBy(s[i], 0)
			} else {
				m.lineBy(0, s[i])
			}
			horizontal = !horizontal
		}
	case 8: // rrcurveto
		for i := 0; i+6 <= m.n; i += 6 {
			m.curveBy(s[i], s[i+1], s[i+2], s[i+3], s[i+4], s[i+5])
		}
	case 24: // rcurveline
		i := 0
		for ; i+8 <= m.n; i += 6 {
			m.curveBy(s[i], s[i+1], s[i+2], s[i+3], s[i+4], s[i+5])
		}
		if i+2 <= m.n {
			m.lineBy(s[i], s[i+1])
		}
	case 25: // rlinecurve
		i := 0
		for ; i+8 <= m.n; i += 2 {
			m.lineBy(s[i], s[i+1])
		}
		if i+6 <= m.n {
			m.curveBy(s[i], s[i+1], s[i+2], s[i+3], s[i+4], s[i+5])
		}
	case 26: // vvcurveto
		i := 0
		var dx int64
		if m.n%4 == 1 {
			dx, i = s[0], 1
		}
		for ; i+4 <= m.n; i += 4 {
			m.curveBy(dx, s[i], s[i+1], s[i+2], 0, s[i+3])
			dx = 0
		}
	case 27: // hhcurveto
		i := 0
		var dy int64
		if m.n%4 == 1 {
			dy, i = s[0], 1
		}
		for ; i+4 <= m.n; i += 4 {
			m.curveBy(s[i], dy, s[i+1], s[i+2], s[i+3], 0)
			dy = 0
		}
	case 30, 31: // vhcurveto, hvcurveto
		horizontal := op == 31
		for i := 0; i+4 <= m.n; i += 4 {
			var last int64
			if m.n-i == 5 {
				last = s[i+4]
			}
			if horizontal {
				m.curveBy(s[i], 0, s[i+1], s[i+2], last, s[i+3])
			} else {
				m.curveBy(0, s[i], s[i+1], s[i+2], s[i+3], last)
			}
			horizontal = !horizontal
		}
	case 15: // vsindex
		if m.font.two && m.n > 0 {
			m.vsindex = int(m.stack[m.n-1] >> 16)
			m.scalars = nil
		}
	case 16: // blend keeps its results on the stack
		if m.font.two {
			m.blend()
			return
		}
	}
	m.n = 0
}

// blend replaces n default values and their deltas by the instance's values.
func (m *charMachine) blend() {
	if m.n == 0 {
		return
	}
	m.n--
	n := int(m.stack[m.n] >> 16)
	if m.scalars == nil {
		m.scalars = m.font.regionScalars(m.vsindex)
	}
	k := len(m.scalars)
	if n < 0 || n*(k+1) > m.n {
		m.n = 0
		return
	}
	base := m.n - n*(k+1)
	for i := range n {
		v := m.stack[base+i]
		for j, s := range m.scalars {
			v += (m.stack[base+n+i*k+j]*s + 1<<15) >> 16
		}
		m.stack[base+i] = v
	}
	m.n = base + n
}

// regionScalars returns the 16.16 scalars of the regions of item data vsindex.
func (t *cff) regionScalars(vsindex int) []int64 {
	if t.vary == nil || vsindex < 0 || vsindex >= u16(t.vary, 6) {
		return []int64{}
	}
	data, regions := from(t.vary, u32(t.vary, 8+4*vsindex)), from(t.vary, u32(t.vary, 2))
	out := make([]int64, min(u16(data, 4), 512))
	s := varStore{t.vary, t.coords}
	for i := range out {
		out[i] = s.region(regions, u16(data, 6+2*i))
	}
	return out
}

// escape runs the two-byte operators; it returns false to end the glyph.
func (m *charMachine) escape(op int) bool {
	s := m.stack[:]
	switch op {
	case 34: // hflex
		if m.n >= 7 {
			m.curveBy(s[0], 0, s[1], s[2], s[3], 0)
			m.curveBy(s[4], 0, s[5], -s[2], s[6], 0)
		}
	case 35: // flex
		if m.n >= 12 {
			m.curveBy(s[0], s[1], s[2], s[3], s[4], s[5])
			m.curveBy(s[6], s[7], s[8], s[9], s[10], s[11])
		}
	case 36: // hflex1
		if m.n >= 9 {
			m.curveBy(s[0], s[1], s[2], s[3], s[4], 0)
			m.curveBy(s[5], 0, s[6], s[7], s[8], -(s[1] + s[3] + s[7]))
		}
	case 37: // flex1
		if m.n >= 11 {
			dx, dy := s[0]+s[2]+s[4]+s[6]+s[8], s[1]+s[3]+s[5]+s[7]+s[9]
			m.curveBy(s[0], s[1], s[2], s[3], s[4], s[5])
			if max(dx, -dx) > max(dy, -dy) {
				m.curveBy(s[6], s[7], s[8], s[9], s[10], -dy)
			} else {
				m.curveBy(s[6], s[7], s[8], s[9], -dx, s[10])
			}
		}
	default:
		return m.arithmetic(op)
	}
	m.n = 0
	return true
}

// arithmetic executes the stack operators of old fonts (random pushes 0.5, as output must be deterministic).
func (m *charMachine) arithmetic(op int) bool {
	need := map[int]int{3: 2, 4: 2, 5: 1, 9: 1, 10: 2, 11: 2, 12: 2, 14: 1, 15: 2, 18: 1, 20: 2, 21: 1, 22: 4, 23: 0, 24: 2, 26: 1, 27: 1, 28: 2, 29: 1, 30: 2}
	want, known := need[op]
	if !known || m.n < want {
		return false
	}
	truth := func(b bool) int64 {
		if b {
			return 1 << 16
		}
		return 0
	}
	a := m.stack[m.n-want : m.n]
	m.n -= want
	switch op {
	case 3:
		m.push(truth(a[0] != 0 && a[1] != 0))
	case 4:
		m.push(truth(a[0] != 0 || a[1] != 0))
	case 5:
		m.push(truth(a[0] == 0))
	case 9:
		m.push(max(a[0], -a[0]))
	case 10:
		m.push(a[0] + a[1])
	case 11:
		m.push(a[0] - a[1])
	case 12:
		if a[1] == 0 {
			return false
		}
		m.push((clampFixed(a[0]) << 16) / a[1])
	case 14:
		m.push(-a[0])
	case 15:
		m.push(truth(a[0] == a[1]))
	case 18:
	case 20:
		if i := a[1] >> 16; i >= 0 && i < int64(len(m.temp)) {
			m.temp[i] = a[0]
		}
	case 21:
		v := int64(0)
		if i := a[0] >> 16; i >= 0 && i < int64(len(m.temp)) {
			v = m.temp[i]
		}
		m.push(v)
	case 22:
		if a[2] <= a[3] {
			m.push(a[0])
		} else {
			m.push(a[1])
		}
	case 23:
		return m.push(1 << 15)
	case 24:
		m.push((clampFixed(a[0]) * clampFixed(a[1])) >> 16)
	case 26:
		m.push(fixedSqrt(a[0]))
	case 27:
		v := a[0]
		m.push(v)
		return m.push(v)
	case 28:
		x, y := a[0], a[1]
		m.push(y)
		m.push(x)
	case 29:
		i := a[0] >> 16
		if i < 0 {
			i = 0
		}
		if int(i) >= m.n {
			return false
		}
		m.push(m.stack[m.n-1-int(i)])
	case 30:
		n, j := int(a[0]>>16), int(a[1]>>16)
		if n <= 0 || n > m.n {
			return false
		}
		part := m.stack[m.n-n : m.n]
		rolled := make([]int64, n)
		for i, v := range part {
			rolled[((i+j)%n+n)%n] = v
		}
		copy(part, rolled)
	}
	return true
}

func clampFixed(v int64) int64 { return min(max(v, -1<<31), 1<<31-1) }

// fixedSqrt returns the square root of a 16.16 number, rounded down.
func fixedSqrt(v int64) int64 {
	if v <= 0 {
		return 0
	}
	v = clampFixed(v) << 16
	r := int64(0)
	for bit := int64(1) << 46; bit != 0; bit >>= 1 {
		if t := r + bit; t <= v/max(t, 1) {
			r = t
		}
	}
	return r
}

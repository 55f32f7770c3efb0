package jpeg

import "encoding/binary"

// Markers (T.81 table B.1).
const (
	markSOI  = 0xd8
	markEOI  = 0xd9
	markAPP0 = 0xe0
	markDQT  = 0xdb
	markSOF0 = 0xc0 // baseline
	markSOF2 = 0xc2 // progressive
	markDHT  = 0xc4
	markSOS  = 0xda
)

// scanHeader is the size of a scan header in bytes.
const scanHeader = 10

// write assembles the file: one sequential scan, or a progressive file with one DC scan and one AC scan per component,
// whichever is smaller.
func (e *encoder) write(pic *Image) []byte {
	var dcFreq [2][256]uint32
	e.differences(&dcFreq)
	dc := [2]*code{newCode(&dcFreq[0]), newCode(&dcFreq[1])}

	var one, each [3][256]uint32 // symbol frequencies; both chroma components share one[1]
	for i := range e.components {
		c := &e.components[i]
		class := &one[min(i, 1)]
		for s, n := range c.freq {
			class[s] += n
		}
		class[0] += uint32(len(c.dc) - c.full)
		each[i] = c.freq
		c.eachEnd(func(blocks uint32) { each[i][endSymbol(blocks)]++ }, func([]token) {})
	}
	var ac [3]*code
	whole, parts := 0, 0
	for i := range 2 {
		ac[i] = newCode(&one[i])
		whole += ac[i].bits(&one[i], false)
	}
	var apart [3]*code
	for i := range each {
		apart[i] = newCode(&each[i])
		parts += apart[i].bits(&each[i], true) + 8*scanHeader
	}
	progressive := parts < whole
	if progressive {
		ac, whole = apart, parts
	}

	out := make([]byte, 0, 2048+(whole+dc[0].bits(&dcFreq[0], false)+dc[1].bits(&dcFreq[1], false))/8*65/64)
	out = append(out, 0xff, markSOI)
	out = segment(out, markAPP0, []byte("JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x00\x00"))
	for i, q := range []*quantizer{e.luma, e.chroma} {
		dqt := []byte{byte(i)}
		for _, n := range zigzag {
			dqt = append(dqt, byte(q.steps[n]))
		}
		out = segment(out, markDQT, dqt)
	}
	sampling := byte(0x11)
	if e.half {
		sampling = 0x22
	}
	sof := []byte{8}
	sof = binary.BigEndian.AppendUint16(sof, uint16(pic.Height))
	sof = binary.BigEndian.AppendUint16(sof, uint16(pic.Width))
	sof = append(sof, 3, 1, sampling, 0, 2, 0x11, 1, 3, 0x11, 1)
	if progressive {
		return e.scans(segment(out, markSOF2, sof), &dc, &ac)
	}
	return e.scan(segment(out, markSOF0, sof), &dc, &ac)
}

// chromaMean marks chroma tokens in the DC scan.
const chromaMean = 1 << 30

// differences makes the tokens of the DC differences in MCU order and counts their symbols.
func (e *encoder) differences(freq *[2][256]uint32) {
	y, cb, cr := &e.components[0], &e.components[1], &e.components[2]
	out := e.means[:0]
	var last [3]int16
	add := func(k int, dc int16) token {
		n, low := magnitude(int32(dc) - int32(last[k]))
		last[k] = dc
		freq[min(k, 1)][n&255]++
		return token(n<<16 | low)
	}
	for i := range cb.dc {
		if e.half {
			at := i/cb.stride*2*y.stride + i%cb.stride*2
			below := at + y.stride
			out = append(out, add(0, y.dc[at]), add(0, y.dc[at+1]), add(0, y.dc[below]), add(0, y.dc[below+1]))
		} else {
			out = append(out, add(0, y.dc[i]))
		}
		out = append(out, add(1, cb.dc[i])|chromaMean, add(2, cr.dc[i])|chromaMean)
	}
	e.means = out
}

// eachMCU calls luma with the index of each luma block and chroma with that of each chroma block, in the order of an
// interleaved scan.
func (e *encoder) eachMCU(luma, chroma func(i int)) {
	y, cb := &e.components[0], &e.components[1]
	for i := range len(cb.dc) {
		if !e.half {
			luma(i)
			chroma(i)
			continue
		}
		at := i/cb.stride*2*y.stride + i%cb.stride*2
		luma(at)
		luma(at + 1)
		luma(at + y.stride)
		luma(at + y.stride + 1)
		chroma(i)
	}
}

// scan writes a sequential file.
func (e *encoder) scan(out []byte, dc *[2]*code, ac *[3]*code) []byte {
	for i := range dc {
		out = dc[i].define(out, byte(i))
		out = ac[i].define(out, byte(0x10+i))
	}
	w := bitWriter{out: segment(out, markSOS, []byte{3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0})}
	var last [3]int32
	one := func(k, i int) {
		c := &e.components[k]
		class := min(k, 1)
		diff := int32(c.dc[i]) - last[k]
		last[k] = int32(c.dc[i])
		n, low := magnitude(diff)
		w.symbol(dc[class], n, low, n)
		tokens, full := c.block(i)
		w.tokens(ac[class], tokens)
		if !full {
			w.symbol(ac[class], 0, 0, 0)
		}
	}
	e.eachMCU(func(i int) { one(0, i) }, func(i int) {
		one(1, i)
		one(2, i)
	})
	w.flush()
	return append(w.out, 0xff, markEOI)
}

// scans writes a progressive file of four scans.
func (e *encoder) scans(out []byte, dc *[2]*code, ac *[3]*code) []byte {
	for i := range dc {
		out = dc[i].define(out, byte(i))
	}
	w := bitWriter{out: segment(out, markSOS, []byte{3, 1, 0x00, 2, 0x10, 3, 0x10, 0, 0, 0})}
	for _, t := range e.means {
		w.symbol(dc[t>>30&1], t.symbol(), uint32(t&0xffff), t.symbol())
	}
	w.flush()
	for i := range e.components {
		code := ac[i]
		out := code.define(w.out, 0x10)
		w = bitWriter{out: segment(out, markSOS, []byte{1, byte(i + 1), 0x00, 1, 63, 0})}
		e.components[i].eachEnd(func(blocks uint32) {
			sym := endSymbol(blocks)
			n := sym >> 4
			w.symbol(code, sym, blocks-1<<n, n)
		}, func(tokens []token) { w.tokens(code, tokens) })
		w.flush()
	}
	return append(w.out, 0xff, markEOI)
}

// define appends a code's DHT definition: its class (DC, AC) is in the high half of id, its number in the low half.
func (c *code) define(out []byte, id byte) []byte {
	return segment(out, markDHT, append(append([]byte{id}, c.counts[:]...), c.symbols...))
}

func segment(out []byte, marker byte, data []byte) []byte {
	out = append(out, 0xff, marker)
	out = binary.BigEndian.AppendUint16(out, uint16(len(data)+2))
	return append(out, data...)
}

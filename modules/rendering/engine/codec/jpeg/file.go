package jpeg

import "encoding/binary"

// Markers (T.81 table B.1).
const (
	markSOI  = 0xd8
	markEOI  = 0xd9
	markAPP0 = 0xe0
	markDQT  = 0xdb
	markSOF0 = 0xc0
	markDHT  = 0xc4
	markSOS  = 0xda
)

// write puts the file together from the tokens.
func (e *encoder) write(pic *Picture) []byte {
	t := &e.tokens
	var dcFreq [2][256]uint32
	e.eachDC(func(class int, diff int32) {
		n, _ := magnitude(diff)
		dcFreq[class][n]++
	})
	codes := [4]*code{newCode(&dcFreq[0]), newCode(&t.ac[0]), newCode(&dcFreq[1]), newCode(&t.ac[1])}

	out := make([]byte, 0, 1024+len(t.list)*2)
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
	out = segment(out, markSOF0, sof)
	for i, c := range codes {
		// Class (DC, AC) in the high half, destination in the low one.
		dht := append([]byte{byte(i&1<<4 | i>>1)}, c.counts[:]...)
		out = segment(out, markDHT, append(dht, c.symbols...))
	}
	out = segment(out, markSOS, []byte{3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0})
	return e.scan(out, &codes)
}

// eachDC calls f with the difference of every block's DC to the one before it.
func (e *encoder) eachDC(f func(class int, diff int32)) {
	var last [3]int32
	for i, comp := range e.tokens.blocks {
		dc := int32(e.tokens.dc[i])
		f(int(min(comp, 1)), dc-last[comp])
		last[comp] = dc
	}
}

func (e *encoder) scan(out []byte, codes *[4]*code) []byte {
	t := &e.tokens
	w := bitWriter{out: out}
	i, at := 0, 0
	e.eachDC(func(class int, diff int32) {
		n, low := magnitude(diff)
		c := codes[2*class].packed[n]
		w.put(uint64(c>>8)<<n|uint64(low), uint(c&0xff+n))
		ac := &codes[2*class+1].packed
		end := int(t.ends[i])
		for _, tok := range t.list[at:end] {
			c := ac[tok>>16&0xff]
			n := tok >> 16 & 15
			w.put(uint64(c>>8)<<n|uint64(tok&0xffff), uint(c&0xff+n))
		}
		at = end
		i++
	})
	w.flush()
	return append(w.out, 0xff, markEOI)
}

func segment(out []byte, marker byte, data []byte) []byte {
	out = append(out, 0xff, marker)
	out = binary.BigEndian.AppendUint16(out, uint16(len(data)+2))
	return append(out, data...)
}

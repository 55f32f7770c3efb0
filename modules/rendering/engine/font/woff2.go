package font

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
)

// woff2Tags are the known table tags (W3C WOFF File Format 2.0 §5.1).
var woff2Tags = [63]string{
	"cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf", "loca", "prep", "CFF ", "VORG", "EBDT",
	"EBLC", "gasp", "hdmx", "kern", "LTSH", "PCLT", "VDMX", "vhea", "vmtx", "BASE", "GDEF", "GPOS", "GSUB", "EBSC", "JSTF", "MATH",
	"CBDT", "CBLC", "COLR", "CPAL", "SVG ", "sbix", "acnt", "avar", "bdat", "bloc", "bsln", "cvar", "fdsc", "feat", "fmtx", "fvar",
	"gvar", "hsty", "just", "lcar", "mort", "morx", "opbd", "prop", "trak", "Zapf", "Silf", "Glat", "Gloc", "Feat", "Sill",
}

var errWOFF2 = errors.New("WOFF2 file is malformed")

// woff2Table is an entry of the directory; data is the transformed table.
type woff2Table struct {
	tag         uint32
	transformed bool
	origLength  int
	length      int
	data        []byte
}

// byteReader reads a stream; past its end it sets failed and returns zeros.
type byteReader struct {
	b      []byte
	failed bool
}

func (r *byteReader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.failed = true
		r.b = nil
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

func (r *byteReader) u8() int {
	if b := r.take(1); b != nil {
		return int(b[0])
	}
	return 0
}

func (r *byteReader) u16() int { return u16(r.take(2), 0) }
func (r *byteReader) u32() int { return u32(r.take(4), 0) }

// base128 reads a UIntBase128 (§4.1).
func (r *byteReader) base128() int {
	v := 0
	for i := range 5 {
		c := r.u8()
		if i == 0 && c == 0x80 || v&0xFE000000 != 0 {
			r.failed = true
			return 0
		}
		v = v<<7 | c&0x7F
		if c&0x80 == 0 {
			return v
		}
	}
	r.failed = true
	return 0
}

// short255 reads a 255UInt16 (§4.1).
func (r *byteReader) short255() int {
	switch c := r.u8(); c {
	case 253:
		return r.u16()
	case 254:
		return r.u8() + 506
	case 255:
		return r.u8() + 253
	default:
		return c
	}
}

// readWOFF2 reads the header and the directory of a WOFF 2.0 file; r is left after them.
func readWOFF2(b []byte) (r *byteReader, tables []woff2Table, h woff2Header, err error) {
	r = &byteReader{b: b}
	r.take(4)
	h.flavor = uint32(r.u32())
	r.take(4)
	n := r.u16()
	r.take(2 + 4)
	h.packed = r.u32()
	r.take(2 + 2 + 4*5)
	if r.failed {
		return nil, nil, h, errWOFF2
	}
	tables = make([]woff2Table, 0, min(n, 256))
	for range n {
		t := woff2Entry(r)
		if r.failed {
			return nil, nil, h, errWOFF2
		}
		if h.total += t.length; h.total > MaxDecodedBytes || t.origLength > MaxDecodedBytes {
			return nil, nil, h, fmt.Errorf("%w: unpacks to more than %d bytes", ErrTooLarge, MaxDecodedBytes)
		}
		tables = append(tables, t)
	}
	return r, tables, h, nil
}

// woff2Header is the header of a WOFF 2.0 file: total is the total length of the transformed tables, packed the length
// of the compressed stream.
type woff2Header struct {
	flavor        uint32
	packed, total int
}

// woff2Limit returns the maximum plain size of tables: one and a half times the directory's sizes, since an encoder may
// write glyphs more compactly than the decoder.
func woff2Limit(tables []woff2Table) int {
	limit := 0
	for _, t := range tables {
		limit += max(t.origLength, t.length)
	}
	return min(limit+limit/2+1<<16, MaxDecodedBytes)
}

// decodeWOFF2 converts a WOFF 2.0 file to a plain one. Of a collection it keeps the first face.
func decodeWOFF2(b []byte) ([]byte, error) {
	r, tables, h, err := readWOFF2(b)
	if err != nil {
		return nil, err
	}
	flavor, total := h.flavor, h.total
	limit := woff2Limit(tables)
	var keep []int
	if flavor == flavorCollection {
		keep, flavor = woff2Collection(r, len(tables))
	}
	body := r.take(h.packed)
	if r.failed {
		return nil, errWOFF2
	}
	stream, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(body)), int64(total)+1))
	if err != nil {
		return nil, fmt.Errorf("unpacking WOFF2: %w", err)
	}
	if len(stream) < total {
		return nil, errWOFF2
	}
	for i := range tables {
		tables[i].data = stream[:tables[i].length:tables[i].length]
		stream = stream[tables[i].length:]
	}
	if keep != nil {
		var list []woff2Table
		for _, i := range keep {
			if i < len(tables) {
				list = append(list, tables[i])
			}
		}
		tables = list
	}
	return rebuildWOFF2(flavor, tables, limit)
}

func woff2Entry(r *byteReader) woff2Table {
	flags := r.u8()
	var t woff2Table
	if flags&63 == 63 {
		t.tag = uint32(r.u32())
	} else {
		t.tag = tagOf(woff2Tags[flags&63])
	}
	t.origLength = r.base128()
	t.length = t.origLength
	version := flags >> 6
	if t.tag == tagOf("glyf") || t.tag == tagOf("loca") {
		t.transformed = version != 3
	} else {
		t.transformed = version != 0
	}
	if t.transformed {
		t.length = r.base128()
	}
	return t
}

// woff2Collection reads the collection directory and returns the table indices and the flavour of the first face.
func woff2Collection(r *byteReader, tables int) ([]int, uint32) {
	r.take(4)
	var first []int
	var flavor uint32
	for face := range r.short255() {
		n := r.short255()
		f := uint32(r.u32())
		if r.failed || n > tables {
			r.failed = true
			return nil, 0
		}
		for range n {
			i := r.short255()
			if face == 0 {
				first, flavor = append(first, i), f
			}
		}
	}
	return first, flavor
}

// rebuildWOFF2 reverses the table transforms; the tables of the result have at most limit bytes.
func rebuildWOFF2(flavor uint32, tables []woff2Table, limit int) ([]byte, error) {
	find := func(tag string) *woff2Table {
		for i := range tables {
			if tables[i].tag == tagOf(tag) {
				return &tables[i]
			}
		}
		return nil
	}
	glyf, loca, hmtx := find("glyf"), find("loca"), find("hmtx")
	var bearings []int16
	if glyf != nil && glyf.transformed {
		if loca == nil {
			return nil, errWOFF2
		}
		g, l, xMins, err := rebuildGlyf(glyf.data, limit)
		if err != nil {
			return nil, err
		}
		glyf.data, loca.data, bearings = g, l, xMins
	}
	if hmtx != nil && hmtx.transformed {
		hhea := find("hhea")
		if hhea == nil || bearings == nil {
			return nil, errWOFF2
		}
		data, err := rebuildHmtx(hmtx.data, u16(hhea.data, 34), bearings)
		if err != nil {
			return nil, err
		}
		hmtx.data = data
	}
	out, total := newSFNTWriter(flavor), 0
	for _, t := range tables {
		if total += len(t.data); total > limit {
			return nil, fmt.Errorf("%w: unpacks to more than %d bytes", ErrTooLarge, limit)
		}
		out.add(t.tag, t.data)
	}
	return out.bytes(), nil
}

// rebuildHmtx restores left side bearings that were dropped (§5.4).
func rebuildHmtx(b []byte, metrics int, bearings []int16) ([]byte, error) {
	r := &byteReader{b: b}
	flags := r.u8()
	n := len(bearings)
	if metrics < 1 || metrics > n || flags&3 == 0 {
		return nil, errWOFF2
	}
	advances := r.take(2 * metrics)
	out := make([]byte, 0, 4*metrics+2*(n-metrics))
	lsb := func(i int, dropped bool) uint16 {
		if dropped {
			return uint16(bearings[i])
		}
		return uint16(r.u16())
	}
	for i := range metrics {
		v := lsb(i, flags&1 != 0)
		if r.failed {
			return nil, errWOFF2
		}
		out = append(out, advances[2*i], advances[2*i+1], byte(v>>8), byte(v))
	}
	for i := metrics; i < n; i++ {
		v := lsb(i, flags&2 != 0)
		out = append(out, byte(v>>8), byte(v))
	}
	if r.failed {
		return nil, errWOFF2
	}
	return out, nil
}

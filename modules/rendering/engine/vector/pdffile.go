package vector

import (
	"bytes"
	"crypto/sha256"
	"fmt"
)

// pdfObject is an indirect object: a value, or a stream with its dictionary.
type pdfObject struct {
	body   []byte
	stream bool
}

func (p *pdfWriter) reserve() int {
	p.objects = append(p.objects, pdfObject{})
	return len(p.objects)
}

func (p *pdfWriter) set(ref int, body string)     { p.objects[ref-1].body = []byte(body) }
func (p *pdfWriter) object(body string) (ref int) { ref = p.reserve(); p.set(ref, body); return ref }

// shared adds an object, or returns an existing equal one.
func (p *pdfWriter) shared(body string) int {
	key := sha256.Sum256([]byte(body))
	if ref, ok := p.known[key]; ok {
		return ref
	}
	p.known[key] = p.object(body)
	return p.known[key]
}

// stream adds a compressed stream; pixel and row are as for Options.Compress.
func (p *pdfWriter) stream(dict string, data []byte, pixel, row int) int {
	return p.packed(dict+" /Filter /FlateDecode", p.o.Compress(data, pixel, row))
}

// packed adds an already compressed stream, or returns an existing equal one.
func (p *pdfWriter) packed(dict string, data []byte) int {
	b := fmt.Appendf(nil, "<< %s /Length %d >>\nstream\n", dict, len(data))
	b = append(append(b, data...), "\nendstream"...)
	key := sha256.Sum256(b)
	if ref, ok := p.known[key]; ok {
		return ref
	}
	ref := p.reserve()
	p.objects[ref-1] = pdfObject{body: b, stream: true}
	p.known[key] = ref
	return ref
}

// perStream is the number of objects per object stream: small enough for readers to open quickly.
const perStream = 200

// entry is the location of an object: an offset in the file, or an index in an object stream (ISO 32000-1 §7.5.8.3).
type entry struct{ kind, where, index int }

// file writes all objects: streams directly, other objects in object streams, and a cross-reference stream.
func (p *pdfWriter) file(catalog, info int) []byte {
	var out bytes.Buffer
	version := 7
	if p.o.Standard.exchange() {
		version = 6 // ISO 15930-7 §6.1
	}
	fmt.Fprintf(&out, "%%PDF-1.%d\n%%\xe2\xe3\xcf\xd3\n", version)
	entries := make([]entry, len(p.objects)+1)
	put := func(ref int, body []byte) {
		entries[ref] = entry{1, out.Len(), 0}
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", ref, body)
	}
	var small []int
	for i := range p.objects {
		if p.objects[i].stream {
			put(i+1, p.objects[i].body)
		} else {
			small = append(small, i+1)
		}
	}
	for len(small) > 0 {
		n := min(len(small), perStream)
		entries = append(entries, entry{})
		holder := len(entries) - 1
		var index, values []byte
		for k, ref := range small[:n] {
			index = fmt.Appendf(index, "%d %d ", ref, len(values))
			values = append(append(values, p.objects[ref-1].body...), '\n')
			entries[ref] = entry{2, holder, k}
		}
		packed := p.o.Compress(append(index, values...), 1, 0)
		put(holder, append(append(fmt.Appendf(nil, "<< /Type /ObjStm /N %d /First %d /Filter /FlateDecode /Length %d >>\nstream\n", n, len(index), len(packed)), packed...), "\nendstream"...))
		small = small[n:]
	}
	id := sha256.Sum256(out.Bytes())
	at := out.Len()
	entries = append(entries, entry{1, at, 0})
	wide := width(at)
	packed := p.o.Compress(crossReferences(entries, wide), 1, 0)
	fmt.Fprintf(&out, "%d 0 obj\n<< /Type /XRef /Size %d /W [1 %d 1] /Root %d 0 R /Info %d 0 R /ID [<%x> <%x>] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns %d >> /Length %d >>\nstream\n",
		len(entries)-1, len(entries), wide, catalog, info, id[:16], id[:16], wide+2, len(packed))
	out.Write(packed)
	fmt.Fprintf(&out, "\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n", at)
	return out.Bytes()
}

// width returns the number of bytes needed for a number.
func width(v int) int {
	n := 1
	for ; v > 255; v >>= 8 {
		n++
	}
	return n
}

// crossReferences returns the rows of the cross-reference stream, each as the difference to the previous one (PNG
// filter Up).
func crossReferences(entries []entry, wide int) []byte {
	var out []byte
	above, row := make([]byte, wide+2), make([]byte, wide+2)
	for i, e := range entries {
		row[0], row[wide+1] = byte(e.kind), byte(e.index)
		if i == 0 {
			row[wide+1] = 255 // head of the free list
		}
		for k := range wide {
			row[1+k] = byte(e.where >> (8 * (wide - 1 - k)))
		}
		out = append(out, 2)
		for k := range row {
			out = append(out, row[k]-above[k])
		}
		above, row = row, above
	}
	return out
}

package pdfedit

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
)

// perStream is the number of objects in an object stream: small enough for readers to open quickly.
const perStream = 200

// crossReference is the location of an object: an offset in the file, or the number of an object stream and an index in it
// (ISO 32000-2 §7.5.8.3).
type crossReference struct {
	kind  byte
	where int
	index int
}

// objectWriter writes streams directly and collects other objects for object streams.
type objectWriter struct {
	out     bytes.Buffer
	at      []crossReference // by object number
	waiting []waitingObject
}

type waitingObject struct {
	number int
	value  string
}

func (w *objectWriter) locate(number int, at crossReference) {
	for len(w.at) <= number {
		w.at = append(w.at, crossReference{})
	}
	w.at[number] = at
}

func (w *objectWriter) value(number int, value string) {
	w.waiting = append(w.waiting, waitingObject{number, value})
}

func (w *objectWriter) stream(number int, dict string, data []byte) {
	w.locate(number, crossReference{1, w.out.Len(), 0})
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nstream\n", number, dict)
	w.out.Write(data)
	w.out.WriteString("\nendstream\nendobj\n")
}

// flush writes the collected objects; count is the number of objects of the document.
func (w *objectWriter) flush(count int) {
	for len(w.waiting) > 0 {
		n := min(len(w.waiting), perStream)
		count++
		var index, values bytes.Buffer
		for i, o := range w.waiting[:n] {
			fmt.Fprintf(&index, "%d %d ", o.number, values.Len())
			values.WriteString(o.value)
			values.WriteByte('\n')
			w.locate(o.number, crossReference{2, count, i})
		}
		first := index.Len()
		index.Write(values.Bytes())
		packed := deflated(index.Bytes())
		w.stream(count, fmt.Sprintf("<</Type/ObjStm/N %d/First %d/Filter/FlateDecode/Length %d>>", n, first, len(packed)), packed)
		w.waiting = w.waiting[n:]
	}
}

// finish writes the cross-reference stream, whose dictionary has the entries of the trailer, and returns the file.
func (w *objectWriter) finish(trailer string) []byte {
	number, start := max(1, len(w.at)), w.out.Len()
	w.locate(number, crossReference{1, start, 0})
	const row = 7 // one byte, four and two
	table := make([]byte, 0, row*len(w.at))
	for i, at := range w.at {
		if i == 0 {
			at.index = 65535 // the head of the list of free objects
		}
		table = append(table, at.kind)
		table = binary.BigEndian.AppendUint32(table, uint32(at.where))
		table = binary.BigEndian.AppendUint16(table, uint16(at.index))
	}
	// Each row is the difference to the one above: the filter Up of PNG.
	filtered := make([]byte, 0, len(table)+len(w.at))
	for i := range w.at {
		filtered = append(filtered, 2)
		for k := i * row; k < (i+1)*row; k++ {
			above := byte(0)
			if k >= row {
				above = table[k-row]
			}
			filtered = append(filtered, table[k]-above)
		}
	}
	packed := deflated(filtered)
	w.stream(number, fmt.Sprintf("<</Type/XRef/Size %d/W[1 4 2]%s/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns %d>>/Length %d>>", len(w.at), trailer, row, len(packed)), packed)
	fmt.Fprintf(&w.out, "startxref\n%d\n%%%%EOF\n", start)
	return w.out.Bytes()
}

// deflated compresses data.
func deflated(data []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(data) // a buffer accepts everything
	_ = z.Close()
	return b.Bytes()
}

package tables

import "sync"

// Scan returns the positions of a transform's coefficients in coding order: row × CodedTx width + column (§5.11.41,
// get_scan, and §9.3, scan tables). Scans are built on first use; it is safe for concurrent use.
func Scan(t TxSize, typ TxType) []uint16 {
	c := CodedTx[t]
	class := typ.Class()
	s := &scans[c][class]
	s.once.Do(func() { s.positions = makeScan(c, class) })
	return s.positions
}

var scans [TxSizes][3]struct {
	once      sync.Once
	positions []uint16
}

func makeScan(t TxSize, class TxClass) []uint16 {
	w, h := t.Width(), t.Height()
	out := make([]uint16, 0, w*h)
	switch class {
	case ClassVert:
		for i := range w * h {
			out = append(out, uint16(i))
		}
	case ClassHorz:
		for x := range w {
			for y := range h {
				out = append(out, uint16(y*w+x))
			}
		}
	default:
		for d := range w + h - 1 {
			// Diagonals run downwards in tall transforms and upwards in wide ones; in square ones they alternate.
			down := h > w || h == w && d&1 == 1
			lo, hi := max(0, d-w+1), min(d, h-1)
			for i := lo; i <= hi; i++ {
				y := i
				if !down {
					y = lo + hi - i
				}
				out = append(out, uint16(y*w+d-y))
			}
		}
	}
	return out
}

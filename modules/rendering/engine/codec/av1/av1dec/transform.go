package av1dec

import (
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// addResidual inverse-transforms t.coefs and adds the result to a plane (§7.12.3 and §7.13.3).
func (t *tile) addResidual(p, x, y int, tx tables.TxSize, n coefInfo) {
	w, h := tx.Width(), tx.Height()
	if n.eob == 1 && n.typ == tables.DCTDCT && !t.lossless {
		t.addConstant(p, x, y, w, h, t.dcOnly(tx))
		return
	}
	out := t.inverse(tx, n)
	most := int32(1)<<t.seq.BitDepth - 1
	flipUD, flipLR := flips(n.typ)
	for i := range h {
		yy := i
		if flipUD {
			yy = h - 1 - i
		}
		dst := t.planes[p].row(x, y+yy, w)
		src := out[i*w:][:w]
		if flipLR {
			for j, v := range src {
				d := &dst[w-1-j]
				*d = uint16(max(0, min(int32(*d)+v, most)))
			}
			continue
		}
		for j := range dst {
			dst[j] = uint16(max(0, min(int32(dst[j])+src[j], most)))
		}
	}
}

func (t *tile) addConstant(p, x, y, w, h int, v int32) {
	most := int32(1)<<t.seq.BitDepth - 1
	for i := range h {
		dst := t.planes[p].row(x, y+i, w)
		for j := range dst {
			dst[j] = uint16(max(0, min(int32(dst[j])+v, most)))
		}
	}
}

func flips(t tables.TxType) (upDown, leftRight bool) {
	switch t {
	case tables.FlipADSTDCT, tables.FlipADSTADST, tables.VFlipADST:
		return true, false
	case tables.DCTFlipADST, tables.ADSTFlipADST, tables.HFlipADST:
		return false, true
	case tables.FlipADSTFlipADST:
		return true, true
	}
	return false, false
}

// rowShift is the right shift after the row transforms (Transform_Row_Shift).
var rowShift = [tables.TxSizes]int{0, 1, 2, 2, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2}

func round(v int64, shift int) int32 {
	if shift == 0 {
		return int32(v)
	}
	return int32((v + 1<<(shift-1)) >> shift)
}

// rectangular reports whether one side is twice the other, which requires a scale factor of √½.
func rectangular(tx tables.TxSize) bool {
	d := int(tables.TxWidthLog2[tx]) - int(tables.TxHeightLog2[tx])
	return d == 1 || d == -1
}

// columnLimit returns the bound of the intermediate values between row and column transforms.
func (t *tile) columnLimit() int32 { return 1 << (max(t.seq.BitDepth+6, 16) - 1) }

// dcOnly returns the residual of a DCT block whose only nonzero coefficient is DC.
func (t *tile) dcOnly(tx tables.TxSize) int32 {
	v := t.coefs[0]
	if rectangular(tx) {
		v = round(int64(v)*2896, 12)
	}
	v = round(int64(round(int64(v)*2896, 12)), rowShift[tx])
	limit := t.columnLimit()
	v = max(-limit, min(v, limit-1))
	return round(int64(round(int64(v)*2896, 12)), 4)
}

// inverse returns the residual of t.coefs, in rows of the transform's width.
func (t *tile) inverse(tx tables.TxSize, n coefInfo) []int32 {
	w, h := tx.Width(), tx.Height()
	coded := tables.CodedTx[tx].Width()
	// The row transforms run in parallel lanes: sample j of row i is at j×rows+i.
	a := t.transform[0][:w*n.rows]
	clear(a)
	for i := range n.rows {
		for j := range n.cols {
			v := t.coefs[i*coded+j]
			if v != 0 && rectangular(tx) {
				v = round(int64(v)*2896, 12)
			}
			a[j*n.rows+i] = v
		}
	}
	vertical, horizontal := kinds(n.typ)
	shift, colShift := rowShift[tx], 4
	if t.lossless {
		shift, colShift = 0, 0
		walsh(a, n.rows, 2)
	} else {
		a = t.oneDimension(0, a, horizontal, int(tables.TxWidthLog2[tx]), n.rows, t.seq.BitDepth+8)
	}
	// So do the column transforms: sample i of column j is at i×w+j.
	into := 1
	if &a[0] == &t.transform[1][0] {
		into = 0
	}
	b := t.transform[into][:w*h]
	limit := t.columnLimit()
	for i := range n.rows {
		dst := b[i*w:][:w]
		for j := range dst {
			dst[j] = max(-limit, min(round(int64(a[j*n.rows+i]), shift), limit-1))
		}
	}
	clear(b[n.rows*w:])
	if t.lossless {
		walsh(b, w, 0)
		return b
	}
	b = t.oneDimension(into, b, vertical, int(tables.TxHeightLog2[tx]), w, max(t.seq.BitDepth+6, 16))
	for i := range b {
		b[i] = round(int64(b[i]), colShift)
	}
	return b
}

type kind uint8

const (
	cosine kind = iota
	sine
	identity
)

// kinds returns the column and the row transform.
func kinds(t tables.TxType) (vertical, horizontal kind) {
	switch t {
	case tables.DCTDCT:
		return cosine, cosine
	case tables.ADSTDCT, tables.FlipADSTDCT:
		return sine, cosine
	case tables.DCTADST, tables.DCTFlipADST:
		return cosine, sine
	case tables.IDTX:
		return identity, identity
	case tables.VDCT:
		return cosine, identity
	case tables.HDCT:
		return identity, cosine
	case tables.VADST, tables.VFlipADST:
		return sine, identity
	case tables.HADST, tables.HFlipADST:
		return identity, sine
	}
	return sine, sine
}

// oneDimension transforms the lanes of t.transform[from], whose prefix is src: sample k of every lane starts at
// k×lanes. It returns the index of the buffer that holds the result.
func (t *tile) oneDimension(from int, src []int32, k kind, n, lanes, bits int) []int32 {
	switch k {
	case identity:
		scale(src, n)
		return src
	case sine:
		if n == 2 {
			sine4(src, lanes)
			return src
		}
		if n > 4 {
			t.fail("a sine transform of %d samples", 1<<n)
			return src
		}
		return program(&sines[n-3], 1, n).run(src, t.transform[1-from][:len(src)], lanes, bits)
	}
	return program(&cosines[n-2], 0, n).run(src, t.transform[1-from][:len(src)], lanes, bits)
}

// scale applies the identity transform of 1<<n samples (§7.13.2.15).
func scale(v []int32, n int) {
	switch n {
	case 2:
		for i := range v {
			v[i] = round(int64(v[i])*5793, 12)
		}
	case 3:
		for i := range v {
			v[i] *= 2
		}
	case 4:
		for i := range v {
			v[i] = round(int64(v[i])*11586, 12)
		}
	default:
		for i := range v {
			v[i] *= 4
		}
	}
}

// walsh applies the Walsh-Hadamard transform of lossless blocks (§7.13.2.10).
func walsh(v []int32, lanes, shift int) {
	for i := range lanes {
		a, c := v[i]>>shift, v[lanes+i]>>shift
		d, b := v[2*lanes+i]>>shift, v[3*lanes+i]>>shift
		a += c
		d -= b
		e := (a - d) >> 1
		b = e - b
		c = e - c
		v[i], v[lanes+i], v[2*lanes+i], v[3*lanes+i] = a-b, b, c, d+c
	}
}

// sine4 applies the inverse ADST of four samples (§7.13.2.6).
func sine4(v []int32, lanes int) {
	const s1, s2, s3, s4 = 1321, 2482, 3344, 3803
	for i := range lanes {
		t0, t1 := int64(v[i]), int64(v[lanes+i])
		t2, t3 := int64(v[2*lanes+i]), int64(v[3*lanes+i])
		a := s1*t0 + s4*t2 + s2*t3
		b := s2*t0 - s1*t2 - s4*t3
		c := s3 * t1
		d := s3 * (t0 - t2 + t3)
		v[i] = round(a+c, 12)
		v[lanes+i] = round(b+c, 12)
		v[2*lanes+i] = round(d, 12)
		v[3*lanes+i] = round(a+b-c, 12)
	}
}

// cosines holds the inverse DCTs of 4 to 64 samples, sines the inverse ADSTs of 8 and 16.
var (
	cosines [5]lazyProgram
	sines   [2]lazyProgram
)

type lazyProgram struct {
	once sync.Once
	p    butterflies
}

func program(l *lazyProgram, what, n int) *butterflies {
	l.once.Do(func() {
		if what == 0 {
			l.p = cosineProgram(n)
		} else {
			l.p = sineProgram(n)
		}
	})
	return &l.p
}

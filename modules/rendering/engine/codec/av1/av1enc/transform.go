package av1enc

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// kernel is a one-dimensional transform.
type kernel uint8

const (
	kernelDCT kernel = iota
	kernelADST
	kernelIdentity
)

// kernels returns the vertical and the horizontal part of a transform type without flips.
func kernels(t tables.TxType) (vertical, horizontal kernel) {
	switch t {
	case tables.ADSTDCT:
		return kernelADST, kernelDCT
	case tables.DCTADST:
		return kernelDCT, kernelADST
	case tables.ADSTADST:
		return kernelADST, kernelADST
	case tables.IDTX:
		return kernelIdentity, kernelIdentity
	case tables.VDCT:
		return kernelDCT, kernelIdentity
	case tables.HDCT:
		return kernelIdentity, kernelDCT
	}
	return kernelDCT, kernelDCT
}

// rowShift is the right shift after an inverse transform's rows (AV1 §7.13.3, Transform_Row_Shift).
var rowShift = [tables.TxSizes]uint{0, 1, 2, 2, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2}

// workspace holds the scratch buffers of the transforms.
type workspace struct {
	line [64]int32
	grid [64 * 64]int32
}

// forward transforms a w×h residual; coef receives the coded part, at most 32×32, in rows, at the scale that [inverse]
// expects.
func (s *workspace) forward(coef []int32, residual []int16, tx tables.TxSize, typ tables.TxType) {
	w, h := tx.Width(), tx.Height()
	cw, ch := min(w, 32), min(h, 32)
	vertical, horizontal := kernels(typ)
	// Three extra bits keep the rounding error of the first pass small.
	const extra = 3
	for x := range w {
		for y := range h {
			s.line[y] = int32(residual[y*w+x]) << extra
		}
		forwardLine(&s.line, s.grid[x:], w, h, vertical)
	}
	// A forward kernel of n values has gain n/2, which is compensated here; the inverse divides by 2^(rowShift+4).
	lw, lh := int(tables.TxWidthLog2[tx]), int(tables.TxHeightLog2[tx])
	shift := lw + lh - 2 + extra - int(rowShift[tx]) - 4
	for y := range ch {
		copy(s.line[:w], s.grid[y*w:y*w+w])
		if lw-lh == 1 || lh-lw == 1 {
			for x := range w {
				s.line[x] = int32((int(s.line[x])*5793 + 2048) >> 12)
			}
		}
		forwardLine(&s.line, s.grid[y*w:], 1, w, horizontal)
		row := coef[y*cw : y*cw+cw]
		switch {
		case shift > 0:
			half := int32(1) << (shift - 1)
			for x := range row {
				row[x] = (s.grid[y*w+x] + half) >> shift
			}
		default:
			for x := range row {
				row[x] = s.grid[y*w+x] << -shift
			}
		}
	}
}

// forwardLine transforms line[:n] to out[0], out[s], out[2s]….
func forwardLine(line *[64]int32, out []int32, s, n int, k kernel) {
	switch k {
	case kernelIdentity:
		for i := range n {
			out[i*s] = identity(line[i], n)
		}
	case kernelADST:
		switch n {
		case 4:
			fadst4(line, out, s)
		case 8:
			fadst8(line, out, s)
		default:
			fadst16(line, out, s)
		}
	default:
		switch n {
		case 4:
			fdct4(line, out, s)
		case 8:
			fdct8(line, out, s)
		case 16:
			fdct16(line, out, s)
		case 32:
			fdct32(line, out, s)
		default:
			fdct64(line, out, s)
		}
	}
}

// identity applies the scale of the other kernels of n values (AV1 §7.13.2.11 to 14).
func identity(v int32, n int) int32 {
	switch n {
	case 4:
		return int32((int(v)*5793 + 2048) >> 12)
	case 8:
		return v * 2
	case 16:
		return int32((int(v)*11586 + 2048) >> 12)
	}
	return v * 4
}

// inverse adds the inverse transform of coef, laid out as [forward] writes it, to the w×h block of samples at dst (AV1
// §7.13.3).
func (s *workspace) inverse(dst []uint8, stride int, coef []int32, tx tables.TxSize, typ tables.TxType) {
	w, h := tx.Width(), tx.Height()
	cw, ch := min(w, 32), min(h, 32)
	// If the sum of all magnitudes fits 16 bits, no intermediate sum can overflow them, and the specification's clamps
	// have no effect.
	sum, rows := 0, 0
	for y := range ch {
		line := 0
		for _, v := range coef[y*cw : y*cw+cw] {
			line += int(max(v, -v))
		}
		if line != 0 {
			rows = y + 1
		}
		sum += line
	}
	vertical, horizontal := kernels(typ)
	apply := inverseLine
	if sum > 1<<14 {
		apply = clampedLine
	}
	shift := rowShift[tx]
	half := int32(1) << shift >> 1
	var in [64]int32
	oblong := tables.TxWidthLog2[tx]+1 == tables.TxHeightLog2[tx] || tables.TxHeightLog2[tx]+1 == tables.TxWidthLog2[tx]
	for y := range rows {
		copy(in[:cw], coef[y*cw:y*cw+cw])
		if oblong {
			for x := range cw {
				in[x] = int32((int(in[x])*2896 + 2048) >> 12)
			}
		}
		apply(in[:], 1, &s.line, w, horizontal)
		row := s.grid[y*w : y*w+w]
		for x := range row {
			row[x] = max(-1<<15, min((s.line[x]+half)>>shift, 1<<15-1))
		}
	}
	clear(s.grid[rows*w : w*h])
	for x := range w {
		apply(s.grid[x:], w, &s.line, h, vertical)
		for y, at := 0, x; y < h; y, at = y+1, at+stride {
			dst[at] = clip8(int(dst[at]) + int((s.line[y]+8)>>4))
		}
	}
}

// inverseLine transforms in[0], in[s], in[2s]… to out[:n].
func inverseLine(in []int32, s int, out *[64]int32, n int, k kernel) {
	switch k {
	case kernelIdentity:
		for i := range n {
			out[i] = identity(in[i*s], n)
		}
	case kernelADST:
		switch n {
		case 4:
			iadst4(in, s, out)
		case 8:
			iadst8(in, s, out)
		default:
			iadst16(in, s, out)
		}
	default:
		switch n {
		case 4:
			idct4(in, s, out)
		case 8:
			idct8(in, s, out)
		case 16:
			idct16(in, s, out)
		case 32:
			idct32(in, s, out)
		default:
			idct64(in, s, out)
		}
	}
}

// iadst4 computes the inverse ADST of four values (AV1 §7.13.2.6).
func iadst4(in []int32, s int, out *[64]int32) {
	const s1, s2, s3, s4 = 1321, 2482, 3344, 3803
	a, b, c, d := int(in[0]), int(in[s]), int(in[2*s]), int(in[3*s])
	x := s1*a + s4*c + s2*d
	y := s2*a - s1*c - s4*d
	z := s3 * b
	out[0] = int32((x + z + 2048) >> 12)
	out[1] = int32((y + z + 2048) >> 12)
	out[2] = int32((s3*(a-c+d) + 2048) >> 12)
	out[3] = int32((x + y - z + 2048) >> 12)
}

// fadst4 computes the transpose of iadst4.
func fadst4(in *[64]int32, out []int32, s int) {
	const s1, s2, s3, s4 = 1321, 2482, 3344, 3803
	a, b, c, d := int(in[0]), int(in[1]), int(in[2]), int(in[3])
	out[0] = int32((s1*a + s2*b + s3*c + s4*d + 2048) >> 12)
	out[s] = int32((s3*(a+b-d) + 2048) >> 12)
	out[2*s] = int32((s4*a - s1*b - s3*c + s2*d + 2048) >> 12)
	out[3*s] = int32((s2*a - s4*b + s3*c - s1*d + 2048) >> 12)
}

// forwardWalsh is the exact inverse of [inverseWalsh] on a 4×4 residual.
func forwardWalsh(coef []int32, residual []int16) {
	var grid [16]int32
	for x := range 4 {
		a, b, c, d := walsh(int32(residual[x]), int32(residual[4+x]), int32(residual[8+x]), int32(residual[12+x]))
		grid[x], grid[4+x], grid[8+x], grid[12+x] = a, b, c, d
	}
	for y := 0; y < 16; y += 4 {
		coef[y], coef[y+1], coef[y+2], coef[y+3] = walsh(grid[y], grid[y+1], grid[y+2], grid[y+3])
	}
}

// walsh inverts the steps of AV1 §7.13.2.10.
func walsh(a, b, c, d int32) (int32, int32, int32, int32) {
	a += b
	d -= c
	e := (a - d) >> 1
	b, c = e-b, e-c
	return a - c, c, d + b, b
}

// inverseWalsh adds the inverse of the lossless transform to 4×4 samples; coef holds levels.
func inverseWalsh(dst []uint8, stride int, coef []int32) {
	var grid [16]int32
	for y := 0; y < 16; y += 4 {
		grid[y], grid[y+1], grid[y+2], grid[y+3] = unwalsh(coef[y], coef[y+1], coef[y+2], coef[y+3])
	}
	for x := range 4 {
		a, b, c, d := unwalsh(grid[x], grid[4+x], grid[8+x], grid[12+x])
		dst[x] = uint8(int32(dst[x]) + a)
		dst[stride+x] = uint8(int32(dst[stride+x]) + b)
		dst[2*stride+x] = uint8(int32(dst[2*stride+x]) + c)
		dst[3*stride+x] = uint8(int32(dst[3*stride+x]) + d)
	}
}

func unwalsh(a, c, d, b int32) (int32, int32, int32, int32) {
	a += c
	d -= b
	e := (a - d) >> 1
	b, c = e-b, e-c
	return a - b, b, c, d + c
}

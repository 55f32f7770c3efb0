package av1enc

import "github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"

// step returns the DC and AC quantiser steps and the right shift applied to dequantised values (AV1 §7.12.3).
func (f *frame) step(tx tables.TxSize) (dc, ac int, shift uint) {
	switch tx {
	case tables.Tx32x32, tables.Tx16x32, tables.Tx32x16, tables.Tx16x64, tables.Tx64x16:
		shift = 1
	case tables.Tx64x64, tables.Tx32x64, tables.Tx64x32:
		shift = 2
	}
	return f.dcq, f.acq, shift
}

// quantized is the result of quantising one transform block.
type quantized struct {
	eob int
	// rate is in 1/256 bits, including all_zero but not the transform type. gain is the reduction in distortion
	// compared with no coefficients, in the unit of costs (see frame.lambda).
	rate, gain int
}

// quantize chooses the levels of a transform block in scan order: each is the nearest or the next smaller level,
// whichever has the lower rate-distortion cost given the levels after it, which alone determine its context.
func (t *tile) quantize(out []int16, coef []int32, tx tables.TxSize, class tables.TxClass, kind, zeroContext, dcContext int) quantized {
	o := orderOf(tx, class)
	f := t.f
	dc, ac, shift := f.step(tx)
	size := tables.TxSizeContext(tx)
	zero := t.cdf.AllZero[size][zeroContext][:]
	n := len(o.pos)
	eob := 0
	// Values up to 0.58 steps round to zero.
	const bias = 107
	q, threshold := dc, (dc*(256-bias)>>8)>>shift
	if f.lossless {
		for i, p := range o.pos {
			v := coef[p]
			out[i] = int16(v)
			if v != 0 {
				eob = i + 1
			}
		}
	} else {
		inverse := 1<<32/q + 1
		for i, p := range o.pos {
			if i == 1 {
				q, threshold, inverse = ac, (ac*(256-bias)>>8)>>shift, 1<<32/ac+1
			}
			v := int(coef[p])
			v = max(v, -v)
			if v <= threshold {
				out[i] = 0
				continue
			}
			out[i] = int16((v<<shift + q*bias>>8) * inverse >> 32)
			if out[i] != 0 {
				eob = i + 1
			}
		}
	}
	nothing := quantized{rate: symbolCost(1, zero)}
	if eob == 0 {
		return nothing
	}
	m := &t.map0
	clear(m[:o.stride*(n/(o.stride-4)+4)])
	price, last := &t.price.base[size][kind], &t.price.last[size][kind]
	more := &t.price.more[min(size, 3)][kind]
	end := endCDF(&t.cdf, tx, kind, class)
	extra := &t.cdf.EOBExtra[size][kind]
	endCost := func(eob int) int {
		name, n, rest := endClass(eob)
		c := symbolCost(name, end)
		if n > 0 {
			c += symbolCost(rest>>(n-1), extra[n-1][:]) + (n-1)<<8
		}
		return c
	}
	scale := 10 + 2*shift
	rate, gain := 0, 0
	for i := eob - 1; i >= 0; i-- {
		l := int(out[i])
		if l == 0 {
			if i < eob-1 {
				rate += int(price[m.baseContext(o, i)][0])
			} else {
				eob--
			}
			continue
		}
		q = ac
		sign := 256
		if i == 0 {
			q = dc
			sign = 0
		}
		if l < 0 {
			l = -l
		}
		isLast := i == eob-1
		var table *[4]uint16
		var lastTable *[3]uint16
		if isLast {
			lastTable = &last[lastContext(i, n)]
		} else {
			table = &price[m.baseContext(o, i)]
		}
		var above *[13]uint16
		if l > 2 {
			above = &more[m.moreContext(o, i)]
		}
		cost := func(l int) int {
			c := sign
			switch {
			case isLast:
				c += int(lastTable[min(l, 3)-1])
			default:
				c += int(table[min(l, 3)])
			}
			if l > 2 {
				c += int(above[min(l-3, 12)]) + golombCost(l)
			}
			return c
		}
		r := cost(l)
		if f.lossless {
			rate += r
			m[o.padded[i]] = uint8(min(l, 15))
			continue
		}
		v := int(coef[o.pos[i]])
		v = max(v, -v)
		d := v - l*q>>shift
		g := (v*v - d*d) << scale
		// The next smaller level.
		if l > 1 {
			r2 := cost(l - 1)
			d2 := v - (l-1)*q>>shift
			g2 := (v*v - d2*d2) << scale
			if g-g2 < (r-r2)*f.lambda {
				l, r, g = l-1, r2, g2
			}
		} else if isLast {
			// Dropping the last level moves the end of block.
			j := i - 1
			for j >= 0 && out[j] == 0 {
				j--
			}
			saved := r + endCost(i+1)
			if j >= 0 {
				saved += (i-j-1)*24 - endCost(j+1)
			}
			if g < saved*f.lambda {
				out[i] = 0
				eob--
				continue
			}
		} else if r2 := int(table[0]); g < (r-r2)*f.lambda {
			out[i] = 0
			rate += r2
			continue
		}
		if coef[o.pos[i]] < 0 {
			out[i] = int16(-l)
		} else {
			out[i] = int16(l)
		}
		rate += r
		gain += g
		m[o.padded[i]] = uint8(min(l, 15))
	}
	if eob == 0 {
		return nothing
	}
	rate += endCost(eob) + symbolCost(0, zero)
	if v := out[0]; v != 0 {
		s := 0
		if v < 0 {
			s = 1
		}
		rate += symbolCost(s, t.cdf.DCSign[kind][dcContext][:])
	}
	if !f.lossless && gain < (rate-nothing.rate)*f.lambda {
		return nothing
	}
	return quantized{eob: eob, rate: rate, gain: gain}
}

// dequantize writes the reconstructed coefficients of levels in rows.
func (f *frame) dequantize(coef []int32, levels []int16, tx tables.TxSize, class tables.TxClass) {
	o := orderOf(tx, class)
	clear(coef[:len(o.pos)])
	dc, ac, shift := f.step(tx)
	q := dc
	for i, l := range levels {
		if l != 0 {
			v := int(max(l, -l)) * q & 0xffffff >> shift
			if l < 0 {
				v = -min(v, 1<<15)
			}
			v = min(v, 1<<15-1)
			coef[o.pos[i]] = int32(v)
		}
		q = ac
	}
}

package png

// zeroBits is the number of bits of a byte's difference of 0, equalBits that of a pixel whose bytes all have one.
const zeroBits, equalBits = 1, 1

// plainResiduals is residuals in Go.
func plainResiduals(a, b []byte) (bits int) {
	for ; len(a) >= 4; a, b = a[4:], b[4:] {
		if v, w := load32(a), load32(b); v == w {
			bits += equalBits
		} else {
			bits += int(residualBits[uint8(v-w)]) + int(residualBits[uint8(v>>8)-uint8(w>>8)]) +
				int(residualBits[uint8(v>>16)-uint8(w>>16)]) + int(residualBits[uint8(v>>24)-uint8(w>>24)])
		}
	}
	return bits
}

// residualBits is the number of bits of a difference of one byte.
var residualBits = func() (t [256]uint8) {
	for i := range t {
		switch d := min(i, 256-i); {
		case d == 0:
			t[i] = zeroBits
		case d == 1:
			t[i] = 3
		case d < 4:
			t[i] = 5
		default:
			t[i] = 8
		}
	}
	return t
}()

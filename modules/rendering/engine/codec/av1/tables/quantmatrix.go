package tables

import _ "embed"

//go:embed quantmatrix.bin
var quantMatrices string

// QuantMatrix returns the weights (32 is unity) of the coded part of a transform in rows, for a level up to 14 (15
// means no matrix) and a plane type, 0 for luma and 1 for chroma (§9.5, Quantizer_Matrix). The string is shared.
func QuantMatrix(level, planeType int, t TxSize) string {
	const total = 3344
	c := CodedTx[t]
	at := (level*2+planeType)*total + quantOffset[c]
	return quantMatrices[at : at+c.Width()*c.Height()]
}

// quantOffset is the offset of a transform size's weights.
var quantOffset = [TxSizes]int{
	Tx4x4: 0, Tx8x8: 16, Tx16x16: 80, Tx32x32: 336,
	Tx4x8: 1360, Tx8x4: 1392, Tx8x16: 1424, Tx16x8: 1552, Tx16x32: 1680, Tx32x16: 2192,
	Tx4x16: 2704, Tx16x4: 2768, Tx8x32: 2832, Tx32x8: 3088,
}

package tables

// TxSize is a transform size in the specification's order (§6.10.19).
type TxSize uint8

// The transform sizes, width before height.
const (
	Tx4x4 TxSize = iota
	Tx8x8
	Tx16x16
	Tx32x32
	Tx64x64
	Tx4x8
	Tx8x4
	Tx8x16
	Tx16x8
	Tx16x32
	Tx32x16
	Tx32x64
	Tx64x32
	Tx4x16
	Tx16x4
	Tx8x32
	Tx32x8
	Tx16x64
	Tx64x16
	TxSizes // the number of transform sizes
)

// TxWidthLog2 and TxHeightLog2 are log2 of the sides of a transform in samples.
var (
	TxWidthLog2  = [TxSizes]uint8{2, 3, 4, 5, 6, 2, 3, 3, 4, 4, 5, 5, 6, 2, 4, 3, 5, 4, 6}
	TxHeightLog2 = [TxSizes]uint8{2, 3, 4, 5, 6, 3, 2, 4, 3, 5, 4, 6, 5, 4, 2, 5, 3, 6, 4}
)

// Width returns the width in samples.
func (t TxSize) Width() int { return 1 << TxWidthLog2[t] }

// Height returns the height in samples.
func (t TxSize) Height() int { return 1 << TxHeightLog2[t] }

// Square returns the largest square transform within t (Tx_Size_Sqr).
func (t TxSize) Square() TxSize { return TxSize(min(TxWidthLog2[t], TxHeightLog2[t]) - 2) }

// SquareUp returns the smallest square transform that contains t (Tx_Size_Sqr_Up).
func (t TxSize) SquareUp() TxSize { return TxSize(max(TxWidthLog2[t], TxHeightLog2[t]) - 2) }

// SplitTx is the transform size one split deeper (§9.3, Split_Tx_Size).
var SplitTx = [TxSizes]TxSize{
	Tx4x4, Tx4x4, Tx8x8, Tx16x16, Tx32x32,
	Tx4x4, Tx4x4, Tx8x8, Tx8x8, Tx16x16, Tx16x16, Tx32x32, Tx32x32,
	Tx4x8, Tx8x4, Tx8x16, Tx16x8, Tx16x32, Tx32x16,
}

// MaxTx is the largest transform of a block (§9.3, Max_Tx_Size_Rect).
var MaxTx = [BlockSizes]TxSize{
	Tx4x4, Tx4x8, Tx8x4, Tx8x8, Tx8x16, Tx16x8, Tx16x16, Tx16x32, Tx32x16, Tx32x32,
	Tx32x64, Tx64x32, Tx64x64, Tx64x64, Tx64x64, Tx64x64,
	Tx4x16, Tx16x4, Tx8x32, Tx32x8, Tx16x64, Tx64x16,
}

// MaxTxDepth is the number of splits from the largest transform of a block down to 4×4; at most 2 levels can be coded
// (§5.11.15).
var MaxTxDepth = [BlockSizes]uint8{
	0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 2, 2, 3, 3, 4, 4,
}

// CodedTx is the size of the part of a transform that can have nonzero coefficients: at most 32 in each direction
// (§9.3, Adjusted_Tx_Size).
var CodedTx = [TxSizes]TxSize{
	Tx4x4, Tx8x8, Tx16x16, Tx32x32, Tx32x32,
	Tx4x8, Tx8x4, Tx8x16, Tx16x8, Tx16x32, Tx32x16, Tx32x32, Tx32x32,
	Tx4x16, Tx16x4, Tx8x32, Tx32x8, Tx16x32, Tx32x16,
}

// txOf maps log2 of width and height, minus 2, to a transform size; sizes that do not exist map to 4×4.
var txOf = [5][5]TxSize{
	{Tx4x4, Tx4x8, Tx4x16},
	{Tx8x4, Tx8x8, Tx8x16, Tx8x32},
	{Tx16x4, Tx16x8, Tx16x16, Tx16x32, Tx16x64},
	{0, Tx32x8, Tx32x16, Tx32x32, Tx32x64},
	{0, 0, Tx64x16, Tx64x32, Tx64x64},
}

// FindTx returns the transform with the given log2 sides, 2 to 6 and at most 2 apart (find_tx_size).
func FindTx(widthLog2, heightLog2 int) TxSize { return txOf[widthLog2-2][heightLog2-2] }

// ChromaTx returns the chroma transform size of a block of luma size b (§5.11.37, get_tx_size).
func ChromaTx(b BlockSize, subX, subY int) TxSize {
	t := MaxTx[b.Subsampled(subX, subY)]
	return FindTx(int(min(TxWidthLog2[t], 5)), int(min(TxHeightLog2[t], 5)))
}

// TxType is a pair of one-dimensional transforms, vertical first (§6.10.19).
type TxType uint8

// The transform types.
const (
	DCTDCT TxType = iota
	ADSTDCT
	DCTADST
	ADSTADST
	FlipADSTDCT
	DCTFlipADST
	FlipADSTFlipADST
	ADSTFlipADST
	FlipADSTADST
	IDTX
	VDCT
	HDCT
	VADST
	HADST
	VFlipADST
	HFlipADST
)

// TxClass is the set of directions in which a transform is not the identity (get_tx_class, §8.3.2).
type TxClass uint8

// The transform classes.
const (
	Class2D TxClass = iota
	ClassHorz
	ClassVert
)

// Class returns the class of a transform type; the identity in both directions counts as two-dimensional.
func (t TxType) Class() TxClass {
	switch t {
	case VDCT, VADST, VFlipADST:
		return ClassVert
	case HDCT, HADST, HFlipADST:
		return ClassHorz
	}
	return Class2D
}

// TxSet is a set of transform types that the bitstream can select from.
type TxSet uint8

// The transform sets of intra blocks and of intra-copied blocks, which count as inter blocks here (§6.10.19).
const (
	SetDCTOnly TxSet = iota
	SetIntra7        // TX_SET_INTRA_1
	SetIntra5        // TX_SET_INTRA_2
	SetInter16       // TX_SET_INTER_1
	SetInter12       // TX_SET_INTER_2
	SetInter2        // TX_SET_INTER_3
)

// IntraTxSet returns the transform set of an intra block's luma (§5.11.48, get_tx_set).
func IntraTxSet(t TxSize, reduced bool) TxSet {
	switch {
	case t.SquareUp() >= Tx32x32:
		return SetDCTOnly
	case reduced, t.Square() == Tx16x16:
		return SetIntra5
	}
	return SetIntra7
}

// InterTxSet returns the transform set of an intra-copied block (§5.11.48, get_tx_set).
func InterTxSet(t TxSize, reduced bool) TxSet {
	switch {
	case t.SquareUp() > Tx32x32:
		return SetDCTOnly
	case reduced, t.SquareUp() == Tx32x32:
		return SetInter2
	case t.Square() == Tx16x16:
		return SetInter12
	}
	return SetInter16
}

// TxTypes lists the types of a set in the order of their symbols (§5.11.47,
// Tx_Type_Intra_Inv_Set1 and so on).
var TxTypes = [6][]TxType{
	SetDCTOnly: {DCTDCT},
	SetIntra7:  {IDTX, DCTDCT, VDCT, HDCT, ADSTADST, ADSTDCT, DCTADST},
	SetIntra5:  {IDTX, DCTDCT, ADSTADST, ADSTDCT, DCTADST},
	SetInter16: {
		IDTX, VDCT, HDCT, VADST, HADST, VFlipADST, HFlipADST, DCTDCT, ADSTDCT, DCTADST,
		FlipADSTDCT, DCTFlipADST, ADSTADST, FlipADSTFlipADST, ADSTFlipADST, FlipADSTADST,
	},
	SetInter12: {
		IDTX, VDCT, HDCT, DCTDCT, ADSTDCT, DCTADST, FlipADSTDCT, DCTFlipADST, ADSTADST,
		FlipADSTFlipADST, ADSTFlipADST, FlipADSTADST,
	},
	SetInter2: {IDTX, DCTDCT},
}

// Has reports whether a set contains a type.
func (s TxSet) Has(t TxType) bool {
	for _, u := range TxTypes[s] {
		if u == t {
			return true
		}
	}
	return false
}

// ModeTx is the chroma transform type implied by an intra mode, if the set contains it (§9.3, Mode_To_Txfm).
var ModeTx = [IntraModes + 1]TxType{
	DCTDCT, ADSTDCT, DCTADST, DCTDCT, ADSTADST, ADSTDCT, DCTADST, DCTADST, ADSTDCT,
	ADSTADST, ADSTDCT, DCTADST, ADSTADST, DCTDCT,
}

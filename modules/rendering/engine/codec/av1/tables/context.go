package tables

// TxSizeContext returns the coefficient context of a transform size (txSzCtx, §5.11.39).
func TxSizeContext(t TxSize) int { return (int(t.Square()) + int(t.SquareUp()) + 1) >> 1 }

// BaseOffset returns the position-dependent part of a base level's context in a two-dimensional transform; the DC
// coefficient's context is 0 without it (§8.3.2, Coeff_Base_Ctx_Offset).
func BaseOffset(t TxSize, row, col int) int {
	w, h := TxWidthLog2[t], TxHeightLog2[t]
	switch {
	case w < h && row < 2:
		return 11
	case w > h && col < 2:
		return 16
	case row+col < 2:
		return 1
	case row+col < 4:
		return 6
	}
	return 21
}

// BaseOffset1D is the same for a one-dimensional transform, by the distance from its start, at most 2 (§8.3.2,
// Coeff_Base_Pos_Ctx_Offset).
var BaseOffset1D = [3]int{26, 31, 36}

// BaseNeighbours holds the offsets (row, column) of the coefficients that form the context of a base level, by TxClass
// (§8.3.2, Sig_Ref_Diff_Offset).
var BaseNeighbours = [3][5][2]int{
	Class2D:   {{0, 1}, {1, 0}, {1, 1}, {0, 2}, {2, 0}},
	ClassHorz: {{0, 1}, {1, 0}, {0, 2}, {0, 3}, {0, 4}},
	ClassVert: {{0, 1}, {1, 0}, {2, 0}, {3, 0}, {4, 0}},
}

// RangeNeighbours is the same for the context of a level above 2, by TxClass (§8.3.2, Mag_Ref_Offset_With_Tx_Class).
var RangeNeighbours = [3][3][2]int{
	Class2D:   {{0, 1}, {1, 0}, {1, 1}},
	ClassHorz: {{0, 1}, {1, 0}, {0, 2}},
	ClassVert: {{0, 1}, {1, 0}, {2, 0}},
}

package tables

// IntraMode is an intra prediction mode (§6.10.14).
type IntraMode uint8

// The intra modes; UVCfL is for chroma only.
const (
	DCPred IntraMode = iota
	VPred
	HPred
	D45Pred
	D135Pred
	D113Pred
	D157Pred
	D203Pred
	D67Pred
	SmoothPred
	SmoothVPred
	SmoothHPred
	PaethPred
	UVCfL
	IntraModes = UVCfL // the number of luma modes
)

// Directional reports whether a mode is directional.
func (m IntraMode) Directional() bool { return m >= VPred && m <= D67Pred }

// ModeAngle is the angle of a directional mode in degrees (§9.3,
// Mode_To_Angle).
var ModeAngle = [IntraModes]int{0, 90, 180, 45, 135, 113, 157, 203, 67}

// IntraModeContext maps a neighbour's mode to a context (§8.3.2, Intra_Mode_Context).
var IntraModeContext = [IntraModes]uint8{0, 1, 2, 3, 4, 4, 4, 4, 3, 0, 1, 2, 0}

// FilterIntraDirection maps a filter-intra mode to the intra mode that selects its transform type (§8.3.2,
// Filter_Intra_Mode_To_Intra_Dir).
var FilterIntraDirection = [5]IntraMode{DCPred, VPred, HPred, D157Pred, DCPred}

// SmoothWeights returns the weights of the smooth modes for a side of n = 4, 8, 16, 32 or 64 samples (§7.11.2.6).
func SmoothWeights(n int) []uint8 { return smoothWeights[n-4 : 2*n-4] }

// EdgeTaps holds the intra edge filters by strength − 1 (§7.11.2.12, Intra_Edge_Kernel).
var EdgeTaps = [3][5]int{{0, 4, 8, 4, 0}, {0, 5, 6, 5, 0}, {2, 4, 4, 4, 2}}

// PaletteColorContext is the context of a palette index by the hash of its neighbours: 2, 5, 6, 7 or 8 (§9.3,
// Palette_Color_Context). Other hashes cannot occur.
var PaletteColorContext = [9]int8{-1, -1, 0, -1, -1, 4, 3, 2, 1}

// PaletteHashMultipliers weigh the scores of the three best neighbours (§9.3,
// Palette_Color_Hash_Multipliers).
var PaletteHashMultipliers = [3]int{1, 2, 2}

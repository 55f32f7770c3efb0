package tables

// SelfGuided holds the self-guided filter's parameters by set: radius and strength of its first and second pass; a pass
// of radius 0 is skipped (§7.17.3, Sgr_Params).
var SelfGuided = [16][4]int{
	{2, 140, 1, 3236}, {2, 112, 1, 2158}, {2, 93, 1, 1618}, {2, 80, 1, 1438},
	{2, 70, 1, 1295}, {2, 58, 1, 1177}, {2, 47, 1, 1079}, {2, 37, 1, 996},
	{2, 30, 1, 925}, {2, 25, 1, 863}, {0, -1, 1, 2589}, {0, -1, 1, 1618},
	{0, -1, 1, 1177}, {0, -1, 1, 925}, {2, 56, 0, -1}, {2, 22, 0, -1},
}

// The ranges, initial values and subexponential code parameters of the restoration filters' coefficients (§5.11.58 and
// §5.11.2).
var (
	WienerMin     = [3]int{-5, -23, -17}
	WienerMax     = [3]int{10, 8, 46}
	WienerK       = [3]int{1, 2, 3}
	WienerMid     = [3]int{3, -7, 15}
	SelfGuidedMin = [2]int{-96, -32}
	SelfGuidedMax = [2]int{31, 95}
	SelfGuidedMid = [2]int{-32, 31}
)

// CDEFDirections are the offsets (row, column) along a direction for distances 1 and
// 2 (§7.15.2, Cdef_Directions).
var CDEFDirections = [8][2][2]int{
	{{-1, 1}, {-2, 2}}, {{0, 1}, {-1, 2}}, {{0, 1}, {0, 2}}, {{0, 1}, {1, 2}},
	{{1, 1}, {2, 2}}, {{1, 0}, {2, 1}}, {{1, 0}, {2, 0}}, {{1, 0}, {2, -1}},
}

// CDEFUVDirection maps a luma direction to that of chroma subsampled by the given shifts (§7.15.2, Cdef_Uv_Dir).
var CDEFUVDirection = [2][2][8]uint8{
	{{0, 1, 2, 3, 4, 5, 6, 7}, {1, 2, 2, 2, 3, 4, 6, 0}},
	{{7, 0, 2, 4, 5, 6, 6, 6}, {0, 1, 2, 3, 4, 5, 6, 7}},
}

// CDEFPrimary holds the primary taps by the lowest bit of the strength and distance − 1, CDEFSecondary the secondary
// taps by distance − 1 (§7.15.2).
var (
	CDEFPrimary   = [2][2]int{{4, 2}, {3, 3}}
	CDEFSecondary = [2]int{2, 1}
)

// Segmentation features: the bits of their values, their limits and whether they are signed (§5.9.14).
var (
	SegmentBits   = [8]int{8, 6, 6, 6, 6, 3, 0, 0}
	SegmentMax    = [8]int{255, 63, 63, 63, 63, 7, 0, 0}
	SegmentSigned = [8]bool{true, true, true, true, true}
)

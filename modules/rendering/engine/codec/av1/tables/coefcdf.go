package tables

// CoefCDFs holds the adaptive distributions of coefficients, in the form described in the package documentation.
type CoefCDFs struct {
	AllZero  [5][13][3]uint16    // a transform block has no coefficients, by TxSizeContext and context
	EOB16    [2][2][6]uint16     // end-of-block class of up to 16 coefficients, by plane type and 0 for two-dimensional transforms, 1 for others
	EOB32    [2][2][7]uint16     // … of up to 32
	EOB64    [2][2][8]uint16     // … of up to 64
	EOB128   [2][2][9]uint16     // … of up to 128
	EOB256   [2][2][10]uint16    // … of up to 256
	EOB512   [2][2][11]uint16    // … of up to 512
	EOB1024  [2][2][12]uint16    // … of up to 1024
	EOBExtra [5][2][9][3]uint16  // highest extra bit of the end of block, by TxSizeContext, plane type and class − 3
	DCSign   [2][3][3]uint16     // sign of the DC coefficient, by plane type and context
	BaseEOB  [5][2][4][4]uint16  // level − 1 of the last coefficient (2 means 3 or more), by TxSizeContext, plane type and context
	Base     [5][2][42][5]uint16 // level of another coefficient (3 means 3 or more), by the same
	Range    [5][2][21][5]uint16 // increment of a level above 2 (3: another increment follows), by TxSizeContext (at most 3 is used), plane type and context
}

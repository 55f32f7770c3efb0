package tables

// CDFs holds all adaptive distributions of a frame or tile of intra blocks. Assigning it copies it.
type CDFs struct {
	ModeCDFs
	CoefCDFs
}

// DefaultCDFs sets c to the distributions that a frame without a reference starts
// from; those of coefficients depend on base_q_idx (§7.20, init_non_coeff_cdfs and
// init_coeff_cdfs).
func DefaultCDFs(c *CDFs, baseQIndex int) {
	c.ModeCDFs = defaultModes
	switch {
	case baseQIndex <= 20:
		c.CoefCDFs = defaultCoefs0
	case baseQIndex <= 60:
		c.CoefCDFs = defaultCoefs1
	case baseQIndex <= 120:
		c.CoefCDFs = defaultCoefs2
	default:
		c.CoefCDFs = defaultCoefs3
	}
}

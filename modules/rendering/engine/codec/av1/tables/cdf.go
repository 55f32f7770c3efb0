package tables

import "reflect"

// CDFs holds all adaptive distributions of a frame or tile. Assigning it copies it.
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

// ResetCounts restarts the counting of adaptations, as a frame does that starts from the distributions of a previous one
// (§7.20, load_cdfs).
func (c *CDFs) ResetCounts() { resetCounts(reflect.ValueOf(c).Elem()) }

func resetCounts(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			resetCounts(v.Field(i))
		}
	case v.Type().Elem().Kind() == reflect.Array:
		for i := range v.Len() {
			resetCounts(v.Index(i))
		}
	default:
		v.Index(v.Len() - 1).SetUint(0)
	}
}

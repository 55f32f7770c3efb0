package tables_test

import (
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

func TestScanOrdersMatchTheSpecification(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tx   tables.TxSize
		typ  tables.TxType
		want []uint16
	}{
		{tables.Tx4x4, tables.DCTDCT, []uint16{0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15}},
		{tables.Tx4x8, tables.DCTDCT, []uint16{0, 1, 4, 2, 5, 8, 3, 6, 9, 12, 7, 10, 13, 16}},
		{tables.Tx8x4, tables.ADSTDCT, []uint16{0, 8, 1, 16, 9, 2, 24, 17, 10, 3, 25, 18, 11, 4, 26, 19}},
		{tables.Tx8x8, tables.IDTX, []uint16{0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25}},
		{tables.Tx16x64, tables.DCTDCT, []uint16{0, 1, 16, 2, 17, 32, 3}},
		{tables.Tx4x8, tables.HDCT, []uint16{0, 4, 8, 12, 16, 20, 24, 28, 1}},
		{tables.Tx8x4, tables.VADST, []uint16{0, 1, 2, 3, 4}},
	} {
		if got := tables.Scan(c.tx, c.typ)[:len(c.want)]; !slices.Equal(got, c.want) {
			t.Errorf("transform %d type %d: got %v, want %v", c.tx, c.typ, got, c.want)
		}
	}
}

func TestEveryScanVisitsEveryPositionOnce(t *testing.T) {
	t.Parallel()
	for tx := range tables.TxSizes {
		for _, typ := range []tables.TxType{tables.DCTDCT, tables.VDCT, tables.HDCT} {
			s := slices.Clone(tables.Scan(tx, typ))
			c := tables.CodedTx[tx]
			if len(s) != c.Width()*c.Height() {
				t.Fatalf("transform %d has %d positions", tx, len(s))
			}
			slices.Sort(s)
			for i, p := range s {
				if int(p) != i {
					t.Fatalf("transform %d type %d misses position %d", tx, typ, i)
				}
			}
		}
	}
}

func TestDistributionsRiseToOne(t *testing.T) {
	t.Parallel()
	check := func(name string, cdf []uint16) {
		n := len(cdf) - 1
		if cdf[n-1] != 32768 || cdf[n] != 0 || !slices.IsSorted(cdf[:n]) {
			t.Errorf("%s: %v", name, cdf)
		}
	}
	for _, q := range []int{0, 21, 61, 255} {
		var c tables.CDFs
		tables.DefaultCDFs(&c, q)
		for a := range 5 {
			for b := range 2 {
				for i := range 42 {
					check("base", c.Base[a][b][i][:])
				}
				for i := range 21 {
					check("range", c.Range[a][b][i][:])
				}
			}
		}
		for a := range 13 {
			check("chroma mode", c.UVModeCfL[a][:])
		}
	}
}

func TestQuantMatricesTerminate(t *testing.T) {
	t.Parallel()
	last := tables.QuantMatrix(14, 1, tables.Tx32x8)
	if len(last) != 256 || last[0] != 32 {
		t.Fatalf("got %d weights starting with %d", len(last), last[0])
	}
	if n := len(tables.QuantMatrix(0, 0, tables.Tx64x64)); n != 1024 {
		t.Fatalf("64×64 has %d weights", n)
	}
}

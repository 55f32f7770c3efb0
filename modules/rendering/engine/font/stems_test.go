package font

import "testing"

func TestRealNumbersOfCFF(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		raw  []byte
		want int64
	}{
		{[]byte{30, 0x0A, 0x03, 0x96, 0x25, 0xFF}, 2597}, // 0.039625
		{[]byte{30, 0xE2, 0xA2, 0x5F}, -147456},          // −2.25
		{[]byte{30, 0x37, 0xC3, 0xFF}, 2425},             // 37E−3
		{[]byte{30, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0xFF}, 72057594037},
		{nil, 0}, {[]byte{139}, 0},
	} {
		got := cffReal(c.raw)
		if c.want > 1<<32 && got > 1<<32 {
			continue // limited
		}
		if got != c.want {
			t.Errorf("% x: %d, want %d", c.raw, got, c.want)
		}
	}
}

func TestStemsOfBundledIdeographs(t *testing.T) {
	t.Parallel()
	face := Bundled().Primary(&Query{Families: []string{"Noto Sans CJK"}, Weight: 400, Stretch: 100}).Face
	g, _ := face.Glyph('三')
	o, stems := face.HintedOutline(g)
	if o == nil || stems == nil || len(stems.Edges) != 3 || !stems.Zones.Ideographic {
		t.Fatalf("三 has stems %+v", stems)
	}
	for i, e := range stems.Edges {
		if e[1] <= e[0] || i > 0 && e[0] <= stems.Edges[i-1][1] {
			t.Errorf("stem %d is %v", i, e)
		}
	}
	latin, _ := face.Glyph('x')
	if _, stems := face.HintedOutline(latin); stems == nil || stems.Zones.Ideographic || len(stems.Zones.Blue) < 4 || stems.Zones.Scale != 2597 {
		t.Errorf("x has stems %+v", stems)
	}
}

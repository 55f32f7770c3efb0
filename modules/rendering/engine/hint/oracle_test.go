package hint

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// TestHintedHeightsMatchFreeType compares hinted glyphs of every script with the heights computed by FreeType.
func TestHintedHeightsMatchFreeType(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/hinted.txt")
	if err != nil {
		t.Fatal(err)
	}
	hints := map[*font.Face]*Face{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			continue
		}
		face := font.Bundled().Primary(&font.Query{Families: []string{f[0]}, Weight: 400, Stretch: 100}).Face
		if hints[face] == nil {
			hints[face] = New(face)
		}
		size, _ := strconv.Atoi(f[2])
		g, _ := face.Glyph([]rune(f[1])[0])
		o := hints[face].apply(g, face.Outline(g), int32(size)*1024)
		if o == nil {
			t.Errorf("%s %s is not hinted", f[0], f[1])
			continue
		}
		var got []int32
		for i := range o.pts {
			got = append(got, o.pts[i].y)
		}
		slices.Sort(got)
		want := strings.Fields(f[3])
		if len(got) != len(want) {
			t.Errorf("%s %s at %d px: %d points, want %d", f[0], f[1], size, len(got), len(want))
			continue
		}
		for i, w := range want {
			if v, _ := strconv.Atoi(w); abs32(int32(v)-got[i]) > 1 {
				t.Errorf("%s %s at %d px: point %d has y %d, want %s", f[0], f[1], size, i, got[i], w)
				break
			}
		}
	}
}

func TestConjunctsFollowTheirScript(t *testing.T) {
	t.Parallel()
	face := font.Bundled().Primary(&font.Query{Families: []string{"Noto Sans Devanagari"}, Weight: 400, Stretch: 100}).Face
	h := New(face)
	ka, _ := face.Glyph('क')
	for _, g := range face.Substitutes("dev2") {
		if int(g) < len(h.styles) && h.styles[g]&^unzoned == uint8(hanStyle) {
			t.Fatalf("glyph %d, substituted for Devanagari letters, has no script", g)
		}
	}
	if face.Name() != "Noto Sans Devanagari Regular" || h.styles[ka] != 6 || len(face.Substitutes("dev2")) < 300 {
		t.Errorf("%s: क has style %d, %d substitutes", face.Name(), h.styles[ka], len(face.Substitutes("dev2")))
	}
}

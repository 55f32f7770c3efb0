package engine_test

import "testing"

// TestFontUnitsOfOwnFonts checks that font-relative units are those of the fonts that a document brings, also through
// custom properties, calc() and container queries.
func TestFontUnitsOfOwnFonts(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`<p style="width:10ch;height:3ex">x</p>`, `<p style="--w:7ch;width:var(--w)">x</p>`, `<p style="width:min(20ch,500px);margin-left:2cap">x</p>`,
		`<p style="width:2ic;height:3lh;line-height:normal">x</p>`, `<p style="font-size:2ex">x</p>`,
		`<style>@container (min-width:0px){p{width:12ch}}</style><div style="container-type:inline-size"><p>x</p></div>`,
	} {
		own := boxesOf(t, `<style>@font-face{font-family:Own;src:local("JetBrains Mono")}body{font-family:Own}</style>`+body, "p")
		bundled := boxesOf(t, `<style>body{font-family:"JetBrains Mono"}</style>`+body, "p")
		sans := boxesOf(t, `<style>body{font-family:Inter}</style>`+body, "p")
		if len(own) != 1 || len(bundled) != 1 || len(sans) != 1 {
			t.Fatalf("%s: no boxes", body)
		}
		if own[0] != bundled[0] || own[0] == sans[0] {
			t.Errorf("%s: %v, want %v (not %v)", body, own[0], bundled[0], sans[0])
		}
	}
}

package engine

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// TestAnchoredBoxesFollowTheirAnchorToItsPage checks that boxes positioned at an anchor that moves to the next page move
// with it, and boxes positioned at these too.
func TestAnchoredBoxesFollowTheirAnchorToItsPage(t *testing.T) {
	t.Parallel()
	p := drawnOn(t, Paper{Width: 400, Height: 300}, `<style>body{margin:0;position:relative}div{break-inside:avoid}
		#anchor{anchor-name:--a;width:50px;height:150px}p{margin:0!important}#mark{anchor-name:--m;position:absolute;position-anchor:--a;position-area:right;width:10px;height:20px}
		#next{position:absolute;left:anchor(--m right);top:anchor(--m bottom);width:5px;height:5px}</style>
		<div style="height:200px"></div><section><div id=anchor></div></section><p id=mark></p><p id=next></p>`)
	boxes := map[string]geom.Rect{}
	for _, b := range p.boxes {
		boxes[p.doc.Node(b.Node).ID] = b.Rect
	}
	anchor, mark, next := boxes["anchor"], boxes["mark"], boxes["next"]
	if anchor.Y < geom.Px(300) {
		t.Fatalf("the anchor is at %v, want it on the second page", anchor)
	}
	if mark.X != anchor.MaxX() || mark.Y != anchor.Y+anchor.H/2-mark.H/2 {
		t.Errorf("the mark is at %v, want it beside %v", mark, anchor)
	}
	if next.X != mark.MaxX() || next.Y != mark.MaxY() {
		t.Errorf("the next box is at %v, want it at the corner of %v", next, mark)
	}
}

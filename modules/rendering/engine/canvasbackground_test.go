package engine_test

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// TestCanvasBackground compares pixels of documents whose body has a generated box or containment: the canvas has the
// background of the body itself, and none of a contained body.
func TestCanvasBackground(t *testing.T) {
	t.Parallel()
	green, red, none := [4]byte{0, 128, 0, 255}, [4]byte{255, 0, 0, 255}, [4]byte{}
	const box = `body{margin:20px;height:20px;background:green}body::before{content:"";position:absolute;inset:5px;background:red}`
	for _, c := range []struct {
		name, css              string
		corner, inside, within [4]byte // at 2,2, at 8,8 and at 30,30
	}{
		{"a generated box", box, green, red, red},
		{"with overflow", box + "body{overflow:hidden}", green, red, red},
		{"a fixed generated box", box + "body::before{position:fixed}", green, red, red},
		{"contained", box + "body{contain:paint}body::before{content:none}", none, none, green},
		{"a contained root", box + "html{contain:style}body::before{content:none}", none, none, green},
		{"a container", box + "body{container-type:inline-size}body::before{content:none}", none, none, green},
	} {
		pm := pixelsOf(t, engine.New(engine.Options{}), "<!doctype html><style>"+c.css+"</style>", engine.NoFiles{}, engine.Settings{Width: 60, Height: 60})
		at := func(x, y int) [4]byte { return [4]byte(pm.Pix[(y*pm.Width+x)*4:]) }
		if got, want := [3][4]byte{at(2, 2), at(8, 8), at(30, 30)}, [3][4]byte{c.corner, c.inside, c.within}; got != want {
			t.Errorf("%s: got %v, want %v", c.name, got, want)
		}
	}
}

// TestGeneratedBoxOfBodyClips: the overflow of body is propagated to the canvas, that of its generated boxes is not.
func TestGeneratedBoxOfBodyClips(t *testing.T) {
	t.Parallel()
	const html = `<!doctype html><style>body{margin:0}body::before{content:"████";display:block;width:6px;height:40px;overflow:hidden;color:green}</style>`
	pm := pixelsOf(t, engine.New(engine.Options{}), html, engine.NoFiles{}, engine.Settings{Width: 60, Height: 60})
	at := func(x, y int) [4]byte { return [4]byte(pm.Pix[(y*pm.Width+x)*4:]) }
	if at(3, 10) != [4]byte{0, 128, 0, 255} || at(12, 10) != [4]byte{} {
		t.Errorf("inside %v, outside %v", at(3, 10), at(12, 10))
	}
}

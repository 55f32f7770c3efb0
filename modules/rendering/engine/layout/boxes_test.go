package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
)

// TestBoxesOfSmallDocuments lays out documents of empty boxes on a canvas of 400 × 300, whose positions follow from the
// specifications by arithmetic. Boxes are in document order.
func TestBoxesOfSmallDocuments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rule, html, want string }{
		{"adjoining margins collapse to the larger (CSS 2.2 §8.3.1)",
			`<div style="height:10px;margin-bottom:20px"></div><div style="height:10px;margin-top:30px"></div>`,
			"0,0 400×10 | 0,40 400×10"},
		{"margins collapse through a box whose maximum height is that of no content (CSS 2.2 §8.3.1)",
			`<div style="margin:20px 0;height:40px;max-height:min-content"></div><div style="height:10px;margin-top:30px"></div>`,
			"0,30 400×0 | 0,30 400×10"},
		{"a flex container is divided between columns between its items (CSS Multicol §5)",
			`<div style="columns:2;column-gap:0"><div style="display:flex;flex-direction:column"><div style="height:20px;break-inside:avoid"></div><div style="height:20px;break-inside:avoid"></div></div></div>`,
			"0,0 400×20 | 0,0 400×20 | 0,0 200×20 | 200,0 200×20"},
		{"a spanner inside a block spans the columns around it (CSS Multicol §6)",
			`<div style="columns:2;column-gap:0"><div><div style="height:10px"></div><div style="column-span:all;height:20px"></div><div style="height:10px"></div></div></div>`,
			"0,0 400×30 | 0,0 400×30 | 0,0 400×5 | 0,5 400×20 | 0,25 400×5"},
		{"a negative margin is subtracted from a positive one (CSS 2.2 §8.3.1)",
			`<div style="height:10px;margin-bottom:20px"></div><div style="height:10px;margin-top:-5px"></div>`,
			"0,0 400×10 | 0,25 400×10"},
		{"a padding keeps the margins of parent and child apart (CSS 2.2 §8.3.1)",
			`<div style="padding-top:1px"><div style="margin-top:8px;height:2px"></div></div>`,
			"0,0 400×11 | 0,9 400×2"},
		{"automatic margins centre a block (CSS 2.2 §10.3.3)",
			`<div style="width:100px;height:1px;margin:0 auto"></div>`,
			"150,0 100×1"},
		{"percentages of padding refer to the containing block's width (CSS 2.2 §8.4)",
			`<div style="width:200px"><div style="padding:10%;height:0"></div></div>`,
			"0,0 200×40 | 0,0 200×40"},
		{"floats stand side by side and drop below when they do not fit (CSS 2.2 §9.5.1)",
			`<div style="float:left;width:250px;height:30px"></div><div style="float:right;width:150px;height:20px"></div><div style="float:left;width:60px;height:5px"></div>`,
			"0,0 250×30 | 250,0 150×20 | 250,20 60×5"},
		{"clear moves a block below the floats (CSS 2.2 §9.5.2)",
			`<div style="float:left;width:50px;height:30px"></div><div style="clear:left;height:5px"></div>`,
			"0,0 50×30 | 0,30 400×5"},
		{"a block formatting context contains its floats (CSS 2.2 §10.6.7)",
			`<div style="overflow:hidden"><div style="float:left;width:50px;height:30px"></div></div>`,
			"0,0 400×30 | 0,0 50×30"},
		{"opposite insets and an automatic size fill the containing block (CSS Positioned Layout §4)",
			`<div style="position:relative;width:100px;height:80px"><div style="position:absolute;inset:10px 20px 30px 40px"></div></div>`,
			"0,0 100×80 | 40,10 40×40"},
		{"automatic margins centre what is absolutely positioned (CSS Positioned Layout §4.4)",
			`<div style="position:relative;width:100px;height:80px"><div style="position:absolute;inset:0;margin:auto;width:10px;height:20px"></div></div>`,
			"0,0 100×80 | 45,30 10×20"},
		{"free space is shared by flex-grow (CSS Flexbox §9.7)",
			`<div style="display:flex;height:10px"><div style="flex:1 0 40px"></div><div style="flex:3 0 0px"></div></div>`,
			"0,0 400×10 | 0,0 130×10 | 130,0 270×10"},
		{"overflow is shared by flex-shrink times the base size (CSS Flexbox §9.7)",
			`<div style="display:flex;width:200px;height:10px"><div style="flex:0 1 100px"></div><div style="flex:0 2 200px"></div></div>`,
			"0,0 200×10 | 0,0 80×10 | 80,0 120×10"},
		{"an item that reaches its minimum is frozen first (CSS Flexbox §9.7)",
			`<div style="display:flex;width:200px;height:10px"><div style="flex:0 1 200px;min-width:150px"></div><div style="flex:0 1 200px"></div></div>`,
			"0,0 200×10 | 0,0 150×10 | 150,0 50×10"},
		{"space-between leaves no space at the ends (CSS Flexbox §8.2)",
			`<div style="display:flex;justify-content:space-between;height:1px"><div style="width:50px"></div><div style="width:50px"></div><div style="width:60px"></div></div>`,
			"0,0 400×1 | 0,0 50×1 | 170,0 50×1 | 340,0 60×1"},
		{"lines of a wrapping container are stretched (CSS Flexbox §9.4)",
			`<div style="display:flex;flex-wrap:wrap;width:100px;height:100px"><div style="width:80px"></div><div style="width:80px;height:20px"></div></div>`,
			"0,0 100×100 | 0,0 80×40 | 0,40 80×20"},
		{"fr tracks share what fixed tracks and gaps leave (CSS Grid §7.2.4)",
			`<div style="display:grid;grid-template-columns:100px 1fr 2fr;gap:0 15px;grid-auto-rows:10px"><div></div><div></div><div></div><div></div></div>`,
			"0,0 400×20 | 0,0 100×10 | 115,0 90×10 | 220,0 180×10 | 0,10 100×10"},
		{"items are placed by lines and spans (CSS Grid §8.3)",
			`<div style="display:grid;grid-template:repeat(3,20px)/repeat(4,50px);width:200px"><div style="grid-area:2/2/span 2/-1"></div></div>`,
			"0,0 200×60 | 50,20 150×40"},
		{"minmax keeps a track within its bounds (CSS Grid §7.2.1)",
			`<div style="display:grid;grid-template-columns:minmax(50px,1fr) minmax(auto,100px);width:120px;grid-auto-rows:5px"><div></div><div></div></div>`,
			"0,0 120×5 | 0,0 50×5 | 50,0 70×5"},
		{"columns of a fixed table follow its first row (CSS 2.2 §17.5.2.1)",
			`<table style="table-layout:fixed;width:300px;border-spacing:0"><tr><td style="width:100px;padding:0;height:10px"><td style="padding:0"></table>`,
			"0,0 300×10 | 0,0 300×10 | 0,0 300×10 | 0,0 100×10 | 100,0 200×10"},
		{"a cell may span rows (CSS 2.2 §17.5)",
			`<table style="border-spacing:0;width:40px"><tr style="height:10px"><td rowspan=2 style="padding:0;width:20px"><td style="padding:0;width:20px"><tr style="height:15px"><td style="padding:0"></table>`,
			"0,0 40×25 | 0,0 40×25 | 0,0 40×10 | 0,0 20×25 | 20,0 20×10 | 0,10 40×15 | 20,10 20×15"},
		{"border-box sizes include padding and border (CSS Sizing §3.3)",
			`<div style="box-sizing:border-box;width:100px;height:50px;padding:10px;border:5px solid"><div style="height:100%"></div></div>`,
			"0,0 100×50 | 15,15 70×20"},
		{"a ratio gives the other side (CSS Sizing 4 §6)",
			`<div style="width:160px;aspect-ratio:16/9"></div>`,
			"0,0 160×90"},
		{"max-width beats width and min-width beats both (CSS 2.2 §10.4)",
			`<div style="width:300px;max-width:200px;min-width:250px;height:1px"></div>`,
			"0,0 250×1"},
		{"columns are balanced (CSS Multi-column §7.1)",
			`<div style="columns:2;column-gap:20px"><div style="height:30px"></div><div style="height:30px"></div></div>`,
			"0,0 400×30 | 0,0 190×30 | 210,0 190×30"},
		{"a vertical writing mode lays blocks out from the right (CSS Writing Modes §6)",
			`<div style="writing-mode:vertical-rl;width:100px;height:50px"><div style="block-size:10px"></div><div style="block-size:20px"></div></div>`,
			"0,0 100×50 | 90,0 10×50 | 70,0 20×50"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			boxes, err := layouttest.New().Boxes("<!DOCTYPE html><body style='margin:0'>"+c.html, 400, 300)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, b := range boxes {
				if strings.Count(b.Path, "/") < 2 { // html and body
					continue
				}
				got = append(got, fmt.Sprintf("%v,%v %v×%v", b.X, b.Y, b.W, b.H))
			}
			if g := strings.Join(got, " | "); g != c.want {
				t.Errorf("got  %s\nwant %s", g, c.want)
			}
		})
	}
}

// TestFirstLetterOfStyledFirstLine splits off the first letter of an outer block after the first line of an inner one has
// been styled.
func TestFirstLetterOfStyledFirstLine(t *testing.T) {
	t.Parallel()
	const sheet = `<!DOCTYPE html><style>div::first-letter{font-size:40px}p::first-line{letter-spacing:1px}</style>`
	for _, text := range []string{"words", "w", "", "(a) words and more words that are on several lines of the block"} {
		boxes, err := layouttest.New().Boxes(sheet+`<div style="width:100px"><p>`+text+`</p></div>`, 400, 300)
		if err != nil || len(boxes) == 0 {
			t.Errorf("%q: %d boxes, %v", text, len(boxes), err)
		}
	}
}

package inspect_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/inspect"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

func viewOf(t *testing.T, html, css string) *inspect.View {
	t.Helper()
	doc, err := engine.New(engine.Options{}).Open(context.Background(), engine.Source{HTML: html, CSS: css}, engine.Settings{Width: 400, Height: 200})
	if err != nil {
		t.Fatal(err)
	}
	pic, err := doc.Draw(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return pic.View()
}

func find(v *inspect.View, id, pseudo string) int {
	for i := range v.Elements {
		if v.Elements[i].ID == id && v.Elements[i].Pseudo == pseudo {
			return i
		}
	}
	return -1
}

// TestViewContainsWhatChecksNeed checks the elements of a small document.
func TestViewContainsWhatChecksNeed(t *testing.T) {
	t.Parallel()
	v := viewOf(t, `<body style="margin:0;background:linear-gradient(red,blue)"><div id="a" style="position:absolute;left:10px;top:20px;width:200px;height:50px;background:#fff8;font:20px/1.5 Inter">
		<b id="b" class="x y" style="letter-spacing:.1em">Hello</b><i id="gone" style="display:none">no</i></div>
		<p id="c" style="border-radius:50% 8px;border:2px solid #123456;width:100px;height:100px">Text</p><svg width="10" height="10"><g><rect id="r" width="5" height="5" fill="lime"/></g></svg></body>`,
		`#c::before{content:"•";color:rgb(1 2 3)}`)
	a, b, c := find(v, "a", ""), find(v, "b", ""), find(v, "c", "")
	if a < 0 || b < 0 || c < 0 || find(v, "gone", "") >= 0 || find(v, "c", "before") < 0 || find(v, "r", "") < 0 {
		t.Fatalf("elements are %+v", v.Elements)
	}
	if e := v.Elements[b]; e.Text != "Hello" || v.Elements[e.Parent].ID != "a" || e.Letters.X != 10 || e.Letters.Empty() || fmt.Sprint(e.Classes) != "[x y]" {
		t.Errorf("b is %+v", e)
	}
	if e := v.Elements[a]; e.Text != "" || e.Box != (inspect.Area{10, 20, 200, 50}) {
		t.Errorf("a is %+v", e)
	}
	values := func(i int, property string) string {
		out := ""
		for _, x := range v.Values(i, property) {
			out += fmt.Sprintf("%s=%s ", x.Longhand, x.Text)
		}
		return out
	}
	for _, x := range []struct {
		i              int
		property, want string
	}{
		{b, "font-size", "font-size=20px "}, {b, "font-family", "font-family=Inter "}, {a, "background", "background-color=#FFFFFF88 "},
		{find(v, "c", "before"), "color", "color=#010203 "}, {find(v, "r", ""), "fill", "fill=#00FF00 "}, {c, "border-color", "border-top-color=#123456 border-right-color=#123456 border-bottom-color=#123456 border-left-color=#123456 "},
		{b, "text-transform", "text-transform=none "}, {c, "border-radius", "border-top-left-radius=50% border-top-right-radius=8px border-bottom-right-radius=50% border-bottom-left-radius=8px "},
	} {
		if got := values(x.i, x.property); got != x.want {
			t.Errorf("%s of %s is %q, want %q", x.property, v.Elements[x.i].ID, got, x.want)
		}
	}
	if l := v.Values(b, "letter-spacing")[0]; l.Px != 2 || l.Em != 0.1 {
		t.Errorf("letter-spacing is %+v", l)
	}
	if l := v.Values(b, "line-height")[0]; l.Number != 1.5 {
		t.Errorf("line-height is %+v", l)
	}
	// White, the two stops of the body, and the half-transparent white over them.
	if colors, known := v.Backdrop(b, nil); !known || rgba(colors) != "[{255 136 136 255} {136 136 255 255}]" {
		t.Errorf("behind b: %v %v", colors, known)
	}
	for _, i := range []int{a, b, c, find(v, "c", "before"), find(v, "r", ""), 0, 1} {
		sel, err := style.ParseSelectors(v.Selector(i))
		if err != nil {
			t.Fatal(err)
		}
		for j := range v.Elements {
			if v.Match(sel, j) != (i == j) {
				t.Errorf("%s matches %+v", v.Selector(i), v.Elements[j])
			}
		}
	}
}

// TestBackdropFollowsPaintOrder checks that the backdrop of a text is what was painted before it, regardless of
// document order.
func TestBackdropFollowsPaintOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"after it, below it":  {"<p id=t>text</p><div style='position:absolute;inset:0;z-index:-1;background:#112233'></div>", "[{17 34 51 255}]"},
		"before it, above it": {"<div style='position:absolute;inset:0;z-index:1;background:#112233'></div><p id=t style='background:#445566'>text</p>", "[{68 85 102 255}]"},
		"floats before text":  {"<p id=t>text</p><div style='float:left;margin-top:-80px;width:300px;height:80px;background:#112233'></div>", "[{17 34 51 255}]"},
		"a context of its own": {"<div style='position:relative;z-index:0'><p id=t>text</p></div><div style='position:absolute;inset:0;z-index:-1;background:#112233'></div>" +
			"<div style='position:absolute;inset:0;z-index:1;background:#445566'></div>", "[{17 34 51 255}]"},
		"over the canvas": {"<body style='background:#445566'><div style='position:absolute;inset:0;z-index:-1;background:#112233'></div><p id=t>text</p>", "[{17 34 51 255}]"},
		"generated":       {"<style>#w::after{content:'';position:absolute;inset:0;z-index:-1;background:#112233}</style><div id=w><p id=t>text</p></div>", "[{17 34 51 255}]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := viewOf(t, c.html, "")
			if colors, known := v.Backdrop(find(v, "t", ""), nil); !known || rgba(colors) != c.want {
				t.Errorf("behind the text: %v %v, want %s", colors, known, c.want)
			}
		})
	}
}

// rgba formats the channels of colours.
func rgba(colors []style.Color) string {
	var list []string
	for _, c := range colors {
		list = append(list, fmt.Sprintf("{%d %d %d %d}", c.R, c.G, c.B, c.A))
	}
	return fmt.Sprint(list)
}

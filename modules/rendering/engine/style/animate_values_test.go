package style

import (
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// TestKeyframesHalfWay checks the declarations of keyframes in the middle of an animation.
func TestKeyframesHalfWay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ css, want string }{
		"shorthand without a start": {"p{background:#000}@keyframes a{to{background:#f00}}", "background-color:color-mix(in srgb, "},
		"margin":                    {"@keyframes a{from{margin:0 10px}to{margin:10px 20px}}", "margin-left:15px"},
		"margin without a start":    {"p{margin:0}@keyframes a{to{margin:10px}}", "margin-top:5px"},
		"inset":                     {"@keyframes a{from{inset:0}to{inset:10px 20px 30px 40px}}", "left:20px"},
		"border":                    {"@keyframes a{from{border:2px solid red}to{border:6px solid red}}", "border-left-width:4px"},
		"border radius":             {"@keyframes a{from{border-radius:0}to{border-radius:10px 20px}}", "border-top-right-radius:10px"},
		"gap":                       {"@keyframes a{from{gap:0 10px}to{gap:10px}}", "row-gap:5px"},
		"outline":                   {"@keyframes a{from{outline:1px solid red}to{outline:3px solid red}}", "outline-width:2px"},
		"flex":                      {"@keyframes a{from{flex:1}to{flex:3}}", "flex-grow:2"},
		"scale with two values":     {"@keyframes a{from{scale:1}to{scale:1.6 .6}}", "scale:1.3 0.8"},
		"scale from none":           {"@keyframes a{to{scale:2}}", "scale:1.5 1.5"},
		"translate":                 {"@keyframes a{from{translate:10px}to{translate:20px 30px}}", "translate:15px 15px"},
		"registered length":         {"@property --x{syntax:'<length>';inherits:false;initial-value:0px}@keyframes a{to{--x:10px}}", "--x:5px"},
		"registered color":          {"@property --x{syntax:'<color>';inherits:false;initial-value:red}@keyframes a{to{--x:blue}}", "--x:color-mix(in srgb, "},
		"registered integer":        {"@property --x{syntax:'<integer>';inherits:false;initial-value:0}@keyframes a{to{--x:3}}", "--x:2"},
		"unregistered":              {"@keyframes a{from{--x:0px}to{--x:10px}}", "--x:10px"},
		"oklch":                     {"@keyframes a{from{color:oklch(0.7 0.1 20)}to{color:oklch(0.7 0.1 200)}}", "color:color-mix(in oklab, "},
		"legacy colors":             {"@keyframes a{from{color:red}to{color:hsl(120 100% 50%)}}", "color:color-mix(in srgb, "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := dom.ParseHTML("<style>p{animation:a 2s linear}"+c.css+"</style><p>x", dom.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			tree, err := Compute(doc, Options{Width: 100, Height: 100})
			if err != nil {
				t.Fatal(err)
			}
			frame := tree.AnimationFrame(1)
			if len(frame) != 1 || !strings.Contains(";"+frame[0].Declarations, ";"+c.want) {
				t.Errorf("got %+v, want %q", frame, c.want)
			}
		})
	}
}

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
		"shorthand without a start":  {"p{background:#000}@keyframes a{to{background:#f00}}", "background-color:rgb(128 0 0 / 1)"},
		"margin":                     {"@keyframes a{from{margin:0 10px}to{margin:10px 20px}}", "margin-left:15px"},
		"margin without a start":     {"p{margin:0}@keyframes a{to{margin:10px}}", "margin-top:5px"},
		"inset":                      {"@keyframes a{from{inset:0}to{inset:10px 20px 30px 40px}}", "left:20px"},
		"border":                     {"@keyframes a{from{border:2px solid red}to{border:6px solid red}}", "border-left-width:4px"},
		"border radius":              {"@keyframes a{from{border-radius:0}to{border-radius:10px 20px}}", "border-top-right-radius:10px"},
		"gap":                        {"@keyframes a{from{gap:0 10px}to{gap:10px}}", "row-gap:5px"},
		"outline":                    {"@keyframes a{from{outline:1px solid red}to{outline:3px solid red}}", "outline-width:2px"},
		"flex":                       {"@keyframes a{from{flex:1}to{flex:3}}", "flex-grow:2"},
		"scale with two values":      {"@keyframes a{from{scale:1}to{scale:1.6 .6}}", "scale:1.3 0.8"},
		"rotate from none":           {"@keyframes a{to{rotate:40deg}}", "rotate:20deg"},
		"rotate to none":             {"@keyframes a{from{rotate:x 40deg}to{rotate:none}}", "rotate:1 0 0 20deg"},
		"rotate about another axis":  {"@keyframes a{from{rotate:x 0deg}to{rotate:y 60deg}}", "rotate:0 1 0 30deg"},
		"rotate of two axes":         {"@keyframes a{from{rotate:x 90deg}to{rotate:y 90deg}}", "rotate:0.707107 0.707107 0 70.5288deg"},
		"scale from none":            {"@keyframes a{to{scale:2}}", "scale:1.5 1.5"},
		"translate":                  {"@keyframes a{from{translate:10px}to{translate:20px 30px}}", "translate:15px 15px"},
		"registered length":          {"@property --x{syntax:'<length>';inherits:false;initial-value:0px}@keyframes a{to{--x:10px}}", "--x:5px"},
		"registered color":           {"@property --x{syntax:'<color>';inherits:false;initial-value:red}@keyframes a{to{--x:blue}}", "--x:rgb(128 0 128 / 1)"},
		"registered integer":         {"@property --x{syntax:'<integer>';inherits:false;initial-value:0}@keyframes a{to{--x:3}}", "--x:2"},
		"unregistered":               {"@keyframes a{from{--x:0px}to{--x:10px}}", "--x:10px"},
		"oklch":                      {"@keyframes a{from{color:oklch(0.7 0.1 20)}to{color:oklch(0.7 0.1 200)}}", "color:color-mix(in oklab, "},
		"legacy colors":              {"@keyframes a{from{color:red}to{color:hsl(120 100% 50%)}}", "color:rgb(128 128 0 / 1)"},
		"added lengths":              {"p{margin-left:10px;animation-composition:add}@keyframes a{from{margin-left:0}to{margin-left:20px}}", "margin-left:calc(10px * 0.5 + calc(10px + 20px) * 0.5)"},
		"added transforms":           {"p{transform:scale(2);animation-composition:add}@keyframes a{from{transform:rotate(0deg)}to{transform:rotate(40deg)}}", "transform:scale(2 , 2) rotate(20deg)"},
		"accumulated transforms":     {"p{transform:scale(2);animation-composition:accumulate}@keyframes a{from{transform:scale(2)}to{transform:scale(4)}}", "transform:scale(calc(calc(4 - 1) * 0.5 + calc(6 - 1) * 0.5) , "},
		"added shadows":              {"p{box-shadow:0 0 blue;animation-composition:add}@keyframes a{from{box-shadow:0 0 red}to{box-shadow:4px 0 red}}", "box-shadow:0px 0px 0px 0px rgb(0, 0, 255),2px 0 0px 0px red"},
		"shadows of other forms":     {"@keyframes a{from{box-shadow:0 0 #000}to{box-shadow:10px 10px 10px #000,inset 0 0 10px #000}}", "box-shadow:5px 5px 5px 0px #000,inset 0px 0px 5px 0px rgb(0 0 0 / 0.5)"},
		"text shadow from none":      {"@keyframes a{from{text-shadow:none}to{text-shadow:4px 4px red}}", "text-shadow:2px 2px 0px rgb(255 0 0 / 0.5)"},
		"inset against outset":       {"@keyframes a{from{box-shadow:0 0 red}to{box-shadow:inset 4px 0 red}}", "box-shadow:inset 4px 0 red"},
		"gradients":                  {"@keyframes a{from{background:linear-gradient(red,blue)}to{background:linear-gradient(lime,blue) no-repeat}}", "background-image:linear-gradient(lime,blue)"},
		"to display none":            {"@keyframes a{to{display:none}}", "display:block"},
		"other functions":            {"@keyframes a{from{transform:translateX(10px) rotate(0deg)}to{transform:rotate(90deg)}}", "transform:matrix3d(0.707107,0.707107,0,0,-0.707107,0.707107,0,0,0,0,1,0,5,0,0,1)"},
		"matrices":                   {"@keyframes a{from{transform:matrix(1,0,0,1,0,0)}to{transform:matrix(0,1,-1,0,0,0)}}", "transform:matrix3d(0.707107,0.707107,0,0,-0.707107,0.707107,0,0,0,0,1,0,0,0,0,1)"},
		"a common beginning":         {"@keyframes a{from{transform:translate(50%,0) rotate(0deg)}to{transform:translate(100%,0) scale(3)}}", "transform:translate(75% , 0) matrix3d(2,0,0,0,0,2,0,0,0,0,1,0,0,0,0,1)"},
		"two and three dimensions":   {"@keyframes a{from{transform:translateZ(10px)}to{transform:translate(20px,50%)}}", "transform:translate3d(10px , calc(0px * 0.5 + 50% * 0.5) , 5px)"},
		"path":                       {"@keyframes a{from{clip-path:path('M0 0L10 0a5 5 0 015 5')}to{clip-path:path('M4 0L20 0a5 5 0 115 5')}}", `clip-path:path("M 2 0 L 15 0 a 5 5 0 1 1 5 5")`},
		"inset with radii":           {"@keyframes a{from{clip-path:inset(10px)}to{clip-path:inset(20px 40px round 8px)}}", "clip-path:inset(15px 25px 15px 25px round 4px 4px 4px 4px / 4px 4px 4px 4px)"},
		"circle from its own":        {"p{clip-path:circle(10%)}@keyframes a{to{clip-path:circle(50% at 0% 0%)}}", "clip-path:circle(30% at 25% 25%)"},
		"polygon from its own":       {"p{clip-path:polygon(0 0,100% 0,0 100%)}@keyframes a{to{clip-path:polygon(0 0,50% 0,0 50%)}}", "clip-path:polygon(0px 0px , 75% 0px , 0px 75%)"},
		"circle and inset":           {"p{clip-path:circle(10%)}@keyframes a{to{clip-path:inset(0)}}", "clip-path:inset(0)"},
		"position from its own":      {"p{background:0 0/50%}@keyframes a{to{background-position:100% 20px}}", "background-position:calc(0px * 0.5 + 100% * 0.5) 10px"},
		"logical from its own":       {"p{margin-top:10px}@keyframes a{to{margin-block-start:20px}}", "margin-block-start:15px"},
		"inline size from its own":   {"p{width:10px}@keyframes a{to{inline-size:20px}}", "inline-size:15px"},
		"offset from its own":        {"p{offset-path:path('M0 0L9 9');offset-distance:10%}@keyframes a{to{offset-distance:50%}}", "offset-distance:30%"},
		"variation from its own":     {"p{font-variation-settings:'wght' 200}@keyframes a{to{font-variation-settings:'wght' 400}}", `font-variation-settings:"wght" 300`},
		"mask position from its own": {"p{mask-position:0px 10px}@keyframes a{to{mask-position:20px 20px}}", "mask-position:10px 15px"},
		"stroke from its own":        {"@keyframes a{to{-webkit-text-stroke-width:2px}}", "-webkit-text-stroke-width:1px"},
		"border colour from its own": {"p{color:#000}@keyframes a{from{border-left-color:#f00}}", "border-left-color:rgb(128 0 0 / 1)"},
		"stacked":                    {"p{margin-left:0;animation-name:a,b;animation-duration:2s;animation-timing-function:linear}@keyframes a{to{margin-left:20px}}@keyframes b{to{margin-left:20px}}", "margin-left:15px"},
		"filter from its own":        {"p{filter:blur(2px)}@keyframes a{to{filter:blur(4px)}}", "filter:blur(3px)"},
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

package style_test

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// TestFunctionsRoundAsInChromium checks the widths in 1/64 px that Chromium 156 computes: exact angles give exact
// lengths, also where single precision would be short of them.
func TestFunctionsRoundAsInChromium(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]geom.Unit{
		"sin(30deg)*60px": 1920, "sin(30deg) * 60px + 1px": 1984, "60px*sin(30deg)": 1920, "cos(60deg)*60px": 1920, "sin(.5236rad)*60px": 1920,
		"sin(pi/6)*60px": 1920, "cos(pi/3)*60px": 1920, "tan(pi/4)*60px": 3840, "sin(0.0833333turn)*60px": 1919, "tan(atan2(1,1))*60px": 3840,
		"sin(asin(.5))*60px": 1920, "cos(72deg)*100px": 1977, "sin(18deg)*100px": 1977, "100px*cos(calc(360deg*1/6))": 3200,
		"100px*sin(calc(360deg*5/12))": 3200, "100px*sin(150deg)": 3200, "100px*log(8,2)": 19200, "1px*pow(10,2)": 6400, "10px*exp(1)": 1739,
		"100px*hypot(.6,.8)": 6400, "60px*sin(15deg)": 993, "60px*cos(15deg)": 3709, "60px*tan(15deg)": 1028, "60px*cos(30deg)": 3325,
		"60px*tan(30deg)": 2217, "60px*sin(45deg)": 2715, "60px*cos(45deg)": 2715, "60px*sin(60deg)": 3325, "60px*tan(60deg)": 6651,
		"60px*sin(75deg)": 3709, "60px*cos(75deg)": 993, "60px*tan(75deg)": 14331, "60px*sin(105deg)": 3709, "60px*sin(120deg)": 3325,
		"60px*sin(135deg)": 2715, "60px*sin(150deg)": 1920, "60px*sin(165deg)": 993, "60px*(asin(.5)/1deg)": 115200, "60px*(acos(.5)/1deg)": 230400,
		"60px*(atan(1)/1deg)": 172800, "60px*(atan2(1,2)/1deg)": 102009, "60px*sqrt(2)": 5430, "60px*pow(2,.5)": 5430, "60px*exp(1)": 10438,
		"60px*log(10)": 8841, "60px*sin(1rad)": 3231, "60px*sin(0.5236)": 1920, "60px*pow(10,-1)": 384, "100px*progress(2px,3px,1px)": 3200,
		"100px*progress(50%,0%,100%)": 3200, "100px*progress(1px,1px,1px)": 0, "100px*progress(3px,1px,1px)": 6400,
	} {
		doc, tree := computeOf(t, `<p id=x style="width:calc(`+expression+`)">`)
		for i := range doc.Nodes {
			if doc.Nodes[i].ID != "x" {
				continue
			}
			if got := geom.FromFloat(tree.Styles[i].Width.Px); got != want {
				t.Errorf("%s: %d/64 px, in Chromium %d/64", expression, got, want)
			}
		}
	}
}

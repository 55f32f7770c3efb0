package vector

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// emUnits is the units per em of embedded fonts, the customary one of CFF.
const emUnits = 1000

// compactFont builds a CID-keyed CFF font (Adobe Technical Notes 5176 and 5177)
// whose glyph i, also its CID, is outlines[i]. Every kind of face goes this one
// way, variable instances too: quadratic curves become cubic ones.
func compactFont(name string, outlines []*font.Outline, unitsPerEm float64) []byte {
	chars := make([][]byte, len(outlines))
	box := [4]int{}
	for i, o := range outlines {
		c := charstring{k: emUnits / unitsPerEm, box: &box}
		c.outline(o)
		chars[i] = append(c.b, 14) // endchar
	}
	n := len(outlines)
	header := []byte{1, 0, 4, 4}
	names := cffIndex([][]byte{[]byte(name)})
	strings := cffIndex([][]byte{[]byte("Adobe"), []byte("Identity")})
	subrs := cffIndex(nil)
	charset := []byte{0}
	if n > 1 {
		charset = []byte{2, 0, 1, byte((n - 2) >> 8), byte(n - 2)}
	}
	fdselect := []byte{3, 0, 1, 0, 0, 0, byte(n >> 8), byte(n)}
	body := cffIndex(chars)
	top := func(charsetAt, selectAt, charsAt, arrayAt int) []byte {
		var d []byte
		d = cffNumber(cffNumber(cffNumber(d, 391), 392), 0)
		d = append(d, 12, 30) // ROS
		for _, v := range box {
			d = cffNumber(d, v)
		}
		d = append(d, 5) // FontBBox
		d = append(cffNumber(d, n), 12, 34)
		d = append(cffNumber(d, charsetAt), 15)
		d = append(cffNumber(d, selectAt), 12, 37)
		d = append(cffNumber(d, charsAt), 17)
		return append(cffNumber(d, arrayAt), 12, 36)
	}
	start := len(header) + len(names) + len(cffIndex([][]byte{top(0, 0, 0, 0)})) + len(strings) + len(subrs)
	selectAt := start + len(charset)
	charsAt := selectAt + len(fdselect)
	arrayAt := charsAt + len(body)
	private := func(at int) []byte { return append(cffNumber(cffNumber(nil, 0), at), 18) }
	arrayLen := len(cffIndex([][]byte{private(0)}))
	out := append([]byte{}, header...)
	out = append(out, names...)
	out = append(out, cffIndex([][]byte{top(start, selectAt, charsAt, arrayAt)})...)
	out = append(out, strings...)
	out = append(out, subrs...)
	out = append(out, charset...)
	out = append(out, fdselect...)
	out = append(out, body...)
	return append(out, cffIndex([][]byte{private(arrayAt + arrayLen)})...)
}

// cffNumber appends a DICT integer in its five-byte form, so that lengths do not
// depend on values.
func cffNumber(dst []byte, v int) []byte {
	return append(dst, 29, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

// cffIndex makes an INDEX (5176 §5).
func cffIndex(items [][]byte) []byte {
	out := []byte{byte(len(items) >> 8), byte(len(items))}
	if len(items) == 0 {
		return out
	}
	out = append(out, 4)
	at := 1
	put := func() { out = append(out, byte(at>>24), byte(at>>16), byte(at>>8), byte(at)) }
	put()
	for _, it := range items {
		at += len(it)
		put()
	}
	for _, it := range items {
		out = append(out, it...)
	}
	return out
}

// charstring is a Type 2 charstring under construction. Positions are rounded
// one by one, so that errors do not add up.
type charstring struct {
	b    []byte
	k    float64
	x, y int
	box  *[4]int
	// px, py is the pen before rounding, for raising quadratic curves.
	px, py float64
}

func (c *charstring) outline(o *font.Outline) {
	// y points up here, so the tracer's flip is undone by the pen.
	traceGlyph(o, 0, 0, c.k, 0, c)
}

func (c *charstring) delta(x, y float64) {
	nx, ny := int(math.Round(min(max(x, -16000), 16000))), int(math.Round(min(max(-y, -16000), 16000)))
	c.number(nx - c.x)
	c.number(ny - c.y)
	c.x, c.y = nx, ny
	c.box[0], c.box[1], c.box[2], c.box[3] = min(c.box[0], nx), min(c.box[1], ny), max(c.box[2], nx), max(c.box[3], ny)
}

// number appends an operand (5177 §3.2).
func (c *charstring) number(v int) {
	switch {
	case v >= -107 && v <= 107:
		c.b = append(c.b, byte(v+139))
	case v >= 108 && v <= 1131:
		c.b = append(c.b, byte(247+(v-108)>>8), byte(v-108))
	case v >= -1131 && v <= -108:
		c.b = append(c.b, byte(251+(-v-108)>>8), byte(-v-108))
	default:
		c.b = append(c.b, 28, byte(v>>8), byte(v))
	}
}

func (c *charstring) move(x, y float64) {
	c.delta(x, y)
	c.b = append(c.b, 21) // rmoveto
	c.px, c.py = x, y
}

func (c *charstring) line(x, y float64) {
	c.delta(x, y)
	c.b = append(c.b, 5) // rlineto
	c.px, c.py = x, y
}

func (c *charstring) quad(a, b, x, y float64) {
	c.cube(c.px+float64((a-c.px)*2/3), c.py+float64((b-c.py)*2/3), x+float64((a-x)*2/3), y+float64((b-y)*2/3), x, y)
}

func (c *charstring) cube(a, b, d, e, x, y float64) {
	c.delta(a, b)
	c.delta(d, e)
	c.delta(x, y)
	c.b = append(c.b, 8) // rrcurveto
	c.px, c.py = x, y
}

func (c *charstring) closed() {}

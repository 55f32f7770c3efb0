package vector

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// emUnits is the units per em of embedded fonts, as is usual for CFF; widths in charstrings are relative to
// nominalWidth.
const emUnits, nominalWidth = 1000, 560

// compactFont builds a CID-keyed CFF font (Adobe Technical Notes 5176 and 5177) whose glyph i, also its CID, is
// outlines[i] with a width of widths[i] thousandths of an em. All kinds of faces are embedded this way, including
// variable instances: quadratic curves are converted to cubic ones.
func compactFont(name string, outlines []*font.Outline, widths []float64, unitsPerEm float64) []byte {
	chars := make([][]byte, len(outlines))
	box := [4]int{}
	for i, o := range outlines {
		c := charstring{k: emUnits / unitsPerEm, box: &box}
		c.number(int(math.Round(min(max(widths[i], 0), 32000))) - nominalWidth)
		c.outline(o)
		c.end()
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
	hints := append(cffNumber(append(cffNumber(nil, -1), 20), nominalWidth), 21) // defaultWidthX, nominalWidthX
	private := func(at int) []byte { return append(cffNumber(cffNumber(nil, len(hints)), at), 18) }
	arrayLen := len(cffIndex([][]byte{private(0)}))
	out := append([]byte{}, header...)
	out = append(out, names...)
	out = append(out, cffIndex([][]byte{top(start, selectAt, charsAt, arrayAt)})...)
	out = append(out, strings...)
	out = append(out, subrs...)
	out = append(out, charset...)
	out = append(out, fdselect...)
	out = append(out, body...)
	out = append(out, cffIndex([][]byte{private(arrayAt + arrayLen)})...)
	return append(out, hints...)
}

// cffNumber appends a DICT integer in five-byte form, so that lengths do not depend on values.
func cffNumber(dst []byte, v int) []byte {
	return append(dst, 29, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
}

// cffIndex encodes an INDEX (5176 §5).
func cffIndex(items [][]byte) []byte {
	out := []byte{byte(len(items) >> 8), byte(len(items))}
	if len(items) == 0 {
		return out
	}
	at := 1
	for _, it := range items {
		at += len(it)
	}
	size := width(at)
	out = append(out, byte(size))
	put := func(v int) {
		for k := size - 1; k >= 0; k-- {
			out = append(out, byte(v>>(8*k)))
		}
	}
	at = 1
	put(at)
	for _, it := range items {
		at += len(it)
		put(at)
	}
	for _, it := range items {
		out = append(out, it...)
	}
	return out
}

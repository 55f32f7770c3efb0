package art

import (
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// The area for text is found on a grid of cells: every pixel in it has a contrast of at least textContrast to the text
// colour, and the contrast between its darkest and its lightest pixel is at most quiet.
const (
	calmCells    = 26 // along the shorter side
	textContrast = 4.5
	quiet        = 2.2
	calmSide     = 0.22 // minimum width and height, as a fraction of the image's
	calmArea     = 0.09 // minimum area, as a fraction of the image's
)

// calm returns the largest area of an image suitable for text and the text's colour; the area is empty when there is
// none.
func calm(pix []byte, width, height int) (Rect, Color) {
	cell := max(min(width, height)/calmCells, 4)
	cols, rows := width/cell, height/cell
	lo, hi := extremes(pix, width, cols, rows, cell)
	var best Rect
	var ink Color
	most := 0.0
	colLo, colHi := make([]float64, cols), make([]float64, cols)
	for top := range rows {
		for x := range cols {
			colLo[x], colHi[x] = 1, 0
		}
		for bottom := top; bottom < rows; bottom++ {
			for x := range cols {
				colLo[x], colHi[x] = min(colLo[x], lo[bottom*cols+x]), max(colHi[x], hi[bottom*cols+x])
			}
			tall := bottom - top + 1
			if float64(tall*cell) < float64(calmSide*float64(height)) {
				continue
			}
			for left := 0; left < cols; left++ {
				darkest, lightest := 1.0, 0.0
				for right := left; right < cols; right++ {
					darkest, lightest = min(darkest, colLo[right]), max(lightest, colHi[right])
					c, ok := inkOn(darkest, lightest)
					if !ok {
						break
					}
					wide := right - left + 1
					if a := float64(wide * tall); a > most && float64(wide*cell) >= float64(calmSide*float64(width)) {
						most, ink = a, c
						best = Rect{left * cell, top * cell, wide * cell, tall * cell}
					}
				}
			}
		}
	}
	// A margin separates the text from the details around the area.
	m := cell
	best = Rect{best.X + m, best.Y + m, best.W - 2*m, best.H - 2*m}
	if float64(best.W*best.H) < float64(calmArea*float64(width*height)) || best.W <= 0 || best.H <= 0 {
		return Rect{}, Color{}
	}
	return best, ink
}

// inkOn returns the text colour for an area whose pixels have luminances from darkest to lightest.
func inkOn(darkest, lightest float64) (Color, bool) {
	if (lightest+0.05)/(darkest+0.05) > quiet {
		return Color{}, false
	}
	dark, light := tint.Hex(0x16202B), tint.Hex(0xFFFFFF)
	onDark := (light.Luminance() + 0.05) / (lightest + 0.05)
	onLight := (darkest + 0.05) / (dark.Luminance() + 0.05)
	if onLight >= onDark {
		return dark, onLight >= textContrast
	}
	return light, onDark >= textContrast
}

// extremes returns the luminances of the darkest and the lightest pixel of every cell.
func extremes(pix []byte, width, cols, rows, cell int) (lo, hi []float64) {
	lo, hi = make([]float64, cols*rows), make([]float64, cols*rows)
	for k := range lo {
		lo[k] = 1
	}
	for y := range rows * cell {
		row := pix[4*y*width:]
		for x := range cols * cell {
			l := Color{R: row[4*x], G: row[4*x+1], B: row[4*x+2]}.Luminance()
			k := y/cell*cols + x/cell
			lo[k], hi[k] = min(lo[k], l), max(hi[k], l)
		}
	}
	return lo, hi
}

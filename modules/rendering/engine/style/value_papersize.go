package style

// PaperSize is a named size of paper, portrait, in CSS pixels.
type PaperSize struct {
	Name          string
	Width, Height float64
}

// PaperSizes holds the page sizes of CSS Paged Media 3 §7.1 in the order of listings.
var PaperSizes = []PaperSize{
	millimetres("a5", 148, 210), millimetres("a4", 210, 297), millimetres("a3", 297, 420),
	millimetres("b5", 176, 250), millimetres("b4", 250, 353),
	millimetres("jis-b5", 182, 257), millimetres("jis-b4", 257, 364),
	millimetres("letter", 215.9, 279.4), millimetres("legal", 215.9, 355.6), millimetres("ledger", 279.4, 431.8),
}

func millimetres(name string, width, height float64) PaperSize {
	return PaperSize{Name: name, Width: width * 96 / 25.4, Height: height * 96 / 25.4}
}

// PaperSizeByName finds a size by its lowercase name.
func PaperSizeByName(name string) (PaperSize, bool) {
	for _, s := range PaperSizes {
		if s.Name == name {
			return s, true
		}
	}
	return PaperSize{}, false
}

package font

// colorTables are the colour glyph tables of a face.
type colorTables struct{}

func parseColor(file *sfnt) *colorTables { return nil }

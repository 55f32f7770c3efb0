package layout

// collapseBorders resolves the borders of a table in the collapsing model.
func collapseBorders(table *Box) {}

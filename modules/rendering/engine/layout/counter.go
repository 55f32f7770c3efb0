package layout

// FormatCounter formats a counter's value in a style, in decimal if the style is unknown (CSS Counter Styles 3 §2).
func FormatCounter(name string, v int) string { return formatCounter(listStyleOf(name), v) }

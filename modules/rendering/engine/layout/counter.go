package layout

// FormatCounter writes a counter's value in a style, decimal when the style is not known (CSS Counter Styles 3 §2).
func FormatCounter(name string, v int) string { return formatCounter(listStyleOf(name), v) }

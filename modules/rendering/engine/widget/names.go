package widget

// Elements returns the names of the elements beyond HTML, sorted: those this package draws, and ai-background, whose image is a file.
func Elements() []string {
	return []string{"ai-background", "bar-code", "chart-area", "chart-bar", "chart-donut", "chart-line", "chart-pie", "chart-sparkline", "icon", "mesh-gradient", "progress", "qr-code", "rating"}
}

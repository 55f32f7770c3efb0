package widget

// Elements returns the names of the elements this package draws, sorted.
func Elements() []string {
	return []string{"bar-code", "chart-area", "chart-bar", "chart-donut", "chart-line", "chart-pie", "chart-sparkline", "icon", "mesh-gradient", "progress", "qr-code", "rating"}
}

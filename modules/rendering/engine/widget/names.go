package widget

// Elements returns the sorted names of the elements beyond HTML: those this package draws, and ai-background, whose
// image is a file.
func Elements() []string {
	return []string{
		"ai-background", "bar-code", "chart-area", "chart-bar", "chart-candlestick", "chart-combo", "chart-donut", "chart-gantt", "chart-gauge", "chart-heatmap", "chart-line", "chart-map",
		"chart-pie", "chart-radar", "chart-scatter", "chart-sparkline", "chart-sparklines", "icon", "mesh-gradient", "progress", "qr-code", "rating",
	}
}

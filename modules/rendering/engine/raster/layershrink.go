package raster

import "github.com/platenhq/platen/modules/rendering/engine/display"

// shrinkGrid is a multiple of the cell sizes of downsampled blurs.
const shrinkGrid = 64

// shrink reduces a filtered layer from its full area, often the whole canvas, to the reach of its commands, so that a
// small blur is cheap. No pixel changes: the removed part is transparent before and after the filters, and cells keep
// their positions.
func (l *layerCommand) shrink(inside []command) {
	if len(l.filters) == 0 || len(l.backdrop) > 0 || clears(l.blend) {
		return
	}
	for _, f := range l.filters {
		if !f.keepsTransparent() {
			return
		}
	}
	ink := irect{}
	for _, c := range inside {
		if b := c.bounds().intersect(l.content); !b.empty() {
			ink = ink.union(b)
		}
	}
	if ink.empty() {
		return
	}
	rx, ry := reach(l.filters)
	all := l.content.union(l.area)
	part := ink.grow(rx+shrinkGrid, ry+shrinkGrid)
	part.x0, part.x1 = all.x0+floorGrid(part.x0-all.x0), all.x0+floorGrid(part.x1-all.x0+shrinkGrid-1)
	part.y0, part.y1 = all.y0+floorGrid(part.y0-all.y0), all.y0+floorGrid(part.y1-all.y0+shrinkGrid-1)
	l.content, l.area = l.content.intersect(part), l.area.intersect(part)
}

func floorGrid(v int) int { return v &^ (shrinkGrid - 1) }

// keepsTransparent reports whether the filter leaves a transparent image transparent.
func (f filter) keepsTransparent() bool {
	switch f.kind {
	case display.Blur, display.DropShadow:
		return true
	case display.ColorMatrix:
		return f.matrix[19] <= 0
	case display.ComponentTransfer:
		return f.tables[3][0] == 0
	}
	return false
}

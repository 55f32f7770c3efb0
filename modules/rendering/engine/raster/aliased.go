package raster

// aliased returns the pixels of an area whose centre is inside the shape, as a shape with edges between pixels. A centre
// on an edge belongs to the pixel left of it and above it, as in browsers.
func (s *shape) aliased(area irect) *shape {
	out := &shape{evenOdd: s.evenOdd}
	for i := range s.lines {
		out.lines = appendAliased(out.lines, &s.lines[i], area)
	}
	out.bounds = linesBounds(out.lines)
	return out
}

// appendAliased appends vertical edges through the rows of an area in place of one edge. Beyond maxLines it adds none,
// and compiling ends with ErrTooComplex.
func appendAliased(to []line, l *line, area irect) []line {
	x0, y0, x1, y1, down := int64(l.x0), int64(l.y0), int64(l.x1), int64(l.y1), true
	if y0 > y1 {
		x0, y0, x1, y1, down = x1, y1, x0, y0, false
	}
	first, end := max((y0+128)>>8, int64(area.y0)), min((y1+128)>>8, int64(area.y1))
	begun := len(to)
	for row := first; row < end; row++ {
		x := (x0 + floorDiv((row<<8+128-y0)*(x1-x0), y1-y0) + 128) &^ 255
		top, bottom := row<<8, (row+1)<<8
		if n := len(to) - 1; n >= begun && int64(to[n].x0) == x {
			if down {
				to[n].y1 = fix(bottom)
			} else {
				to[n].y0 = fix(bottom)
			}
			continue
		}
		if len(to) > maxLines {
			break
		}
		if !down {
			top, bottom = bottom, top
		}
		to = append(to, line{fix(x), fix(top), fix(x), fix(bottom)})
	}
	return to
}

package raster

// surface is a rectangle of premultiplied pixels in device space.
type surface struct {
	area   irect
	stride int // bytes per row
	pix    []byte
}

func newSurface(area irect) *surface {
	return &surface{area: area, stride: area.w() * 4, pix: make([]byte, area.w()*area.h()*4)}
}

// row returns the bytes of pixels [x0, x1) of row y, empty when x1 ≤ x0.
func (s *surface) row(y, x0, x1 int) []byte {
	if x1 <= x0 {
		return nil
	}
	at := (y-s.area.y0)*s.stride + (x0-s.area.x0)*4
	return s.pix[at : at+(x1-x0)*4]
}

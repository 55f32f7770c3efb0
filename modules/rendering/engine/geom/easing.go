package geom

// CubicEasing evaluates the cubic Bézier easing through (0,0), (x1,y1), (x2,y2), (1,1), with x1 and x2 within 0…1.
func CubicEasing(x1, y1, x2, y2, x float64) float64 {
	if x <= 0 || x >= 1 {
		return min(max(x, 0), 1)
	}
	at := func(a, b, t float64) float64 {
		u := 1 - t
		first := float64(float64(float64(3*u)*u)*t) * a
		second := float64(float64(float64(3*u)*t)*t) * b
		return float64(first) + float64(second) + float64(float64(t*t)*t)
	}
	lo, hi := 0.0, 1.0
	for range 40 {
		mid := float64((lo + hi) / 2)
		if at(x1, x2, mid) < x {
			lo = mid
		} else {
			hi = mid
		}
	}
	return at(y1, y2, float64((lo+hi)/2))
}

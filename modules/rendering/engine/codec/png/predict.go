package png

// filterRow writes a row with filter Average, Paeth, or the filter whose differences have the least sum, and returns the
// filter.
func filterRow(dst, cur, prev []byte, unit int, kind byte) byte {
	if kind != filterEach {
		predict(dst, cur, prev, unit, kind)
		return kind
	}
	least, best := 0, byte(0)
	for kind := byte(filterNone); kind <= filterPaeth; kind++ {
		predict(dst, cur, prev, unit, kind)
		sum := 0
		for _, v := range dst {
			sum += min(int(v), 256-int(v))
		}
		if kind == filterNone || sum < least {
			least, best = sum, kind
		}
	}
	predict(dst, cur, prev, unit, best)
	return best
}

// predict writes the differences of a row's bytes from their predictions (PNG §9.2).
func predict(dst, cur, prev []byte, unit int, kind byte) {
	prev, dst = prev[:len(cur)], dst[:len(cur)]
	switch kind {
	case filterNone:
		copy(dst, cur)
	case filterSub:
		copy(dst, cur[:unit])
		subtract(dst[unit:], cur[unit:], cur)
	case filterUp:
		subtract(dst, cur, prev)
	case filterAverage:
		for i := range unit {
			dst[i] = cur[i] - prev[i]/2
		}
		for i := unit; i < len(cur); i++ {
			dst[i] = cur[i] - uint8((int(cur[i-unit])+int(prev[i]))/2)
		}
	case filterPaeth:
		for i := range unit {
			dst[i] = cur[i] - prev[i]
		}
		for i := unit; i < len(cur); i++ {
			dst[i] = cur[i] - paeth(cur[i-unit], prev[i], prev[i-unit])
		}
	}
}

// paeth returns whichever of left, up and corner is nearest to left + up − corner.
func paeth(left, up, corner uint8) uint8 {
	a, b := int(up)-int(corner), int(left)-int(corner)
	c := max(a+b, -a-b)
	a, b = max(a, -a), max(b, -b)
	switch {
	case a <= b && a <= c:
		return left
	case b <= c:
		return up
	}
	return corner
}

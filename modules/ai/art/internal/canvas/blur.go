package canvas

import "math"

// blur approximates a Gaussian blur with the standard deviation sigma by three box blurs (Wells, "Efficient synthesis
// of Gaussian filters", 1986).
func (c *Canvas) blur(sigma float64) {
	if sigma < 0.3 {
		return
	}
	// Three boxes of odd width d have the variance (d²-1)/4.
	d := int(math.Sqrt(float64(4*sigma*sigma)+1) + 0.5)
	r := max(1, d/2)
	line := make([]uint16, 4*max(c.W, c.H))
	for y := range c.H {
		row := c.Pix[4*y*c.W : 4*(y+1)*c.W]
		for range 3 {
			mean(line, row, c.W, r)
			copy(row, line[:4*c.W])
		}
	}
	// Columns are processed in strips for memory locality.
	const strip = 16
	columns := make([]uint16, 4*c.H*strip)
	for x := 0; x < c.W; x += strip {
		n := min(strip, c.W-x)
		for y := range c.H {
			for k := range n {
				copy(columns[4*(k*c.H+y):4*(k*c.H+y)+4], c.Pix[4*(y*c.W+x+k):])
			}
		}
		for k := range n {
			col := columns[4*k*c.H : 4*(k+1)*c.H]
			for range 3 {
				mean(line, col, c.H, r)
				copy(col, line[:4*c.H])
			}
		}
		for y := range c.H {
			for k := range n {
				copy(c.Pix[4*(y*c.W+x+k):4*(y*c.W+x+k)+4], columns[4*(k*c.H+y):])
			}
		}
	}
}

// mean writes the moving average over 2r+1 pixels; pixels outside are transparent.
func mean(dst, src []uint16, n, r int) {
	var sum [4]uint64
	width := uint64(2*r + 1)
	inverse := (1<<32 + width/2) / width
	for k := range min(r, n) {
		for ch := range 4 {
			sum[ch] += uint64(src[4*k+ch])
		}
	}
	for k := range n {
		if i := k + r; i < n {
			for ch := range 4 {
				sum[ch] += uint64(src[4*i+ch])
			}
		}
		if i := k - r - 1; i >= 0 {
			for ch := range 4 {
				sum[ch] -= uint64(src[4*i+ch])
			}
		}
		for ch := range 4 {
			dst[4*k+ch] = uint16(min(65535, (sum[ch]*inverse+1<<31)>>32))
		}
	}
}

package vp8l

// domain gathers statistics of sampled pixels, either unpredicted or as residuals.
type domain struct {
	predicted     bool
	above, row    []uint32
	freq          [2]counts // of new values, without and with green subtracted
	pairs         [1 << 13]uint32
	repeatedPairs int // values that repeat together with their left neighbour
}

// count counts value x > 0 of the row, skipping values equal to a neighbour, which cost next to nothing.
func (d *domain) count(x int) {
	v := d.row[x]
	if v == d.row[x-1] || v == d.above[x] {
		return
	}
	h := (d.row[x-1]*0x9E3779B1 ^ v*0x85EBCA77) * 0xC2B2AE3D
	if tag := h | 1; d.pairs[h>>19] == tag {
		d.repeatedPairs++
	} else {
		d.pairs[h>>19] = tag
		d.freq[0].literal(v)
		d.freq[1].literal(greenless(v))
	}
}

// bits returns the approximate size of the values in 1/256 bits, with or without green subtracted.
func (d *domain) bits(green int) int {
	h := &d.freq[green]
	sum := bitsOf(h.green[:], nil) + bitsOf(h.alpha[:], nil)
	red, blue := bitsOf(h.red[:], nil), bitsOf(h.blue[:], nil)
	if !d.predicted {
		// Repeated pairs are coded as short copies.
		return sum + red + blue + d.repeatedPairs*2<<8
	}
	// The colour transform will predict red and blue from green, both equally well.
	return sum + 2*min(red, blue) + d.repeatedPairs<<8
}

// choose samples stripes of rows and reports whether predicting pixels and subtracting green are likely to make the
// file smaller. Prediction makes gradients cheap but hides repetitions, such as letters.
func choose(pix []uint32, width, height int) (predict, green bool) {
	const stripe, every = 8, 32
	rows := make([]uint32, 2*width)
	plain, guessed := new(domain), &domain{predicted: true, above: rows[:width], row: rows[width:]}
	start := min(every/2, height/2)
	for y := max(start, 1); y < height; y++ {
		if (y-start)%every >= stripe {
			continue
		}
		c, above := pix[y*width:][:width], pix[(y-1)*width:][:width]
		plain.above, plain.row = above, c
		guessed.above, guessed.row = guessed.row, guessed.above
		guessed.row[0] = 0
		for x := 1; x < width; x++ {
			if c[x] == c[x-1] && above[x] == above[x-1] {
				guessed.row[x] = 0
				continue
			}
			guessed.row[x] = sub(c[x], clampedGradient(c[x-1], above[x-1], above[x]))
			plain.count(x)
			guessed.count(x)
		}
	}
	d := plain
	if min(guessed.bits(0), guessed.bits(1)) < min(plain.bits(0), plain.bits(1)) {
		d = guessed
	}
	return d.predicted, d.bits(1) < d.bits(0)
}

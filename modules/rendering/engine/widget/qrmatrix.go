package widget

// qrDrawing is a symbol under construction; fixed modules belong to function patterns.
type qrDrawing struct {
	qrSymbol
	fixed []bool
}

// drawSymbol places the function patterns and the codewords and applies the mask of the lowest penalty (ISO/IEC 18004,
// 7.7 and 7.8).
func drawSymbol(version int, level qrLevel, codewords []byte) *qrSymbol {
	size := 17 + 4*version
	d := &qrDrawing{qrSymbol: qrSymbol{size: size, version: version, dark: make([]bool, size*size)}, fixed: make([]bool, size*size)}
	d.patterns()
	d.format(level, 0) // reserves the modules of the format information
	d.place(codewords)
	best, least := 0, 1<<30
	for mask := range 8 {
		d.flip(mask)
		d.format(level, mask)
		if p := d.penalty(); p < least {
			best, least = mask, p
		}
		d.flip(mask) // undoes the mask
	}
	d.flip(best)
	d.format(level, best)
	d.mask = best
	return &d.qrSymbol
}

func (d *qrDrawing) set(x, y int, dark bool) {
	if x < 0 || y < 0 || x >= d.size || y >= d.size {
		return
	}
	d.dark[y*d.size+x], d.fixed[y*d.size+x] = dark, true
}

// ring returns the Chebyshev distance of a module from a pattern's centre.
func ring(dx, dy int) int { return max(dx, -dx, dy, -dy) }

func (d *qrDrawing) patterns() {
	for i := range d.size {
		d.set(6, i, i%2 == 0)
		d.set(i, 6, i%2 == 0)
	}
	for _, c := range [3][2]int{{3, 3}, {d.size - 4, 3}, {3, d.size - 4}} {
		for dy := -4; dy <= 4; dy++ {
			for dx := -4; dx <= 4; dx++ {
				r := ring(dx, dy)
				d.set(c[0]+dx, c[1]+dy, r != 2 && r != 4)
			}
		}
	}
	at := alignment(d.version)
	for i, cy := range at {
		for k, cx := range at {
			last := len(at) - 1
			if i == 0 && k == 0 || i == 0 && k == last || i == last && k == 0 {
				continue
			}
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					d.set(cx+dx, cy+dy, ring(dx, dy) != 1)
				}
			}
		}
	}
	if d.version >= 7 {
		bits := d.version<<12 | remainder(d.version, 12, 0x1F25)
		for i := range 18 {
			dark := bits>>i&1 == 1
			d.set(d.size-11+i%3, i/3, dark)
			d.set(i/3, d.size-11+i%3, dark)
		}
	}
}

// alignment returns the coordinates of the alignment pattern centres (annex E).
func alignment(version int) []int {
	if version == 1 {
		return nil
	}
	n := version/7 + 2
	step := (version*8 + n*3 + 5) / (n*4 - 4) * 2
	at := make([]int, n)
	at[0] = 6
	for i, v := n-1, 4*version+10; i > 0; i, v = i-1, v-step {
		at[i] = v
	}
	return at
}

// remainder returns the BCH code of v: v·x^degree modulo a generator polynomial.
func remainder(v, degree, generator int) int {
	r := v
	for range degree {
		r = r<<1 ^ (r>>(degree-1))*generator
	}
	return r
}

// format draws both copies of the format information (7.9).
func (d *qrDrawing) format(level qrLevel, mask int) {
	data := [4]int{1, 0, 3, 2}[level]<<3 | mask
	bits := (data<<10 | remainder(data, 10, 0x537)) ^ 0x5412
	bit := func(i int) bool { return bits>>i&1 == 1 }
	for i := range 6 {
		d.set(8, i, bit(i))
	}
	d.set(8, 7, bit(6))
	d.set(8, 8, bit(7))
	d.set(7, 8, bit(8))
	for i := 9; i < 15; i++ {
		d.set(14-i, 8, bit(i))
	}
	for i := range 8 {
		d.set(d.size-1-i, 8, bit(i))
	}
	for i := 8; i < 15; i++ {
		d.set(8, d.size-15+i, bit(i))
	}
	d.set(8, d.size-8, true)
}

// place writes the codewords into columns of two modules, from the bottom right alternately up and down; remaining
// modules stay light.
func (d *qrDrawing) place(codewords []byte) {
	i := 0
	for right := d.size - 1; right >= 1; right -= 2 {
		if right == 6 {
			right = 5 // the column of the timing pattern is skipped
		}
		for v := range d.size {
			y := v
			if (right+1)&2 == 0 {
				y = d.size - 1 - v
			}
			for x := right; x >= right-1; x-- {
				if k := y*d.size + x; !d.fixed[k] && i < len(codewords)*8 {
					d.dark[k] = codewords[i/8]>>(7-i%8)&1 == 1
					i++
				}
			}
		}
	}
}

// flip applies or removes a mask by inverting data modules (table 10).
func (d *qrDrawing) flip(mask int) {
	for y := range d.size {
		for x := range d.size {
			var on bool
			switch mask {
			case 0:
				on = (x+y)%2 == 0
			case 1:
				on = y%2 == 0
			case 2:
				on = x%3 == 0
			case 3:
				on = (x+y)%3 == 0
			case 4:
				on = (x/3+y/2)%2 == 0
			case 5:
				on = x*y%2+x*y%3 == 0
			case 6:
				on = (x*y%2+x*y%3)%2 == 0
			default:
				on = ((x+y)%2+x*y%3)%2 == 0
			}
			if k := y*d.size + x; on && !d.fixed[k] {
				d.dark[k] = !d.dark[k]
			}
		}
	}
}

// penalty returns the penalty score of a symbol (7.8.3, table 11); lower is better.
func (d *qrDrawing) penalty() int {
	score, dark := 0, 0
	for _, rows := range [2]bool{true, false} {
		for i := range d.size {
			run, last := 0, false
			history := 0 // the last eleven modules, light outside the symbol
			for k := -4; k < d.size+4; k++ {
				on := false
				if k >= 0 && k < d.size {
					if rows {
						on = d.at(k, i)
					} else {
						on = d.at(i, k)
					}
					if k > 0 && on == last {
						run++
						if run == 5 {
							score += 3
						} else if run > 5 {
							score++
						}
					} else {
						run = 1
					}
					last = on
					if rows && on {
						dark++
					}
				}
				history = history << 1 & 0x7FF
				if on {
					history |= 1
				}
				// 1:1:3:1:1 with four light modules on either side.
				if k >= 6 && (history == 0b10111010000 || history == 0b00001011101) {
					score += 40
				}
			}
		}
	}
	for y := range d.size - 1 {
		for x := range d.size - 1 {
			c := d.at(x, y)
			if c == d.at(x+1, y) && c == d.at(x, y+1) && c == d.at(x+1, y+1) {
				score += 3
			}
		}
	}
	total := d.size * d.size
	return score + 10*max(0, (abs(20*dark-10*total)+total-1)/total-1)
}

func abs(v int) int { return max(v, -v) }

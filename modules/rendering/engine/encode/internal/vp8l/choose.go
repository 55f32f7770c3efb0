package vp8l

import "github.com/platenhq/platen/modules/rendering/engine/encode/internal/huffman"

// choose looks at some rows and says whether predicting pixels and subtracting
// green are likely to make the file smaller. Pixels that repeat a neighbour cost
// little either way and are left out.
func choose(pix []uint32, width, height int) (predict, green bool) {
	const step = 4
	// [predicted][green subtracted][channel]
	var freq [2][2][4][256]uint32
	for y := 1; y < height; y += step {
		row, above := pix[y*width:][:width], pix[(y-1)*width:][:width]
		for x := 1; x < width; x++ {
			c, l, t := row[x], row[x-1], above[x]
			if c == l || c == t {
				continue
			}
			count(&freq[0], c)
			count(&freq[1], sub(c, clampedGradient(l, above[x-1], t)))
		}
	}
	var bits [2][2]int
	var lengths [256]uint8
	var scratch []uint64
	for p := range freq {
		for g := range freq[p] {
			for c := range freq[p][g] {
				f := &freq[p][g][c]
				scratch = huffman.Lengths(f[:], 15, lengths[:], scratch)
				for i, n := range f {
					bits[p][g] += int(n) * int(lengths[i])
				}
			}
		}
	}
	predict = min(bits[1][0], bits[1][1]) < min(bits[0][0], bits[0][1])
	p := 0
	if predict {
		p = 1
	}
	return predict, bits[p][1] < bits[p][0]
}

// count adds a pixel to the channels' histograms with and without green
// subtracted.
func count(freq *[2][4][256]uint32, c uint32) {
	a, r, g, b := byte(c>>24), byte(c>>16), byte(c>>8), byte(c)
	freq[0][0][a]++
	freq[0][1][r]++
	freq[0][2][g]++
	freq[0][3][b]++
	freq[1][0][a]++
	freq[1][1][r-g]++
	freq[1][2][g]++
	freq[1][3][b-g]++
}

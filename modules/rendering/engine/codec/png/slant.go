package png

import "math/bits"

const (
	// slantReach is the maximum horizontal shift, in pixels, between adjacent rows of a slanting gradient.
	slantReach = 16
	// slantRows is the number of rows above that are searched.
	slantRows = 9
	// slantTried is the number of positions examined, slantPlaces the maximum number compared.
	slantTried, slantPlaces = 512, 256
	// slantLength is the maximum length compared, in pixels.
	slantLength = 32
)

// slants are distances in pixels at which the image repeats: a slanting gradient equals one of the rows above shifted
// by some pixels, and the best row depends on its angle. 0 is none.
type slants [2]int

// slantsOf finds the two distances at which most sampled positions repeat. window is the maximum distance.
func (l *layout) slantsOf(window int) (out slants) {
	w := l.pic.Width
	rows := min((window-slantReach*slantRows)/w, slantRows)
	if rows < 1 || w <= 2*slantReach {
		return out
	}
	pix := l.pic.Pix
	var places [slantPlaces]int
	n := 0
	end := w*l.pic.Height - slantLength
	step := max((end-w-slantReach)/slantTried, 1)
	for i := w + slantReach; i < end && n < slantPlaces; i += step {
		if load64(pix[i*4:]) == load64(pix[i*4-4:]) || l.pic.Text != nil && l.pic.Text[i/w] {
			continue
		}
		places[n] = i
		n++
	}
	if n < slantPlaces/16 {
		return out
	}
	one, most := 0, -1
	for k := -slantReach; k <= slantReach; k++ {
		var found [slantPlaces]uint8
		if sum := l.repeats(places[:n], w+k, &found); sum > most {
			one, most = k, sum
		}
	}
	// The shift of one row approximates those of the others.
	var dists [slantRows * (slantRows + 3)]int
	var lengths [slantRows * (slantRows + 3)][slantPlaces]uint8
	tried := 0
	for r := 1; r <= rows; r++ {
		middle, around := r*one, (r+1)/2
		for k := middle - around; k <= middle+around; k++ {
			dists[tried] = r*w + k
			l.repeats(places[:n], r*w+k, &lengths[tried])
			tried++
		}
	}
	var had [slantPlaces]uint8
	for turn := range out {
		best, most := -1, 0
		for t := range tried {
			sum := 0
			for k, n := range lengths[t][:n] {
				sum += int(max(n, had[k]))
			}
			if sum > most+most/16 {
				best, most = t, sum
			}
		}
		if best < 0 {
			break
		}
		out[turn] = dists[best]
		for k, n := range lengths[best][:n] {
			had[k] = max(had[k], n)
		}
	}
	return out
}

// repeats computes for how many pixels each position repeats the pixels dist before it, and the sum.
func (l *layout) repeats(places []int, dist int, out *[slantPlaces]uint8) (sum int) {
	pix := l.pic.Pix
	for k, i := range places {
		if i < dist {
			continue
		}
		a, b := pix[(i-dist)*4:], pix[i*4:]
		n := 0
		for n < slantLength {
			if d := load64(a[n*4:]) ^ load64(b[n*4:]); d != 0 {
				n += bits.TrailingZeros64(d) >> 5
				break
			}
			n += 2
		}
		out[k] = uint8(n)
		sum += n
	}
	return sum
}

// slantBytes returns the slants as distances in bytes of scanlines.
func (l *layout) slantBytes() (out [2]int) {
	w := l.pic.Width
	for k, d := range l.slants {
		rows := (d + w/2) / w
		out[k] = rows*l.stride + (d-rows*w)*l.unit
	}
	return out
}

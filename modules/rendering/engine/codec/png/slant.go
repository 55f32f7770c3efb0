package png

import "math/bits"

const (
	// slantReach is how far apart, in pixels, two rows of a slanting gradient may be that are one below the other.
	slantReach = 16
	// slantRows is how many rows above are looked at.
	slantRows = 9
	// slantTried is how many places are looked at, slantPlaces how many of them are compared.
	slantTried, slantPlaces = 512, 256
	// slantLength is for how many pixels at most.
	slantLength = 32
)

// slants are distances in pixels at which the pixels of an image repeat: a slanting gradient is the row some
// rows above, some pixels on, and which one comes closest depends on its angle. 0 is none.
type slants [2]int

// slantsOf finds the two distances at which most of a sample of places repeats. window is the
// greatest distance.
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
	// The shift of one row tells about where those of the others are.
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

// repeats finds for how many pixels places repeat what is a distance before, and the sum of that.
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

// slantBytes are the slants as distances in scanlines.
func (l *layout) slantBytes() (out [2]int) {
	w := l.pic.Width
	for k, d := range l.slants {
		rows := (d + w/2) / w
		out[k] = rows*l.stride + (d-rows*w)*l.unit
	}
	return out
}

package deflate

import "math"

// longest is the length up to which a match is compared: a caller that truncates the match need not pay for all of it.
const longest = 16 * maxMatch

// zeroRows writes rows of zeros (see [Shape.Zero]) below another such row without a search. The tokens and the tables are
// those of a search, which would find the first of maxMatch bytes in the row above and then the zero to the left.
type zeroRows struct {
	rows  []bool
	start int // position of the first row
	row   int // the rows' length
	pixel int
	next  int // position of the next such row, math.MaxInt if there is none
}

func zeroRowsOf(f *finder, known int) zeroRows {
	z := zeroRows{rows: f.shape.Zero, start: known, row: f.shape.Row, pixel: f.shape.Pixel, next: math.MaxInt}
	if last := (z.row - maxMatch) % longest; z.row < maxMatch+8 || last < goodLength || f.far != [2]int{} {
		z.rows = nil // the search might choose other matches
	}
	z.find(known)
	return z
}

// find sets next to the first row at or after position i.
func (z *zeroRows) find(i int) {
	z.next = math.MaxInt
	if len(z.rows) == 0 {
		return
	}
	for k := max((i-z.start+z.row-1)/z.row, 1); k < len(z.rows); k++ {
		if z.rows[k] && z.rows[k-1] {
			z.next = z.start + k*z.row
			return
		}
	}
}

// copies writes the tokens of the row at i and returns their number, or 0 if a search must find them: at the end of the
// data, and where the zeros continue in the next row. settled reports that no literals precede which a match could absorb.
func (z *zeroRows) copies(f *finder, out []token, src []byte, i int, settled bool) int {
	at := z.next
	z.find(i + 1)
	if i != at || !settled || f.row != z.row || i+z.row > len(src)-8 || src[i+z.row] == 0 {
		return 0
	}
	n := copies(out, maxMatch, z.row)
	f.insertEnds(src, i, i+maxMatch)
	stop := i + z.row
	for i += maxMatch; i < stop; {
		length := min(stop-i, longest)
		n += copies(out[n:], length, z.pixel)
		f.insertEnds(src, i, i+length)
		i += length
	}
	return n
}

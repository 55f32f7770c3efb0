package deflate

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestZeroRowsMatchTheSearch compares blocks of rows whose zeros are known with those of a search: rows of text, of zeros
// and of other runs, also as the dictionary, with filters that continue the zeros and with rows of any length.
func TestZeroRowsMatchTheSearch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 1))
	var c Compressor
	known, same := 0, 0
	for range 400 {
		pixel := []int{1, 3, 4}[r.IntN(3)]
		row := 1 + pixel*[]int{1, 5, 87, 88, 100, 300, 1200, 1376, 1383, 1384, 1500}[r.IntN(11)] + r.IntN(2)*r.IntN(3)
		rows, zero := rowsWithZeros(r, row, pixel)
		dict := row * r.IntN(3)
		shape := Shape{Pixel: pixel, Row: row}
		if r.IntN(4) == 0 {
			shape.Slants[1] = 2*row + pixel
		}
		want := slices.Clone(tokensOf(&c, rows, dict, shape))
		shape.Zero = zero[dict/row:]
		if got := tokensOf(&c, rows, dict, shape); !slices.Equal(got, want) {
			t.Fatalf("rows of %d bytes, %d per pixel, dictionary of %d: other tokens with known zeros", row, pixel, dict)
		}
		same += bytes.Count(rows, make([]byte, 64))
		for z := zeroRowsOf(&c.find, dict); z.next < len(rows); z.find(z.next + 1) {
			known++
		}
	}
	if known < 1000 || same < known {
		t.Fatalf("only %d rows were written without a search", known)
	}
}

func tokensOf(c *Compressor, rows []byte, known int, shape Shape) []token {
	c.Block(nil, rows, known, shape, true)
	return c.tokens
}

// rowsWithZeros returns scanlines of the given length, and which consist of zeros after their filter byte.
func rowsWithZeros(r *rand.Rand, row, pixel int) (rows []byte, zero []bool) {
	kind := byte(r.IntN(3))
	for range 20 + r.IntN(30) {
		line := make([]byte, row)
		line[0] = kind
		blank := r.IntN(3) > 0
		switch {
		case blank:
			line[0] = 2
		case r.IntN(2) == 0 && len(rows) > 0:
			copy(line[1:], rows[len(rows)-row+1:])
			line[1+r.IntN(row-1)] = 7
		default:
			for i := 1 + r.IntN(row); i < row; i++ {
				line[i] = byte(r.IntN(2) * r.IntN(4))
				if i > pixel && r.IntN(4) > 0 {
					line[i] = line[i-pixel]
				}
			}
		}
		for range 1 + r.IntN(4) {
			rows, zero = append(rows, line...), append(zero, blank)
		}
	}
	return rows, zero
}

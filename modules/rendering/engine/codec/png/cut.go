package png

// stripe is a range of rows that is compressed separately.
type stripe struct {
	from, to int
	// textless reports whether neither its rows nor the two before contain text: other images of the same design are
	// likely to have the same stripe.
	textless bool
	kind     byte // filter type
}

// textlessRows is the minimum height of a stripe without text: a separate stripe costs its own codes and the matches
// across its edge.
const textlessRows = 12

// cut divides an image of the given height into stripes of at most most rows. text, if known, marks the rows that
// contain text: rows with and without text go to separate stripes.
func cut(height, most int, text []bool) []stripe {
	var out []stripe
	add := func(from, to int, textless bool) {
		n := (to - from + most - 1) / most
		for i := range n {
			out = append(out, stripe{from: from + i*(to-from)/n, to: from + (i+1)*(to-from)/n, textless: textless})
		}
	}
	if len(text) != height {
		for y := 0; y < height; y += most {
			out = append(out, stripe{from: y, to: min(y+most, height)})
		}
		return out
	}
	// The two rows below text may refer to it.
	bears := func(y int) bool { return text[y] || y > 0 && text[y-1] || y > 1 && text[y-2] }
	start := 0 // start of the rows with text that are not yet added
	for y := 0; y < height; {
		end := y
		for end < height && !bears(end) {
			end++
		}
		if end-y >= textlessRows {
			add(start, y, false)
			add(y, end, true)
			start = end
		}
		for y = end; y < height && bears(y); {
			y++
		}
	}
	add(start, height, false)
	return out
}

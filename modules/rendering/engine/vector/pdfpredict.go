package vector

import "fmt"

// samples adds an image's sample rows, compressed directly or as differences, whichever is smaller. channels is 1 or 3,
// row the number of bytes per row.
func (p *pdfWriter) samples(dict string, data []byte, channels, row int) int {
	plain := p.o.Compress(data, channels, row)
	if row > 0 && len(data) > 2*row {
		if packed := p.o.Compress(differences(data, channels, row), channels, row+1); len(packed)+60 < len(plain) {
			return p.packed(dict+fmt.Sprintf(" /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors %d /Columns %d >>", channels, row/channels), packed)
		}
	}
	return p.packed(dict+" /Filter /FlateDecode", plain)
}

// differences filters rows like PNG (W3C PNG §9), each with the filter of the smallest sum of differences.
func differences(data []byte, pixel, row int) []byte {
	out := make([]byte, 0, len(data)+len(data)/row)
	above := make([]byte, row)
	var tries [5][]byte
	for i := range tries {
		tries[i] = make([]byte, row)
	}
	for ; len(data) >= row; data = data[row:] {
		line := data[:row]
		best, least := 0, -1
		for kind := range tries {
			sum := 0
			for i, v := range line {
				var left, corner byte
				if i >= pixel {
					left, corner = line[i-pixel], above[i-pixel]
				}
				d := v - predicted(kind, left, above[i], corner)
				tries[kind][i] = d
				sum += min(int(d), 256-int(d))
			}
			if least < 0 || sum < least {
				best, least = kind, sum
			}
		}
		out = append(append(out, byte(best)), tries[best]...)
		above = line
	}
	return out
}

func predicted(kind int, left, above, corner byte) byte {
	switch kind {
	case 1:
		return left
	case 2:
		return above
	case 3:
		return byte((int(left) + int(above)) / 2)
	case 4:
		p := int(left) + int(above) - int(corner)
		a, b, c := p-int(left), p-int(above), p-int(corner)
		a, b, c = max(a, -a), max(b, -b), max(c, -c)
		switch {
		case a <= b && a <= c:
			return left
		case b <= c:
			return above
		}
		return corner
	}
	return 0
}

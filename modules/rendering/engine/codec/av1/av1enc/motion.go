package av1enc

import (
	"cmp"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// mostMoves is the number of displacements of a frame that every block tries.
const mostMoves = 3

// matchSide is the side of the areas whose displacement is searched for.
const matchSide = 8

// findMoves sets f.moves to the displacements of the most areas of the image that are elsewhere in the previous one:
// text that scrolls, things that move by whole pixels.
func (f *frame) findMoves() {
	p, q := &f.src[0], &f.ref.src[0]
	left, top, right, bottom := p.width, p.height, 0, 0
	var blocks []match
	for y := 0; y+matchSide <= p.height; y += matchSide {
		for x := 0; x+matchSide <= p.width; x += matchSide {
			if f.same(0, x, y, matchSide, matchSide) {
				continue
			}
			blocks = append(blocks, match{hash: hashAt(p, x, y), x: x, y: y})
			left, top, right, bottom = min(left, x), min(top, y), max(right, x+matchSide), max(bottom, y+matchSide)
		}
	}
	const few = 8
	if len(blocks) < few {
		return
	}
	slices.SortStableFunc(blocks, func(a, b match) int { return cmp.Compare(a.hash, b.hash) })
	// What is in an image many times says nothing.
	var rare []match
	for i := 0; i < len(blocks); {
		k := i + 1
		for k < len(blocks) && blocks[k].hash == blocks[i].hash {
			k++
		}
		if k-i <= mostPlaces {
			rare = append(rare, blocks[i:k]...)
		}
		i = k
	}
	findMatches(rare, q, left, top, right, bottom)
	votes := map[vector]int{}
	for i := range rare {
		b := &rare[i]
		if b.found > mostPlaces {
			continue
		}
		for _, v := range b.from[:b.found] {
			votes[vector{v[0] - int16(b.y), v[1] - int16(b.x)}]++
		}
	}
	delete(votes, vector{})
	type candidate struct {
		v vector
		n int
	}
	var list []candidate
	for v, n := range votes {
		if n*64 > len(blocks) && n > 2 {
			list = append(list, candidate{v, n})
		}
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.v[0], b.v[0]), cmp.Compare(a.v[1], b.v[1]))
	})
	for _, c := range list[:min(len(list), mostMoves)] {
		f.moves = append(f.moves, c.v)
	}
}

// match is an area of the image and where the previous one has its hash.
type match struct {
	hash  uint32
	x, y  int
	from  [mostPlaces]vector
	found int // how often
}

// mostPlaces is the number of places of an area from which on it is ignored.
const mostPlaces = 8

// Factors of the rolling hashes of rows and columns.
const hashRow, hashColumn = 0x01000193, 0x9e3779b1

// power returns v to the power of matchSide.
func power(v uint32) uint32 {
	p := uint32(1)
	for range matchSide {
		p *= v
	}
	return p
}

func hashAt(p *Plane, x, y int) (h uint32) {
	for j := range matchSide {
		row := uint32(0)
		for _, v := range p.pix[(y+j)*p.stride+x:][:matchSide] {
			row = row*hashRow + uint32(v) + 1
		}
		h = h*hashColumn + row
	}
	return h
}

// findMatches looks for the hashes of blocks, sorted by them, at all positions of an area of the previous image.
func findMatches(blocks []match, q *Plane, left, top, right, bottom int) {
	if len(blocks) == 0 {
		return
	}
	// index says where the hashes with these upper bits begin.
	const indexBits = 14
	var index [1<<indexBits + 1]int32
	for i := range blocks {
		index[blocks[i].hash>>(32-indexBits)+1] = int32(i + 1)
	}
	for i := 1; i < len(index); i++ {
		index[i] = max(index[i], index[i-1])
	}
	n := right - left - matchSide + 1
	outRow, outColumn := power(hashRow), power(hashColumn)
	var rows [matchSide][]uint32 // the hashes of the last rows
	for i := range rows {
		rows[i] = make([]uint32, n)
	}
	columns := make([]uint32, n)
	for y := top; y < bottom; y++ {
		line := q.pix[y*q.stride+left:][:n+matchSide-1]
		row := rows[y%matchSide]
		h := uint32(0)
		for _, v := range line[:matchSide-1] {
			h = h*hashRow + uint32(v) + 1
		}
		for x := range row {
			h = h*hashRow + uint32(line[x+matchSide-1]) + 1
			if x > 0 {
				h -= outRow * (uint32(line[x-1]) + 1)
			}
			columns[x] = columns[x]*hashColumn + h - outColumn*row[x]
			row[x] = h
		}
		if y < top+matchSide-1 {
			continue
		}
		for x, h := range columns {
			for i := index[h>>(32-indexBits)]; i < index[h>>(32-indexBits)+1]; i++ {
				if b := &blocks[i]; b.hash == h {
					if b.found < mostPlaces {
						b.from[b.found] = vector{int16(y - matchSide + 1), int16(left + x)}
					}
					b.found++
				}
			}
		}
	}
}

// usable reports whether a block may be predicted from its position displaced by v: inside the image, as vectors that
// leave it are never needed.
func (f *frame) usable(b *block, v vector) bool {
	x, y := b.col<<2+int(v[1]), b.row<<2+int(v[0])
	return v == vector{} || b.size >= tables.Block8x8 && x >= 0 && y >= 0 && x+b.size.Width() <= f.src[0].width && y+b.size.Height() <= f.src[0].height
}

// searchVector sets the vector of a block to the best one nearby.
func (t *tile) searchVector(b *block) {
	if b.size < tables.Block8x8 {
		return
	}
	best, least := vector{}, t.vectorCost(b, vector{}, 1<<62)
	try := func(v vector) bool {
		if v == best || !t.f.usable(b, v) {
			return false
		}
		cost := t.vectorCost(b, v, least)
		if cost < least {
			best, least = v, cost
			return true
		}
		return false
	}
	for _, v := range t.f.moves {
		try(v)
	}
	for _, v := range b.vectors.list[:min(b.vectors.n, 4)] {
		try(v)
	}
	if t.f.lossless || t.f.fast {
		b.vector = best
		return
	}
	for _, step := range [...]int16{4, 2, 1} {
		for range 8 {
			c := best
			better := try(vector{c[0] - step, c[1]})
			better = try(vector{c[0] + step, c[1]}) || better
			better = try(vector{c[0], c[1] - step}) || better
			better = try(vector{c[0], c[1] + step}) || better
			if !better {
				break
			}
		}
	}
	b.vector = best
}

// vectorCost returns the sum of absolute luma differences of a prediction, plus that of coding its vector; or a value of
// at least limit.
func (t *tile) vectorCost(b *block, v vector, limit int) int {
	p, q := &t.f.src[0], &t.f.ref.rec[0]
	w, h := b.size.Width(), b.size.Height()
	x, y := b.col<<2, b.row<<2
	sum := 0
	if v != (vector{}) {
		sum = t.f.acq >> 3
		if b.vectors.n == 0 || v != b.vectors.list[0] {
			sum = t.f.acq
		}
	}
	for j := range h {
		if sum >= limit {
			break
		}
		src := p.pix[(y+j)*p.stride+x:][:w]
		from := q.pix[(y+j+int(v[0]))*q.stride+x+int(v[1]):][:w]
		for i, a := range src {
			d := int(a) - int(from[i])
			sum += max(d, -d)
		}
	}
	return sum
}

// predictInter writes the prediction of an area of a block from the previous frame to t.pred.
func (t *tile) predictInter(b *block, pl, x, y, w, h int) {
	p := &t.f.ref.rec[pl]
	s := t.f.shift(pl)
	dy, dx := int(b.vector[0]), int(b.vector[1])
	if s == 1 && (dx|dy)&1 != 0 {
		t.predictBetween(p, x, y, w, h, dx, dy)
		return
	}
	at := (y+dy>>s)*p.stride + x + dx>>s
	for j := range h {
		copy(t.pred[j*w:j*w+w], p.pix[at+j*p.stride:])
	}
}

// Filters of half-sample positions, for blocks of more than 4 samples and others (AV1 §7.11.3.4, Subpel_Filters).
var halfFilters = [2][8]int{{0, 2, -14, 76, 76, -14, 2, 0}, {0, 0, -12, 76, 76, -12, 0, 0}}

// wholeFilter is the filter of whole-sample positions.
var wholeFilter = [8]int{3: 128}

// predictBetween predicts chroma where the vector, in half samples, is odd (AV1 §7.11.3.4).
func (t *tile) predictBetween(p *Plane, x, y, w, h, dx, dy int) {
	filter := func(d, side int) *[8]int {
		switch {
		case d&1 == 0:
			return &wholeFilter
		case side > 4:
			return &halfFilters[0]
		}
		return &halfFilters[1]
	}
	across, down := filter(dx, w), filter(dy, h)
	x, y = x+dx>>1-3, y+dy>>1-3
	var lines [(32 + 7) * 32]int
	for j := range h + 7 {
		row := p.pix[max(0, min(y+j, p.height-1))*p.stride:]
		for i := range w {
			sum := 0
			for k, c := range across {
				sum += c * int(row[max(0, min(x+i+k, p.width-1))])
			}
			lines[j*w+i] = (sum + 4) >> 3
		}
	}
	for j := range h {
		for i := range w {
			sum := 0
			for k, c := range down {
				sum += c * lines[(j+k)*w+i]
			}
			t.pred[j*w+i] = clip8((sum + 1<<10) >> 11)
		}
	}
}

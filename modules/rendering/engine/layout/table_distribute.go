package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// The sizing guesses of a table (CSS Tables 3 §3.9.2.1): all columns at their minimum; those with percentages at
// theirs; also those with pixels at theirs; all at their maximum.
const (
	guessLeast = iota
	guessPercent
	guessPixels
	guessMost
	beyondGuesses
)

// guess returns a column's width in a sizing guess.
func (c *tableColumn) guess(n int, target geom.Unit) geom.Unit {
	switch {
	case n == guessLeast:
	case c.percent >= 0:
		return c.share(target)
	case c.constrained && n >= guessPixels, n >= guessMost:
		return c.most
	}
	return c.least
}

// distribute distributes a width to columns in the automatic layout: by interpolation between the two adjacent sizing
// guesses, or by growth beyond the last one. asked permits columns with a width in pixels to grow too. Merged columns
// have zero width, and every column has at least its minimum.
func distribute(cols []tableColumn, target geom.Unit, growFixed bool) []geom.Unit {
	out := make([]geom.Unit, len(cols))
	total := func(n int) (sum geom.Unit) {
		for i := range cols {
			if !cols[i].mergeable {
				sum = addSat(sum, cols[i].guess(n, target))
			}
		}
		return sum
	}
	target = max(target, total(guessLeast))
	at := guessLeast
	for at < beyondGuesses && total(at) < target {
		at++
	}
	low, high := max(0, at-1), min(at, guessMost)
	if at == guessMost && total(at) == target {
		low = at // the exact content widths, without rounding
	}
	weights := make([]geom.Unit, len(cols))
	picked := make([]bool, len(cols)) // the columns that get the excess
	for i := range cols {
		c := &cols[i]
		if c.mergeable {
			continue
		}
		out[i] = c.guess(low, target)
		weights[i] = c.guess(high, target) - out[i]
		switch at {
		case guessPercent:
			picked[i] = c.percent >= 0
		case guessPixels:
			picked[i] = c.isFixed()
		case guessMost:
			picked[i] = c.percent < 0 && !c.constrained
		}
	}
	switch {
	case at == guessLeast || low == high && at == guessMost:
	case at == beyondGuesses:
		for i := range cols {
			if !cols[i].mergeable {
				out[i] = cols[i].guess(guessMost, target)
			}
		}
		growBeyond(cols, out, target-total(guessMost), growFixed)
	default:
		spreadLast(out, weights, picked, target-total(low))
	}
	return out
}

// growBeyond widens columns beyond their maximum: those with neither percentage nor pixels by their width, else those
// with pixels, else those with a percentage.
func growBeyond(cols []tableColumn, out []geom.Unit, excess geom.Unit, growFixed bool) {
	picked := make([]bool, len(cols))
	pick := func(want func(c *tableColumn) bool) (any bool) {
		for i := range cols {
			picked[i] = !cols[i].mergeable && want(&cols[i])
			any = any || picked[i]
		}
		return any
	}
	weights := make([]geom.Unit, len(cols))
	for i := range cols {
		weights[i] = cols[i].most
	}
	switch {
	case pick(func(c *tableColumn) bool { return c.percent < 0 && !c.constrained }):
	case pick(func(c *tableColumn) bool { return c.isFixed() }) && growFixed:
	case pick(func(c *tableColumn) bool { return c.percent >= 0 }):
		growPercents(cols, out, picked, excess)
		return
	default:
		return
	}
	spreadLast(out, weights, picked, excess)
}

// growPercents widens columns in proportion to their percentages.
func growPercents(cols []tableColumn, out []geom.Unit, picked []bool, excess geom.Unit) {
	var total float32
	n := geom.Unit(0)
	for i := range cols {
		if picked[i] {
			total += cols[i].percent
			n++
		}
	}
	left, last := excess, 0
	for i := range cols {
		if !picked[i] {
			continue
		}
		more := excess / n
		if total != 0 {
			more = geom.FromFloat(float64(float32(float32(excess.Float())*cols[i].percent) / total))
		}
		out[i] += more
		left -= more
		last = i
	}
	out[last] += left
}

// spreadLast adds an amount to the picked values by weight, evenly if all weights are zero; the last one gets the
// rounding error.
func spreadLast(out, weight []geom.Unit, picked []bool, amount geom.Unit) {
	var total, n geom.Unit
	for i := range out {
		if picked[i] {
			total = addSat(total, weight[i])
			n++
		}
	}
	if n == 0 {
		return
	}
	left, last := amount, 0
	for i := range out {
		if !picked[i] {
			continue
		}
		more := amount / n
		if total > 0 {
			more = amount.Mul(weight[i], total)
		}
		out[i] += more
		left -= more
		last = i
	}
	out[last] += left
}

// distributeFixed is the fixed table layout: widths in pixels first, then percentages, the rest equally. Columns of
// width 0 are only included when all are.
func distributeFixed(cols []tableColumn, target geom.Unit) []geom.Unit {
	out := make([]geom.Unit, len(cols))
	if len(cols) == 0 {
		return out
	}
	var percents, fixed geom.Unit
	var percentN, fixedN, zeroN, autoN int
	isFixed := func(c *tableColumn) bool { return c.isFixed() && c.most != 0 }
	isZero := func(c *tableColumn) bool { return c.isFixed() && c.most == 0 }
	for i := range cols {
		switch c := &cols[i]; {
		case c.percent >= 0:
			percentN++
			percents = addSat(percents, c.share(target))
		case isFixed(c):
			fixedN++
			fixed = addSat(fixed, c.most)
		case isZero(c):
			zeroN++
		default:
			autoN++
		}
	}
	var given geom.Unit
	last := 0
	scaled := func(v geom.Unit, scale float32) geom.Unit {
		return geom.FromFloat(float64(scale * float32(v.Float())))
	}
	if fixedN > 0 {
		scale, room := float32(1), max(0, target-percents)
		if fixed < room && autoN == 0 || fixed > target {
			scale = float32(room.Float()) / float32(fixed.Float())
		}
		for i := range cols {
			if isFixed(&cols[i]) {
				out[i] = scaled(cols[i].most, scale)
				given += out[i]
				last = i
			}
		}
	}
	if given >= target {
		return out
	}
	if percentN > 0 {
		room := target - given
		scale, even := float32(1), false
		if percents < room && autoN == 0 || percents > room {
			even = percents == 0
			scale = float32(room.Float()) / float32(percents.Float())
		}
		for i := range cols {
			c := &cols[i]
			if c.percent < 0 {
				continue
			}
			if even {
				out[i] = geom.FromFloat(float64(float32((room).Float()) / float32(percentN)))
			} else {
				out[i] = scaled(c.share(target), scale)
			}
			given += out[i]
			last = i
		}
	}
	all := zeroN == len(cols)
	share := autoN
	if all {
		share = zeroN
	}
	rest := target - given
	for i := range cols {
		c := &cols[i]
		if c.percent >= 0 || isFixed(c) || isZero(c) && !all {
			continue
		}
		out[i] = geom.FromFloat(float64(float32(rest.Float()) / float32(share)))
		given += out[i]
		last = i
	}
	out[last] += target - given
	return out
}

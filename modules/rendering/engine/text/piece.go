package text

import "unicode/utf8"

const (
	// maxPiece is the maximum input in bytes of a shaper call, which cannot be interrupted.
	maxPiece = 8 << 10
	// pieceContext is the length of a piece's end that is shaped with it but left to the next piece: longer than any
	// font rule's context.
	pieceContext = 512
)

// shapePiece shapes text[start:end] and appends it to units. Text longer than maxPiece is cut at positions that the
// shaper marks as safe, so that the glyphs equal those of the whole; a piece without such a position is cut between two
// grapheme clusters.
func (e *Engine) shapePiece(w *worker, key shapeKey, text string, units []unit, start, end int, stop *stopper) []unit {
	for start < end {
		to := end
		if end-start > maxPiece {
			to = clusterStart(text, start, start+maxPiece)
			stop.check()
		}
		if stop.poll() {
			return units
		}
		key.text = text[start:to]
		glyphs := e.shapeCached(w, &key)
		if to < end {
			var at int
			at, glyphs = cutPiece(glyphs, key, clusterStart(text, start, to-pieceContext)-start)
			to = start + at
		}
		units = append(units, unit{start: start, end: to, glyphs: glyphs})
		start = to
	}
	return units
}

// cutPiece returns the last safe position at or before limit in the text of key, and the glyphs before it. If the
// second half has none, it is the first safe position after limit.
func cutPiece(glyphs []rawGlyph, key shapeKey, limit int) (int, []rawGlyph) {
	before := func(i int) int32 { // cluster of glyph i in logical order
		if key.rtl {
			return glyphs[len(glyphs)-1-i].cluster
		}
		return glyphs[i].cluster
	}
	unsafe := func(i int) bool {
		if key.rtl {
			i = len(glyphs) - 1 - i
		}
		return glyphs[i].unsafe
	}
	n := len(glyphs)
	for n > 0 && int(before(n-1)) >= limit {
		n--
	}
	if n == len(glyphs) {
		return len(key.text), glyphs // the end of the piece is a single cluster
	}
	// If no position is safe, cut at the start of the next cluster.
	best, count := int(before(n)), n
	// A cluster starts at glyph i if the previous glyph has a different one.
	for i := n; i > 0; i-- {
		c := int(before(i))
		if c < limit/2 {
			break
		}
		if before(i-1) != before(i) && safeFrom(before, unsafe, i, len(glyphs)) {
			best, count = c, i
			break
		}
	}
	if key.rtl {
		return best, glyphs[len(glyphs)-count:]
	}
	return best, glyphs[:count:count]
}

// safeFrom reports whether the cluster that starts at glyph i has no unsafe glyph.
func safeFrom(cluster func(int) int32, unsafe func(int) bool, i, n int) bool {
	for k := i; k < n && cluster(k) == cluster(i); k++ {
		if unsafe(k) {
			return false
		}
	}
	return true
}

// clusterStart returns the last start of a grapheme cluster in (start, pos], or, if the cluster is longer, the start of
// the last character.
func clusterStart(text string, start, pos int) int {
	from := max(start, pos-256)
	for from > start && !utf8.RuneStart(text[from]) {
		from--
	}
	best := -1
	for _, c := range clusterStarts(text[from:min(len(text), pos+64)]) {
		if at := from + int(c); at > from && at <= pos {
			best = at
		}
	}
	if best > start {
		return best
	}
	for pos > start+1 && !utf8.RuneStart(text[pos]) {
		pos--
	}
	return pos
}

// stopper periodically checks whether to stop.
type stopper struct {
	stop    func() error
	count   int
	stopped bool
}

// check reports whether to stop.
func (s *stopper) check() bool {
	if s == nil || s.stop == nil || s.stopped {
		return s != nil && s.stopped
	}
	s.stopped = s.stop() != nil
	return s.stopped
}

// poll is check, evaluated on every 1024th call.
func (s *stopper) poll() bool {
	if s == nil || s.stopped {
		return s != nil
	}
	if s.count++; s.count&1023 != 0 {
		return false
	}
	return s.check()
}

package png

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sync"
)

// Memo caches compressed stripes that occur more than once. The compressed data depends on the key alone, so a memo
// never changes a file. Its size is bounded; it is safe for concurrent use, and its zero value is empty.
type Memo struct {
	mu         sync.Mutex
	seen       [256]stripeKey // seen once, indexed by bits of the key
	young, old map[stripeKey]part
	bytes      int
}

// memoBytes is the size of each of a memo's two generations.
const memoBytes = 1 << 20

// stripeKey identifies a stripe's content and encoding. It contains two hashes with secret seeds, so that clients
// cannot construct colliding stripes.
type stripeKey struct {
	a, b           uint64
	background     uint64 // the BackgroundID, when a and b are 0,
	from           int    // and the stripe's first row
	width, rows    int
	color          byte
	before         byte // filter of the previous stripe
	slants         slants
	initial, final bool
}

var seedA, seedB = maphash.MakeSeed(), maphash.MakeSeed()

// keyOf returns the key of stripe i: its pixels, the preceding row, which is the compressor's dictionary, and the one
// before, which that row's filter may refer to.
func (l *layout) keyOf(i int) stripeKey {
	s := l.stripes[i]
	k := stripeKey{width: l.pic.Width, rows: s.to - s.from, color: l.color, slants: l.slants, initial: i == 0, final: i == len(l.stripes)-1}
	// See the doc comment for the two preceding rows.
	if above := max(s.from-2, 0); l.untouched(above, s.to) {
		k.background, k.from = l.pic.BackgroundID, s.from
	} else {
		k.a, k.b = l.hashes(above, s.to)
	}
	if i > 0 {
		k.before = l.stripes[i-1].kind
	}
	return k
}

// untouched reports whether rows from ≤ y < to show only the image's background.
func (l *layout) untouched(from, to int) bool {
	return l.pic.BackgroundID != 0 && !slices.Contains(l.pic.BackgroundRows[from:to], false)
}

// hashes returns two hashes of rows from ≤ y < to: of the rows that are not known to equal the one above, and of their
// positions.
func (l *layout) hashes(from, to int) (a, b uint64) {
	var ends []byte // the hashes and positions of each stretch of such rows
	n := l.pic.Width * 4
	for y := from; y < to; {
		end := y + 1
		for end < to && !l.knownSame(end) {
			end++
		}
		pix := l.pic.Pix[y*n : end*n]
		ends = binary.LittleEndian.AppendUint64(ends, maphash.Bytes(seedA, pix))
		ends = binary.LittleEndian.AppendUint64(ends, maphash.Bytes(seedB, pix))
		for y = end; y < to && l.knownSame(y); {
			y++
		}
		ends = binary.LittleEndian.AppendUint32(ends, uint32(end-from))
		ends = binary.LittleEndian.AppendUint32(ends, uint32(y-from))
	}
	return maphash.Bytes(seedA, ends), maphash.Bytes(seedB, ends)
}

// get returns the compressed stripe k; if it is missing, wanted reports whether to put it.
func (m *Memo) get(k stripeKey) (p part, ok, wanted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok = m.young[k]; ok {
		return p, true, false
	}
	if p, ok = m.old[k]; ok {
		delete(m.old, k)
		m.store(k, p)
		return p, true, false
	}
	slot := &m.seen[(k.a+31*k.background+uint64(k.from))%uint64(len(m.seen))]
	wanted = *slot == k
	*slot = k
	return part{}, false, wanted
}

// put stores p as the compressed stripe k.
func (m *Memo) put(k stripeKey, p part) {
	if len(p.data) > memoBytes/8 {
		return
	}
	p.data, p.room = bytes.Clone(p.data), nil // p's own buffer is reused once the file is written
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.young[k]; !ok {
		m.store(k, p)
	}
}

func (m *Memo) store(k stripeKey, p part) {
	if m.young == nil || m.bytes+len(p.data) > memoBytes {
		m.old, m.young, m.bytes = m.young, map[stripeKey]part{}, 0
	}
	m.young[k] = p
	m.bytes += len(p.data)
}

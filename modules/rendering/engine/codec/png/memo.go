package png

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sync"
)

// Memo keeps compressed stripes that were met more than once. What a stripe is
// compressed to depends on it alone, so a memo never changes a file. It is bounded
// and safe for concurrent use; its zero value is empty.
type Memo struct {
	mu         sync.Mutex
	met        [256]stripeKey // met once, by some bits of the key
	young, old map[stripeKey]part
	bytes      int
}

// memoBytes is how much a generation of a memo keeps; there are two.
const memoBytes = 1 << 20

// stripeKey represents a stripe: two hashes with secret seeds, so that no client can make
// two stripes that are taken for one another, and how it is written.
type stripeKey struct {
	a, b           uint64
	ground         uint64 // what is compressed when a and b are 0,
	from           int    // from this row on
	width, rows    int
	color          byte
	before         byte // filter of the stripe before
	slants         slants
	initial, final bool
}

var seedA, seedB = maphash.MakeSeed(), maphash.MakeSeed()

// keyOf returns the key of stripe i: its pixels, the row before that the compressor
// refers to, and one more that this row's filter may refer to.
func (l *layout) keyOf(i int) stripeKey {
	s := l.stripes[i]
	k := stripeKey{width: l.pic.Width, rows: s.to - s.from, color: l.color, slants: l.slants, initial: i == 0, final: i == len(l.stripes)-1}
	// The row before is there to be referred to, and one more that its filter refers to.
	if above := max(s.from-2, 0); l.untouched(above, s.to) {
		k.ground, k.from = l.pic.Ground, s.from
	} else {
		k.a, k.b = l.hashes(above, s.to)
	}
	if i > 0 {
		k.before = l.stripes[i-1].kind
	}
	return k
}

// untouched reports whether rows from ≤ y < to are the image's ground.
func (l *layout) untouched(from, to int) bool {
	return l.pic.Ground != 0 && !slices.Contains(l.pic.Untouched[from:to], false)
}

// hashes returns two hashes of rows from ≤ y < to: of those that are not known to equal the
// one above, and of where they lie.
func (l *layout) hashes(from, to int) (a, b uint64) {
	var ends []byte // of each stretch of such rows, and its hashes
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

// get returns what stripe k was compressed to; otherwise it says whether to put
// that here.
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
	slot := &m.met[(k.a+31*k.ground+uint64(k.from))%uint64(len(m.met))]
	wanted = *slot == k
	*slot = k
	return part{}, false, wanted
}

// put keeps p as what stripe k was compressed to.
func (m *Memo) put(k stripeKey, p part) {
	if len(p.data) > memoBytes/8 {
		return
	}
	p.data, p.room = bytes.Clone(p.data), nil // the file gives its memory back
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

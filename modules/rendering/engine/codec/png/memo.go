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
	seen       [256]sample // of recent stripes, indexed by their bits
	young, old generation
	bytes      int // in young
}

// generation holds stripes by their keys, and the samples of these.
type generation struct {
	parts   map[stripeKey]part
	samples map[sample]bool
}

// sample is a hash of a few of a stripe's rows: a stripe whose sample is new need not be hashed.
type sample uint64

// memoBytes is the size of each of a memo's two generations.
const memoBytes = 1 << 20

// stripeKey identifies a stripe's content and encoding. It contains two hashes with secret seeds, so that clients
// cannot construct colliding stripes.
type stripeKey struct {
	sample         sample
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

// sampleOf returns the sample of stripe i.
func (l *layout) sampleOf(i int) sample {
	const step = 8
	s := l.stripes[i]
	if l.untouched(max(s.from-2, 0), s.to) {
		return sample(31*l.pic.BackgroundID + uint64(s.from))
	}
	var h maphash.Hash
	h.SetSeed(seedA)
	for y := s.from; y < s.to; y += step {
		_, _ = h.Write(l.row(y)) // never fails
	}
	return sample(h.Sum64())
}

// keyOf returns the key of stripe i: its sample, its pixels, the preceding row, which is the compressor's dictionary, and the one
// before, which that row's filter may refer to.
func (l *layout) keyOf(i int, of sample) stripeKey {
	s := l.stripes[i]
	k := stripeKey{sample: of, width: l.pic.Width, rows: s.to - s.from, color: l.color, slants: l.slants, initial: i == 0, final: i == len(l.stripes)-1}
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

// met reports whether a stripe with the sample was seen before.
func (m *Memo) met(s sample) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	slot := &m.seen[uint64(s)%uint64(len(m.seen))]
	before := *slot == s
	*slot = s
	return before || m.young.samples[s] || m.old.samples[s]
}

// get returns the compressed stripe k, if the memo has it.
func (m *Memo) get(k stripeKey) (part, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok := m.young.parts[k]; ok {
		return p, true
	}
	p, ok := m.old.parts[k]
	if ok {
		delete(m.old.parts, k)
		m.store(k, p)
	}
	return p, ok
}

// put stores p as the compressed stripe k.
func (m *Memo) put(k stripeKey, p part) {
	if len(p.data) > memoBytes/8 {
		return
	}
	p.data, p.room = bytes.Clone(p.data), nil // p's own buffer is reused once the file is written
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.young.parts[k]; !ok {
		m.store(k, p)
	}
}

func (m *Memo) store(k stripeKey, p part) {
	if m.young.parts == nil || m.bytes+len(p.data) > memoBytes {
		m.old, m.young, m.bytes = m.young, generation{map[stripeKey]part{}, map[sample]bool{}}, 0
	}
	m.young.parts[k] = p
	m.young.samples[k.sample] = true
	m.bytes += len(p.data)
}

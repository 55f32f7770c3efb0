package vp8l

import (
	"math/bits"

	"github.com/platenhq/platen/modules/rendering/engine/codec/huffman"
	"github.com/platenhq/platen/modules/rendering/engine/codec/lsb"
)

// lengthOrder is the order in which the code length code lengths are written (§3.7.2.1.2).
var lengthOrder = [19]uint8{17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// writeCode writes the lengths of a prefix code. The symbol of a one-symbol code takes no bits: its length becomes 0.
func writeCode(w *lsb.Writer, codes []code) {
	var symbols [2]int
	n := 0
	for i, c := range codes {
		if c.n == 0 {
			continue
		}
		if n < 2 {
			symbols[n] = i
		}
		n++
	}
	if n <= 2 && symbols[0] < 256 && symbols[1] < 256 {
		writeSimple(w, codes, symbols, n)
		return
	}
	w.Put(0, 1)

	type item struct{ sym, extra uint8 }
	items := make([]item, 0, len(codes))
	var freq [19]uint32
	add := func(sym, extra uint8) {
		items = append(items, item{sym, extra})
		freq[sym]++
	}
	const initial = 8
	last := uint8(initial) // the last nonzero length, which symbol 16 repeats
	for i := 0; i < len(codes); {
		v := codes[i].n
		run := 1
		for i+run < len(codes) && codes[i+run].n == v {
			run++
		}
		i += run
		if v == 0 {
			for run >= 11 {
				k := min(run, 138)
				add(18, uint8(k-11))
				run -= k
			}
			if run >= 3 {
				add(17, uint8(run-3))
				run = 0
			}
		} else {
			if v != last {
				add(v, 0)
				last = v
				run--
			}
			for run >= 3 {
				k := min(run, 6)
				add(16, uint8(k-3))
				run -= k
			}
		}
		for ; run > 0; run-- {
			add(v, 0)
		}
	}

	var lens [19]uint8
	huffman.Lengths(freq[:], 7, lens[:], nil)
	var values [19]uint16
	huffman.Codes(lens[:], values[:])
	used, only := 0, 0
	for i, l := range lens {
		if l > 0 {
			used, only = used+1, i
		}
	}
	count := 19
	for count > 4 && lens[lengthOrder[count-1]] == 0 {
		count--
	}
	w.Put(uint64(count-4), 4)
	for _, s := range lengthOrder[:count] {
		w.Put(uint64(lens[s]), 3)
	}
	if used == 1 {
		lens[only] = 0
	}
	w.Put(0, 1) // max_symbol is the size of the alphabet
	extraBits := [19]uint{16: 2, 17: 3, 18: 7}
	for _, it := range items {
		l := lens[it.sym]
		v := uint64(bits.Reverse16(values[it.sym])>>(16-l)) & (1<<l - 1)
		w.Put(v|uint64(it.extra)<<l, uint(l)+extraBits[it.sym])
	}
	if n == 1 {
		codes[symbols[0]] = code{}
	}
}

// writeSimple writes a code of at most two symbols below 256 (§3.7.2.1.1).
func writeSimple(w *lsb.Writer, codes []code, symbols [2]int, n int) {
	w.Put(1, 1)
	w.Put(uint64(max(n, 1)-1), 1)
	if symbols[0] < 2 {
		w.Put(0, 1)
		w.Put(uint64(symbols[0]), 1)
	} else {
		w.Put(1, 1)
		w.Put(uint64(symbols[0]), 8)
	}
	if n == 2 {
		w.Put(uint64(symbols[1]), 8)
	}
	if n == 1 {
		codes[symbols[0]] = code{}
	}
}

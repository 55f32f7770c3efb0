// Package huffman builds length-limited canonical prefix codes for the encoders: DEFLATE (15 bits), JPEG (16) and WebP
// lossless (15). It is deterministic.
package huffman

import "slices"

// Lengths writes to out[i] the code length of symbol i for the given
// frequencies, at most limit bits; unused symbols get 0. A single used symbol
// gets length 1. len(out) must be at least len(freq), there must be at most
// 1<<limit used symbols and at most 65,536 symbols. scratch is reused when large
// enough and returned for the next call; nil is fine.
//
// The optimal lengths come from Moffat and Katajainen's in-place algorithm; codes
// over the limit are shortened by moving the deepest leaves up until the Kraft sum
// is one again, which is near-optimal and deterministic (ties go to the lower
// symbol).
func Lengths(freq []uint32, limit int, out []uint8, scratch []uint64) []uint64 {
	keys := scratch[:0]
	for i, f := range freq {
		out[i] = 0
		if f != 0 {
			keys = append(keys, uint64(f)<<16|uint64(0xffff-i))
		}
	}
	n := len(keys)
	switch n {
	case 0:
		return keys
	case 1:
		out[0xffff-int(keys[0]&0xffff)] = 1
		return keys
	}
	slices.Sort(keys)

	var syms [512]uint16
	order := syms[:0]
	if n > len(syms) {
		order = make([]uint16, 0, n)
	}
	for i, k := range keys {
		order = append(order, uint16(0xffff-k&0xffff))
		keys[i] = k >> 16
	}
	depths(keys)

	var count [64]uint32
	for _, d := range keys {
		count[min(d, 63)]++
	}
	limitDepths(&count, limit)

	// The rarest symbols get the longest codes.
	i := 0
	for bits := limit; bits > 0; bits-- {
		for c := count[bits]; c > 0; c-- {
			out[order[i]] = uint8(bits)
			i++
		}
	}
	return keys
}

// depths replaces ascending weights by their depths in an optimal prefix tree
// (Moffat and Katajainen, "In-place calculation of minimum-redundancy codes").
func depths(a []uint64) {
	n := len(a)
	a[0] += a[1]
	root, leaf := 0, 2
	for next := 1; next < n-1; next++ {
		if leaf >= n || a[root] < a[leaf] {
			a[next] = a[root]
			a[root] = uint64(next)
			root++
		} else {
			a[next] = a[leaf]
			leaf++
		}
		if leaf >= n || (root < next && a[root] < a[leaf]) {
			a[next] += a[root]
			a[root] = uint64(next)
			root++
		} else {
			a[next] += a[leaf]
			leaf++
		}
	}
	a[n-2] = 0
	for next := n - 3; next >= 0; next-- {
		a[next] = a[a[next]] + 1
	}
	avail, used, depth := 1, 0, uint64(0)
	root = n - 2
	next := n - 1
	for avail > 0 {
		for root >= 0 && a[root] == depth {
			used++
			root--
		}
		for avail > used {
			a[next] = depth
			next--
			avail--
		}
		avail = 2 * used
		depth++
		used = 0
	}
}

// limitDepths folds the leaves deeper than limit into it and repairs the Kraft sum.
func limitDepths(count *[64]uint32, limit int) {
	for i := limit + 1; i < len(count); i++ {
		count[limit] += count[i]
		count[i] = 0
	}
	var sum uint64
	for i := limit; i > 0; i-- {
		sum += uint64(count[i]) << (limit - i)
	}
	for ; sum > 1<<limit; sum-- {
		count[limit]--
		for i := limit - 1; i > 0; i-- {
			if count[i] != 0 {
				count[i]--
				count[i+1] += 2
				break
			}
		}
	}
}

// Codes writes the canonical code of every symbol, most significant bit first,
// for lengths of at most 16 bits (RFC 1951 §3.2.2).
func Codes(lengths []uint8, out []uint16) {
	var count, next [17]uint32
	for _, l := range lengths {
		count[l]++
	}
	count[0] = 0
	code := uint32(0)
	for b := 1; b <= 16; b++ {
		code = (code + count[b-1]) << 1
		next[b] = code
	}
	for i, l := range lengths {
		out[i] = 0
		if l != 0 {
			out[i] = uint16(next[l])
			next[l]++
		}
	}
}

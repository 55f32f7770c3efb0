package text

import "encoding/binary"

// byteTrie is ICU's serialised trie from byte strings to values (the format is described in ICU's bytestrie.h), read in
// place. Only the presence of values is used.
type byteTrie struct {
	b      []byte
	offset rune // characters are stored as differences to this
}

// parseTrie parses a dictionary: eight int32 indexes, then the trie.
func parseTrie(b []byte) *byteTrie {
	if len(b) < 32 {
		return &byteTrie{}
	}
	start := int(binary.LittleEndian.Uint32(b))
	transform := binary.LittleEndian.Uint32(b[20:])
	if start > len(b) {
		return &byteTrie{}
	}
	return &byteTrie{b: b[start:], offset: rune(transform & 0x1FFFFF)}
}

// Results of a step.
const (
	trieNoMatch = iota
	trieNoValue
	trieValue      // a word ends here and longer ones may follow
	trieFinalValue // a word ends here and none is longer
)

// trieCursor walks a trie from its root.
type trieCursor struct {
	t         *byteTrie
	pos       int
	remaining int // remaining bytes of a linear-match node minus one, −1 outside such a node
	dead      bool
}

func (t *byteTrie) cursor() trieCursor { return trieCursor{t: t, remaining: -1} }

func (c *trieCursor) at(pos int) int {
	if pos < 0 || pos >= len(c.t.b) {
		return 0xFF // a final value ends the walk
	}
	return int(c.t.b[pos])
}

const (
	minLinearMatch     = 0x10
	minValueLead       = 0x20
	minTwoByteLead     = 0x51
	minThreeByteLead   = 0x6C
	fourByteLead       = 0x7E
	minTwoByteDelta    = 0xC0
	minThreeByteDelta  = 0xF0
	fourByteDelta      = 0xFE
	maxBranchLinearSub = 5
)

// step advances by a character.
func (c *trieCursor) step(r rune) int {
	d := r - c.t.offset
	if c.dead || d < 0 || d > 0xFD || len(c.t.b) == 0 {
		c.dead = true
		return trieNoMatch
	}
	in := int(d)
	if c.remaining >= 0 {
		if in != c.at(c.pos) {
			c.dead = true
			return trieNoMatch
		}
		c.pos++
		c.remaining--
		if c.remaining < 0 {
			return c.result()
		}
		return trieNoValue
	}
	for {
		node := c.at(c.pos)
		c.pos++
		switch {
		case node < minLinearMatch:
			return c.branch(node, in)
		case node < minValueLead:
			if in != c.at(c.pos) {
				c.dead = true
				return trieNoMatch
			}
			c.pos++
			c.remaining = node - minLinearMatch - 1
			if c.remaining < 0 {
				return c.result()
			}
			return trieNoValue
		case node&1 != 0:
			c.dead = true // no bytes follow a final value
			return trieNoMatch
		default:
			c.pos = skipTrieValue(c.pos, node)
		}
	}
}

// result examines the current node.
func (c *trieCursor) result() int {
	node := c.at(c.pos)
	switch {
	case node < minValueLead:
		return trieNoValue
	case node&1 != 0:
		return trieFinalValue
	}
	return trieValue
}

func skipTrieValue(pos, lead int) int {
	switch {
	case lead < minTwoByteLead<<1:
		return pos
	case lead < minThreeByteLead<<1:
		return pos + 1
	case lead < fourByteLead<<1:
		return pos + 2
	}
	return pos + 3 + lead>>1&1
}

// branch selects the edge of a branch node for a byte.
func (c *trieCursor) branch(length, in int) int {
	pos := c.pos
	if length == 0 {
		length = c.at(pos)
		pos++
	}
	length++
	for length > maxBranchLinearSub {
		less := in < c.at(pos)
		pos++
		if less {
			length >>= 1
			pos = c.jump(pos)
		} else {
			length -= length >> 1
			pos = c.skipDelta(pos)
		}
	}
	for ; length > 1; length-- {
		hit := in == c.at(pos)
		pos++
		if hit {
			node := c.at(pos)
			if node&1 != 0 {
				c.pos = pos
				return trieFinalValue
			}
			c.pos = c.jumpByValue(pos)
			return c.result()
		}
		lead := c.at(pos)
		pos = skipTrieValue(pos+1, lead)
	}
	if in != c.at(pos) {
		c.dead = true
		return trieNoMatch
	}
	c.pos = pos + 1
	return c.result()
}

// jumpByValue skips the delta encoded as a non-final value.
func (c *trieCursor) jumpByValue(pos int) int {
	node := c.at(pos) >> 1
	pos++
	switch {
	case node < minTwoByteLead:
		return pos + node - 0x10
	case node < minThreeByteLead:
		return pos + 1 + (node-minTwoByteLead)<<8 + c.at(pos)
	case node < fourByteLead:
		return pos + 2 + (node-minThreeByteLead)<<16 + c.at(pos)<<8 + c.at(pos+1)
	case node == fourByteLead:
		return pos + 3 + c.at(pos)<<16 + c.at(pos+1)<<8 + c.at(pos+2)
	}
	return len(c.t.b) // five bytes: no dictionary is that large
}

func (c *trieCursor) jump(pos int) int {
	d := c.at(pos)
	pos++
	switch {
	case d < minTwoByteDelta:
		return pos + d
	case d < minThreeByteDelta:
		return pos + 1 + (d-minTwoByteDelta)<<8 + c.at(pos)
	case d < fourByteDelta:
		return pos + 2 + (d-minThreeByteDelta)<<16 + c.at(pos)<<8 + c.at(pos+1)
	case d == fourByteDelta:
		return pos + 3 + c.at(pos)<<16 + c.at(pos+1)<<8 + c.at(pos+2)
	}
	return len(c.t.b)
}

func (c *trieCursor) skipDelta(pos int) int {
	d := c.at(pos)
	pos++
	switch {
	case d < minTwoByteDelta:
		return pos
	case d < minThreeByteDelta:
		return pos + 1
	case d < fourByteDelta:
		return pos + 2
	}
	return pos + 3 + d&1
}

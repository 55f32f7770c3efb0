package avif

import "encoding/binary"

// Item is a coded image to be written.
type Item struct {
	// Config is the body of the av1C box.
	Config [4]byte
	// Data is the sequence header and the frame, as concatenated parts.
	Data [][]byte
	// Channels is 3, or 1 for monochrome, of 8 bits each.
	Channels int
}

// Item numbers.
const (
	primaryItem = 1
	alphaItem   = 2
)

// Encode returns a file of a w×h image with an optional monochrome image, or nil, as its straight alpha.
func Encode(w, h int, colour Colour, main, alpha *Item) []byte {
	brand := "MA1B"
	if main.Config[1]>>5 != 0 {
		brand = "MA1A"
	}
	file := appendBox(nil, "ftyp", []byte("avif\x00\x00\x00\x00avifmif1miaf"+brand))
	items := []*Item{main}
	if alpha != nil {
		items = append(items, alpha)
	}
	// The data offsets depend on the length of the meta box, which does not depend on them.
	starts := make([]int, len(items))
	data := len(file) + len(metaBox(w, h, colour, items, starts)) + 8
	for i := len(items) - 1; i >= 0; i-- {
		starts[i] = data
		data += items[i].size()
	}
	meta := metaBox(w, h, colour, items, starts)
	file = append(file, meta...)
	size := 8
	for _, p := range items {
		size += p.size()
	}
	out := make([]byte, 0, len(file)+size)
	out = append(out, file...)
	out = binary.BigEndian.AppendUint32(out, uint32(size))
	out = append(out, "mdat"...)
	// Alpha comes first: a progressive reader needs all of it early.
	for i := len(items) - 1; i >= 0; i-- {
		for _, d := range items[i].Data {
			out = append(out, d...)
		}
	}
	return out
}

func (p *Item) size() int {
	n := 0
	for _, d := range p.Data {
		n += len(d)
	}
	return n
}

// appendBox appends a box to b.
func appendBox(b []byte, name string, parts ...[]byte) []byte {
	size := 8
	for _, p := range parts {
		size += len(p)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(size))
	b = append(b, name...)
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// appendFullBox appends a box with a version and flags to b.
func appendFullBox(b []byte, name string, version byte, flags int, parts ...[]byte) []byte {
	head := []byte{version, byte(flags >> 16), byte(flags >> 8), byte(flags)}
	return appendBox(b, name, append([][]byte{head}, parts...)...)
}

func u16(v ...int) []byte {
	var b []byte
	for _, n := range v {
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	}
	return b
}

func u32(v ...int) []byte {
	var b []byte
	for _, n := range v {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// metaBox writes the meta box; starts are the file offsets of the items' data.
func metaBox(w, h int, colour Colour, items []*Item, starts []int) []byte {
	handler := appendFullBox(nil, "hdlr", 0, 0, u32(0), []byte("pict"), make([]byte, 12), []byte{0})
	primary := appendFullBox(nil, "pitm", 0, 0, u16(primaryItem))

	locations := append([]byte{0x44, 0}, u16(len(items))...)
	for i, p := range items {
		locations = append(locations, u16(i+1, 0, 1)...)
		locations = append(locations, u32(starts[i], p.size())...)
	}
	location := appendFullBox(nil, "iloc", 0, 0, locations)

	entries := u16(len(items))
	for i := range items {
		entries = appendFullBox(entries, "infe", 2, 0, u16(i+1, 0), []byte("av01"), []byte{0})
	}
	info := appendFullBox(nil, "iinf", 0, 0, entries)

	var references []byte
	if len(items) == 2 {
		references = appendFullBox(nil, "iref", 0, 0, appendBox(nil, "auxl", u16(alphaItem, 1, primaryItem)))
	}

	// Properties by index: 1 size, 2 and 5 channels, 3 and 6 configuration, 4 colour, 7 auxiliary type.
	properties := appendFullBox(nil, "ispe", 0, 0, u32(w, h))
	properties = channels(properties, items[0].Channels)
	properties = appendBox(properties, "av1C", items[0].Config[:])
	properties = append(properties, colour.box()...)
	const essential = 0x80
	associations := append(u32(len(items)), u16(primaryItem)...)
	associations = append(associations, 4, 1, 2, 3|essential, 4)
	if len(items) == 2 {
		properties = channels(properties, items[1].Channels)
		properties = appendBox(properties, "av1C", items[1].Config[:])
		properties = appendFullBox(properties, "auxC", 0, 0, []byte("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\x00"))
		associations = append(associations, u16(alphaItem)...)
		associations = append(associations, 4, 1, 5, 6|essential, 7)
	}
	iprp := appendBox(nil, "iprp", appendBox(nil, "ipco", properties), appendFullBox(nil, "ipma", 0, 0, associations))
	return appendFullBox(nil, "meta", 0, 0, handler, primary, location, info, references, iprp)
}

// box returns a colr box.
func (c Colour) box() []byte {
	fullRange := []byte{0}
	if c.FullRange {
		fullRange[0] = 0x80
	}
	return appendBox(nil, "colr", []byte("nclx"), u16(c.Primaries, c.Transfer, c.Matrix), fullRange)
}

// channels appends a pixi box.
func channels(b []byte, n int) []byte {
	body := []byte{byte(n)}
	for range n {
		body = append(body, 8)
	}
	return appendFullBox(b, "pixi", 0, 0, body)
}

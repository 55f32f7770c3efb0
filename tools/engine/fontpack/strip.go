package main

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// kept are the tables the engine reads, and name, which carries the copyright.
var kept = []string{
	"cmap", "head", "hhea", "hmtx", "maxp", "OS/2", "post", "name",
	"glyf", "loca", "CFF ", "CFF2", "GDEF", "GSUB", "GPOS", "kern",
	"fvar", "avar", "gvar", "HVAR", "MVAR", "COLR", "CPAL",
}

type table struct {
	tag  string
	data []byte
}

// chunkedCFF is the size of a CFF table past which its glyphs go into chunks that
// are unpacked one by one.
const chunkedCFF = 4 << 20

// strip returns the face as a file of its own with only the kept tables, without
// TrueType instructions and glyph names; chunks are the glyphs of a large CFF
// table, which is then left out.
func strip(b []byte, it item) (file, chunks []byte, err error) {
	start := 0
	if string(b[:4]) == "ttcf" {
		start = int(binary.BigEndian.Uint32(b[12+4*it.Index:]))
	}
	flavor := binary.BigEndian.Uint32(b[start:])
	n := int(binary.BigEndian.Uint16(b[start+4:]))
	tables := map[string][]byte{}
	for i := range n {
		e := b[start+12+16*i:]
		off, size := binary.BigEndian.Uint32(e[8:]), binary.BigEndian.Uint32(e[12:])
		tables[string(e[:4])] = b[off : off+size]
	}
	if post := tables["post"]; len(post) >= 32 {
		post = slices.Clone(post[:32])
		binary.BigEndian.PutUint32(post, 0x00030000)
		tables["post"] = post
	}
	if cff := tables["CFF "]; len(cff) > chunkedCFF {
		glyphs, err := flattenCFF(cff)
		if err != nil {
			return nil, nil, err
		}
		delete(tables, "CFF ")
		chunks = glyphs
	}
	if it.Quadratic {
		face, err := font.OpenTrusted(b, nil, nil)
		if err != nil {
			return nil, nil, err
		}
		quadratic(tables, face)
		flavor = 0x00010000
	} else if tables["glyf"] != nil {
		if err := stripInstructions(tables); err != nil {
			return nil, nil, err
		}
	}
	var list []table
	for _, tag := range kept {
		if d, ok := tables[tag]; ok {
			list = append(list, table{tag, d})
		}
	}
	slices.SortFunc(list, func(a, b table) int {
		if a.tag < b.tag {
			return -1
		}
		return 1
	})
	return writeSFNT(flavor, list), chunks, nil
}

func writeSFNT(flavor uint32, list []table) []byte {
	out := make([]byte, 12+16*len(list))
	binary.BigEndian.PutUint32(out, flavor)
	binary.BigEndian.PutUint16(out[4:], uint16(len(list)))
	pow, log := 1, 0
	for pow*2 <= len(list) {
		pow, log = pow*2, log+1
	}
	binary.BigEndian.PutUint16(out[6:], uint16(pow*16))
	binary.BigEndian.PutUint16(out[8:], uint16(log))
	binary.BigEndian.PutUint16(out[10:], uint16((len(list)-pow)*16))
	for i, t := range list {
		e := out[12+16*i:]
		copy(e, t.tag)
		binary.BigEndian.PutUint32(e[4:], checksum(t.data))
		binary.BigEndian.PutUint32(e[8:], uint32(len(out)))
		binary.BigEndian.PutUint32(e[12:], uint32(len(t.data)))
		out = append(out, t.data...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out
}

func checksum(b []byte) uint32 {
	var s uint32
	for len(b) >= 4 {
		s += binary.BigEndian.Uint32(b)
		b = b[4:]
	}
	var last [4]byte
	copy(last[:], b)
	return s + binary.BigEndian.Uint32(last[:])
}

// stripInstructions rewrites glyf and loca (long form) without instructions.
func stripInstructions(tables map[string][]byte) error {
	glyf, loca := tables["glyf"], tables["loca"]
	head := slices.Clone(tables["head"])
	long := head[51] != 0
	count := int(binary.BigEndian.Uint16(tables["maxp"][4:]))
	at := func(i int) int {
		if long {
			return int(binary.BigEndian.Uint32(loca[4*i:]))
		}
		return 2 * int(binary.BigEndian.Uint16(loca[2*i:]))
	}
	var out []byte
	offsets := make([]byte, 4*(count+1))
	for i := range count {
		binary.BigEndian.PutUint32(offsets[4*i:], uint32(len(out)))
		a, b := at(i), at(i+1)
		if a == b {
			continue
		}
		if a > b || b > len(glyf) {
			return errors.New("loca is broken")
		}
		g, err := stripGlyph(glyf[a:b])
		if err != nil {
			return err
		}
		out = append(out, g...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	binary.BigEndian.PutUint32(offsets[4*count:], uint32(len(out)))
	binary.BigEndian.PutUint16(head[50:], 1)
	tables["glyf"], tables["loca"], tables["head"] = out, offsets, head
	return nil
}

func stripGlyph(g []byte) ([]byte, error) {
	contours := int(int16(binary.BigEndian.Uint16(g)))
	if contours >= 0 {
		p := 10 + 2*contours
		if p+2 > len(g) {
			return nil, errors.New("glyph is cut off")
		}
		n := int(binary.BigEndian.Uint16(g[p:]))
		out := slices.Clone(g[:p])
		out = append(out, 0, 0)
		return append(out, g[p+2+n:]...), nil
	}
	out := slices.Clone(g)
	p := 10
	for {
		flags := binary.BigEndian.Uint16(out[p:])
		binary.BigEndian.PutUint16(out[p:], flags&^0x0100) // WE_HAVE_INSTRUCTIONS
		p += 4
		if flags&1 != 0 {
			p += 4
		} else {
			p += 2
		}
		switch {
		case flags&0x08 != 0:
			p += 2
		case flags&0x40 != 0:
			p += 4
		case flags&0x80 != 0:
			p += 8
		}
		if flags&0x20 == 0 {
			return out[:p], nil
		}
	}
}

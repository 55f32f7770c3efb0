package font

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// MaxFileBytes is the maximum size of a font file in a document.
const MaxFileBytes = 32 << 20

// MaxDecodedBytes is the maximum decompressed size of a font.
const MaxDecodedBytes = 64 << 20

// ErrTooLarge is wrapped by the errors of [Open] when a limit is exceeded.
var ErrTooLarge = errors.New("font is too large")

// sfnt is the table directory of a font file (OpenType "Organization of an OpenType Font"). All tables are inside data.
type sfnt struct {
	data   []byte
	flavor uint32
	tables []sfntTable
}

type sfntTable struct {
	tag            uint32
	offset, length uint32
}

// The file signatures.
const (
	flavorTrueType   = 0x00010000
	flavorTrue       = 0x74727565 // 'true'
	flavorOTTO       = 0x4F54544F // 'OTTO'
	flavorCollection = 0x74746366 // 'ttcf'
	flavorWOFF       = 0x774F4646 // 'wOFF'
	flavorWOFF2      = 0x774F4632 // 'wOF2'
)

func tagOf(s string) uint32 {
	return uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
}

// parseSFNT reads the directory of a TrueType or OpenType file, or of face index
// of a collection.
func parseSFNT(data []byte, index int) (*sfnt, error) {
	if len(data) < 12 {
		return nil, errors.New("font file is shorter than its header")
	}
	start := 0
	flavor := binary.BigEndian.Uint32(data)
	if flavor == flavorCollection {
		n := int(binary.BigEndian.Uint32(data[8:]))
		if index < 0 || index >= n || 12+4*(index+1) > len(data) {
			return nil, fmt.Errorf("collection has no face %d", index)
		}
		start = int(binary.BigEndian.Uint32(data[12+4*index:]))
		if start < 0 || start+12 > len(data) {
			return nil, errors.New("collection offset is outside the file")
		}
		flavor = binary.BigEndian.Uint32(data[start:])
	} else if index != 0 {
		return nil, fmt.Errorf("font file has no face %d", index)
	}
	switch flavor {
	case flavorTrueType, flavorTrue, flavorOTTO:
	default:
		return nil, fmt.Errorf("not a font file: signature %#08x", flavor)
	}
	n := int(binary.BigEndian.Uint16(data[start+4:]))
	if start+12+16*n > len(data) {
		return nil, errors.New("table directory is truncated")
	}
	f := &sfnt{data: data, flavor: flavor, tables: make([]sfntTable, 0, n)}
	for i := range n {
		e := data[start+12+16*i:]
		t := sfntTable{binary.BigEndian.Uint32(e), binary.BigEndian.Uint32(e[8:]), binary.BigEndian.Uint32(e[12:])}
		if uint64(t.offset)+uint64(t.length) > uint64(len(data)) {
			// A truncated last table is common in practice and accepted by other readers.
			if uint64(t.offset) >= uint64(len(data)) {
				continue
			}
			t.length = uint32(len(data)) - t.offset
		}
		f.tables = append(f.tables, t)
	}
	return f, nil
}

// table returns a table's bytes, nil if it is missing.
func (f *sfnt) table(tag string) []byte {
	want := tagOf(tag)
	for _, t := range f.tables {
		if t.tag == want {
			return f.data[t.offset : t.offset+t.length : t.offset+t.length]
		}
	}
	return nil
}

// u16 reads a big-endian number at off, 0 if it is outside b.
func u16(b []byte, off int) int {
	if off < 0 || off+2 > len(b) {
		return 0
	}
	return int(b[off])<<8 | int(b[off+1])
}

// i16 reads a signed big-endian number at off, 0 if it is outside b.
func i16(b []byte, off int) int { return int(int16(u16(b, off))) }

// u24 reads three bytes at off, 0 if they are outside b.
func u24(b []byte, off int) int {
	if off < 0 || off+3 > len(b) {
		return 0
	}
	return int(b[off])<<16 | int(b[off+1])<<8 | int(b[off+2])
}

// u32 reads a big-endian number at off, 0 if it is outside b.
func u32(b []byte, off int) int {
	if off < 0 || off+4 > len(b) {
		return 0
	}
	return int(binary.BigEndian.Uint32(b[off:]))
}

// i32 reads a signed big-endian number at off, 0 if it is outside b.
func i32(b []byte, off int) int { return int(int32(uint32(u32(b, off)))) }

// from returns b[off:], nil when off is outside b or is 0 (a null offset).
func from(b []byte, off int) []byte {
	if off <= 0 || off >= len(b) {
		return nil
	}
	return b[off:]
}

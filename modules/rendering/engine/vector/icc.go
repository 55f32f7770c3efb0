package vector

import "encoding/binary"

// sRGBProfile returns an sRGB display profile (ICC.1:2004-10): its primaries adapted to D50 and its transfer curve.
func sRGBProfile() []byte {
	text := func(s string) []byte {
		b := append([]byte("mluc\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x0cenUS"), 0, 0, 0, byte(2*len(s)), 0, 0, 0, 28)
		for _, c := range []byte(s) {
			b = append(b, 0, c)
		}
		return b
	}
	fixed := func(kind string, values ...int32) []byte { // s15Fixed16
		b := append([]byte(kind), 0, 0, 0, 0)
		for _, v := range values {
			b = binary.BigEndian.AppendUint32(b, uint32(v))
		}
		return b
	}
	// Parametric curve type 3: ((x + 0.055) / 1.055)^2.4, below 0.04045 x / 12.92.
	curve := fixed("para", 3<<16, 157286, 62119, 3417, 5072, 2651)
	tags := []struct {
		name string
		data []byte
	}{
		{"desc", text("sRGB IEC61966-2.1")},
		{"cprt", text("No copyright")},
		{"wtpt", fixed("XYZ ", 63190, 65536, 54061)},
		{"chad", fixed("sf32", 68674, 1502, -3290, 1939, 64912, -1119, -606, 987, 49262)},
		{"rXYZ", fixed("XYZ ", 28578, 14581, 912)},
		{"gXYZ", fixed("XYZ ", 25241, 46981, 6362)},
		{"bXYZ", fixed("XYZ ", 9376, 3972, 46799)},
		{"rTRC", curve}, {"gTRC", curve}, {"bTRC", curve},
	}
	head := make([]byte, 128)
	copy(head[8:], []byte{4, 0x20, 0, 0})
	copy(head[12:], "mntrRGB XYZ ")
	copy(head[24:], []byte{7, 208, 0, 1, 0, 1}) // 1 January 2000
	copy(head[36:], "acsp")
	copy(head[68:], []byte{0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d}) // D50
	table := binary.BigEndian.AppendUint32(nil, uint32(len(tags)))
	at := len(head) + 4 + 12*len(tags)
	var data []byte
	seen := map[string]int{}
	for _, t := range tags {
		where, ok := seen[string(t.data)]
		if !ok {
			for len(data)%4 != 0 {
				data = append(data, 0)
			}
			where = at + len(data)
			data = append(data, t.data...)
			seen[string(t.data)] = where
		}
		table = append(table, t.name...)
		table = binary.BigEndian.AppendUint32(table, uint32(where))
		table = binary.BigEndian.AppendUint32(table, uint32(len(t.data)))
	}
	for len(data)%4 != 0 {
		data = append(data, 0)
	}
	out := append(append(head, table...), data...)
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

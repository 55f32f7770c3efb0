package pdftest

import "encoding/binary"

// PressProfile returns a small ICC output profile of CMYK that converts naively: Lab values of the corners of the cube of
// inks, and back to no ink.
func PressProfile() []byte {
	lut := func(in, out int, corners []byte) []byte { // lut8Type, ICC.1:2010 §10.9
		b := append([]byte("mft1\x00\x00\x00\x00"), byte(in), byte(out), 2, 0)
		for _, v := range []uint32{1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 16} {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		ramp := func(n int) {
			for range n {
				for i := range 256 {
					b = append(b, byte(i))
				}
			}
		}
		ramp(in)
		b = append(b, corners...)
		ramp(out)
		return b
	}
	var lab, inks []byte
	for i := range 16 {
		light := 255
		for k, weight := range []int{120, 70, 90, 20} { // black, yellow, magenta, cyan
			if i>>k&1 != 0 {
				light = max(0, light-weight)
			}
		}
		lab = append(lab, byte(light), 128, 128)
	}
	for range 8 {
		inks = append(inks, 0, 0, 0, 0)
	}
	tags := []struct {
		name string
		data []byte
	}{
		{"desc", append([]byte("desc\x00\x00\x00\x00\x00\x00\x00\x0bTest press\x00"), make([]byte, 78)...)},
		{"cprt", []byte("text\x00\x00\x00\x00none\x00")},
		{"wtpt", []byte("XYZ \x00\x00\x00\x00\x00\x00\xf6\xd6\x00\x01\x00\x00\x00\x00\xd3\x2d")},
		{"A2B0", lut(4, 3, lab)},
		{"B2A0", lut(3, 4, inks)},
	}
	head := make([]byte, 128)
	copy(head[8:], []byte{2, 0x40})
	copy(head[12:], "prtrCMYKLab ")
	copy(head[24:], []byte{7, 208, 0, 1, 0, 1})
	copy(head[36:], "acsp")
	copy(head[68:], []byte{0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d})
	out := binary.BigEndian.AppendUint32(head, uint32(len(tags)))
	at := len(out) + 12*len(tags)
	var data []byte
	for _, t := range tags {
		for len(data)%4 != 0 {
			data = append(data, 0)
		}
		out = append(out, t.name...)
		out = binary.BigEndian.AppendUint32(out, uint32(at+len(data)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(t.data)))
		data = append(data, t.data...)
	}
	for len(data)%4 != 0 {
		data = append(data, 0)
	}
	out = append(out, data...)
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

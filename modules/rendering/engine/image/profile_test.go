package image

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	stdimage "image"
	"image/color"
	"image/png"
	"slices"
	"testing"
)

// pngWith encodes one colour and inserts chunks after the header.
func pngWith(t *testing.T, c color.NRGBA, chunks ...[]byte) []byte {
	t.Helper()
	m := stdimage.NewNRGBA(stdimage.Rect(0, 0, 3, 2))
	for i := range 6 {
		m.SetNRGBA(i%3, i/3, c)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()
	return slices.Concat(data[:33], slices.Concat(chunks...), data[33:])
}

func pngChunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func numbers(v ...uint32) (out []byte) {
	for _, n := range v {
		out = binary.BigEndian.AppendUint32(out, n)
	}
	return out
}

// iccProfile returns a profile of tags of "XYZ " and "curv" or "para".
func iccProfile(space string, tags map[string][]byte) []byte {
	head := make([]byte, 128)
	copy(head[16:], space)
	copy(head[20:], "XYZ ")
	copy(head[36:], "acsp")
	names := []string{}
	for name := range tags {
		names = append(names, name)
	}
	slices.Sort(names)
	table, data := numbers(uint32(len(names))), []byte{}
	at := 128 + 4 + 12*len(names)
	for _, name := range names {
		table = append(append(table, name...), numbers(uint32(at+len(data)), uint32(len(tags[name])))...)
		data = append(data, tags[name]...)
	}
	head[8] = 4
	copy(head[68:], numbers(63190, 65536, 54061))
	copy(head, numbers(uint32(at+len(data))))
	return slices.Concat(head, table, data)
}

func displayP3() []byte {
	xyz := func(x, y, z uint32) []byte { return append([]byte("XYZ \x00\x00\x00\x00"), numbers(x, y, z)...) }
	curve := append([]byte("para\x00\x00\x00\x00\x00\x03\x00\x00"), numbers(157286, 62119, 3417, 5072, 2651)...)
	return iccProfile("RGB ", map[string][]byte{
		"rXYZ": xyz(33759, 15808, 0xffffffbb), "gXYZ": xyz(19173, 45380, 2750), "bXYZ": xyz(10298, 4350, 51330),
		"rTRC": curve, "gTRC": curve, "bTRC": curve,
	})
}

// TestColoursOfPNG compares with what Chromium draws.
func TestColoursOfPNG(t *testing.T) {
	orange := color.NRGBA{R: 200, G: 120, B: 60, A: 255}
	chrm := numbers(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)
	for name, c := range map[string]struct {
		chunks [][]byte
		want   color.NRGBA
		warned bool
	}{
		"none":                     {nil, orange, false},
		"sRGB wins over gamma":     {[][]byte{pngChunk("sRGB", []byte{0}), pngChunk("gAMA", numbers(100000))}, orange, false},
		"gamma of sRGB":            {[][]byte{pngChunk("gAMA", numbers(45455))}, orange, false},
		"linear gamma":             {[][]byte{pngChunk("gAMA", numbers(100000))}, color.NRGBA{R: 229, G: 182, B: 133, A: 255}, false},
		"chromaticities alone":     {[][]byte{pngChunk("cHRM", chrm)}, orange, false},
		"code points of P3":        {[][]byte{pngChunk("cICP", []byte{12, 13, 0, 1})}, color.NRGBA{R: 213, G: 115, B: 42, A: 255}, false},
		"code points before gamma": {[][]byte{pngChunk("cICP", []byte{1, 13, 0, 1}), pngChunk("gAMA", numbers(100000))}, orange, false},
		"PQ":                       {[][]byte{pngChunk("cICP", []byte{9, 16, 0, 1})}, orange, true},
	} {
		b, err := Decode(context.Background(), pngWith(t, orange, c.chunks...), Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := (color.NRGBA{R: b.Pix[0], G: b.Pix[1], B: b.Pix[2], A: b.Pix[3]}); got != c.want || b.Unmanaged != c.warned {
			t.Errorf("%s: got %v, unmanaged %v, want %v, %v", name, got, b.Unmanaged, c.want, c.warned)
		}
	}
}

func TestColoursOfProfile(t *testing.T) {
	p, ok := readICC(displayP3())
	if p == nil || !ok {
		t.Fatal("not read")
	}
	if r, g, b := p.converter().convert(200, 120, 60); r != 213 || g != 115 || b != 42 {
		t.Errorf("got %d, %d, %d", r, g, b)
	}
	if p, ok := readICC(iccProfile("CMYK", map[string][]byte{"A2B0": []byte("mft2")})); p != nil || ok {
		t.Error("a profile with tables was read")
	}
	if p, ok := readICC([]byte("junk")); p != nil || !ok {
		t.Error("a damaged profile is not ignored")
	}
	for _, cut := range []int{128, 131, 140, 200, 300} {
		readICC(displayP3()[:min(cut, len(displayP3()))])
	}
}

// TestColoursOfTranslucentPixels converts straight values.
func TestColoursOfTranslucentPixels(t *testing.T) {
	b, err := Decode(context.Background(), pngWith(t, color.NRGBA{R: 200, G: 120, B: 60, A: 128}, pngChunk("cICP", []byte{12, 13, 0, 1})), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got := [4]byte(b.Pix); got != [4]byte{106, 58, 21, 128} {
		t.Errorf("got %v", got)
	}
}

// TestOrientationOfPNG reads eXIf.
func TestOrientationOfPNG(t *testing.T) {
	exif := []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00")
	data := pngWith(t, color.NRGBA{R: 9, A: 255}, pngChunk("eXIf", exif))
	info, err := Peek(data)
	if err != nil || info.Width != 2 || info.Height != 3 {
		t.Errorf("peek: %+v, %v", info, err)
	}
	b, err := Decode(context.Background(), data, Limits{})
	if err != nil || b.Width != 2 || b.Height != 3 || !b.Opaque {
		t.Errorf("decode: %v, %v", b, err)
	}
	b, err = Decode(context.Background(), pngWith(t, color.NRGBA{A: 255}, pngChunk("eXIf", exif), pngChunk("cICP", []byte{9, 16, 0, 1})), Limits{})
	if err != nil || !b.Unmanaged {
		t.Errorf("PQ and turned: %v, %v", b, err)
	}
}

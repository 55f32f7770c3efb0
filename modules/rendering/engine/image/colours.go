package image

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"math"
	"slices"
)

// maxProfile bounds a colour profile, in bytes.
const maxProfile = 4 << 20

// manage converts a decoded image to sRGB if the file describes other colours, as browsers do: by code points, a
// profile, or the gamma and chromaticities of PNG.
func manage(b *Bitmap, data []byte, info Info) {
	p, ok := (*profile)(nil), true
	switch info.Format {
	case PNG:
		p, ok = pngColours(data)
	case JPEG:
		if icc := jpegProfile(data); icc != nil {
			p, ok = readICC(icc)
		}
	case WebP:
		if icc := webpProfile(data); icc != nil {
			p, ok = readICC(icc)
		}
	}
	b.manage(p, ok)
}

// manage converts pixels from a profile; ok is false if the file has one that is not supported.
func (b *Bitmap) manage(p *profile, ok bool) {
	b.Unmanaged = b.Unmanaged || !ok
	if p == nil {
		return
	}
	if t := p.converter(); t != nil {
		t.apply(b)
		b.JPEG = nil // without the profile its colours would differ
	}
}

// pngColours reads the chunks before the pixels.
func pngColours(data []byte) (*profile, bool) {
	var icc []byte
	var gamma float64
	var white [2]float64
	var space primaries
	standard, chromaticities := false, false
	var coded *profile
	codedOK := true
	pngChunks(data, func(kind string, body []byte) bool {
		switch kind {
		case "cICP":
			if len(body) == 4 && body[2] == 0 {
				coded, codedOK = codedColours(uint16(body[0]), uint16(body[1]))
			}
		case "iCCP":
			if _, packed, found := bytes.Cut(body, []byte{0}); found && len(packed) > 1 && packed[0] == 0 && icc == nil {
				if r, err := zlib.NewReader(bytes.NewReader(packed[1:])); err == nil {
					if all, err := io.ReadAll(io.LimitReader(r, maxProfile)); err == nil {
						icc = all
					}
				}
			}
		case "sRGB":
			standard = true
		case "gAMA":
			if len(body) == 4 {
				gamma = float64(binary.BigEndian.Uint32(body)) / 100000
			}
		case "cHRM":
			if len(body) == 32 {
				at := func(i int) float64 { return float64(binary.BigEndian.Uint32(body[4*i:])) / 100000 }
				white = [2]float64{at(0), at(1)}
				for i := range space {
					space[i] = at(i + 2)
				}
				chromaticities = true
			}
		case "IDAT":
			return false
		}
		return true
	})
	switch {
	case coded != nil || !codedOK:
		return coded, codedOK
	case icc != nil:
		return readICC(icc)
	case standard || gamma < 1e-3, !chromaticities && math.Abs(float64(gamma*2.2)-1) < 0.05: // nearly the gamma of sRGB
		return nil, true
	}
	c := power(1 / gamma)
	p := &profile{curves: [3]curve{c, c, c}, gray: !chromaticities}
	if chromaticities {
		var ok bool
		if p.xyz, ok = xyzOf(space, white); !ok {
			return nil, true
		}
	}
	return p, true
}

// pngChunks visits the chunks of a PNG until visit returns false.
func pngChunks(data []byte, visit func(kind string, body []byte) bool) {
	for rest := data[min(8, len(data)):]; len(rest) >= 12; {
		n := uint64(binary.BigEndian.Uint32(rest))
		if n > uint64(len(rest)-12) || !visit(string(rest[4:8]), rest[8:8+n]) {
			return
		}
		rest = rest[12+n:]
	}
}

// jpegSegments visits the segments of a JPEG before its first scan, which visit may change in place.
func jpegSegments(data []byte, visit func(marker byte, body []byte)) {
	for p := data[min(2, len(data)):]; len(p) >= 4 && p[0] == 0xff; {
		switch marker := p[1]; {
		case marker == 0xff: // padding
			p = p[1:]
		case marker == 0xda || marker == 0xd9: // the scan, the end
			return
		case marker == 0x01 || marker >= 0xd0 && marker <= 0xd7: // without a body
			p = p[2:]
		default:
			n := int(binary.BigEndian.Uint16(p[2:])) + 2
			if n < 4 || n > len(p) {
				return
			}
			visit(marker, p[4:n])
			p = p[n:]
		}
	}
}

// jpegProfile assembles the profile of APP2 segments.
func jpegProfile(data []byte) []byte {
	const name = "ICC_PROFILE\x00"
	parts := map[byte][]byte{}
	total := 0
	jpegSegments(data, func(marker byte, body []byte) {
		if marker == 0xe2 && len(body) > len(name)+2 && string(body[:len(name)]) == name {
			parts[body[len(name)]] = body[len(name)+2:]
			total += len(body)
		}
	})
	if len(parts) == 0 || total > maxProfile {
		return nil
	}
	var out []byte
	for i := 1; i <= len(parts); i++ {
		part, ok := parts[byte(i)]
		if !ok {
			return nil
		}
		out = append(out, part...)
	}
	return out
}

// webpProfile returns the ICCP chunk.
func webpProfile(data []byte) []byte {
	for rest := data[min(12, len(data)):]; len(rest) >= 8; {
		n := uint64(binary.LittleEndian.Uint32(rest[4:]))
		if n > uint64(len(rest)-8) {
			return nil
		}
		if string(rest[:4]) == "ICCP" && n <= maxProfile {
			return slices.Clone(rest[8 : 8+n])
		}
		rest = rest[min(8+n+n&1, uint64(len(rest))):]
	}
	return nil
}

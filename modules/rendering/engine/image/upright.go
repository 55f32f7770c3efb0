package image

import "bytes"

// Upright returns a JPEG or PNG file without its EXIF orientation, and any other file unchanged. It returns false for an
// AVIF with a rotation or mirroring, which stays.
func Upright(data []byte) ([]byte, bool) {
	switch Sniff(data) {
	case AVIF:
		return data, !bytes.Contains(data, []byte("irot")) && !bytes.Contains(data, []byte("imir"))
	case PNG:
		at := 8
		pngChunks(data, func(kind string, body []byte) bool {
			if kind == "eXIf" {
				data = append(bytes.Clone(data[:at]), data[at+12+len(body):]...)
				return false
			}
			at += 12 + len(body)
			return kind != "IDAT"
		})
	case JPEG:
		data = bytes.Clone(data)
		jpegSegments(data, func(marker byte, body []byte) {
			if marker == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
				body[0] = 'x' // another kind of segment
			}
		})
	}
	return data, true
}

package image

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Format is a file format recognised by [Peek].
type Format string

// The formats.
const (
	PNG  Format = "png"
	JPEG Format = "jpeg"
	WebP Format = "webp"
	GIF  Format = "gif"
	AVIF Format = "avif"
	BMP  Format = "bmp"
	ICO  Format = "ico" // or a cursor
	SVG  Format = "svg"
)

// Info is the content of a file's header.
type Info struct {
	Format Format
	// Width and Height are in pixels, orientation applied.
	Width, Height int
	// Orientation is the EXIF orientation, 1–8; 1 is upright.
	Orientation int
}

// Peek reads an image's format and size from its header, without decoding or allocating pixels. It is safe for
// untrusted data. Errors wrap ErrUnsupported, ErrVector or ErrCorrupt.
func Peek(data []byte) (Info, error) {
	f := Sniff(data)
	info := Info{Format: f, Orientation: 1}
	var err error
	switch f {
	case PNG:
		err = peekPNG(data, &info)
	case JPEG:
		err = peekJPEG(data, &info)
	case WebP:
		err = peekWebP(data, &info)
	case GIF:
		err = peekGIF(data, &info)
	case AVIF:
		err = peekAVIF(data, &info)
	case BMP:
		err = peekBMP(data, &info)
	case ICO:
		err = peekICO(data, &info)
	case SVG:
		return info, fmt.Errorf("%w: this is SVG", ErrVector)
	default:
		return Info{}, fmt.Errorf("%w: %s; use PNG, JPEG, WebP, AVIF, GIF, BMP or ICO", ErrUnsupported, describe(data))
	}
	if err != nil {
		return Info{}, err
	}
	if info.Width <= 0 || info.Height <= 0 {
		return Info{}, corrupt(f, "its header says %d×%d pixels", info.Width, info.Height)
	}
	if info.Orientation > 4 {
		info.Width, info.Height = info.Height, info.Width
	}
	return info, nil
}

func corrupt(f Format, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrCorrupt, f, fmt.Sprintf(format, args...))
}

// Sniff detects a format by its first bytes; it returns "" if unknown.
func Sniff(data []byte) Format {
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return PNG
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return JPEG
	case len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return WebP
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return GIF
	case len(data) >= 12 && string(data[4:8]) == "ftyp":
		if hasAVIFBrand(data) {
			return AVIF
		}
	case len(data) >= 18 && string(data[:2]) == "BM" && data[15] == 0 && data[16] == 0 && data[17] == 0: // the size of its header
		return BMP
	case bytes.HasPrefix(data, []byte("\x00\x00\x01\x00")), bytes.HasPrefix(data, []byte("\x00\x00\x02\x00")):
		return ICO
	case looksLikeSVG(data):
		return SVG
	}
	return ""
}

// hasAVIFBrand reports whether an ftyp box lists an AVIF brand, or has a brand of its family as the major brand.
func hasAVIFBrand(data []byte) bool {
	if b := string(data[8:12]); b == "mif1" || b == "miaf" {
		return true
	}
	end := min(uint64(binary.BigEndian.Uint32(data)), uint64(len(data)), 256)
	for i := uint64(8); i+4 <= end; i += 4 {
		if b := string(data[i : i+4]); (b == "avif" || b == "avis") && i != 12 {
			return true
		}
	}
	return false
}

// looksLikeSVG reports whether an svg root element follows any declarations, comments and white space.
func looksLikeSVG(data []byte) bool {
	data = data[:min(len(data), 4096)]
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for {
		data = bytes.TrimLeft(data, " \t\r\n")
		end := ">"
		switch {
		case bytes.HasPrefix(data, []byte("<svg")):
			return true
		case bytes.HasPrefix(data, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(data, []byte("<?")):
			end = "?>"
		case bytes.HasPrefix(data, []byte("<!")):
			if i, j := bytes.IndexByte(data, '['), bytes.IndexByte(data, '>'); i >= 0 && i < j {
				end = "]>"
			}
		default:
			// A root element with a namespace prefix.
			i := bytes.IndexByte(data, ':')
			return i > 0 && i < 20 && data[0] == '<' && bytes.HasPrefix(data[i:], []byte(":svg"))
		}
		i := bytes.Index(data, []byte(end))
		if i < 0 {
			return false
		}
		data = data[i+len(end):]
	}
}

// describe describes data of an unknown format for an error message.
func describe(data []byte) string {
	switch {
	case len(data) == 0:
		return "the file is empty"
	case bytes.HasPrefix(data, []byte("II*\x00")), bytes.HasPrefix(data, []byte("MM\x00*")):
		return "this is TIFF"
	case bytes.HasPrefix(data, []byte("%PDF")):
		return "this is PDF"
	case len(data) >= 12 && string(data[4:8]) == "ftyp" && bytes.HasPrefix(data[8:], []byte("he")):
		return "this is HEIC"
	case bytes.HasPrefix(bytes.ToLower(bytes.TrimLeft(data[:min(len(data), 64)], " \t\r\n")), []byte("<!doctype html")),
		bytes.HasPrefix(bytes.ToLower(bytes.TrimLeft(data[:min(len(data), 64)], " \t\r\n")), []byte("<html")):
		return "this is an HTML page, not an image"
	}
	return fmt.Sprintf("the file starts with % x", data[:min(len(data), 8)])
}

func peekPNG(data []byte, info *Info) error {
	if len(data) < 33 || string(data[12:16]) != "IHDR" {
		return corrupt(PNG, "the file ends before its header does")
	}
	w, h := binary.BigEndian.Uint32(data[16:]), binary.BigEndian.Uint32(data[20:])
	if w > 1<<31-1 || h > 1<<31-1 {
		return corrupt(PNG, "its header says %d×%d pixels", w, h)
	}
	info.Width, info.Height = int(w), int(h)
	pngChunks(data, func(kind string, body []byte) bool {
		if kind == "eXIf" {
			info.Orientation = exifOrientation(body)
		}
		return kind != "IDAT" && kind != "eXIf"
	})
	return nil
}

func peekGIF(data []byte, info *Info) error {
	if len(data) < 13 {
		return corrupt(GIF, "the file ends before its header does")
	}
	info.Width = int(binary.LittleEndian.Uint16(data[6:]))
	info.Height = int(binary.LittleEndian.Uint16(data[8:]))
	return nil
}

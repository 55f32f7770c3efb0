package font

import (
	"fmt"
	"sync"
)

// bundledFace is an entry of the catalogue: a pack, compressed unless it is large, that is opened on first use.
type bundledFace struct {
	family   string
	weight   int
	slant    Slant
	color    bool
	unpacked int
	pack     *[]byte
	glyphs   *[]byte // see chunked; nil: in the pack
	stems    *[]byte // hints of these glyphs, see stemFile
	coverage string  // see decodeCoverage

	once sync.Once
	face *Face

	coverOnce sync.Once
	cover     Coverage
}

// OpenTrusted opens a plain font file without the size limits of [Open], for the tool that builds the catalogue. chunks
// holds the glyphs of a large CFF face and stems their hints; nil for other faces.
func OpenTrusted(data, chunks, stems []byte) (*Face, error) {
	file, err := parseSFNT(data, 0)
	if err != nil {
		return nil, err
	}
	var glyphs *chunked
	if chunks != nil {
		if glyphs, err = parseChunked(chunks); err != nil {
			return nil, err
		}
		if stems != nil {
			if glyphs.hints, err = parseStemFile(stems); err != nil {
				return nil, err
			}
		}
	}
	return newFace(file, glyphs)
}

// Unwrap converts a WOFF or WOFF2 file to a plain one, for the same tool; a plain file is returned unchanged.
func Unwrap(data []byte) ([]byte, error) { return unwrap(data) }

// open unpacks and opens the face. Packs are embedded and a test opens all of them, so an invalid one is a programming
// error and panics.
func (b *bundledFace) open() *Face {
	b.once.Do(func() {
		data, err := b.file()
		var glyphs, stems []byte
		if b.glyphs != nil {
			glyphs = *b.glyphs
		}
		if b.stems != nil {
			stems = *b.stems
		}
		if err == nil {
			b.face, err = OpenTrusted(data, glyphs, stems)
		}
		if err != nil {
			panic(fmt.Sprintf("font pack %s %d: %v", b.family, b.weight, err))
		}
		if b.face.color != nil {
			b.face.color.bundled = true
		}
	})
	return b.face
}

// file returns the pack's font file, which must not be modified.
func (b *bundledFace) file() ([]byte, error) {
	if len(*b.pack) == b.unpacked {
		return *b.pack, nil
	}
	return unzstd(*b.pack, make([]byte, 0, b.unpacked))
}

// covers reports whether the face has r, without opening it.
func (b *bundledFace) covers(r rune) bool {
	b.coverOnce.Do(func() { b.cover = decodeCoverage(b.coverage) })
	return b.cover.Contains(r)
}

// fullName returns the face's name as used in local() ("Inter Bold Italic").
func (b *bundledFace) fullName() string {
	names := map[int]string{100: " Thin", 200: " ExtraLight", 300: " Light", 500: " Medium", 600: " SemiBold", 700: " Bold", 800: " ExtraBold", 900: " Black"}
	name := b.family + names[b.weight]
	if b.slant != Upright {
		name += " Italic"
	}
	return name
}

package font

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	otfont "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
)

// layoutTables are the tables that shaping reads. Outlines, which are large and read by this package, are included only
// if shaping needs glyph extents or points.
var layoutTables = []string{"cmap", "head", "hhea", "hmtx", "maxp", "OS/2", "post", "GDEF", "GSUB", "GPOS", "kern", "kerx", "morx", "ankr", "trak", "feat", "ltag"}

// Shaping returns the shaper's view of the face: the parsed layout tables, and the normalised coordinates of the
// instance (nil at the default) for their deltas. The tables are parsed on the first call, which may be slow for large
// fonts; the result is shared and must not be modified.
func (f *Face) Shaping() (*otfont.Font, []tables.Coord, error) {
	s := f.shaping
	s.once.Do(func() { s.font, s.err = f.parseShaping() })
	if s.err != nil || f.coords == nil {
		return s.font, nil, s.err
	}
	coords := make([]tables.Coord, len(f.coords))
	for i, c := range f.coords {
		coords[i] = tables.Coord(c)
	}
	return s.font, coords, nil
}

func (f *Face) parseShaping() (font *otfont.Font, err error) {
	defer func() {
		if r := recover(); r != nil {
			font, err = nil, fmt.Errorf("parsing layout tables: malformed tables (%v)", r)
		}
	}()
	want := layoutTables
	if f.sfnt.table("GPOS") == nil && f.color == nil {
		want = append(want[:len(want):len(want)], "glyf", "loca")
	}
	var file opentype.Resource = newTableFile(f.sfnt, want)
	if f.coords != nil {
		file = bytes.NewReader(f.instanceFile(want))
	}
	loader, err := opentype.NewLoader(file)
	if err != nil {
		return nil, fmt.Errorf("parsing layout tables: %w", err)
	}
	if font, err = otfont.NewFont(loader); err != nil {
		return nil, fmt.Errorf("parsing layout tables: %w", err)
	}
	exactCoverage(font)
	return font, nil
}

// instanceFile returns the tables with the instance's precomputed advances: the shaper would compute them in floating
// point, which architectures may round differently.
func (f *Face) instanceFile(tags []string) []byte {
	w := newSFNTWriter(flavorTrueType)
	for _, tag := range tags {
		data := f.sfnt.table(tag)
		if data == nil {
			continue
		}
		switch tag {
		case "hhea":
			data = slices.Clone(data)
			if len(data) >= 36 {
				binary.BigEndian.PutUint16(data[34:], uint16(f.count))
			}
		case "hmtx":
			data = make([]byte, 0, 4*f.count)
			for g := range f.count {
				data = binary.BigEndian.AppendUint16(data, uint16(min(max(f.Advance(GlyphID(g)), 0), 0xFFFF)))
				data = binary.BigEndian.AppendUint16(data, uint16(f.leftBearing(GlyphID(g))))
			}
		}
		w.add(tagOf(tag), data)
	}
	return w.bytes()
}

// tableFile is a virtual font file with a subset of a file's tables: a new directory in front of the original bytes,
// which are not copied.
type tableFile struct {
	dir, data []byte
	pos       int64
}

func newTableFile(file *sfnt, tags []string) *tableFile {
	var picked []sfntTable
	for _, t := range file.tables {
		for _, tag := range tags {
			if t.tag == tagOf(tag) {
				picked = append(picked, t)
			}
		}
	}
	dir := make([]byte, 12+16*len(picked))
	binary.BigEndian.PutUint32(dir, flavorTrueType)
	binary.BigEndian.PutUint16(dir[4:], uint16(len(picked)))
	for i, t := range picked {
		e := dir[12+16*i:]
		binary.BigEndian.PutUint32(e, t.tag)
		binary.BigEndian.PutUint32(e[8:], t.offset+uint32(len(dir)))
		binary.BigEndian.PutUint32(e[12:], t.length)
	}
	return &tableFile{dir: dir, data: file.data}
}

// ReadAt reads from the virtual file.
func (t *tableFile) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	if off < int64(len(t.dir)) {
		n = copy(p, t.dir[off:])
	}
	if n < len(p) {
		if rest := off + int64(n) - int64(len(t.dir)); rest >= 0 && rest < int64(len(t.data)) {
			n += copy(p[n:], t.data[rest:])
		}
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Read reads from the current position.
func (t *tableFile) Read(p []byte) (int, error) {
	n, err := t.ReadAt(p, t.pos)
	t.pos += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// Seek sets the current position.
func (t *tableFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += t.pos
	case io.SeekEnd:
		offset += int64(len(t.dir) + len(t.data))
	}
	if offset < 0 {
		return 0, fmt.Errorf("seeking before the start of a font file")
	}
	t.pos = offset
	return offset, nil
}

// HasPositioning reports whether the face has a positioning feature for any script.
func (f *Face) HasPositioning(tag string) bool {
	tables, _, err := f.Shaping()
	if err != nil {
		return false
	}
	for _, feature := range tables.GPOS.Features {
		if feature.Tag.String() == tag {
			return true
		}
	}
	return false
}

// HasFeature reports whether the face has a substitution feature for any script.
func (f *Face) HasFeature(tag string) bool {
	tables, _, err := f.Shaping()
	if err != nil {
		return false
	}
	for _, feature := range tables.GSUB.Features {
		if feature.Tag.String() == tag {
			return true
		}
	}
	return false
}

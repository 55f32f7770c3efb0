package font

import (
	"errors"
	"fmt"
	"sync"

	otfont "github.com/go-text/typesetting/font"
)

// Face is an opened typeface, or one instance of a variable typeface. It is immutable and safe for concurrent use; its
// pointer identifies it within a process.
type Face struct {
	sfnt    *sfnt
	name    string
	upem    int32
	count   int
	metrics Metrics
	cmap    cmap

	hmtx     []byte
	hmetrics int
	hvar     []byte

	glyf *glyf
	cff  *cff
	// chunks replaces cff in the large bundled faces.
	chunks *chunked

	axes   []axis
	coords []int16 // normalised, nil at the default instance

	color   *colorTables
	shaping *shapingFont

	// unfitted reports whether the glyphs are not hinted; plain holds the face's unfitted variant.
	unfitted bool
	plain    *plainFace
}

// shapingFont holds the parsed layout tables of a face or instance, parsed when text is first shaped with it.
type shapingFont struct {
	once sync.Once
	font *otfont.Font
	err  error

	wordsOnce sync.Once
	words     *WordRules
}

// Open opens face index (0 unless the file is a collection) of a TrueType, OpenType, WOFF or WOFF2 file. data must not
// be modified afterwards. Files over [MaxFileBytes] or that decode to more than [MaxDecodedBytes] are rejected with
// [ErrTooLarge]. Malformed fonts return an error; they never panic.
func Open(data []byte, index int) (*Face, error) {
	if len(data) > MaxFileBytes {
		return nil, fmt.Errorf("opening font: %w: %d bytes, at most %d", ErrTooLarge, len(data), MaxFileBytes)
	}
	return open(data, index)
}

func open(data []byte, index int) (f *Face, err error) {
	// The readers below check bounds; this recover is a safety net.
	defer func() {
		if r := recover(); r != nil {
			f, err = nil, fmt.Errorf("opening font: malformed tables (%v)", r)
		}
	}()
	if data, err = unwrap(data); err != nil {
		return nil, fmt.Errorf("opening font: %w", err)
	}
	file, err := parseSFNT(data, index)
	if err != nil {
		return nil, fmt.Errorf("opening font: %w", err)
	}
	f, err = newFace(file, nil)
	if err != nil {
		return nil, fmt.Errorf("opening font: %w", err)
	}
	return f, nil
}

// unwrap converts WOFF and WOFF2 to a plain file.
func unwrap(data []byte) ([]byte, error) {
	switch uint32(u32(data, 0)) {
	case flavorWOFF:
		return decodeWOFF(data)
	case flavorWOFF2:
		return decodeWOFF2(data)
	}
	return data, nil
}

// UnpackedBytes returns the maximum memory that [Open] uses for the tables of a WOFF or WOFF2 file, including temporary
// memory; 0 for other files, which are used in place.
func UnpackedBytes(data []byte) int64 {
	switch uint32(u32(data, 0)) {
	case flavorWOFF:
		total := 0
		for i := range u16(data, 12) {
			total += u32(data, 44+20*i+12)
		}
		return 2 * int64(min(total, MaxDecodedBytes))
	case flavorWOFF2:
		_, tables, h, err := readWOFF2(data)
		if err != nil {
			return 0 // and Open rejects it
		}
		return int64(h.total) + 2*int64(woff2Limit(tables))
	}
	return 0
}

func newFace(file *sfnt, glyphs *chunked) (*Face, error) {
	f := &Face{sfnt: file, shaping: &shapingFont{}, plain: &plainFace{}}
	head, maxp := file.table("head"), file.table("maxp")
	if len(head) < 54 || len(maxp) < 6 {
		return nil, errors.New("head or maxp table is missing")
	}
	f.upem = int32(u16(head, 18))
	if f.upem < 16 || f.upem > 16384 {
		return nil, fmt.Errorf("units per em is %d, not between 16 and 16384", f.upem)
	}
	f.count = u16(maxp, 4)
	f.cmap = parseCmap(file.table("cmap"))
	if f.cmap.best == nil {
		return nil, errors.New("font has no usable cmap table")
	}
	hhea := file.table("hhea")
	f.hmtx, f.hmetrics = file.table("hmtx"), u16(hhea, 34)
	if f.hmetrics == 0 || len(f.hmtx) < 4 {
		return nil, errors.New("hhea or hmtx table is missing")
	}
	f.hmetrics = min(f.hmetrics, len(f.hmtx)/4)
	f.axes = parseFvar(file.table("fvar"))
	if len(f.axes) > 0 {
		f.hvar = file.table("HVAR")
	}
	switch {
	case glyphs != nil:
		f.chunks = glyphs
	case file.table("glyf") != nil:
		loca := file.table("loca")
		f.glyf = &glyf{glyf: file.table("glyf"), loca: loca, long: u16(head, 50) != 0, count: f.count, face: f}
	case file.table("CFF ") != nil:
		t, err := parseCFF(file.table("CFF "), false)
		if err != nil {
			return nil, err
		}
		f.cff = t
	case file.table("CFF2") != nil:
		t, err := parseCFF(file.table("CFF2"), true)
		if err != nil {
			return nil, err
		}
		f.cff = t
	}
	f.color = parseColor(file)
	if f.glyf == nil && f.cff == nil && f.chunks == nil && f.color == nil {
		return nil, errors.New("font has no outlines (glyf, CFF, CFF2) and no colour glyphs")
	}
	f.metrics = readMetrics(f)
	f.name = readName(file.table("name"))
	return f, nil
}

// Name returns the face's full name ("Inter Bold"), for messages and PDF.
func (f *Face) Name() string { return f.name }

// Metrics returns the vertical metrics.
func (f *Face) Metrics() Metrics { return f.metrics }

// Glyph returns the nominal glyph of a character; ok is false when there is none.
func (f *Face) Glyph(r rune) (g GlyphID, ok bool) {
	g = f.cmap.glyph(r)
	if int(g) >= f.count {
		g = 0
	}
	return g, g != 0
}

// HasGlyph reports whether the face has a glyph for r.
func (f *Face) HasGlyph(r rune) bool {
	_, ok := f.Glyph(r)
	return ok
}

// HasVariation reports whether the face lists the variation sequence r, selector.
func (f *Face) HasVariation(r, selector rune) bool {
	_, ok := f.cmap.variation(r, selector)
	return ok
}

// GlyphCount returns the number of glyphs.
func (f *Face) GlyphCount() int { return f.count }

// Advance returns a glyph's horizontal advance in font units.
func (f *Face) Advance(g GlyphID) int32 {
	i := min(int(g), f.hmetrics-1)
	if i < 0 {
		return 0
	}
	a := int32(u16(f.hmtx, 4*i))
	if f.coords != nil && f.hvar != nil {
		a += advanceDelta(f.hvar, f.coords, g)
	} else if f.coords != nil && f.glyf != nil && f.glyf.vary != nil {
		a += f.glyf.advanceDelta(g)
	}
	return a
}

// leftBearing returns a glyph's left side bearing in font units.
func (f *Face) leftBearing(g GlyphID) int32 {
	i := int(g)
	if i < f.hmetrics {
		return int32(i16(f.hmtx, 4*i+2))
	}
	return int32(i16(f.hmtx, 4*f.hmetrics+2*(i-f.hmetrics)))
}

// Outline returns a glyph's contours; nil when it has none (a space or a colour-only glyph). It is computed on each
// call.
func (f *Face) Outline(g GlyphID) *Outline {
	switch {
	case int(g) >= f.count:
		return nil
	case f.glyf != nil:
		return f.glyf.outline(g)
	case f.cff != nil:
		return f.cff.outline(g)
	case f.chunks != nil:
		return f.chunks.outline(g)
	}
	return nil
}

// Data returns the file as TrueType or OpenType (decoded if it was WOFF), for PDF embedding. It must not be modified.
// It has no CFF table for large bundled CFF faces (Noto Sans CJK): their glyphs are only available through
// [Face.Outline].
func (f *Face) Data() []byte { return f.sfnt.data }

// IsCFF reports whether the outlines are cubic (CFF) rather than quadratic (glyf).
func (f *Face) IsCFF() bool { return f.cff != nil || f.chunks != nil }

// HasRegions reports whether the language selects among the forms of several regions, as in the bundled CJK faces.
func (f *Face) HasRegions() bool { return f.chunks != nil }

// Table returns a table of the font file by its four-letter tag, nil if it is missing. It must not be modified.
func (f *Face) Table(tag string) []byte {
	if len(tag) != 4 {
		return nil
	}
	return f.sfnt.table(tag)
}

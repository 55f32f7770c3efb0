// Package hint fits glyph outlines to the pixel grid vertically, as browsers on Linux do at every scale of a
// screenshot. Faces with TrueType outlines are hinted like FreeType's automatic hinter in light mode (FreeType, "The
// automatic hinter", latin and CJK modules). Faces with CFF outlines use their own hints, applied like Adobe's engine
// in FreeType (FreeType, "The CFF driver"; Adobe Technical Notes 5176 §15 and 5177 §4.3), without stem darkening.
// Advance widths do not change.
//
//	hint.go      the package's face: [Face], [DrawStems], [Pen]
//	face.go      the measurements of a face: zones, standard stem widths
//	scripts.go   the zones of every script
//	outline.go   points, directions, segments and their pairs
//	edges.go     edges of segments, fitted to zones and rows
//	han.go       the same for styles without zones
//	stems.go     the hints of CFF faces, zones.go their alignment zones
//
// It imports only font. Rasterising the hinted contours, gamma and caches belong to raster; font file contents belong
// to font. Lengths without a unit are in font units, hinted positions in 26.6 pixels, scales in 16.16.
package hint

import "github.com/platenhq/platen/modules/rendering/engine/font"

// Point is a point of a hinted contour in 1/256 pixel, y down.
type Point struct{ X, Y int32 }

// Pen receives contours; each starts with MoveTo and ends at its start.
type Pen interface {
	MoveTo(p Point)
	LineTo(p Point)
	QuadTo(c, p Point)
	CubicTo(c, d, p Point)
}

// limit bounds the coordinates passed to a pen.
const limit = 1 << 30

// Size returns the approximate memory use of h in bytes.
func (h *Face) Size() int { return 1<<10 + len(h.styles) }

// Draw passes the hinted contours of glyph id, whose outline is o, to a pen. It returns false when the glyph is not
// hinted. ppem is the size in 1/1024 device pixels per em; the contours are shifted right by shift, in 1/256 pixel. A
// nil h hints nothing.
func (h *Face) Draw(p Pen, id font.GlyphID, o *font.Outline, ppem, shift int32) bool {
	g := h.apply(id, o, ppem)
	if g == nil {
		return false
	}
	g.draw(p, shift)
	return true
}

// DrawStems passes a CFF outline to a pen, with its heights adjusted by the stem hints s of the face; x scales
// horizontal coordinates from 1/64 font unit to 1/256 pixel. ppem is as for [Face.Draw].
func DrawStems(p Pen, o *font.Outline, s *font.Stems, unitsPerEm, ppem int32, x func(int32) int32) {
	newStemHinter(s, stemScale(int64(unitsPerEm), ppem)).draw(p, o, x)
}

// stemScale returns the size of a font unit in pixels, 16.16, rounded as in FreeType.
func stemScale(upem int64, ppem int32) int64 {
	return ((int64(ppem>>4)<<16+upem/2)/upem + 32) / 64
}

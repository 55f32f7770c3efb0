// Package hint fits glyph outlines to the pixel grid, vertically, as browsers on Linux do at every scale of a
// screenshot. Faces with TrueType outlines get what FreeType's automatic hinter does in its light mode
// (FreeType, "The automatic hinter", latin and CJK modules); faces with CFF outlines get the hints they bring,
// followed as Adobe's engine in FreeType follows them (FreeType, "The CFF driver"; Adobe Technical Notes 5176 §15
// and 5177 §4.3), without stem darkening. Widths stay as they are.
//
//	hint.go      the package's face: [Face], [DrawStems], [Pen]
//	face.go      what is measured of a face: zones, standard stems
//	scripts.go   the zones of every script
//	outline.go   points, directions, segments and their pairs
//	edges.go     edges of segments, fitted to zones and rows
//	han.go       the same for styles without zones
//	stems.go     the hints of CFF faces, zones.go their alignment zones
//
// It imports only font. Rasterising the fitted contours, gamma and caches belong to raster; what is in the font
// file belongs to font. Lengths without a unit are font units; fitted positions are 26.6 pixels; scales are 16.16.
package hint

import "github.com/platenhq/platen/modules/rendering/engine/font"

// Point is a point of a fitted contour in 1/256 pixel, y down.
type Point struct{ X, Y int32 }

// Pen receives contours; each begins with MoveTo and ends where it began.
type Pen interface {
	MoveTo(p Point)
	LineTo(p Point)
	QuadTo(c, p Point)
	CubicTo(c, d, p Point)
}

// limit bounds coordinates given to a pen.
const limit = 1 << 30

// Size returns roughly how many bytes h occupies.
func (h *Face) Size() int { return 1<<10 + len(h.styles) }

// Draw gives the fitted contours of glyph id, whose outline is o, to a pen and reports whether it did: false when
// the glyph is not hinted. ppem is the size in 1/1024 device pixels per em; the contours are moved right by shift,
// in 1/256 pixel. A nil h hints nothing.
func (h *Face) Draw(p Pen, id font.GlyphID, o *font.Outline, ppem, shift int32) bool {
	g := h.apply(id, o, ppem)
	if g == nil {
		return false
	}
	g.draw(p, shift)
	return true
}

// DrawStems gives a CFF outline to a pen, its heights moved by the stem hints s of the face; x scales the widths
// from 1/64 font unit to 1/256 pixel. ppem is as for [Face.Draw].
func DrawStems(p Pen, o *font.Outline, s *font.Stems, unitsPerEm, ppem int32, x func(int32) int32) {
	newStemHinter(s, stemScale(int64(unitsPerEm), ppem)).draw(p, o, x)
}

// stemScale is the size in pixels of a font unit, 16.16, rounded as FreeType does.
func stemScale(upem int64, ppem int32) int64 {
	return ((int64(ppem>>4)<<16+upem/2)/upem + 32) / 64
}

package font

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// ColorGlyph is a colour glyph: a paint tree (OpenType COLR 0 and 1) or a bitmap (CBDT, sbix). It is immutable.
type ColorGlyph struct {
	Paint  ColorPaint // nil for a bitmap
	Bitmap *GlyphBitmap
	// Clip is the tree's clip box in font units (min x, min y, max x, max y); HasClip is false when the font has none.
	Clip    [4]float64
	HasClip bool
}

// GlyphBitmap is a glyph's image, a PNG file, designed for PPEM pixels per em: at other sizes it is scaled by size /
// PPEM. Left and Top are its upper left corner relative to the origin in its own pixels, Top upwards. Advance is in its
// own pixels, 0 when it is only in hmtx.
type GlyphBitmap struct {
	PNG       []byte
	PPEM      int
	Left, Top int
	Advance   int
}

// ColorPaint is a node of a paint tree, in font units with y pointing up: one of
// [*PaintLayers], [*PaintSolid], [*PaintLinear], [*PaintRadial], [*PaintSweep],
// [*PaintGlyph], [*PaintTransform] and [*PaintComposite].
type ColorPaint interface{ colorPaint() }

// PaletteColor is a non-premultiplied colour. With Foreground, the text's colour replaces R, G, B and its alpha is
// multiplied by A.
type PaletteColor struct {
	R, G, B, A uint8
	Foreground bool
}

// PaintLayers paints its parts in order, the first at the bottom.
type PaintLayers struct{ Layers []ColorPaint }

// PaintSolid fills the plane.
type PaintSolid struct{ Color PaletteColor }

// ColorStop is a colour at an offset of the colour line. Offsets do not decrease, but may be outside 0 to 1.
type ColorStop struct {
	Offset float64
	Color  PaletteColor
}

// Extend selects the colour outside the first and last stop.
type Extend uint8

// The extends.
const (
	ExtendPad Extend = iota
	ExtendRepeat
	ExtendReflect
)

// PaintLinear is a linear gradient from P0 to P1, its colour bands parallel to
// the line from P0 to P2.
type PaintLinear struct {
	Stops                  []ColorStop
	Extend                 Extend
	X0, Y0, X1, Y1, X2, Y2 float64
}

// PaintRadial is a two-circle (two-point conical) gradient.
type PaintRadial struct {
	Stops                  []ColorStop
	Extend                 Extend
	X0, Y0, R0, X1, Y1, R1 float64
}

// PaintSweep is a sweep gradient around a centre, counter-clockwise from Start to End degrees, 0 pointing right.
type PaintSweep struct {
	Stops      []ColorStop
	Extend     Extend
	X, Y       float64
	Start, End float64
}

// PaintGlyph clips its paint to a glyph's outline.
type PaintGlyph struct {
	Glyph GlyphID
	Paint ColorPaint
}

// PaintTransform transforms its paint.
type PaintTransform struct {
	Matrix geom.Matrix
	Paint  ColorPaint
}

// PaintComposite composites Source onto Backdrop with Mode, isolated from the content beneath.
type PaintComposite struct {
	Source, Backdrop ColorPaint
	Mode             CompositeMode
}

// CompositeMode is a composition operator of COLR version 1, with the table's values.
type CompositeMode uint8

// The composite modes.
const (
	CompositeClear CompositeMode = iota
	CompositeSrc
	CompositeDest
	CompositeSrcOver
	CompositeDestOver
	CompositeSrcIn
	CompositeDestIn
	CompositeSrcOut
	CompositeDestOut
	CompositeSrcAtop
	CompositeDestAtop
	CompositeXor
	CompositePlus
	CompositeScreen
	CompositeOverlay
	CompositeDarken
	CompositeLighten
	CompositeColorDodge
	CompositeColorBurn
	CompositeHardLight
	CompositeSoftLight
	CompositeDifference
	CompositeExclusion
	CompositeMultiply
	CompositeHue
	CompositeSaturation
	CompositeColor
	CompositeLuminosity
)

func (*PaintLayers) colorPaint()    {}
func (*PaintSolid) colorPaint()     {}
func (*PaintLinear) colorPaint()    {}
func (*PaintRadial) colorPaint()    {}
func (*PaintSweep) colorPaint()     {}
func (*PaintGlyph) colorPaint()     {}
func (*PaintTransform) colorPaint() {}
func (*PaintComposite) colorPaint() {}

// colorTables holds a face's colour glyph tables.
type colorTables struct {
	colr, cpal       []byte
	sbix, cblc, cbdt []byte
	palette          []PaletteColor
	glyphs           int
	bundled          bool
}

func parseColor(file *sfnt) *colorTables {
	t := &colorTables{
		colr: file.table("COLR"), cpal: file.table("CPAL"), sbix: file.table("sbix"),
		cblc: file.table("CBLC"), cbdt: file.table("CBDT"), glyphs: u16(file.table("maxp"), 4),
	}
	if len(t.colr) < 14 || len(t.cpal) < 12 {
		t.colr = nil
	} else {
		t.palette = paletteOf(t.Palette(0))
	}
	if t.colr == nil && t.sbix == nil && (t.cblc == nil || t.cbdt == nil) {
		return nil
	}
	return t
}

// HasColor reports whether the face has colour glyphs.
func (f *Face) HasColor() bool { return f.color != nil }

// StandsForBitmaps reports whether the face replaces the bitmap emoji of browsers on Linux, as the bundled emoji do.
func (f *Face) StandsForBitmaps() bool { return f.color != nil && f.color.bundled }

// ColorGlyph returns a colour glyph; ok is false when the glyph is drawn by its outline. size selects among bitmaps
// (the smallest not below it); paint trees do not depend on it.
func (f *Face) ColorGlyph(g GlyphID, size geom.Unit) (glyph *ColorGlyph, ok bool) {
	t := f.color
	if t == nil || int(g) >= f.count {
		return nil, false
	}
	if t.colr != nil {
		if c := t.paintOf(g, f.coords); c != nil {
			return c, true
		}
	}
	if t.sbix != nil {
		if b := t.sbixBitmap(g, size.Ceil()); b != nil {
			if o := f.Outline(g); o != nil {
				// sbix positions the image relative to the outline's bounding box.
				b.Left += int(int64(o.XMin>>6) * int64(b.PPEM) / int64(f.upem))
				b.Top += int(int64(o.YMin>>6) * int64(b.PPEM) / int64(f.upem))
			}
			return &ColorGlyph{Bitmap: b}, true
		}
	}
	if t.cblc != nil && t.cbdt != nil {
		if b := t.cbdtBitmap(g, size.Ceil()); b != nil {
			return &ColorGlyph{Bitmap: b}, true
		}
	}
	return nil, false
}

// colorAt returns palette entry i with an alpha of 0 to 1.
func (t *colorTables) colorAt(i int, alpha float64) PaletteColor {
	c := PaletteColor{A: 255, Foreground: true}
	if i != 0xFFFF {
		c.Foreground = false
		if i < len(t.palette) {
			c = t.palette[i]
		}
	}
	c.A = uint8(float64(float64(c.A)*min(max(alpha, 0), 1)) + 0.5)
	return c
}

// layersV0 reads the layers of COLR version 0.
func (t *colorTables) layersV0(g GlyphID) *ColorGlyph {
	b := t.colr
	n, bases, layers, count := u16(b, 2), u32(b, 4), u32(b, 8), u16(b, 12)
	lo, hi := 0, n
	for lo < hi {
		m := (lo + hi) / 2
		if u16(b, bases+6*m) < int(g) {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo >= n || bases+6*lo+6 > len(b) || u16(b, bases+6*lo) != int(g) {
		return nil
	}
	first, num := u16(b, bases+6*lo+2), u16(b, bases+6*lo+4)
	list := &PaintLayers{}
	for i := first; i < first+num && i < count; i++ {
		p := layers + 4*i
		if p+4 > len(b) {
			break
		}
		list.Layers = append(list.Layers, &PaintGlyph{Glyph: GlyphID(u16(b, p)), Paint: &PaintSolid{t.colorAt(u16(b, p+2), 1)}})
	}
	return &ColorGlyph{Paint: list}
}

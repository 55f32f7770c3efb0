// Package vector writes display lists as vector files: SVG, with text as outlines or as text with subset fonts, and PDF,
// with subset fonts and text that can be selected and searched. What a format cannot express (blurred shadows and other
// filters, and in SVG conic gradients) is rasterised and embedded as an image of that part alone, at the resolution that
// its blur requires.
//
// The same list gives the same bytes on every machine. All functions are safe
// for concurrent use.
package vector

import (
	"context"
	"errors"
	"math"
	"strconv"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// ErrUnbalanced reports a Pop without its Push or a Push without its Pop.
var ErrUnbalanced = errors.New("unbalanced push and pop")

// ErrTooDeep reports operations or masks that are nested too deeply.
var ErrTooDeep = errors.New("operations nested too deeply")

// The limits of nesting: operations in a list, and lists in lists.
const (
	maxDepth = 512
	maxLists = 8
)

// Options controls writing. PNG is required for SVG, and Compress for PDF and for text in SVG, since the encoders depend
// on a later stage than this package.
type Options struct {
	// Scale is the size of the SVG in pixels per CSS pixel (its viewBox remains in CSS pixels), and the resolution of
	// embedded images. 0 means 1. The size of a PDF page does not depend on it.
	Scale float64
	// Text keeps text of an SVG as text, with subset fonts in the file. Runs that a font cannot represent (colour glyphs,
	// and text that is drawn twice, such as shadows) are outlines or images as without it.
	Text bool
	// Background is painted first; nil leaves the canvas transparent.
	Background *display.Color
	// PNG encodes an embedded image.
	PNG func(ctx context.Context, p *raster.Pixmap) ([]byte, error)
	// JPEG encodes an opaque part of a PDF that is rasterised and resembles a photograph; nil leaves every part lossless.
	JPEG func(ctx context.Context, p *raster.Pixmap) ([]byte, error)
	// Compress returns a zlib stream (RFC 1950); pixel is the distance from a byte to the one it resembles most, row
	// the distance to the row above or 0.
	Compress func(data []byte, pixel, row int) []byte
	// Title, Language (BCP 47) and Tags make a PDF accessible. Tags returns the tag of a document node; nil leaves the
	// file untagged.
	Title, Language string
	Tags            func(node int32) Tag
	// Author, Subject and Keywords are further PDF metadata.
	Author, Subject, Keywords string
	// Standard selects the standards that a PDF conforms to, nil for ISO 32000-1 only; Files are its attachments.
	Standard *Standard
	Files    []Attachment
	// Intent is the printing condition that a PDF is made for, nil for none.
	Intent *Intent
	// Warn, if set, receives each thing that a PDF cannot express once.
	Warn func(message string)
	// Pages are the boxes of a PDF's pages; pages without one fill their medium.
	Pages []PageBox
	// Targets are the destinations of links to "#name" in a PDF, by name; Outline are its bookmarks.
	Targets map[string]Target
	Outline []Bookmark
	// Fields are the fields of a PDF form.
	Fields []Field
}

// PageBox is the position of a page on its medium.
type PageBox struct {
	// Width and Height are the size of the medium in CSS pixels, zero for that of the list.
	Width, Height float64
	// Rotate is the clockwise rotation of the displayed page in degrees, a multiple of 90.
	Rotate int
	// Trim and Bleed are the insets of the trim and bleed box from the medium, in CSS pixels.
	Trim, Bleed float64
}

// Target is a position on a page of a PDF, in CSS pixels from its top left corner.
type Target struct {
	Page int
	X, Y float64
}

// Bookmark is an entry of a PDF's outline; an entry of a higher level is nested in the previous one.
type Bookmark struct {
	Level int
	Title string
	Target
}

func (o *Options) scale() float64 {
	if o.Scale > 0 {
		return o.Scale
	}
	return 1
}

// appendNum appends v with at most 4 decimals and no trailing zeros; out-of-range values are clamped and NaN is 0.
func appendNum(dst []byte, v float64) []byte { return appendDecimal(dst, v, 4) }

func appendDecimal(dst []byte, v float64, digits int) []byte {
	if v != v {
		v = 0
	}
	v = min(max(v, -1e8), 1e8)
	unit := 1.0
	for range digits {
		unit *= 10
	}
	n := int64(math.Round(float64(v * unit)))
	if n < 0 {
		dst = append(dst, '-')
		n = -n
	}
	u := int64(unit)
	dst = strconv.AppendInt(dst, n/u, 10)
	frac := n % u
	if frac == 0 {
		return dst
	}
	dst = append(dst, '.')
	for frac > 0 {
		u /= 10
		dst = append(dst, byte('0'+frac/u))
		frac %= u
	}
	return dst
}

func num(v float64) string { return string(appendNum(nil, v)) }

// usable reports whether a transform is invertible and fits the number format.
func usable(m geom.Matrix) bool {
	for _, v := range []float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		if !(math.Abs(v) < 1e7) {
			return false
		}
	}
	det := float64(m.A*m.D) - float64(m.B*m.C)
	return math.Abs(det) > 1e-9
}

// matching returns the index of the matching Pop of every Push operation.
func matching(ops []display.Op) (map[int]int, error) {
	pairs := map[int]int{}
	var open []int
	for i, op := range ops {
		switch op.(type) {
		case display.PushTransform, display.PushClipPath, display.PushClipRRect, display.PushLayer:
			if open = append(open, i); len(open) > maxDepth {
				return nil, ErrTooDeep
			}
		case display.Pop:
			if len(open) == 0 {
				return nil, ErrUnbalanced
			}
			pairs[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return nil, ErrUnbalanced
	}
	return pairs, nil
}

// flattenUpTo returns the number of leading operations that must be rasterised as one image: up to the end of the last
// outermost group that depends on the content beneath it in a way that neither format supports.
func flattenUpTo(ops []display.Op, clipsIsolate bool) int {
	n, depth := 0, 0
	pending := false
	clips := []bool{false}
	for i, op := range ops {
		switch o := op.(type) {
		case display.PushTransform:
			depth++
			clips = append(clips, clips[depth-1])
		case display.PushClipPath, display.PushClipRRect:
			depth++
			clips = append(clips, true)
		case display.PushLayer:
			if len(o.Backdrop) > 0 || o.Blend > display.Luminosity || o.Blend != display.Normal && clipsIsolate && clips[depth] {
				pending = true
			}
			depth++
			clips = append(clips, false)
		case display.Pop:
			depth--
			clips = clips[:depth+1]
		}
		if depth == 0 && pending {
			n, pending = i+1, false
		}
	}
	return n
}

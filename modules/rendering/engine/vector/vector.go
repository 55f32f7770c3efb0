// Package vector writes display lists as vector files: SVG, with text as
// outlines, and PDF, with subset fonts and text that can be selected and
// searched. What a format cannot express (blurred shadows and other filters, and in
// SVG conic gradients) is drawn by the rasteriser and embedded as an image of that
// part alone, as finely as its blur needs.
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

// ErrUnbalanced is the error of a Pop without its Push or a Push without its Pop.
var ErrUnbalanced = errors.New("unbalanced push and pop")

// ErrTooDeep is the error of operations or masks nested too deeply.
var ErrTooDeep = errors.New("operations nested too deeply")

// The limits of nesting: operations in a list, and lists in lists.
const (
	maxDepth = 512
	maxLists = 8
)

// Options say how a list is written. PNG and Compress must be set for SVG and
// PDF respectively: encoding is a later stage than this one.
type Options struct {
	// Scale is the size of the SVG in pixels per CSS pixel (its viewBox stays in
	// CSS pixels), and how finely embedded images are drawn. 0 means 1. The
	// size of a PDF page does not depend on it.
	Scale float64
	// Background is painted first; nil leaves the canvas transparent.
	Background *display.Color
	// PNG encodes an embedded image.
	PNG func(ctx context.Context, p *raster.Pixmap) ([]byte, error)
	// Compress makes a zlib stream (RFC 1950); pixel is the distance of a byte to
	// the one that resembles it most, row that to the one above or 0.
	Compress func(data []byte, pixel, row int) []byte
	// Title, Language (BCP 47) and Tags describe a PDF to those who do not see it.
	// Tags returns what a node of the document is; nil leaves the file untagged.
	Title, Language string
	Tags            func(node int32) Tag
	// Author, Subject and Keywords are more of what a PDF says about itself.
	Author, Subject, Keywords string
	// Standard is what a PDF conforms to, nil for ISO 32000-1 alone; Files are attached to it.
	Standard *Standard
	Files    []Attachment
	// Pages are the boxes of a PDF's pages; those without one are as large as their medium.
	Pages []PageBox
	// Targets are the places in a PDF that links to "#name" lead to, by name; Outline are its bookmarks.
	Targets map[string]Target
	Outline []Bookmark
	// Fields are those of a PDF's form.
	Fields []Field
}

// PageBox says where on its medium a page is.
type PageBox struct {
	// Rotate is by how many degrees, a multiple of 90, the page is shown turned clockwise.
	Rotate int
	// Trim and Bleed are how far the finished page and what is printed of it lie inside of the medium, in CSS pixels.
	Trim, Bleed float64
}

// Target is a place on a page of a PDF, in CSS pixels from its top left corner.
type Target struct {
	Page int
	X, Y float64
}

// Bookmark is an entry of a PDF's outline; those of a higher level lie in the one before.
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

// appendNum appends v with at most 4 decimals and no needless zeros; values out
// of reach are clamped and NaN is 0.
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

// usable reports whether a transform shows anything and fits the number format.
func usable(m geom.Matrix) bool {
	for _, v := range []float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		if !(math.Abs(v) < 1e7) {
			return false
		}
	}
	det := float64(m.A*m.D) - float64(m.B*m.C)
	return math.Abs(det) > 1e-9
}

// matching returns for every operation that pushes the index of its Pop.
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

// flattenUpTo returns how many operations from the start must be drawn as one
// image: those up to the end of the last outermost group that reads what lies
// beneath it in a way that neither format has.
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

package engine

import (
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Large fonts use as much memory as large images, and reserve it in the same way.
const (
	// maxDocumentFontBytes limits the total size of the font files of one document, including memory for decompression.
	maxDocumentFontBytes = 192 << 20
	// freeFontBytes is the part of it that a document may use without a reservation.
	freeFontBytes = 32 << 20
)

// fontBudget tracks the memory of a document's fonts.
type fontBudget struct{ left int64 }

// source returns a font file as a source of a rule; it fails if the file exceeds the remaining budget.
func (b *fontBudget) source(data []byte) font.Source {
	if len(data) > font.MaxFileBytes {
		return font.Source{Data: data} // rejected by its size, without using memory
	}
	need := int64(len(data)) + font.UnpackedBytes(data)
	if need > b.left {
		return font.Source{Err: fmt.Errorf("opening font: %w: the document's fonts take more than %d bytes together", font.ErrTooLarge, int64(maxDocumentFontBytes))}
	}
	b.left -= need
	return font.Source{Data: data}
}

// openFonts builds the document's font set. A face whose sources all fail is omitted with a warning, as in a browser.
func (r *resources) openFonts(faces []style.FontFace) *font.Set {
	rules := make([]font.Rule, len(faces))
	budget := fontBudget{left: maxDocumentFontBytes - r.fontBytes}
	for i := range faces {
		f := &faces[i]
		rule := font.Rule{
			Family: f.Family, WeightMin: f.WeightMin, WeightMax: f.WeightMax,
			StretchMin: f.StretchMin, StretchMax: f.StretchMax, Slant: font.Slant(f.Slant),
			SizeAdjust: f.SizeAdjust,
		}
		if f.AscentOverride > 0 {
			rule.AscentOverride = &f.AscentOverride
		}
		if f.DescentOverride > 0 {
			rule.DescentOverride = &f.DescentOverride
		}
		if f.HasLineGap {
			rule.LineGapOverride = &f.LineGapOverride
		}
		for _, ur := range f.Ranges {
			rule.UnicodeRange = append(rule.UnicodeRange, font.RuneRange{First: ur[0], Last: ur[1]})
		}
		for _, v := range f.Variations {
			rule.Variations = append(rule.Variations, font.Variation{Tag: v.Tag, Value: v.Value})
		}
		for _, s := range f.Sources {
			if s.Local != "" {
				rule.Sources = append(rule.Sources, font.Source{Local: s.Local})
			} else if data, ok := r.load(s.URL); ok {
				rule.Sources = append(rule.Sources, budget.source(data))
			}
		}
		rules[i] = rule
	}
	r.fontBytes = maxDocumentFontBytes - budget.left
	if r.fontBytes > freeFontBytes {
		r.fontPixels = (r.fontBytes + 3) / 4
		if r.reserve(r.neededPixels(0)) != nil {
			return font.Bundled() // the context has ended, and so does the drawing
		}
	}
	set, errs := font.NewSet(rules)
	for _, err := range errs {
		r.warnings = append(r.warnings, dom.Warning{Code: "font_unavailable", Message: err.Error()})
	}
	return set
}

// openEmbedded opens the fonts that an SVG image embeds as data: URLs. The memory of all fonts counts together.
func (r *resources) openEmbedded(faces []style.FontFace) *font.Set {
	files := r.files
	r.files = NoFiles{}
	defer func() { r.files = files }()
	return r.openFonts(faces)
}

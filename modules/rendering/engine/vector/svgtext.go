package vector

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// textStyle neutralises the inherited properties of a page that includes the file: they would move or restyle its text.
const textStyle = "font-weight:400;font-style:normal;font-stretch:normal;letter-spacing:normal;word-spacing:normal;text-transform:none;text-rendering:geometricPrecision"

// naturalSlack is the deviation of a glyph in pixels up to which its position is left to the advances before it.
const naturalSlack = 0.04

// textPart is a part of a text element in one font, with one set of attributes.
type textPart struct {
	font  *textFont
	attrs string
	size  float64
	y     display.Coord
	text  []rune
	// xs are the positions of the characters and advances their widths in pixels.
	xs, advances []float64
	rtl          bool
	// full ends the part: characters outside the basic plane are counted differently by implementations.
	full bool
}

// lineRun is the parts of one operation, in logical order.
type lineRun struct {
	parts []*textPart
	// rtl and ltr report strong characters of each direction, and chars their number.
	rtl, ltr bool
	chars    int
	// x is the position of the leftmost character.
	x float64
}

// textLine is the open text element: consecutive runs on one baseline, so that a search finds words across them.
type textLine struct {
	runs []lineRun
	y    display.Coord
	// start and end are the extent in pixels.
	start, end float64
	// alone excludes further runs.
	alone bool
}

// textOf writes a run as text and reports whether it could: every cluster needs characters that a font can stand for.
// Fill is the run's paint, and whole reports attributes that must not be shared with other runs.
func (w *svgWriter) textOf(o *display.Glyphs, attrs string, whole bool) bool {
	if !w.o.Text || w.masks > 0 || o.Node <= 0 || o.Stroke != nil && w.filled[o.Node] {
		return false
	}
	clusters, ok := textClusters(o)
	if !ok {
		return false
	}
	fonts := make([]*textFont, len(clusters))
	var last *textFont
	for i := range clusters {
		if last = w.encode(o, &clusters[i], last); last == nil {
			return false
		}
		fonts[i] = last
	}
	size := o.Size.Float()
	run := lineRun{chars: len(clusters), x: math.MaxInt32}
	end := -math.MaxFloat64
	for i := range clusters {
		c := &clusters[i]
		x := c.x.Float()
		run.x, end = min(run.x, x), max(end, x+float64(float64(fonts[i].advances[c.number])*size)/emUnits)
		run.add(c, fonts[i], size, attrs)
	}
	l := &w.line
	gap := max(run.x-l.end, l.start-end)
	if len(l.runs) > 0 && (l.alone || whole || l.y != clusters[0].y || gap > float64(0.3*size)) {
		w.endText()
	}
	if len(l.runs) == 0 {
		l.start, l.end = run.x, end
	}
	l.runs, l.y, l.alone = append(l.runs, run), clusters[0].y, whole
	l.start, l.end = min(l.start, run.x), max(l.end, end)
	return true
}

// add appends a cluster.
func (l *lineRun) add(c *textCluster, f *textFont, size float64, attrs string) {
	var p *textPart
	if n := len(l.parts); n > 0 {
		p = l.parts[n-1]
	}
	if p == nil || !p.continues(f, attrs, size, c.y) {
		p = &textPart{font: f, attrs: attrs, size: size, y: c.y}
		l.parts = append(l.parts, p)
	}
	x := c.x.Float()
	advance := float64(float64(f.advances[c.number])*size) / emUnits
	for i, r := range c.runes {
		if i > 0 {
			p.xs, p.advances = append(p.xs, x+advance), append(p.advances, 0)
		} else {
			p.xs, p.advances = append(p.xs, x), append(p.advances, advance)
		}
		p.full = p.full || r > 0xffff
		p.rtl = p.rtl || rightToLeft(r)
		l.rtl = l.rtl || p.rtl
		l.ltr = l.ltr || !rightToLeft(r) && unicode.IsLetter(r)
		p.text = append(p.text, r)
	}
}

// continues reports whether characters with these properties can be appended.
func (p *textPart) continues(f *textFont, attrs string, size float64, y display.Coord) bool {
	return !p.full && p.font == f && p.attrs == attrs && p.size == size && p.y == y
}

// logical orders the runs of a line as their text is read. Runs are painted from left to right.
func (l *textLine) logical() {
	rtl, ltr := 0, 0
	for i, r := range l.runs {
		if i > 0 && r.x < l.runs[i-1].x {
			return
		}
		if r.rtl {
			rtl += r.chars
		} else if r.ltr {
			ltr += r.chars
		}
	}
	if rtl == 0 {
		return
	}
	// The direction of most characters is taken for that of the line; sequences of the other one are reversed in it.
	base := rtl > ltr
	if base {
		slices.Reverse(l.runs)
	}
	against := func(r *lineRun) bool { return r.ltr && !r.rtl }
	if !base {
		against = func(r *lineRun) bool { return r.rtl }
	}
	for i := 0; i < len(l.runs); i++ {
		if !against(&l.runs[i]) {
			continue
		}
		last := i
		for j := i + 1; j < len(l.runs) && (base && !l.runs[j].rtl || !base && !l.runs[j].ltr); j++ {
			if against(&l.runs[j]) {
				last = j
			}
		}
		slices.Reverse(l.runs[i : last+1])
		i = last
	}
}

// endText writes the open text element.
func (w *svgWriter) endText() {
	l := w.line
	w.line = textLine{}
	if len(l.runs) == 0 {
		return
	}
	l.logical()
	var parts []*textPart
	rtl := false
	for _, r := range l.runs {
		for _, p := range r.parts {
			rtl = rtl || p.rtl
			if n := len(parts); n > 0 && parts[n-1].continues(p.font, p.attrs, p.size, p.y) {
				q := parts[n-1]
				q.text, q.xs, q.advances, q.full = append(q.text, p.text...), append(q.xs, p.xs...), append(q.advances, p.advances...), p.full
				continue
			}
			parts = append(parts, p)
		}
	}
	w.body.WriteString(`<text xml:space="preserve"`)
	if rtl {
		// Every character has its position, so the order of the characters stays logical.
		w.body.WriteString(` direction="ltr" unicode-bidi="bidi-override"`)
	}
	if len(parts) == 1 {
		w.part(parts[0], true)
		w.body.WriteString("</text>")
		return
	}
	w.body.WriteByte('>')
	for i, p := range parts {
		w.body.WriteString("<tspan")
		w.part(p, i == 0 || parts[i-1].y != p.y)
		w.body.WriteString("</tspan>")
	}
	w.body.WriteString("</text>")
}

// part writes the attributes and the text of a part, and closes the start tag.
func (w *svgWriter) part(p *textPart, withY bool) {
	// The characters that follow the last position given flow by their advances.
	n := 1
	for at, i := p.xs[0], 0; i < len(p.xs); i++ {
		if math.Abs(at-p.xs[i]) > naturalSlack {
			at, n = p.xs[i], i+1
		}
		at += p.advances[i]
	}
	w.body.WriteString(` x="`)
	for i, x := range p.xs[:n] {
		if i > 0 {
			w.body.WriteByte(' ')
		}
		w.body.Write(appendDecimal(nil, x, 2))
	}
	w.body.WriteByte('"')
	if withY {
		fmt.Fprintf(&w.body, ` y="%s"`, num(p.y.Float()))
	}
	fmt.Fprintf(&w.body, ` font-family="%s" font-size="%s"%s>%s`, p.font.placeholder, num(p.size), p.attrs, escape(string(p.text)))
}

// maskedText writes the text of a mask (background-clip: text) as transparent text, since what is in a mask cannot be
// selected.
func (w *svgWriter) maskedText(ctx context.Context, ops []display.Op, m geom.Matrix, depth int) error {
	var texts []display.Op
	found := false
	for _, op := range ops {
		switch op := op.(type) {
		case display.PushTransform, display.PushClipPath, display.PushClipRRect, display.Pop:
			texts = append(texts, op)
		case display.PushLayer:
			texts = append(texts, display.PushTransform{Matrix: geom.Identity()})
		case display.Glyphs:
			if op.Node > 0 && op.Stroke == nil && !w.filled[op.Node] {
				op.Brush, op.Embolden, found = display.Solid{}, 0, true
				texts = append(texts, op)
			}
		}
	}
	if !found {
		return nil
	}
	w.unseen = true
	err := w.list(ctx, texts, m, depth+1)
	w.unseen = false
	return err
}

// filledNodes returns the nodes whose text is filled: the outline of such a text is a second image of it.
func filledNodes(ops []display.Op) map[int32]bool {
	filled := map[int32]bool{}
	for _, op := range ops {
		if g, ok := op.(display.Glyphs); ok && g.Node > 0 && g.Stroke == nil {
			filled[g.Node] = true
		}
	}
	return filled
}

// withFonts returns the style element with the document's fonts, and the body with their names. A font is named by its
// content, so that files included in one page do not share names.
func (w *svgWriter) withFonts(body []byte) (style string, named []byte) {
	if len(w.fonts) == 0 {
		return "", body
	}
	var rules strings.Builder
	names := map[string]string{}
	for _, f := range w.fonts {
		file := f.file(w.o.Compress)
		sum := sha256.Sum256(file)
		name := "platen-" + hex.EncodeToString(sum[:5])
		names[f.placeholder] = name
		fmt.Fprintf(&rules, `@font-face{font-family:%s;src:url(data:font/woff;base64,%s)}`, name, base64.StdEncoding.EncodeToString(file))
	}
	var out bytes.Buffer
	for {
		before, rest, found := bytes.Cut(body, []byte(placeholderMark))
		out.Write(before)
		if !found {
			return "<style>" + rules.String() + "</style>", out.Bytes()
		}
		key, after, _ := bytes.Cut(rest, []byte(placeholderMark))
		out.WriteString(names[placeholderMark+string(key)+placeholderMark])
		body = after
	}
}

// placeholderMark encloses the number of a font until its name is known; no text contains it.
const placeholderMark = "\x00"

// rightToLeft reports whether a character may be reordered by the bidirectional algorithm.
func rightToLeft(r rune) bool {
	switch {
	case r < 0x590:
		return false
	case r <= 0x8ff, r >= 0x200e && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r >= 0xfb1d && r <= 0xfdff, r >= 0xfe70 && r <= 0xfeff:
		return true
	}
	return r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}

// textCluster is a user-perceived character: characters and the glyphs that stand for them.
type textCluster struct {
	runes []rune
	parts []display.Glyph
	x, y  display.Coord // of the first glyph
	// number is the cluster's glyph in its font.
	number int
}

// textClusters returns the clusters of a run in logical order; ok is false if the run's text cannot represent it.
func textClusters(o *display.Glyphs) (list []textCluster, ok bool) {
	texts := clusterTexts(o)
	for i := 0; i < len(o.Glyphs); {
		j := i + 1
		for j < len(o.Glyphs) && o.Glyphs[j].Cluster == o.Glyphs[i].Cluster {
			j++
		}
		c := textCluster{runes: []rune(texts[i]), parts: o.Glyphs[i:j]}
		if len(c.runes) == 0 {
			return nil, false
		}
		list = append(list, c)
		i = j
	}
	slices.SortStableFunc(list, func(a, b textCluster) int { return int(a.parts[0].Cluster) - int(b.parts[0].Cluster) })
	// Marks are positioned with their base: a renderer would move them.
	merged := list[:0]
	for i := range list {
		if n := len(merged); n > 0 && unicode.Is(unicode.M, list[i].runes[0]) {
			m := &merged[n-1]
			m.runes = append(slices.Clone(m.runes), list[i].runes...)
			m.parts = append(slices.Clone(m.parts), list[i].parts...)
			continue
		}
		merged = append(merged, list[i])
	}
	merged = splitRepetitions(merged)
	for i := range merged {
		c := &merged[i]
		if len(c.parts) > 0 {
			c.x, c.y = c.parts[0].X, c.parts[0].Y
		} else {
			c.x, c.y = merged[i-1].x, merged[i-1].y
		}
		for j, r := range c.runes {
			switch {
			case r == '\t' || r == '\n' || r == '\r' || r == '\f':
				c.runes[j] = ' '
			case r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x1f000 && r <= 0x1faff || r == 0xfffe || r == 0xffff:
				return nil, false
			case j == 0 && (unicode.Is(unicode.M, r) || ignorable(r)):
				return nil, false
			}
		}
	}
	return merged, len(merged) > 0
}

// splitRepetitions divides the characters of clusters before each that equals the first: in "ffl" one "f" stands for the
// ligature, the other for nothing, which takes two fonts. The glyphs stay with the first part.
func splitRepetitions(list []textCluster) []textCluster {
	var out []textCluster
	for _, c := range list {
		for {
			at := slices.Index(c.runes[1:], c.runes[0]) + 1
			if at == 0 {
				break
			}
			head := c
			head.runes = c.runes[:at]
			out = append(out, head)
			c = textCluster{runes: c.runes[at:]}
		}
		out = append(out, c)
	}
	return out
}

// ignorable reports whether renderers hide a character whatever its font has for it.
func ignorable(r rune) bool {
	switch {
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r >= 0x180b && r <= 0x180f, r >= 0x200b && r <= 0x200f,
		r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0x3164, r >= 0xfe00 && r <= 0xfe0f, r == 0xfeff, r == 0xffa0, r >= 0xfff0 && r <= 0xfff8:
		return true
	}
	return r >= 0xe0000 && r <= 0xe0fff
}

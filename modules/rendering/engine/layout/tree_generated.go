package layout

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// parseFloat parses a plain decimal number.
func parseFloat(s string) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && v == v && v < 1e9 && v > -1e9
}

// generatorSize sets the natural size of a generated graphic: square codes and icons, wide charts and bars.
func (t *treeBuilder) generatorSize(node *dom.Node, st *style.Computed, r *Replaced) {
	set := func(w, h geom.Unit, ratio bool) {
		r.Width, r.Height, r.HasWidth, r.HasHeight = w, h, true, true
		if ratio {
			r.RatioW, r.RatioH = w.Float(), h.Float()
		}
	}
	em := geom.FromFloat(st.Font.Size)
	switch node.Tag {
	case "canvas":
		w, h := geom.Px(300), geom.Px(150)
		if v, ok := svgLength(node, "width"); ok {
			w = v
		}
		if v, ok := svgLength(node, "height"); ok {
			h = v
		}
		set(w, h, w > 0 && h > 0)
		return
	case "qr-code":
		set(geom.Px(150), geom.Px(150), true)
	case "bar-code":
		set(geom.Px(200), geom.Px(80), false)
	case "icon":
		set(em, em, true)
	case "rating":
		icons := 5.0
		if v, ok := node.Attr("max"); ok {
			if n, ok := parseFloat(v); ok && n >= 1 && n <= 20 {
				icons = n
			}
		}
		set(geom.FromFloat(icons*em.Float()), em, true)
	case "progress":
		if v, _ := node.Attr("shape"); v == "ring" {
			set(5*em, 5*em, true)
		} else {
			set(10*em, em, false)
		}
	case "chart-sparkline":
		set(geom.Px(120), geom.Px(32), false)
	default:
		set(geom.Px(300), geom.Px(150), false)
	}
	w, okW := svgLength(node, "width")
	h, okH := svgLength(node, "height")
	if v, ok := svgLength(node, "size"); ok {
		w, h, okW, okH = v, v, true, true
	}
	switch ratio := r.RatioW > 0; {
	case okW && okH:
		set(w, h, ratio)
	case okW && ratio:
		set(w, geom.FromFloat(w.Float()*r.RatioH/r.RatioW), true)
	case okH && ratio:
		set(geom.FromFloat(h.Float()*r.RatioW/r.RatioH), h, true)
	case okW:
		r.Width = w
	case okH:
		r.Height = h
	}
}

// pseudo creates the boxes of a ::before or ::after.
func (t *treeBuilder) pseudo(n dom.NodeID, p *style.Pseudo, kind PseudoKind) []*Box {
	if p.Style == nil || p.Style.Display == style.DisplayNone {
		return nil
	}
	t.counters.apply(p.Style)
	t.counters.enter()
	raw := t.generated(n, p.Content, p.Style)
	t.counters.leave()
	if p.Style.Display == style.DisplayContents {
		return raw
	}
	if p.Style.Display == style.DisplayListItem {
		if m := t.markerBox(n, p.Style, nil); m != nil {
			raw = append([]*Box{m}, raw...)
		}
	}
	b := Box{Style: p.Style, Node: n, Pseudo: kind}
	b.colSpan, b.rowSpan = 1, 1
	return t.finish(b, raw)
}

// generated creates the boxes of content items: text and images.
func (t *treeBuilder) generated(n dom.NodeID, items []style.ContentItem, st *style.Computed) []*Box {
	var raw []*Box
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			raw = append(raw, t.generatedText(n, st, text.String()))
			text.Reset()
		}
	}
	for i := range items {
		if text.Len() > maxGenerated {
			flush() // which reports the limit
		}
		if t.err != nil {
			return raw
		}
		it := &items[i]
		switch it.Kind {
		case style.ContentText:
			text.WriteString(it.Text)
		case style.ContentCounter:
			text.WriteString(t.format(listStyleOf(it.ListStyle), t.counters.value(it.Counter)))
		case style.ContentCounters:
			for k, v := range t.counters.values(it.Counter) {
				if k > 0 {
					text.WriteString(it.Text)
				}
				text.WriteString(t.format(listStyleOf(it.ListStyle), v))
			}
		case style.ContentOpenQuote:
			text.WriteString(quote(st, t.quotes, true))
			t.quotes++
		case style.ContentCloseQuote:
			if t.quotes > 0 {
				t.quotes--
				text.WriteString(quote(st, t.quotes, false))
			}
		case style.ContentNoOpenQuote:
			t.quotes++
		case style.ContentNoCloseQuote:
			t.quotes = max(0, t.quotes-1)
		case style.ContentTargetCounter, style.ContentTargetText:
			text.WriteString(t.target(n, it))
		case style.ContentLeader:
			flush()
			raw = append(raw, t.leaderBox(it.Text, st))
		case style.ContentString, style.ContentElement, style.ContentSelf:
			name := map[style.ContentKind]string{style.ContentString: "string()", style.ContentElement: "element()", style.ContentSelf: "content()"}[it.Kind]
			t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_value", Path: t.doc.Node(n).Path, Message: "content: " + name + " is not supported here; it was left out"})
		case style.ContentImage:
			flush()
			if b := t.generatedImage(it.Image, st); b != nil {
				raw = append(raw, b)
			}
		}
	}
	flush()
	return raw
}

// maxGenerated bounds the characters of a document's generated content and markers, as engine.maxCharacters does those of
// its text.
const maxGenerated = 200_000

// generatedText creates a text box of generated content and counts its characters.
func (t *treeBuilder) generatedText(n dom.NodeID, st *style.Computed, text string) *Box {
	if t.generatedRunes += utf8.RuneCountInString(text); t.generatedRunes > maxGenerated && t.err == nil {
		t.err = &limit.Error{
			Counted: "generated_characters", Count: int64(t.generatedRunes), Limit: maxGenerated, Path: t.pathOf(n),
			Hint: "use shorter generated content, counters and list markers, or fewer elements with them",
		}
	}
	return t.newBox(Box{Kind: TextBox, Style: st, Node: dom.None, Text: text})
}

func listStyleOf(name string) string {
	if name == "" {
		return "decimal"
	}
	return name
}

func (t *treeBuilder) generatedImage(img *style.Image, st *style.Computed) *Box {
	if img == nil {
		return nil
	}
	r := &Replaced{}
	if img.URL != "" && !t.setNaturalSize(r, dom.ImageSource{URL: img.URL}, st) {
		return nil
	}
	if img.URL == "" {
		r.RatioW, r.RatioH = 0, 0
	}
	return t.newBox(Box{Kind: ReplacedBox, Style: inheritedStyle(st, style.DisplayInline), Node: dom.None, Replaced: r})
}

// quote returns the quotation mark for a nesting depth (CSS Content 3 §4.2);
// levels past the last pair repeat it. quotes: auto uses the marks of English
// unless the language has its own.
func quote(st *style.Computed, depth int, open bool) string {
	pairs := st.Quotes
	if pairs == nil {
		pairs = quotesFor(st.Lang)
	}
	if len(pairs) < 2 {
		return ""
	}
	i := min(depth, len(pairs)/2-1) * 2
	if !open {
		i++
	}
	return pairs[i]
}

// languageQuotes holds the quotation marks of the languages that browsers know, by language tag.
var languageQuotes = map[string][]string{
	"ar": {"”", "“", "’", "‘"}, "ur": {"”", "“", "’", "‘"}, "he": {"”", "”", "’", "’"},
	"am": {"«", "»", "‹", "›"}, "fa": {"«", "»", "‹", "›"}, "fr-ch": {"«", "»", "‹", "›"},
	"bg": {"„", "“", "„", "“"}, "lt": {"„", "“", "„", "“"},
	"cs": {"„", "“", "‚", "‘"}, "de": {"„", "“", "‚", "‘"}, "et": {"„", "“", "‚", "‘"}, "hr": {"„", "“", "‚", "‘"}, "sk": {"„", "“", "‚", "‘"}, "sl": {"„", "“", "‚", "‘"},
	"ca": {"«", "»", "“", "”"}, "el": {"«", "»", "“", "”"}, "it": {"«", "»", "“", "”"}, "pt-pt": {"«", "»", "“", "”"},
	"fi": {"”", "”", "’", "’"}, "sv": {"”", "”", "’", "’"},
	"fr": {"«", "»", "«", "»"}, "fr-ca": {"«", "»", "”", "“"},
	"hu": {"„", "”", "»", "«"}, "pl": {"„", "”", "«", "»"}, "ro": {"„", "”", "«", "»"}, "sr": {"„", "”", "’", "’"},
	"ja": {"「", "」", "『", "』"}, "zh-hant": {"「", "」", "『", "』"},
	"nb": {"«", "»", "‘", "’"}, "nn": {"«", "»", "‘", "’"}, "no": {"«", "»", "‘", "’"},
	"nl": {"‘", "’", "‘", "’"},
	"ru": {"«", "»", "„", "“"}, "uk": {"«", "»", "„", "“"},
}

func quotesFor(lang string) []string {
	for lang = strings.ToLower(lang); lang != ""; {
		if q, ok := languageQuotes[lang]; ok {
			return q
		}
		cut := strings.LastIndexByte(lang, '-')
		lang = lang[:max(0, cut)]
	}
	return []string{"“", "”", "‘", "’"}
}

// marker creates the marker box of a list item; nil if it has none.
func (t *treeBuilder) marker(n dom.NodeID, st *style.Computed) *Box {
	return t.markerBox(n, st, t.tree.Marker[n])
}

func (t *treeBuilder) markerBox(n dom.NodeID, st *style.Computed, p *style.Pseudo) *Box {
	ms := inheritedStyle(st, style.DisplayInline)
	var content []style.ContentItem
	if p != nil {
		if p.Style != nil {
			if p.Style.Display == style.DisplayNone {
				return nil
			}
			c := *p.Style
			ms = &c
		}
		content = p.Content
	}
	ms.WhiteSpace, ms.NoWrap = style.WSPreserve, true
	if st.ListInside {
		ms.WhiteSpace, ms.NoWrap = st.WhiteSpace, st.NoWrap // in Blink, the text of inside markers wraps and collapses
	}
	ms.TextTransform = style.TransformNone
	ms.TextIndent = style.Pixels(0)
	ms.UnicodeBidi = style.BidiIsolate
	ms.TextAlign = style.AlignStart
	b := Box{Style: ms, Node: n, Pseudo: MarkerPseudo}
	b.outside = !st.ListInside
	var raw []*Box
	switch {
	case content != nil:
		raw = t.generated(n, content, ms)
	case st.ListStyleImage != nil && st.ListStyleImage.URL == "":
		b.Symbol = "image"
		raw = []*Box{t.gradientMarker(st.ListStyleImage, ms)}
	case st.ListStyleImage != nil:
		if img := t.generatedImage(st.ListStyleImage, ms); img != nil {
			b.Symbol = "image"
			raw = []*Box{img}
			break
		}
		fallthrough
	default:
		raw = t.markerText(&b, st, ms)
	}
	if len(raw) == 0 {
		return nil
	}
	if b.outside {
		ms.Display = style.DisplayInlineBlock
		b.Kind = MarkerBox
		b.InlineChildren = true
	} else {
		ms.Display = style.DisplayInline
		b.Kind = InlineBox
		switch b.Symbol {
		case "":
		case "image":
			ms.Margin[endSide(st)] = style.Pixels(markerGap)
		case "disclosure-open", "disclosure-closed":
			ms.Margin[endSide(st)] = style.Pixels(0.4 * ms.Font.Size)
		default:
			ms.Margin[startSide(st)] = style.Pixels(-1)
			ms.Margin[endSide(st)] = style.Pixels(ms.Font.Size)
		}
	}
	b.Children = raw
	return t.newBox(b)
}

// gradientMarker creates the marker of an image without a natural size: a square half as high as the font's ascent, as in
// Blink.
func (t *treeBuilder) gradientMarker(img *style.Image, ms *style.Computed) *Box {
	s := inheritedStyle(ms, style.DisplayInlineBlock)
	size := (t.l.fontMetrics(ms).Ascent / 2).Float()
	s.Width, s.Height = style.Pixels(size), style.Pixels(size)
	s.Background = []style.Layer{{Image: img}}
	return t.newBox(Box{Kind: BlockBox, Style: s, Node: dom.None})
}

// startSide returns the physical side of the inline start.
func startSide(st *style.Computed) int { return inlineSide(st, false) }

// endSide returns the physical side of the inline end.
func endSide(st *style.Computed) int { return inlineSide(st, true) }

func inlineSide(st *style.Computed, end bool) int {
	back := end != (st.Direction == style.RTL)
	if st.WritingMode == style.HorizontalTB {
		return [2]int{style.Left, style.Right}[index(back)]
	}
	return [2]int{style.Top, style.Bottom}[index(back != (st.WritingMode == style.SidewaysLR))]
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// markerGap is the space between a symbol or image marker and the content, in px.
const markerGap = 7

// markerText creates the marker of a counter style or string. A symbol is an empty replaced box of its size, which the
// painter draws.
func (t *treeBuilder) markerText(b *Box, st, ms *style.Computed) []*Box {
	name := st.ListStyleType
	if st.ListStyleString {
		return []*Box{t.generatedText(b.Node, ms, name)}
	}
	switch {
	case t.customStyle(name) != nil:
	case name == "none", name == "":
		return nil
	case name == "disc", name == "circle", name == "square", name == "disclosure-open", name == "disclosure-closed":
		b.Symbol = name
		ascent := t.l.alphabeticMetrics(ms).Ascent.Round()
		w := geom.Px((ascent*2/3+1)/2 + 2)
		if strings.HasPrefix(name, "disclosure") {
			w = geom.FromFloat(0.66 * ms.Font.Size)
		}
		size := &Replaced{Width: w, Height: geom.Px(ascent), HasWidth: true, HasHeight: true, Element: "marker"}
		return []*Box{t.newBox(Box{Kind: ReplacedBox, Style: inheritedStyle(ms, style.DisplayInline), Node: dom.None, Replaced: size, Symbol: name})}
	}
	prefix, suffix := t.markerAffixes(name)
	text := prefix + t.format(name, t.counters.value("list-item")) + suffix
	return []*Box{t.generatedText(b.Node, ms, text)}
}

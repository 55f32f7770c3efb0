package style

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// This file serializes computed values as getComputedStyle does, for checks of documents, and for tests that compare
// them with a browser's.

// Text serializes the computed value of a longhand as getComputedStyle does. It returns false for properties without a
// serialization.
func (s *Computed) Text(property string) (string, bool) {
	f, ok := computedText[property]
	if !ok {
		return "", false
	}
	return f(s), true
}

// Written reports whether [Computed.Text] supports a property.
func Written(property string) bool { _, ok := computedText[property]; return ok }

func num(v float64) string {
	if v == 0 {
		return "0"
	}
	s := strconv.FormatFloat(v, 'g', 6, 64)
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return s
}

func px(v float64) string        { return num(v) + "px" }
func unitPx1(u geom.Unit) string { return px(u.Float()) }

// colorText serializes a colour so that it can be parsed again, inks included.
func colorText(c Color) string {
	if !c.Ink.IsZero() {
		return inkText(c)
	}
	if c.A == 255 {
		return fmt.Sprintf("rgb(%d, %d, %d)", c.R, c.G, c.B)
	}
	a := math.Round(float64(c.A)/255*100) / 100
	if uint8(math.Round(a*255)) != c.A {
		a = math.Round(float64(c.A)/255*1000) / 1000
	}
	return fmt.Sprintf("rgba(%d, %d, %d, %s)", c.R, c.G, c.B, num(a))
}

func lengthText(l Length, auto string) string {
	switch l.Kind {
	case Auto:
		return auto
	case Px:
		return px(l.Px)
	case Percent:
		return num(l.Pct) + "%"
	case Calc:
		return nodeText(l.Calc, true)
	case MinContent:
		return "min-content"
	case MaxContent:
		return "max-content"
	case FitContent:
		if l.Calc != nil {
			return "fit-content(" + linear(l.Calc) + ")"
		}
		return "fit-content"
	case Content:
		return "content"
	case Fraction:
		return num(l.Pct) + "fr"
	case StretchLength:
		return "stretch"
	}
	return "?"
}

func linear(n *CalcNode) string {
	switch {
	case n.Pct == 0:
		return px(n.Px)
	case n.Px == 0:
		return num(n.Pct) + "%"
	case n.Px < 0:
		return num(n.Pct) + "% - " + px(-n.Px)
	}
	return num(n.Pct) + "% + " + px(n.Px)
}

func nodeText(n *CalcNode, top bool) string {
	switch n.Op {
	case CalcLinear:
		if top || n.Pct != 0 && n.Px != 0 {
			return "calc(" + linear(n) + ")"
		}
		return linear(n)
	case CalcMin, CalcMax, CalcClamp:
		name := map[CalcOp]string{CalcMin: "min", CalcMax: "max", CalcClamp: "clamp"}[n.Op]
		var args []string
		for i := range n.Args {
			a := nodeText(&n.Args[i], false)
			a = strings.TrimSuffix(strings.TrimPrefix(a, "calc("), ")")
			args = append(args, a)
		}
		return name + "(" + strings.Join(args, ", ") + ")"
	}
	return fmt.Sprintf("op%d", n.Op)
}

func keyOf[T comparable](w words[T], v T, not ...string) string {
	best := ""
	for k, x := range w {
		skip := strings.HasPrefix(k, "-webkit-")
		for _, n := range not {
			skip = skip || n == k
		}
		if x == v && !skip && (best == "" || len(k) < len(best) || len(k) == len(best) && k < best) {
			best = k
		}
	}
	return best
}

var displayNames = map[Display]string{
	DisplayNone: "none", DisplayContents: "contents", DisplayInline: "inline", DisplayBlock: "block", DisplayFlowRoot: "flow-root",
	DisplayInlineBlock: "inline-block", DisplayFlex: "flex", DisplayInlineFlex: "inline-flex", DisplayGrid: "grid",
	DisplayInlineGrid: "inline-grid", DisplayListItem: "list-item", DisplayTable: "table", DisplayInlineTable: "inline-table",
	DisplayTableRowGroup: "table-row-group", DisplayTableHeaderGroup: "table-header-group", DisplayTableFooterGroup: "table-footer-group",
	DisplayTableRow: "table-row", DisplayTableColumnGroup: "table-column-group", DisplayTableColumn: "table-column",
	DisplayTableCell: "table-cell", DisplayTableCaption: "table-caption", DisplayInlineListItem: "inline list-item",
}

func pairText(a, b string) string {
	if a == b {
		return a
	}
	return a + " " + b
}

func shadowText(list []Shadow, box bool) string {
	if len(list) == 0 {
		return "none"
	}
	var out []string
	for _, s := range list {
		t := colorText(s.Color) + " " + unitPx1(s.X) + " " + unitPx1(s.Y) + " " + unitPx1(s.Blur)
		if box {
			t += " " + unitPx1(s.Spread)
		}
		if s.Inset {
			t += " inset"
		}
		out = append(out, t)
	}
	return strings.Join(out, ", ")
}

func alignText(a Alignment) string {
	names := map[AlignKind]string{AlignNormal: "normal", AlignAutoSelf: "auto", AlignStretch: "stretch", AlignBaseline: "baseline",
		AlignLastBaseline: "last baseline", AlignCenterBox: "center", AlignStartBox: "start", AlignEndBox: "end", AlignSelfStart: "self-start",
		AlignSelfEnd: "self-end", AlignFlexStart: "flex-start", AlignFlexEnd: "flex-end", AlignLeftBox: "left", AlignRightBox: "right",
		AlignSpaceBetween: "space-between", AlignSpaceAround: "space-around", AlignSpaceEvenly: "space-evenly"}
	if a.Anchor {
		names[AlignCenterBox] = "anchor-center"
	}
	switch {
	case a.Safe:
		return "safe " + names[a.Kind]
	case a.Unsafe:
		return "unsafe " + names[a.Kind]
	}
	return names[a.Kind]
}

func trackSizeText(t TrackSize) string {
	if t.Max.Kind == FitContent {
		return lengthText(t.Max, "auto")
	}
	lo, hi := lengthText(t.Min, "auto"), lengthText(t.Max, "auto")
	if lo == hi {
		return lo
	}
	return "minmax(" + lo + ", " + hi + ")"
}

func tracksText(list []TrackEntry, subgrid bool) string {
	if len(list) == 0 && !subgrid {
		return "none"
	}
	var out []string
	if subgrid {
		out = append(out, "subgrid")
	}
	for _, e := range list {
		if len(e.Names) > 0 {
			out = append(out, "["+strings.Join(e.Names, " ")+"]")
		}
		switch {
		case e.Size != nil:
			out = append(out, trackSizeText(*e.Size))
		case e.Repeat != nil:
			n := strconv.Itoa(e.Repeat.Count)
			if e.Repeat.AutoFill {
				n = "auto-fill"
			}
			if e.Repeat.AutoFit {
				n = "auto-fit"
			}
			out = append(out, "repeat("+n+", "+tracksText(e.Repeat.Entries, false)+")")
		}
	}
	return strings.Join(out, " ")
}

func gridLineText(l GridLine) string {
	if l.Auto {
		return "auto"
	}
	var out []string
	if l.Span {
		out = append(out, "span")
	}
	if l.N != 0 && !(l.Span && l.N == 1 && l.Name != "") {
		out = append(out, strconv.Itoa(l.N))
	}
	if l.Name != "" {
		out = append(out, l.Name)
	}
	return strings.Join(out, " ")
}

func countersText(list []Counter) string {
	if len(list) == 0 {
		return "none"
	}
	var out []string
	for _, c := range list {
		out = append(out, c.Name+" "+strconv.Itoa(c.Value))
	}
	return strings.Join(out, " ")
}

func listText[T any](list []T, initial string, f func(T) string) string {
	if len(list) == 0 {
		return initial
	}
	var out []string
	for _, v := range list {
		out = append(out, f(v))
	}
	return strings.Join(out, ", ")
}

func stopsText(g *Gradient, stops []GradientStop) string {
	var out []string
	for _, s := range stops {
		t := ""
		if !s.Hint {
			t = colorText(s.Color)
		}
		if !s.Pos.IsAuto() {
			pos := lengthText(s.Pos, "")
			t = strings.TrimSpace(t + " " + pos)
		}
		out = append(out, t)
	}
	return strings.Join(out, ", ")
}

func imageText(i *Image) string {
	switch {
	case i == nil:
		return "none"
	case i.URL != "":
		return `url("` + i.URL + `")`
	case i.Gradient != nil:
		return "gradient(" + stopsText(i.Gradient, i.Gradient.Stops) + ")"
	}
	return "?"
}

func decoLineText(l DecorationLine) string {
	if l == 0 {
		return "none"
	}
	var out []string
	for _, x := range []struct {
		l DecorationLine
		s string
	}{{Underline, "underline"}, {Overline, "overline"}, {LineThrough, "line-through"}} {
		if l&x.l != 0 {
			out = append(out, x.s)
		}
	}
	return strings.Join(out, " ")
}

// computedText maps properties to the functions that serialize them.
var computedText = map[string]func(s *Computed) string{
	"display": func(s *Computed) string { return displayNames[s.Display] },
	"position": func(s *Computed) string {
		return [...]string{"static", "relative", "absolute", "fixed", "sticky"}[s.Position]
	},
	"float":      func(s *Computed) string { return [...]string{"none", "left", "right"}[s.Float] },
	"box-sizing": func(s *Computed) string { return [...]string{"content-box", "border-box"}[s.BoxSizing] },
	"visibility": func(s *Computed) string { return [...]string{"visible", "hidden", "collapse"}[s.Visibility] },
	"overflow-x": func(s *Computed) string {
		return [...]string{"visible", "hidden", "clip", "scroll", "auto"}[s.Overflow[0]]
	},
	"overflow-y": func(s *Computed) string {
		return [...]string{"visible", "hidden", "clip", "scroll", "auto"}[s.Overflow[1]]
	},
	"z-index": func(s *Computed) string {
		if s.ZAuto {
			return "auto"
		}
		return strconv.Itoa(int(s.ZIndex))
	},
	"order":          func(s *Computed) string { return strconv.Itoa(int(s.Order)) },
	"margin-top":     func(s *Computed) string { return lengthText(s.Margin[Top], "auto") },
	"margin-right":   func(s *Computed) string { return lengthText(s.Margin[Right], "auto") },
	"margin-bottom":  func(s *Computed) string { return lengthText(s.Margin[Bottom], "auto") },
	"margin-left":    func(s *Computed) string { return lengthText(s.Margin[Left], "auto") },
	"padding-top":    func(s *Computed) string { return lengthText(s.Padding[Top], "auto") },
	"padding-right":  func(s *Computed) string { return lengthText(s.Padding[Right], "auto") },
	"padding-bottom": func(s *Computed) string { return lengthText(s.Padding[Bottom], "auto") },
	"padding-left":   func(s *Computed) string { return lengthText(s.Padding[Left], "auto") },
	"top":            func(s *Computed) string { return lengthText(s.Inset[Top], "auto") },
	"right":          func(s *Computed) string { return lengthText(s.Inset[Right], "auto") },
	"bottom":         func(s *Computed) string { return lengthText(s.Inset[Bottom], "auto") },
	"left":           func(s *Computed) string { return lengthText(s.Inset[Left], "auto") },
	"width":          func(s *Computed) string { return lengthText(s.Width, "auto") },
	"height":         func(s *Computed) string { return lengthText(s.Height, "auto") },
	"min-width":      func(s *Computed) string { return lengthText(s.MinWidth, "auto") },
	"max-width":      func(s *Computed) string { return lengthText(s.MaxWidth, "none") },
	"aspect-ratio": func(s *Computed) string {
		a := s.AspectRatio
		r := num(a.W) + " / " + num(a.H)
		switch {
		case a.W == 0:
			return "auto"
		case a.Auto:
			return "auto " + r
		}
		return r
	},
	"flex-direction": func(s *Computed) string {
		return [...]string{"row", "row-reverse", "column", "column-reverse"}[s.FlexDirection]
	},
	"flex-wrap": func(s *Computed) string {
		text := [...]string{"nowrap", "wrap", "wrap-reverse"}[s.FlexWrap]
		if s.FlexBalance {
			text += " balance"
		}
		return text
	},
	"flex-grow":       func(s *Computed) string { return num(s.FlexGrow) },
	"flex-shrink":     func(s *Computed) string { return num(s.FlexShrink) },
	"flex-basis":      func(s *Computed) string { return lengthText(s.FlexBasis, "auto") },
	"justify-content": func(s *Computed) string { return alignText(s.JustifyContent) },
	"align-content":   func(s *Computed) string { return alignText(s.AlignContent) },
	"align-items":     func(s *Computed) string { return alignText(s.AlignItems) },
	"align-self":      func(s *Computed) string { return alignText(s.AlignSelf) },
	"justify-self":    func(s *Computed) string { return alignText(s.JustifySelf) },
	"row-gap":         func(s *Computed) string { return lengthText(s.RowGap, "normal") },
	"column-gap":      func(s *Computed) string { return lengthText(s.ColumnGap, "normal") },
	"column-count": func(s *Computed) string {
		if s.ColumnCount == 0 {
			return "auto"
		}
		return strconv.Itoa(s.ColumnCount)
	},
	"column-width":          func(s *Computed) string { return lengthText(s.ColumnWidth, "auto") },
	"grid-template-columns": func(s *Computed) string { return tracksText(gridOf(s).Columns, gridOf(s).SubgridColumns) },
	"grid-template-rows":    func(s *Computed) string { return tracksText(gridOf(s).Rows, gridOf(s).SubgridRows) },
	"grid-template-areas": func(s *Computed) string {
		var rows []string
		for _, r := range gridOf(s).Areas {
			rows = append(rows, `"`+strings.Join(r, " ")+`"`)
		}
		if rows == nil {
			return "none"
		}
		return strings.Join(rows, " ")
	},
	"grid-auto-flow": func(s *Computed) string {
		g := gridOf(s)
		switch {
		case g.FlowColumn && g.FlowDense:
			return "column dense"
		case g.FlowColumn:
			return "column"
		case g.FlowDense:
			return "row dense"
		}
		return "row"
	},
	"grid-row-start":    func(s *Computed) string { return gridLineText(gridOf(s).RowStart) },
	"grid-row-end":      func(s *Computed) string { return gridLineText(gridOf(s).RowEnd) },
	"grid-column-start": func(s *Computed) string { return gridLineText(gridOf(s).ColumnStart) },
	"grid-column-end":   func(s *Computed) string { return gridLineText(gridOf(s).ColumnEnd) },
	"color":             func(s *Computed) string { return colorText(s.Color) },
	"background-color":  func(s *Computed) string { return colorText(s.BackgroundColor) },
	"background-position-x": func(s *Computed) string {
		return listText(s.inner.backgrounds.x, "0%", func(l Length) string { return lengthText(l, "") })
	},
	"background-position-y": func(s *Computed) string {
		return listText(s.inner.backgrounds.y, "0%", func(l Length) string { return lengthText(l, "") })
	},
	"background-size": func(s *Computed) string {
		return listText(s.inner.backgrounds.sizes, "auto", func(b BackgroundSize) string {
			switch b.Kind {
			case SizeCover:
				return "cover"
			case SizeContain:
				return "contain"
			}
			w, h := lengthText(b.W, "auto"), lengthText(b.H, "auto")
			if h == "auto" {
				return w
			}
			return w + " " + h
		})
	},
	"background-repeat": func(s *Computed) string {
		return listText(s.inner.backgrounds.repeats, "repeat", func(r [2]Repeat) string {
			n := [...]string{"repeat", "no-repeat", "space", "round"}
			switch r {
			case [2]Repeat{RepeatOn, RepeatNone}:
				return "repeat-x"
			case [2]Repeat{RepeatNone, RepeatOn}:
				return "repeat-y"
			}
			return pairText(n[r[0]], n[r[1]])
		})
	},
	"background-origin": func(s *Computed) string {
		return listText(s.inner.backgrounds.origins, "padding-box", func(b Box) string { return keyOf(clipBoxes, b, "border-area") })
	},
	"background-clip": func(s *Computed) string {
		return listText(s.inner.backgrounds.clips, "border-box", func(b Box) string { return keyOf(clipBoxes, b, "border-area") })
	},
	"border-top-width":    func(s *Computed) string { return unitPx1(s.Border[Top].Width) },
	"border-right-width":  func(s *Computed) string { return unitPx1(s.Border[Right].Width) },
	"border-bottom-width": func(s *Computed) string { return unitPx1(s.Border[Bottom].Width) },
	"border-left-width":   func(s *Computed) string { return unitPx1(s.Border[Left].Width) },
	"border-top-style":    func(s *Computed) string { return keyOf(lineStyles, s.Border[Top].Style) },
	"border-left-style":   func(s *Computed) string { return keyOf(lineStyles, s.Border[Left].Style) },
	"border-top-color":    func(s *Computed) string { return colorText(s.Border[Top].Color) },
	"border-bottom-color": func(s *Computed) string { return colorText(s.Border[Bottom].Color) },
	"border-top-left-radius": func(s *Computed) string {
		return pairText(lengthText(s.Radius[0][0], ""), lengthText(s.Radius[0][1], ""))
	},
	"border-top-right-radius": func(s *Computed) string {
		return pairText(lengthText(s.Radius[1][0], ""), lengthText(s.Radius[1][1], ""))
	},
	"border-bottom-right-radius": func(s *Computed) string {
		return pairText(lengthText(s.Radius[2][0], ""), lengthText(s.Radius[2][1], ""))
	},
	"border-bottom-left-radius": func(s *Computed) string {
		return pairText(lengthText(s.Radius[3][0], ""), lengthText(s.Radius[3][1], ""))
	},
	"outline-width":  func(s *Computed) string { return px(s.inner.borderWidth[4]) },
	"outline-color":  func(s *Computed) string { return colorText(s.Outline.Color) },
	"outline-offset": func(s *Computed) string { return unitPx1(s.OutlineOffset) },
	"opacity":        func(s *Computed) string { return num(s.Opacity) },
	"box-shadow":     func(s *Computed) string { return shadowText(s.BoxShadow, true) },
	"text-shadow":    func(s *Computed) string { return shadowText(s.TextShadow, false) },
	"mix-blend-mode": func(s *Computed) string { return keyOf(blendModes, s.Blend) },
	"transform-origin": func(s *Computed) string {
		return lengthText(s.TransformOrigin[0], "") + " " + lengthText(s.TransformOrigin[1], "")
	},
	"object-fit": func(s *Computed) string {
		return [...]string{"fill", "contain", "cover", "none", "scale-down"}[s.ObjectFit]
	},
	"object-position": func(s *Computed) string {
		return lengthText(s.ObjectPosition[0], "") + " " + lengthText(s.ObjectPosition[1], "")
	},
	"font-size":    func(s *Computed) string { return px(s.Font.Size) },
	"font-weight":  func(s *Computed) string { return strconv.Itoa(s.Font.Weight) },
	"font-stretch": func(s *Computed) string { return num(s.Font.Stretch) + "%" },
	"font-family": func(s *Computed) string {
		return listText(s.Font.Families, "", func(f string) string {
			if strings.Contains(f, " ") {
				return `"` + f + `"`
			}
			return f
		})
	},
	"line-height": func(s *Computed) string {
		if s.LineHeight.Normal {
			return "normal"
		}
		return px(s.LineHeight.Px)
	},
	"letter-spacing": func(s *Computed) string {
		if s.LetterSpacing.Px == 0 {
			return "normal"
		}
		return lengthText(s.LetterSpacing, "")
	},
	"word-spacing": func(s *Computed) string { return lengthText(s.WordSpacing, "") },
	"text-align": func(s *Computed) string {
		return [...]string{"start", "end", "left", "right", "center", "justify", "auto", "-webkit-left", "-webkit-center", "-webkit-right"}[s.TextAlign]
	},
	"text-transform": func(s *Computed) string {
		return [...]string{"none", "uppercase", "lowercase", "capitalize", "full-width"}[s.TextTransform]
	},
	"text-decoration-line":  func(s *Computed) string { return decoLineText(s.inner.lines) },
	"text-decoration-color": func(s *Computed) string { return colorText(s.inner.decoColor) },
	"text-decoration-style": func(s *Computed) string {
		return [...]string{"solid", "double", "dotted", "dashed", "wavy"}[s.inner.decoStyle]
	},
	"text-underline-offset": func(s *Computed) string { return lengthText(s.inner.underOffset, "auto") },
	"white-space-collapse": func(s *Computed) string {
		return [...]string{"collapse", "preserve", "preserve-breaks", "break-spaces"}[s.WhiteSpace]
	},
	"text-wrap-mode":  func(s *Computed) string { return map[bool]string{false: "wrap", true: "nowrap"}[s.NoWrap] },
	"text-wrap-style": func(s *Computed) string { return [...]string{"auto", "balance", "pretty", "stable"}[s.TextWrap] },
	"word-break": func(s *Computed) string {
		return [...]string{"normal", "break-all", "keep-all", "break-word"}[s.WordBreak]
	},
	"overflow-wrap": func(s *Computed) string { return [...]string{"normal", "break-word", "anywhere"}[s.OverflowWrap] },
	"direction":     func(s *Computed) string { return [...]string{"ltr", "rtl"}[s.Direction] },
	"writing-mode": func(s *Computed) string {
		return [...]string{"horizontal-tb", "vertical-rl", "vertical-lr", "sideways-rl", "sideways-lr"}[s.WritingMode]
	},
	"unicode-bidi": func(s *Computed) string {
		return [...]string{"normal", "embed", "isolate", "bidi-override", "isolate-override", "plaintext"}[s.UnicodeBidi]
	},
	"list-style-position": func(s *Computed) string { return map[bool]string{false: "outside", true: "inside"}[s.ListInside] },
	"list-style-image":    func(s *Computed) string { return imageText(s.ListStyleImage) },
	"list-style-type": func(s *Computed) string {
		if s.ListStyleString {
			return `"` + s.ListStyleType + `"`
		}
		return s.ListStyleType
	},
	"counter-reset":     func(s *Computed) string { return countersText(s.CounterReset) },
	"counter-increment": func(s *Computed) string { return countersText(s.CounterIncrement) },
	"border-collapse": func(s *Computed) string {
		return map[bool]string{false: "separate", true: "collapse"}[s.BorderCollapse]
	},
	"caption-side":            func(s *Computed) string { return map[bool]string{false: "top", true: "bottom"}[s.CaptionBottom] },
	"table-layout":            func(s *Computed) string { return map[bool]string{false: "auto", true: "fixed"}[s.TableLayoutFixed] },
	"-webkit-text-fill-color": func(s *Computed) string { return colorText(s.TextFill) },
	"vertical-align": func(s *Computed) string {
		if s.VerticalAlign.Kind == VALength {
			return unitPx1(s.VerticalAlign.Raise)
		}
		return [...]string{"baseline", "sub", "super", "top", "text-top", "middle", "bottom", "text-bottom", "-webkit-baseline-middle"}[s.VerticalAlign.Kind]
	},
	"text-indent": func(s *Computed) string { return lengthText(s.TextIndent, "") },
	"tab-size": func(s *Computed) string {
		if s.TabSize.Kind == Fraction {
			return num(s.TabSize.Pct)
		}
		return lengthText(s.TabSize, "")
	},
	"fill-opacity": func(s *Computed) string { return num(svgOf(s).FillOpacity) },
	"stroke-width": func(s *Computed) string { return lengthText(svgOf(s).StrokeWidth, "") },
}

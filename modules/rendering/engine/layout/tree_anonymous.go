package layout

import "github.com/platenhq/platen/modules/rendering/engine/style"

// inheritedStyle returns the style of an anonymous box: parent's inherited
// properties and initial values for all others (CSS 2.1 §9.2.1.1).
func inheritedStyle(parent *style.Computed, display style.Display) *style.Computed {
	c := &style.Computed{
		Display:    display,
		ZAuto:      true,
		Opacity:    1,
		Zoom:       parent.Zoom,
		FlexShrink: 1, AlignSelf: style.Alignment{Kind: style.AlignAutoSelf}, JustifySelf: style.Alignment{Kind: style.AlignAutoSelf},

		Font: parent.Font, Color: parent.Color, Dark: parent.Dark, Direction: parent.Direction, WritingMode: parent.WritingMode, TextOrientation: parent.TextOrientation,
		LineHeight: parent.LineHeight, LetterSpacing: parent.LetterSpacing, WordSpacing: parent.WordSpacing,
		TextAlign: parent.TextAlign, TextAlignLast: parent.TextAlignLast, TextJustify: parent.TextJustify,
		TextBoxOver: parent.TextBoxOver, TextBoxUnder: parent.TextBoxUnder,
		TextIndent: parent.TextIndent, IndentHanging: parent.IndentHanging, IndentEachLine: parent.IndentEachLine,
		TextTransform: parent.TextTransform, TextSecurity: parent.TextSecurity, WhiteSpace: parent.WhiteSpace, NoWrap: parent.NoWrap, TextWrap: parent.TextWrap,
		NoPunctuationTrim: parent.NoPunctuationTrim, Autospace: parent.Autospace,
		TabSize: parent.TabSize, WordBreak: parent.WordBreak, LineBreak: parent.LineBreak, OverflowWrap: parent.OverflowWrap,
		Hyphens: parent.Hyphens, HyphenChar: parent.HyphenChar,
		Lang: parent.Lang, Quotes: parent.Quotes, Decorations: parent.Decorations, EmphasisMark: parent.EmphasisMark,
		TextShadow: parent.TextShadow, TextStroke: parent.TextStroke, TextFill: parent.TextFill, StrokeFirst: parent.StrokeFirst,
		ListStyleType: parent.ListStyleType, ListStyleString: parent.ListStyleString, ListStyleImage: parent.ListStyleImage, ListInside: parent.ListInside,
		BorderCollapse: parent.BorderCollapse, BorderSpacing: parent.BorderSpacing, CaptionBottom: parent.CaptionBottom, EmptyCellsHide: parent.EmptyCellsHide,
		Visibility: parent.Visibility, ImageRendering: parent.ImageRendering,
		Orphans: parent.Orphans, Widows: parent.Widows,
		Vars: parent.Vars,
	}
	zero := style.Pixels(0)
	c.Margin = [4]style.Length{zero, zero, zero, zero}
	c.Padding = c.Margin
	c.BackgroundClip = style.BorderBoxArea
	return c
}

package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// trimMargins applies margin-trim (CSS Box 4 §3.3) below a box: the margins of its content that adjoin its start or end
// edge are 0. As in Chromium, only the block margins in block containers are trimmed.
func trimMargins(b *Box) {
	if trim := b.Style.MarginTrim; trim != 0 && isBlockContainer(b) {
		if trim&style.TrimStart != 0 {
			trimEdge(b, b, style.Top)
		}
		if trim&style.TrimEnd != 0 {
			trimEdge(b, b, style.Bottom)
		}
	}
	for _, c := range b.Children {
		trimMargins(c)
	}
}

func isBlockContainer(b *Box) bool {
	switch b.Kind {
	case BlockBox, TableCellBox, TableCaptionBox:
		return true
	}
	return false
}

// trimEdge trims the margins in a box at an edge of the container around it, and reports whether something in the box
// separates that edge from what follows.
func trimEdge(container, b *Box, side int) (stopped bool) {
	if b.InlineChildren {
		return !isInvisibleInline(b)
	}
	for i := range b.Children {
		c := b.Children[i]
		if side == style.Bottom {
			c = b.Children[len(b.Children)-1-i]
		}
		if c.Kind == MarkerBox {
			return true
		}
		if !c.InFlow() || c.Kind == TableColumnBox {
			continue
		}
		start, end := physicalSide(container, side), physicalSide(container, opposite(side))
		trimMargin(c, start)
		if startsContext(c) && !c.columnRun || hasEdge(c, start) {
			return true
		}
		if side == style.Bottom && hasHeight(c, container) {
			return true
		}
		if trimEdge(container, c, side) || hasEdge(c, end) || hasHeight(c, container) {
			return true
		}
		trimMargin(c, end) // it collapses through
	}
	return false
}

// physicalSide returns the side of a style for a side in the space of a container's content.
func physicalSide(container *Box, side int) int {
	if mode := container.Style.WritingMode; mode != style.HorizontalTB {
		return turnedSides(mode)[side]
	}
	return side
}

func opposite(side int) int { return (side + 2) % 4 }

func trimMargin(b *Box, side int) {
	own := *b.Style
	own.Margin[side], own.QuirkMargin[side] = style.Pixels(0), false
	b.Style = &own
}

// hasEdge reports whether a box has a border or padding at a side.
func hasEdge(b *Box, side int) bool {
	p := b.Style.Padding[side]
	return b.Style.Border[side].Width > 0 || p.IsDefinite() && (p.HasPercent() || p.Resolve(0) > 0)
}

// hasHeight reports whether a box has a specified size along the block axis of a container, so that its margins do not
// adjoin those at its end.
func hasHeight(b, container *Box) bool {
	size, least := b.Style.Height, b.Style.MinHeight
	if container.Style.WritingMode != style.HorizontalTB {
		size, least = b.Style.Width, b.Style.MinWidth
	}
	positive := func(v style.Length) bool { return v.IsDefinite() && !v.HasPercent() && v.Resolve(0) > 0 }
	return positive(size) || positive(least)
}

// isInvisibleInline reports whether inline content generates no line boxes.
func isInvisibleInline(b *Box) bool {
	for _, c := range b.Children {
		switch c.Kind {
		case TextBox:
			if strings.Trim(c.Text, " \t\n\r\f") != "" {
				return false
			}
		case InlineBox:
			for side := range 4 {
				if hasEdge(c, side) {
					return false
				}
			}
			if !isInvisibleInline(c) {
				return false
			}
		default:
			if c.InFlow() {
				return false
			}
		}
	}
	return true
}

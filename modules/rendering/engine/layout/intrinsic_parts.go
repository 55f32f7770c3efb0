package layout

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// part creates the box of a part of a control.
func (t *treeBuilder) part(st *style.Computed, children ...*Box) *Box {
	own := *st
	switch own.Display {
	case style.DisplayInline, style.DisplayContents, style.DisplayTable, style.DisplayInlineTable:
		own.Display = style.DisplayBlock
	}
	b := t.newBox(Box{Kind: kindOf(own.Display), Style: &own, Node: dom.None, Pseudo: PartPseudo})
	t.setChildren(b, children)
	return b
}

// shown returns the boxes whose display is not none.
func shown(boxes ...*Box) []*Box {
	out := boxes[:0]
	for _, b := range boxes {
		if b.Style.Display != style.DisplayNone {
			out = append(out, b)
		}
	}
	return out
}

// bar creates a progress bar or meter from its parts; value is the style of the part that takes a share of the bar.
func (t *treeBuilder) bar(n dom.NodeID, st, value *style.Computed, share float64) *Box {
	parts := t.tree.Parts[n]
	v := *value
	along, across := &v.Width, &v.Height
	if v.WritingMode != style.HorizontalTB {
		along, across = across, along
	}
	*along, *across = style.Percentage(100*share), style.Percentage(100)
	b := t.field(n, st, shown(t.part(parts.Inner, shown(t.part(parts.Bar, shown(t.part(&v))...))...))...)
	b.fits = false
	b.Style.Contain |= style.ContainLayout // no baseline
	return b
}

// numeric returns the number of an attribute, auto if there is none or it is invalid.
func numeric(n *dom.Node, name string, auto float64) float64 {
	return parsed(n, name, auto, dom.Number)
}

// strict is [numeric] for the attributes of input elements, which must be valid numbers.
func strict(n *dom.Node, name string, auto float64) float64 {
	return parsed(n, name, auto, dom.StrictNumber)
}

func parsed(n *dom.Node, name string, auto float64, parse func(string) (float64, bool)) float64 {
	v, _ := n.Attr(name)
	f, ok := parse(v)
	if !ok || math.Abs(f) > 1e15 {
		return auto
	}
	return f
}

// ProgressShare returns the share of a progress bar that is done, 0 for an indeterminate one.
func ProgressShare(n *dom.Node) float64 {
	most := numeric(n, "max", 1)
	if most <= 0 {
		most = 1
	}
	return min(max(numeric(n, "value", 0)/most, 0), 1)
}

// Gauge is the state of a meter element (HTML §4.10.14).
type Gauge struct {
	// Share is the share of the meter that the value takes.
	Share float64
	// Distance is the number of regions between the value's and the optimum's: 0 to 2.
	Distance int
}

// GaugeOf returns the state of a meter element.
func GaugeOf(n *dom.Node) Gauge {
	low, high := numeric(n, "min", 0), numeric(n, "max", 1)
	high = max(low, high)
	value := min(max(numeric(n, "value", 0), low), high)
	from := min(max(numeric(n, "low", low), low), high)
	to := min(max(numeric(n, "high", high), from), high)
	best := min(max(numeric(n, "optimum", low+float64((high-low)*0.5)), low), high)
	region := func(v float64) int {
		switch {
		case v < from:
			return 0
		case v > to:
			return 2
		}
		return 1
	}
	share := 0.0
	if high > low {
		share = (value - low) / (high - low)
	}
	return Gauge{share, max(region(value)-region(best), region(best)-region(value))}
}

// SliderShare returns the position of a slider's thumb, from 0 to 1, which is on a step (HTML §4.10.5.1.13).
func SliderShare(n *dom.Node) float64 {
	low, high := strict(n, "min", 0), strict(n, "max", 100)
	if high <= low {
		return 0
	}
	value := min(max(strict(n, "value", low+float64((high-low)*0.5)), low), high)
	step := strict(n, "step", 1)
	if step <= 0 {
		step = 1
	}
	// Steps begin at the minimum or else at the value of the attribute.
	base := strict(n, "min", strict(n, "value", 0))
	word, _ := n.Attr("step")
	if steps := math.Floor((value-base)/step + 0.5); !strings.EqualFold(strings.TrimSpace(word), "any") && !math.IsInf(steps, 0) {
		switch value = base + float64(steps*step); {
		case value > high:
			value -= step
		case value < low:
			value += step
		}
	}
	return min(max((value-low)/(high-low), 0), 1)
}

// thumbSize is the size of a slider's native thumb.
const thumbSize = 16

// slider creates a slider without its native look from its parts.
func (t *treeBuilder) slider(n dom.NodeID, node *dom.Node, st *style.Computed) *Box {
	parts := t.tree.Parts[n]
	thumb := *parts.Values[0]
	if !thumb.NoAppearance {
		thumb.Width, thumb.Height = style.Pixels(thumbSize), style.Pixels(thumbSize)
		thumb.BackgroundColor = style.Color{G: 0x75, B: 0xFF, A: 255}
		if thumb.Accent.Set {
			thumb.BackgroundColor = thumb.Accent.Color
		}
		for i := range thumb.Radius {
			thumb.Border[i] = style.Border{}
			thumb.Radius[i] = [2]style.Length{style.Percentage(50), style.Percentage(50)}
		}
	}
	thumb.FlexGrow, thumb.FlexShrink = 0, 0
	space := func(grow float64) *Box {
		c := inheritedStyle(parts.Bar, style.DisplayBlock)
		c.FlexGrow = grow
		return t.newBox(Box{Kind: BlockBox, Style: c, Node: dom.None})
	}
	share := SliderShare(node)
	row := inheritedStyle(parts.Bar, style.DisplayFlex)
	row.Height = style.Percentage(100) // of the track, where its height is definite
	row.AlignItems = style.Alignment{Kind: style.AlignFlexStart}
	way := t.newBox(Box{Kind: FlexBox, Style: row, Node: dom.None})
	t.setChildren(way, append(append([]*Box{space(share)}, shown(t.part(&thumb))...), space(1-share)))
	inner := *parts.Inner
	inner.Height = style.Percentage(100)
	b := t.field(n, st, t.strut(st, geom.Px(129), 0), t.part(&inner, shown(t.part(parts.Bar, way))...))
	b.Style.Contain |= style.ContainLayout // no baseline
	return b
}

package style

import "strings"

// AreaSpan is the selection of one axis of the three-by-three grid of position-area: the part before the anchor, beside
// it, after it, or several of them.
type AreaSpan uint8

// The selections. AreaStart is the part before the anchor, AreaSpanStart that part and the anchor's.
const (
	AreaAll AreaSpan = iota
	AreaCenter
	AreaStart
	AreaEnd
	AreaSpanStart
	AreaSpanEnd
)

// reversed returns the selection in an axis of the opposite direction.
func (a AreaSpan) reversed(reverse bool) AreaSpan {
	if !reverse {
		return a
	}
	switch a {
	case AreaStart:
		return AreaEnd
	case AreaEnd:
		return AreaStart
	case AreaSpanStart:
		return AreaSpanEnd
	case AreaSpanEnd:
		return AreaSpanStart
	}
	return a
}

// areaDirection determines which end of an axis is the start of a selection.
type areaDirection uint8

const (
	areaPhysical areaDirection = iota // the left or top end
	areaOfContainer
	areaOfSelf
)

// areaTrack is the specified selection of one axis.
type areaTrack struct {
	span      AreaSpan
	direction areaDirection
}

// PositionArea is position-area (CSS Anchor Positioning 1 §3.1); the zero value is none.
type PositionArea struct {
	set bool
	// axes is x, y for a physical area, otherwise block, inline: of the box's own mode if own is set, else of the
	// containing block's.
	axes     [2]areaTrack
	physical bool
	own      bool
}

// IsNone reports whether position-area is none.
func (a PositionArea) IsNone() bool { return !a.set }

// Spans returns the selections along x and y, from left to right and from top to bottom, given the writing modes and
// directions of the containing block and of the box.
func (a PositionArea) Spans(container, self *Computed) (x, y AreaSpan) {
	of := container
	if a.own {
		of = self
	}
	tracks := a.axes
	if !a.physical && of.WritingMode == HorizontalTB {
		tracks[0], tracks[1] = tracks[1], tracks[0]
	}
	var out [2]AreaSpan
	for axis, t := range tracks {
		out[axis] = t.span
		switch t.direction {
		case areaOfContainer:
			out[axis] = t.span.reversed(StartsAtEnd(container.WritingMode, container.Direction, axis == 1))
		case areaOfSelf:
			out[axis] = t.span.reversed(StartsAtEnd(self.WritingMode, self.Direction, axis == 1))
		}
	}
	return out[0], out[1]
}

// physicalArea returns the area of physical selections.
func physicalArea(x, y AreaSpan) PositionArea {
	return PositionArea{set: true, physical: true, axes: [2]areaTrack{{span: x}, {span: y}}}
}

// StartsAtEnd reports whether the start side of a writing mode is at the right, or at the bottom for the vertical axis.
func StartsAtEnd(mode WritingMode, dir Direction, vertical bool) bool {
	inline := vertical != (mode == HorizontalTB)
	start := physicalSide(inline, false, mode, dir)
	return start == Right || start == Bottom
}

// areaAxis is the axis that a keyword of position-area selects.
type areaAxis uint8

const (
	areaAnyAxis areaAxis = iota // center, span-all
	areaX
	areaY
	areaBlock
	areaInline
	areaSelfBlock
	areaSelfInline
	areaEither     // start, end
	areaSelfEither // self-start, self-end
)

// areaWord is a keyword of position-area.
type areaWord struct {
	axis  areaAxis
	track areaTrack
}

var areaWords = makeAreaWords()

func makeAreaWords() map[string]areaWord {
	out := map[string]areaWord{"center": {track: areaTrack{span: AreaCenter}}, "span-all": {}}
	ends := func(axis areaAxis, d areaDirection, format, start, end string) {
		for i, side := range [2]string{start, end} {
			name := strings.Replace(format, "*", side, 1)
			span := [2]AreaSpan{AreaStart, AreaEnd}[i]
			out[name] = areaWord{axis, areaTrack{span, d}}
			out["span-"+name] = areaWord{axis, areaTrack{span + AreaSpanStart - AreaStart, d}}
		}
	}
	ends(areaX, areaPhysical, "*", "left", "right")
	ends(areaY, areaPhysical, "*", "top", "bottom")
	for _, a := range []struct {
		axis   areaAxis
		d      areaDirection
		format string
	}{
		{areaX, areaOfContainer, "x-*"}, {areaX, areaOfSelf, "self-x-*"}, {areaY, areaOfContainer, "y-*"}, {areaY, areaOfSelf, "self-y-*"},
		{areaBlock, areaOfContainer, "block-*"}, {areaInline, areaOfContainer, "inline-*"},
		{areaSelfBlock, areaOfSelf, "self-block-*"}, {areaSelfInline, areaOfSelf, "self-inline-*"},
		{areaEither, areaOfContainer, "*"}, {areaSelfEither, areaOfSelf, "self-*"},
	} {
		ends(a.axis, a.d, a.format, "start", "end")
	}
	return out
}

// positionArea parses one or two keywords.
func (p *parser) positionArea() (PositionArea, bool) {
	first, ok := areaWords[p.AnyIdent()]
	if !ok {
		return PositionArea{}, false
	}
	save := p.I
	second, two := areaWords[p.AnyIdent()]
	if !two {
		p.I = save
		second = areaWord{}
		switch first.axis {
		case areaAnyAxis, areaEither, areaSelfEither:
			second = first
		}
	}
	return joinArea(first, second)
}

// joinArea combines two keywords of the same kind, of which one may select any axis.
func joinArea(a, b areaWord) (PositionArea, bool) {
	kind := func(w areaWord) int { return [...]int{0, 1, 1, 2, 2, 3, 3, 4, 5}[w.axis] }
	if a.axis == areaAnyAxis && b.axis != areaAnyAxis && kind(b) < 4 {
		a, b = b, a
	}
	if b.axis != areaAnyAxis && a.axis != areaAnyAxis && kind(a) != kind(b) {
		return PositionArea{}, false
	}
	of := max(kind(a), kind(b))
	out := PositionArea{set: true, axes: [2]areaTrack{a.track, b.track}, physical: of == 1, own: of == 3 || of == 5}
	if of >= 4 || of == 0 {
		return out, true // the block axis first
	}
	second := areaY
	switch of {
	case 2:
		second = areaInline
	case 3:
		second = areaSelfInline
	}
	switch {
	case a.axis == b.axis:
		return PositionArea{}, false
	case a.axis == second:
		out.axes[0], out.axes[1] = b.track, a.track
	}
	return out, true
}

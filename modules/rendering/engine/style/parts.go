package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// controlParts holds the pseudo-elements of a form control's Parts.
type controlParts struct {
	inner, bar css.PseudoElement
	values     []css.PseudoElement
}

var (
	progressParts = controlParts{css.PseudoProgressInner, css.PseudoProgressBar, []css.PseudoElement{css.PseudoProgressValue}}
	meterParts    = controlParts{css.PseudoMeterInner, css.PseudoMeterBar,
		[]css.PseudoElement{css.PseudoMeterOptimum, css.PseudoMeterSuboptimum, css.PseudoMeterEvenLessGood}}
	sliderParts = controlParts{css.PseudoSliderContainer, css.PseudoSliderTrack, []css.PseudoElement{css.PseudoSliderThumb}}
	fileParts   = controlParts{values: []css.PseudoElement{css.PseudoFileButton}}
)

// partsOf returns the parts of an element, nil if it has none.
func partsOf(n *dom.Node) *controlParts {
	if n.Namespace != dom.HTML {
		return nil
	}
	switch n.Tag {
	case "progress":
		return &progressParts
	case "meter":
		return &meterParts
	case "input":
		switch kind, _ := n.Attr("type"); strings.ToLower(kind) {
		case "range":
			return &sliderParts
		case "file":
			return &fileParts
		}
	}
	return nil
}

// parts computes the styles of the parts of a form control. Each is matched by a rule of the user agent.
func (c *computer) parts(id dom.NodeID, n *dom.Node, s *Computed) {
	names := partsOf(n)
	if names == nil {
		return
	}
	p, parent := &Parts{}, s
	in := func(pe css.PseudoElement) *Computed {
		flags := byte(flagPE)
		if parent != s && isItemContainer(parent) {
			flags |= flagItem
		}
		return c.pseudo(id, n, parent, pe, flags)
	}
	if names.bar != css.PseudoNone {
		p.Inner = in(names.inner)
		parent = p.Inner
		p.Bar = in(names.bar)
		parent = p.Bar
	}
	for _, pe := range names.values {
		p.Values = append(p.Values, in(pe))
	}
	c.tree.Parts[id] = p
}

package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// layoutFlex lays out a flex container as a block until flex layout is in place.
func (l *layouter) layoutFlex(b *Box, s Space) *Fragment { return l.layoutBlock(b, s) }

// flexContentSizes returns the content-box min- and max-content sizes of a flex container.
func (l *layouter) flexContentSizes(b *Box, percent geom.Size) Sizes {
	return l.flowContentSizes(b, percent)
}

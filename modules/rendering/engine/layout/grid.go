package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// layoutGrid lays out a grid container as a block until grid layout is in place.
func (l *layouter) layoutGrid(b *Box, s Space) *Fragment { return l.layoutBlock(b, s) }

// gridContentSizes returns the content-box min- and max-content sizes of a grid container.
func (l *layouter) gridContentSizes(b *Box, percent geom.Size) Sizes {
	return l.flowContentSizes(b, percent)
}

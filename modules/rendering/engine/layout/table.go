package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

type tableGrid struct{}

func (l *layouter) layoutTable(b *Box, s Space) *Fragment { return l.layoutBlock(b, s) }

func (l *layouter) tableContentSizes(b *Box, percent geom.Size) Sizes {
	return l.flowContentSizes(b, percent)
}

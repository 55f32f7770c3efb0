package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

type inlineContent struct{}

func (l *layouter) hasLines(b *Box) bool { return false }

func (c *container) inlineChildren() {}

func (l *layouter) inlineContentSizes(b *Box, percent geom.Size) Sizes { return Sizes{} }

func (l *layouter) placeMarker(c *container) {}

package layouttest

import (
	"bytes"
	"image"
	_ "image/gif"  // natural sizes
	_ "image/jpeg" // natural sizes
	_ "image/png"  // natural sizes
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
)

// naturalSize decodes the size of an image.
func naturalSize(data []byte) (layout.Replaced, bool) {
	if cfg, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil {
		return layout.Replaced{
			Width: geom.Px(cfg.Width), Height: geom.Px(cfg.Height), HasWidth: true, HasHeight: true,
			RatioW: float64(cfg.Width), RatioH: float64(cfg.Height),
		}, true
	}
	if !strings.Contains(string(data), "<svg") {
		return layout.Replaced{}, false
	}
	doc, err := dom.ParseHTML(string(data), dom.Limits{})
	if err != nil {
		return layout.Replaced{}, false
	}
	for i := range doc.Nodes {
		if n := &doc.Nodes[i]; n.Tag == "svg" {
			return layout.NaturalSVG(n), true
		}
	}
	return layout.Replaced{}, false
}

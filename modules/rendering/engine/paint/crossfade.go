package paint

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// fade is a weighted combination of images (CSS Images 4 §2.7).
type fade struct {
	images  []*cssImage
	weights []float64
}

// crossFade resolves cross-fade(); unavailable images are treated as transparent.
func (p *painter) crossFade(it item, s *style.Computed, list []style.CrossFade) (*cssImage, bool) {
	f := &fade{}
	var n layout.Replaced
	n.HasWidth, n.HasHeight = true, true
	w, h := 0.0, 0.0
	for i := range list {
		pic, ok := p.resolveImage(it, s, &list[i].Image)
		if !ok {
			continue
		}
		f.images, f.weights = append(f.images, pic), append(f.weights, list[i].Weight)
		pw, ph, hasW, hasH, _, _ := pic.natural()
		n.HasWidth, n.HasHeight = n.HasWidth && hasW, n.HasHeight && hasH
		w, h = w+float64(pw.Float()*list[i].Weight), h+float64(ph.Float()*list[i].Weight)
	}
	if len(f.images) == 0 {
		return nil, false
	}
	n.Width, n.Height = geom.FromFloatRound(w), geom.FromFloatRound(h)
	if n.HasWidth && n.HasHeight && n.Width > 0 && n.Height > 0 {
		n.RatioW, n.RatioH = n.Width.Float(), n.Height.Float()
	}
	return &cssImage{vector: f, natVec: n}, true
}

// Paint implements [Vector]: the weighted sum of the images.
func (f *fade) Paint(w, h geom.Unit) *display.List {
	box := geom.Rect{W: w, H: h}
	l := &display.List{Width: w.Ceil(), Height: h.Ceil()}
	l.Ops = append(l.Ops, display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(box)}}, display.PushLayer{Bounds: everywhere, Opacity: 255})
	for i, pic := range f.images {
		weight := uint8(math.Floor(float64(min(max(f.weights[i], 0), 1)*255) + 0.5))
		l.Ops = append(l.Ops,
			display.PushLayer{Bounds: everywhere, Opacity: weight, Blend: display.PlusLighter},
			display.FillRect{Rect: display.RectFrom(box), Brush: pic.brush(box, display.Smooth)},
			display.Pop{})
	}
	l.Ops = append(l.Ops, display.Pop{}, display.Pop{})
	return l
}

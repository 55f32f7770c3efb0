package vector

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

func (c *pdfContent) orPixels(ctx context.Context, err error, op display.Op, at place) error {
	if err != nil {
		return err
	}
	return c.pixels(ctx, at, []display.Op{op}, resolution(op, c.p.o.scale()))
}

// pixels embeds operations as an image.
func (c *pdfContent) pixels(ctx context.Context, at place, ops []display.Op, scale float64) error {
	s, err := c.draw(ctx, at, ops, scale)
	if err != nil || s == nil {
		return err
	}
	c.p.lose(ops)
	inv, ok := at.full.Invert()
	if !ok {
		return nil
	}
	if err := c.p.lossy(ctx, s.bitmap); err != nil {
		return err
	}
	c.save()
	c.matrix(inv)
	err = c.image(s.whole())
	c.restore()
	return err
}

// draw rasterises operations for embedding.
func (c *pdfContent) draw(ctx context.Context, at place, ops []display.Op, scale float64) (*snapshot, error) {
	if c.zoom != 0 {
		scale = float64(scale * c.zoom)
	}
	return draw(ctx, c.width, c.height, at.full, ops, scale, c.spent)
}

// tint paints the alpha of operations in a single colour: a one-pixel image with a soft mask.
func (c *pdfContent) tint(ctx context.Context, at place, ops []display.Op, k display.Solid, scale float64) error {
	s, err := c.draw(ctx, at, ops, scale)
	if err != nil || s == nil {
		return err
	}
	inv, ok := at.full.Invert()
	if !ok {
		return nil
	}
	alpha := make([]byte, 0, len(s.bitmap.Pix)/4)
	for i := 3; i < len(s.bitmap.Pix); i += 4 {
		alpha = append(alpha, byte((int(s.bitmap.Pix[i])*int(k.Color.A)+127)/255))
	}
	ref := c.p.masked(s.bitmap.Width, s.bitmap.Height, alpha, k, display.Smooth)
	c.save()
	c.matrix(inv)
	c.setAlpha(255)
	x0, y0, x1, y1 := s.area.X0.Float(), s.area.Y0.Float(), s.area.X1.Float(), s.area.Y1.Float()
	c.matrix(geom.Matrix{A: x1 - x0, D: y0 - y1, E: x0, F: y1})
	c.b.WriteString(c.use(resObject, ref) + " Do\n")
	c.restore()
	return nil
}

// masked returns an image of a single colour: one pixel with a soft mask of w × h.
func (p *pdfWriter) masked(w, h int, alpha []byte, k display.Solid, s display.Sampling) int {
	const size = "/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8"
	mask := p.samples(fmt.Sprintf(size+" /ColorSpace /DeviceGray%s", w, h, p.interpolate(s)), alpha, 1, w)
	space, pixel := "/DeviceRGB", []byte{k.Color.R, k.Color.G, k.Color.B}
	if !k.Ink.IsZero() {
		space, pixel = p.inkPixel(k.Ink)
	}
	return p.packed(fmt.Sprintf(size+" /ColorSpace %s /SMask %d 0 R", 1, 1, space, mask), pixel)
}

// oneColor returns the colour of a bitmap whose pixels differ in alpha only, apart from the rounding of premultiplied
// channels.
func oneColor(b *image.Bitmap) (k display.Color, ok bool) {
	most := byte(0)
	for i := 0; i+3 < len(b.Pix); i += 4 {
		if b.Pix[i+3] > most {
			most, k = b.Pix[i+3], straight(b.Pix[i:i+4])
		}
	}
	same := func(v, color, alpha byte) bool {
		d := int(v)*255 - int(color)*int(alpha)
		return -2*255 < d && d < 2*255
	}
	for i := 0; i+3 < len(b.Pix); i += 4 {
		if a := b.Pix[i+3]; !same(b.Pix[i], k.R, a) || !same(b.Pix[i+1], k.G, a) || !same(b.Pix[i+2], k.B, a) {
			return k, false
		}
	}
	return k, most > 0
}

func (c *pdfContent) image(o *display.DrawImage) error {
	b := o.Image
	if b == nil || b.Width <= 0 || b.Height <= 0 || o.Dst.Empty() || o.Src.Empty() {
		return nil
	}
	c.save()
	c.setAlpha(255)
	if o.Src.X0 != 0 || o.Src.Y0 != 0 || o.Src.X1 != display.FromFloat(float64(b.Width)) || o.Src.Y1 != display.FromFloat(float64(b.Height)) {
		c.rectangle(o.Dst)
		c.b.WriteString("W n\n")
	}
	// Map the image's unit square, with row 0 at the top, onto Dst scaled by Src.
	kx := (o.Dst.X1.Float() - o.Dst.X0.Float()) / (o.Src.X1.Float() - o.Src.X0.Float())
	ky := (o.Dst.Y1.Float() - o.Dst.Y0.Float()) / (o.Src.Y1.Float() - o.Src.Y0.Float())
	x, y := o.Dst.X0.Float()-float64(o.Src.X0.Float()*kx), o.Dst.Y0.Float()-float64(o.Src.Y0.Float()*ky)
	w, h := float64(float64(b.Width)*kx), float64(float64(b.Height)*ky)
	c.matrix(geom.Matrix{A: w, D: -h, E: x, F: y + h})
	c.b.WriteString(c.use(resObject, c.p.image(b, o.Sampling)) + " Do\n")
	c.restore()
	return nil
}

// interpolate returns the /Interpolate entry of images that are smoothed when enlarged; PDF/A forbids it.
func (p *pdfWriter) interpolate(s display.Sampling) string {
	if s != display.Smooth || p.o.Standard != nil && p.o.Standard.Archive != 0 {
		return ""
	}
	return " /Interpolate true"
}

// image returns the object of a bitmap.
func (p *pdfWriter) image(b *image.Bitmap, s display.Sampling) int {
	if ref, ok := p.images[b]; ok {
		return ref
	}
	if ref := p.photo(b, s); ref != 0 {
		p.images[b] = ref
		return ref
	}
	n := b.Width * b.Height
	rgb, alpha := make([]byte, 0, n*3), make([]byte, 0, n)
	for i := 0; i+3 < len(b.Pix) && i < n*4; i += 4 {
		k := straight(b.Pix[i : i+4])
		rgb = append(rgb, k.R, k.G, k.B)
		alpha = append(alpha, b.Pix[i+3])
	}
	size := fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8", b.Width, b.Height)
	mask := ""
	if !b.Opaque {
		if k, ok := oneColor(b); ok { // such as the shadow of text
			p.images[b] = p.masked(b.Width, b.Height, alpha, display.Solid{Color: k}, s)
			return p.images[b]
		}
		mask = fmt.Sprintf(" /SMask %d 0 R", p.samples(size+" /ColorSpace /DeviceGray", alpha, 1, b.Width))
	}
	mask += p.interpolate(s)
	if file := p.parts[b]; file != nil {
		p.images[b] = p.packed(size+" /ColorSpace /DeviceRGB"+mask+" /Filter /DCTDecode", file)
		return p.images[b]
	}
	p.images[b] = p.samples(size+" /ColorSpace /DeviceRGB"+mask, rgb, 3, b.Width*3)
	return p.images[b]
}

// photo returns the object of a bitmap that is a JPEG, embedding its file, or 0.
func (p *pdfWriter) photo(b *image.Bitmap, s display.Sampling) int {
	space := map[int]string{1: "/DeviceGray", 3: "/DeviceRGB"}[image.Components(b.JPEG)]
	if space == "" {
		return 0
	}
	more := p.interpolate(s)
	return p.packed(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent 8 /ColorSpace %s%s /Filter /DCTDecode", b.Width, b.Height, space, more), b.JPEG)
}

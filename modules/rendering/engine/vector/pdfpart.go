package vector

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

const (
	// minPart is the number of pixels below which a rasterised part stays lossless.
	minPart = 4096
	// losslessRatio is how many times as large as its JPEG a part may be without loss: what has few colours or edges of
	// text stays as it is, noise and photographs do not.
	losslessRatio = 2
)

// lossy keeps a JPEG of a rasterised part that resembles a photograph, such as a blurred or recoloured one. Images of the
// document itself are never recompressed.
func (p *pdfWriter) lossy(ctx context.Context, b *image.Bitmap) error {
	if p.o.JPEG == nil || b == nil || b.Width*b.Height < minPart || p.parts[b] != nil {
		return nil
	}
	if _, one := oneColor(b); one {
		return nil
	}
	pm := &raster.Pixmap{Width: b.Width, Height: b.Height, Pix: opaque(b), Opaque: true}
	file, err := p.o.JPEG(ctx, pm)
	if err != nil {
		return fmt.Errorf("encoding a part: %w", err)
	}
	rgb := make([]byte, 0, len(pm.Pix)/4*3)
	for i := 0; i+3 < len(pm.Pix); i += 4 {
		rgb = append(rgb, pm.Pix[i:i+3]...)
	}
	row := b.Width * 3
	if len(p.o.Compress(differences(rgb, 3, row), 3, row+1)) < losslessRatio*len(file) {
		return nil
	}
	if p.parts == nil {
		p.parts = map[*image.Bitmap][]byte{}
	}
	p.parts[b] = file
	return nil
}

// opaque returns the colours of a bitmap without alpha. Transparent pixels have the colour of the pixel before them, since
// edges that are not seen would be compressed at the cost of those that are.
func opaque(b *image.Bitmap) []byte {
	out := make([]byte, len(b.Pix))
	stride := b.Width * 4
	for y := range b.Height {
		row := out[y*stride : (y+1)*stride]
		seen := -1
		for x := range b.Width {
			at := y*stride + x*4
			if b.Pix[at+3] > 0 {
				k := straight(b.Pix[at : at+4])
				row[x*4], row[x*4+1], row[x*4+2] = k.R, k.G, k.B
				if seen < 0 {
					for before := range x {
						copy(row[before*4:before*4+3], row[x*4:x*4+3])
					}
				}
				seen = x
			} else if seen >= 0 {
				copy(row[x*4:x*4+3], row[seen*4:seen*4+3])
			}
		}
		if seen < 0 && y > 0 {
			copy(row, out[(y-1)*stride:y*stride])
		}
		for x := range b.Width {
			row[x*4+3] = 255
		}
	}
	return out
}

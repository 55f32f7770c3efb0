// Package avif reads and writes the AVIF container: ISO base media file format boxes (ISO/IEC 14496-12), HEIF items and
// properties (ISO/IEC 23008-12) and the additions of the AV1 Image File Format specification. [Parse] locates the coded
// images without decoding them; [Encode] wraps images that are already coded. Coding is done by av1enc and av1dec. It
// is safe for untrusted data and for concurrent use.
package avif

import "bytes"

// File is the content of a container.
type File struct {
	Image Source
	// Alpha has the size of Image; nil if the image is opaque.
	Alpha *Source
	// Premultiplied reports whether the colours are premultiplied by alpha.
	Premultiplied bool
	// Crop is the visible part, applied before Turns and Mirror.
	Crop Rect
	// Turns is the number of anticlockwise quarter turns, 0 to 3.
	Turns int
	// Mirror is applied after Turns.
	Mirror Mirror
}

// Rect is a part of an image.
type Rect struct{ X, Y, Width, Height int }

// Mirror is a reflection of the image.
type Mirror uint8

// The mirrors.
const (
	NoMirror Mirror = iota
	TopBottom
	LeftRight
)

// Source is a coded image: a single image or a grid of tiles of equal size, the last column and row of which may be
// cropped.
type Source struct {
	Width, Height int
	Cols, Rows    int
	// TileWidth and TileHeight are the size of each of Tiles, which are AV1 bitstreams in row order.
	TileWidth, TileHeight int
	Tiles                 [][]byte
	Colour                *Colour // nil: as in the bitstream
	Profile               []byte  // an ICC profile, which wins over Primaries and Transfer
}

// Colour is a colour space in code points of ISO/IEC 23091-2.
type Colour struct {
	Primaries, Transfer, Matrix int
	FullRange                   bool
}

// Size returns the display size, after cropping and rotation.
func (f *File) Size() (width, height int) {
	if f.Turns&1 != 0 {
		return f.Crop.Height, f.Crop.Width
	}
	return f.Crop.Width, f.Crop.Height
}

// Parse reads a file. Errors wrap ErrCorrupt or ErrUnsupported.
func Parse(file []byte) (*File, error) {
	m := &meta{file: file, primary: -1, items: map[int]*item{}}
	found, isFile := false, false
	for rest := file; len(rest) > 0 && !found; {
		b, next, ok := nextBox(rest)
		if !ok {
			break
		}
		switch b.name {
		case "ftyp":
			isFile = bytes.Contains(b.data, []byte("avif")) || bytes.Contains(b.data, []byte("avis")) || bytes.Contains(b.data, []byte("mif1"))
		case "meta":
			if err := m.parse(b.data); err != nil {
				return nil, err
			}
			found = true
		}
		rest = next
	}
	switch {
	case !isFile:
		return nil, unsupported("its ftyp box names no AVIF brand")
	case !found && bytes.Contains(file[:min(len(file), 64)], []byte("avis")):
		return nil, unsupported("an image sequence without a still image")
	case !found:
		return nil, corrupt("it has no meta box, or ends before it")
	}
	return m.describe()
}

// describe resolves the primary item and the items it refers to.
func (m *meta) describe() (*File, error) {
	it := m.item(m.primary)
	if it == nil {
		return nil, corrupt("it has no primary item")
	}
	src, err := m.source(it)
	if err != nil {
		return nil, err
	}
	f := &File{Image: *src, Crop: Rect{Width: src.Width, Height: src.Height}}
	if err := f.readTransforms(it); err != nil {
		return nil, err
	}
	if alpha := m.alphaOf(it.id); alpha != nil {
		if f.Alpha, err = m.source(alpha); err != nil {
			return nil, err
		}
		for _, r := range m.references {
			f.Premultiplied = f.Premultiplied || r.typ == "prem" && r.from == it.id && len(r.to) > 0 && r.to[0] == alpha.id
		}
	} else if it.typ == "grid" {
		if f.Alpha, err = m.alphaOfTiles(it, src); err != nil {
			return nil, err
		}
	}
	if f.Alpha != nil && (f.Alpha.Width != f.Image.Width || f.Alpha.Height != f.Image.Height) {
		return nil, corrupt("its alpha has %d×%d pixels and its colour %d×%d", f.Alpha.Width, f.Alpha.Height, f.Image.Width, f.Image.Height)
	}
	return f, nil
}

// alphaOf returns the alpha item of item id, or nil.
func (m *meta) alphaOf(id int) *item {
	for _, r := range m.references {
		if r.typ != "auxl" || len(r.to) == 0 || r.to[0] != id {
			continue
		}
		it := m.item(r.from)
		if it == nil {
			continue
		}
		aux, ok := it.property("auxC")
		if !ok || len(aux) < 4 {
			continue
		}
		name, _, _ := bytes.Cut(aux[4:], []byte{0})
		switch string(name) {
		case "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1":
			return it
		}
	}
	return nil
}

// alphaOfTiles returns the alpha of a grid with one alpha item per tile, or nil if no tile has one.
func (m *meta) alphaOfTiles(grid *item, src *Source) (*Source, error) {
	out := *src
	out.Tiles, out.Colour = nil, nil
	missing := false
	for _, id := range m.tilesOf(grid) {
		it := m.alphaOf(id)
		if it == nil {
			missing = true
			continue
		}
		tile, err := m.source(it)
		if err != nil {
			return nil, err
		}
		if tile.Width != src.TileWidth || tile.Height != src.TileHeight || len(tile.Tiles) != 1 {
			return nil, corrupt("the alpha of a tile has %d×%d pixels and its colour %d×%d", tile.Width, tile.Height, src.TileWidth, src.TileHeight)
		}
		out.Tiles = append(out.Tiles, tile.Tiles[0])
	}
	switch {
	case len(out.Tiles) == 0:
		return nil, nil
	case missing:
		return nil, unsupported("a grid in which only some tiles have alpha")
	}
	return &out, nil
}

func (m *meta) tilesOf(grid *item) []int {
	for _, r := range m.references {
		if r.typ == "dimg" && r.from == grid.id {
			return r.to
		}
	}
	return nil
}

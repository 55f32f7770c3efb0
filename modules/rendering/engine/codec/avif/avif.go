// Package avif reads and writes the container of AVIF images: ISO base media file format boxes (ISO/IEC 14496-12), HEIF
// items and their properties (ISO/IEC 23008-12) and what the AV1 Image File Format specification adds. [Parse] finds the
// coded images and decodes none; [Encode] puts coded images into a file and codes none: that is av1dec's and av1enc's.
// It reads untrusted data and is safe for concurrent use.
package avif

import "bytes"

// File is an image as its container describes it.
type File struct {
	Image Source
	// Alpha is nil when the image is opaque; it has the size of Image.
	Alpha *Source
	// Premultiplied says that colour was multiplied with alpha already.
	Premultiplied bool
	// Crop is the part to show, before Turns and Mirror.
	Crop Rect
	// Turns is the number of quarter turns to the left, 0 to 3.
	Turns int
	// Mirror comes after Turns.
	Mirror Mirror
}

// Rect is a part of an image.
type Rect struct{ X, Y, Width, Height int }

// Mirror says which sides change places.
type Mirror uint8

// The mirrors.
const (
	NoMirror Mirror = iota
	TopBottom
	LeftRight
)

// Source is a coded image: one, or a grid of equal ones, of which the last column
// and row may be cut.
type Source struct {
	Width, Height int
	Cols, Rows    int
	// TileWidth and TileHeight are the size of each of Tiles, which are AV1 bitstreams
	// by rows.
	TileWidth, TileHeight int
	Tiles                 [][]byte
	Colour                *Colour // nil leaves it to the bitstream
}

// Colour is the meaning of samples in code points of ISO/IEC 23091-2.
type Colour struct {
	Primaries, Transfer, Matrix int
	FullRange                   bool
}

// Size is the image's size as it is shown.
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
		return nil, unsupported("an image sequence without a still picture")
	case !found:
		return nil, corrupt("it has no meta box, or ends before it")
	}
	return m.describe()
}

// describe puts the primary item and what belongs to it together.
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

// alphaOf is the item that holds the alpha of item id, if there is one.
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

// alphaOfTiles is the alpha of a grid whose tiles each have their own, nil when none
// has.
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
		return nil, unsupported("a grid of which some tiles have alpha and some have not")
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

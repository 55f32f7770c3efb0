package avif

// source locates an item's coded images.
func (m *meta) source(it *item) (*Source, error) {
	switch it.typ {
	case "av01":
		return m.single(it)
	case "grid":
		return m.grid(it)
	case "":
		return nil, corrupt("a referenced item is missing")
	}
	return nil, unsupported("items of type %q", it.typ)
}

func (m *meta) single(it *item) (*Source, error) {
	w, h, err := it.size()
	if err != nil {
		return nil, err
	}
	if op, ok := it.property("a1op"); ok && (len(op) == 0 || op[0] != 0) {
		return nil, unsupported("operating points")
	}
	if l, ok := it.property("lsel"); ok && (len(l) < 2 || l[0] != 0xff || l[1] != 0xff) {
		return nil, unsupported("the choice of a layer")
	}
	data, err := m.data(it)
	if err != nil {
		return nil, err
	}
	s := &Source{Width: w, Height: h, Cols: 1, Rows: 1, TileWidth: w, TileHeight: h, Tiles: [][]byte{data}}
	return s, s.readColour(it)
}

// maxTiles bounds the tiles of a grid.
const maxTiles = 1024

// grid reads a grid item (ISO/IEC 23008-12 §6.6.2.3).
func (m *meta) grid(it *item) (*Source, error) {
	data, err := m.data(it)
	if err != nil {
		return nil, err
	}
	r := &reader{p: data}
	version, flags := r.int(1), r.int(1)
	if version != 0 {
		return nil, unsupported("version %d of grids", version)
	}
	s := &Source{Rows: r.int(1) + 1, Cols: r.int(1) + 1}
	n := idSize(flags&1 == 0)
	s.Width, s.Height = r.int(n), r.int(n)
	if r.over || s.Width == 0 || s.Height == 0 {
		return nil, corrupt("its grid ends early")
	}
	if s.Cols*s.Rows > maxTiles {
		return nil, unsupported("a grid of more than %d images", maxTiles)
	}
	ids := m.tilesOf(it)
	if len(ids) != s.Cols*s.Rows {
		return nil, corrupt("a grid of %d×%d has %d tiles", s.Cols, s.Rows, len(ids))
	}
	for i, id := range ids {
		tile := m.item(id)
		if tile == nil || tile.typ != "av01" {
			return nil, unsupported("a grid of items that are not coded images")
		}
		t, err := m.single(tile)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			s.TileWidth, s.TileHeight, s.Colour = t.Width, t.Height, t.Colour
		} else if t.Width != s.TileWidth || t.Height != s.TileHeight {
			return nil, corrupt("its tiles differ in size")
		}
		s.Tiles = append(s.Tiles, t.Tiles[0])
	}
	// The image must end within the last column and row.
	if s.TileWidth*s.Cols < s.Width || s.TileHeight*s.Rows < s.Height ||
		s.TileWidth*(s.Cols-1) >= s.Width || s.TileHeight*(s.Rows-1) >= s.Height {
		return nil, corrupt("%d×%d tiles of %d×%d do not cover %d×%d", s.Cols, s.Rows, s.TileWidth, s.TileHeight, s.Width, s.Height)
	}
	return s, s.readColour(it)
}

// size returns the size in the item's ispe property.
func (it *item) size() (w, h int, err error) {
	p, ok := it.property("ispe")
	if !ok {
		return 0, 0, corrupt("an image has no size")
	}
	r := &reader{p: p}
	r.full()
	w, h = r.int(4), r.int(4)
	if r.over || w == 0 || h == 0 || w > 1<<16 || h > 1<<16 {
		return 0, 0, corrupt("its header says %d×%d pixels", w, h)
	}
	return w, h, nil
}

// readColour reads the container's colour information.
func (s *Source) readColour(it *item) error {
	for _, b := range it.properties {
		if b.name != "colr" || len(b.data) < 4 {
			continue
		}
		switch string(b.data[:4]) {
		case "prof", "rICC":
			s.Profile = b.data[4:]
			continue
		case "nclx":
		default:
			continue
		}
		r := &reader{p: b.data[4:]}
		s.Colour = &Colour{Primaries: r.int(2), Transfer: r.int(2), Matrix: r.int(2), FullRange: r.int(1)&0x80 != 0}
		if r.over {
			return corrupt("its colr box ends early")
		}
	}
	return nil
}

// readTransforms reads the crop, rotation and mirror, which are applied in this order (MIAF, ISO/IEC 23000-22
// §7.3.6.7).
func (f *File) readTransforms(it *item) error {
	if p, ok := it.property("clap"); ok {
		if err := f.readCrop(p); err != nil {
			return err
		}
	}
	if p, ok := it.property("irot"); ok && len(p) > 0 {
		f.Turns = int(p[0] & 3)
	}
	if p, ok := it.property("imir"); ok && len(p) > 0 {
		f.Mirror = TopBottom + Mirror(p[0]&1)
	}
	return nil
}

// readCrop reads a clean aperture (ISO/IEC 14496-12 §12.1.4), which must fall on whole pixels.
func (f *File) readCrop(p []byte) error {
	r := &reader{p: p}
	var v [8]int64
	for i := range v {
		v[i] = int64(int32(r.uint(4)))
	}
	if r.over {
		return corrupt("its clap box ends early")
	}
	whole := func(n, d int64) (int64, bool) {
		if n <= 0 || d <= 0 || n%d != 0 {
			return 0, false
		}
		return n / d, true
	}
	w, ok1 := whole(v[0], v[1])
	h, ok2 := whole(v[2], v[3])
	if !ok1 || !ok2 || v[5] <= 0 || v[7] <= 0 {
		return corrupt("its clap box cuts through pixels")
	}
	// The crop's centre is offset from the image's by a fraction; twice the corner is image − crop + 2·offset.
	corner := func(side, crop, n, d int64) (int64, bool) {
		c := (side-crop)*d + 2*n
		if c < 0 || c%(2*d) != 0 {
			return 0, false
		}
		c /= 2 * d
		return c, c+crop <= side
	}
	x, ok1 := corner(int64(f.Image.Width), w, v[4], v[5])
	y, ok2 := corner(int64(f.Image.Height), h, v[6], v[7])
	if !ok1 || !ok2 {
		return corrupt("its clap box is outside the image")
	}
	f.Crop = Rect{int(x), int(y), int(w), int(h)}
	return nil
}

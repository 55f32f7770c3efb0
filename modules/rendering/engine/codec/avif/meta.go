package avif

// item is an entry of the meta box.
type item struct {
	id         int
	typ        string
	extents    []extent
	method     int // where its data is stored: 0 in the file, 1 in idat
	properties []box
}

type extent struct{ offset, size uint64 }

// reference is an item reference (HEIF, ISO/IEC 23008-12 §6.4).
type reference struct {
	typ  string
	from int
	to   []int
}

// meta is the content of a meta box.
type meta struct {
	file       []byte
	idat       []byte
	primary    int
	items      map[int]*item
	references []reference
}

// maxItems bounds the items of a file, tiles of a grid among them.
const maxItems = 4096

func (m *meta) item(id int) *item { return m.items[id] }

// need returns item id and creates it if missing: iloc, iinf and ipma may come in any order.
func (m *meta) need(id int) (*item, error) {
	if it := m.item(id); it != nil {
		return it, nil
	}
	if len(m.items) == maxItems {
		return nil, unsupported("more than %d items", maxItems)
	}
	it := &item{id: id}
	m.items[id] = it
	return it, nil
}

// parse reads the children of a meta box.
func (m *meta) parse(p []byte) error {
	if len(p) < 4 {
		return corrupt("its meta box ends early")
	}
	return boxes(p[4:], func(b box) error {
		r := &reader{p: b.data}
		var err error
		switch b.name {
		case "pitm":
			version, _ := r.full()
			m.primary = r.int(idSize(version == 0))
		case "iinf":
			err = m.parseInfo(r)
		case "iloc":
			err = m.parseLocations(r)
		case "iref":
			err = m.parseReferences(r)
		case "iprp":
			err = m.parseProperties(b.data)
		case "idat":
			m.idat = b.data
		}
		if err == nil && r.over {
			err = corrupt("its %s box ends early", b.name)
		}
		return err
	})
}

func idSize(short bool) int {
	if short {
		return 2
	}
	return 4
}

func (m *meta) parseInfo(r *reader) error {
	version, _ := r.full()
	r.uint(idSize(version == 0))
	return boxes(r.p, func(b box) error {
		r := &reader{p: b.data}
		version, _ := r.full()
		if b.name != "infe" || version < 2 {
			return nil
		}
		it, err := m.need(r.int(idSize(version == 2)))
		if err != nil {
			return err
		}
		if r.uint(2) != 0 {
			return unsupported("protected items")
		}
		if len(r.p) < 4 {
			return corrupt("its infe box ends early")
		}
		it.typ = string(r.p[:4])
		return nil
	})
}

func (m *meta) parseLocations(r *reader) error {
	version, _ := r.full()
	if version > 2 {
		return unsupported("version %d of iloc", version)
	}
	sizes := r.int(2)
	offsetSize, lengthSize, baseSize, indexSize := sizes>>12, sizes>>8&15, sizes>>4&15, sizes&15
	if version == 0 {
		indexSize = 0
	}
	if max(offsetSize, lengthSize, baseSize, indexSize) > 8 {
		return corrupt("its iloc box has fields of %04x bytes", sizes)
	}
	for range r.int(idSize(version < 2)) {
		if r.over {
			break
		}
		it, err := m.need(r.int(idSize(version < 2)))
		if err != nil {
			return err
		}
		if version > 0 {
			it.method = r.int(2) & 15
		}
		if r.uint(2) != 0 {
			return unsupported("data in another file")
		}
		base := r.uint(baseSize)
		it.extents = nil
		for range r.int(2) {
			if r.over {
				break
			}
			r.uint(indexSize)
			e := extent{offset: base + r.uint(offsetSize)}
			e.size = r.uint(lengthSize)
			it.extents = append(it.extents, e)
		}
	}
	return nil
}

func (m *meta) parseReferences(r *reader) error {
	version, _ := r.full()
	n := idSize(version == 0)
	return boxes(r.p, func(b box) error {
		r := &reader{p: b.data}
		ref := reference{typ: b.name, from: r.int(n)}
		for range r.int(2) {
			if r.over {
				return corrupt("its iref box ends early")
			}
			ref.to = append(ref.to, r.int(n))
		}
		if m.references = append(m.references, ref); len(m.references) > maxItems {
			return unsupported("more than %d references", maxItems)
		}
		return nil
	})
}

// parseProperties reads the properties and their associations with items.
func (m *meta) parseProperties(p []byte) error {
	var all []box
	return boxes(p, func(b box) error {
		switch b.name {
		case "ipco":
			return boxes(b.data, func(b box) error {
				all = append(all, b)
				return nil
			})
		case "ipma":
			return m.parseAssociations(&reader{p: b.data}, all)
		}
		return nil
	})
}

func (m *meta) parseAssociations(r *reader, all []box) error {
	version, flags := r.full()
	for range r.int(4) {
		if r.over {
			break
		}
		it, err := m.need(r.int(idSize(version == 0)))
		if err != nil {
			return err
		}
		for range r.int(1) {
			v := r.int(1)
			essential := v&0x80 != 0
			i := v & 0x7f
			if flags&1 != 0 {
				i = i<<8 | r.int(1)
			}
			if i == 0 {
				continue
			}
			if r.over || i > len(all) {
				return corrupt("an item has property %d of %d", i, len(all))
			}
			if b := all[i-1]; essential && !known(b.name) {
				return unsupported("the property %q", b.name)
			} else {
				it.properties = append(it.properties, b)
			}
		}
	}
	if r.over {
		return corrupt("its ipma box ends early")
	}
	return nil
}

// known reports whether a property is supported, as essential properties must be.
func known(name string) bool {
	switch name {
	case "ispe", "pixi", "av1C", "colr", "irot", "imir", "clap", "auxC", "pasp", "lsel", "a1op":
		return true
	}
	return false
}

// property returns an item's first property with the given name.
func (it *item) property(name string) (data []byte, ok bool) {
	for _, b := range it.properties {
		if b.name == name {
			return b.data, true
		}
	}
	return nil, false
}

// data returns an item's data: a slice of the file if it is contiguous, otherwise a copy.
func (m *meta) data(it *item) ([]byte, error) {
	src := m.file
	switch it.method {
	case 0:
	case 1:
		src = m.idat
	default:
		return nil, unsupported("items derived from other items")
	}
	var out []byte
	for i, e := range it.extents {
		if e.offset > uint64(len(src)) || e.size > uint64(len(src))-e.offset {
			return nil, corrupt("an item's data extends past the end of the file")
		}
		part := src[e.offset:]
		if e.size > 0 {
			part = part[:e.size]
		}
		if i == 0 && len(it.extents) == 1 {
			return part, nil
		}
		// Extents must not overlap, so their total size cannot exceed the file's.
		if out = append(out, part...); len(out) > len(m.file) {
			return nil, corrupt("an item's data is larger than the file")
		}
	}
	if len(out) == 0 {
		return nil, corrupt("an item has no data")
	}
	return out, nil
}

package hint

import "github.com/platenhq/platen/modules/rendering/engine/font"

// The em box of ideographs, used when a face has no alignment zones.
const (
	emBoxBottom = -120 * onePixel
	emBoxTop    = 880 * onePixel
)

// stemZone is an alignment zone: font heights from low to high map to one device height. Its flat side is the lower one
// of a top zone.
type stemZone struct {
	low, high int64
	flat      int64
	device    int64
	top       bool
}

// fittedStemZones holds a font dict's zones at a given scale.
type fittedStemZones struct {
	zones       []stemZone
	flatten     bool // overshoots are suppressed
	shift, fuzz int64
	// em reports whether glyphs are aligned by the em box instead.
	em              bool
	emBottom, emTop stemEdge
}

func roundPixel(v int64) int64 { return (v + onePixel/2) &^ (onePixel - 1) }

func fitStemZones(z *font.StemZones, scale int64) *fittedStemZones {
	f := &fittedStemZones{shift: int64(z.Shift) << 16, fuzz: int64(z.Fuzz)}
	if z.Ideographic && dummyZones(z.Blue) {
		f.em = true
		f.emBottom = stemEdge{font: emBoxBottom - 1, scale: scale, stem: -1, valid: true, locked: true}
		f.emBottom.device = roundPixel(mulFix64(f.emBottom.font, scale)) - minCounter
		f.emTop = stemEdge{font: emBoxTop + 1, scale: scale, stem: -1, valid: true, locked: true, top: true}
		f.emTop.device = roundPixel(mulFix64(f.emTop.font, scale)) + minCounter
		return f
	}
	highest := int64(0)
	add := func(list []int32, top func(i int) bool) {
		for i := 0; i+2 <= len(list); i += 2 {
			s := stemZone{low: int64(list[i]) << 16, high: int64(list[i+1]) << 16, top: top(i)}
			if s.high < s.low {
				continue
			}
			highest = max(highest, s.high-s.low)
			s.flat = s.high
			if s.top {
				s.flat = s.low
			}
			f.zones = append(f.zones, s)
		}
	}
	add(z.Blue, func(i int) bool { return i > 0 })
	add(z.Other, func(int) bool { return false })
	f.followFamily(z, scale)
	limit := int64(z.Scale)
	if highest > 0 {
		limit = min(limit, (1<<32+highest/2)/highest)
	}
	boost := int64(0)
	if scale < limit {
		f.flatten = true
		const most = onePixel * 6 / 10
		boost = min(most-(most*scale+limit/2)/limit, onePixel/2-1)
	}
	for i := range f.zones {
		s := &f.zones[i]
		if s.top {
			s.device = roundPixel(mulFix64(s.flat, scale) + boost)
		} else {
			s.device = roundPixel(mulFix64(s.flat, scale) - boost)
		}
	}
	return f
}

// dummyZones reports whether zones are meaningless: empty, or two outside the em box.
func dummyZones(blue []int32) bool {
	if len(blue) == 0 {
		return true
	}
	const bottom, top = emBoxBottom >> 16, emBoxTop >> 16
	return len(blue) == 4 && blue[0] < bottom && blue[1] < bottom && blue[2] > top && blue[3] > top
}

// followFamily uses the family's zones where they differ by less than a pixel.
func (f *fittedStemZones) followFamily(z *font.StemZones, scale int64) {
	if scale <= 0 {
		return
	}
	pixel := (1<<32 + scale/2) / scale
	for i := range f.zones {
		s := &f.zones[i]
		own, nearest := s.flat, pixel
		try := func(v int32) {
			if d := abs64(own - int64(v)<<16); d < nearest {
				s.flat, nearest = int64(v)<<16, d
			}
		}
		for k := 0; k+2 <= len(z.Family); k += 2 {
			switch {
			case s.top && k > 0:
				try(z.Family[k])
			case !s.top && k == 0:
				try(z.Family[1])
			}
		}
		for k := 0; !s.top && k+2 <= len(z.FamilyOther); k += 2 {
			try(z.FamilyOther[k+1])
		}
	}
}

// capture places a stem by the zone that contains one of its edges.
func (f *fittedStemZones) capture(bottom, top *stemEdge) bool {
	for i := range f.zones {
		s := &f.zones[i]
		e, out := bottom, int64(-1)
		if s.top {
			e, out = top, 1
		}
		if !e.valid || e.font < s.low-f.fuzz || e.font > s.high+f.fuzz {
			continue
		}
		place := roundPixel(e.device)
		switch past := (e.font - s.flatSide()) * out; {
		case f.flatten:
			place = s.device
		case past >= f.shift && s.top:
			place = max(place, s.device+onePixel)
		case past >= f.shift:
			place = min(place, s.device-onePixel)
		}
		move := place - e.device
		for _, e := range []*stemEdge{bottom, top} {
			if e.valid {
				e.device, e.locked = e.device+move, true
			}
		}
		return true
	}
	return false
}

// flatSide returns the zone's own flat height, ignoring the family's.
func (s *stemZone) flatSide() int64 {
	if s.top {
		return s.low
	}
	return s.high
}

func abs64(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

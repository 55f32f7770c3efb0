package avif

import "encoding/binary"

// Track holds the coded frames of a sequence.
type Track struct {
	// Config is the body of the av1C box.
	Config [4]byte
	// Sequence is the sequence header; it precedes the data of every key frame.
	Sequence []byte
	Frames   []Frame
	// Channels is 3, or 1 for monochrome, of 8 bits each.
	Channels int
}

// Frame is a coded frame.
type Frame struct {
	Data []byte
	// Key reports that decoding can start at the frame. The first one is a key frame.
	Key bool
}

// size returns the length of sample i.
func (t *Track) size(i int) int {
	n := len(t.Frames[i].Data)
	if t.Frames[i].Key {
		n += len(t.Sequence)
	}
	return n
}

// still returns the first frame as an item.
func (t *Track) still() *Item {
	return &Item{Config: t.Config, Data: [][]byte{t.Sequence, t.Frames[0].Data}, Channels: t.Channels}
}

// Numbers of the tracks.
const (
	mainTrack  = 1
	alphaTrack = 2
)

// Movie is the description of a sequence.
type Movie struct {
	Width, Height int
	Colour        Colour
	// Main holds the images, Alpha their straight alpha, or nil. Both have the same number of frames.
	Main, Alpha *Track
	// Milliseconds holds the duration of every frame.
	Milliseconds []int
	// Loops is how often the sequence is played, 0 for endlessly.
	Loops int
}

// EncodeSequence returns a file of an image sequence (ISO/IEC 23008-12 §7, AV1 Image File Format §5), whose first frame is
// the primary item too, for readers of still images.
func EncodeSequence(m *Movie) []byte {
	brand := "MA1B"
	if m.Main.Config[1]>>5 != 0 {
		brand = "MA1A"
	}
	file := appendBox(nil, "ftyp", []byte("avis\x00\x00\x00\x00avismsf1iso8avifmif1miaf"+brand))
	tracks := []*Track{m.Main}
	if m.Alpha != nil {
		tracks = append(tracks, m.Alpha)
	}
	items := make([]*Item, len(tracks))
	for i, t := range tracks {
		items[i] = t.still()
	}
	// The offsets depend on the length of the boxes, which does not depend on them.
	starts := make([]int, len(tracks))
	first := len(metaBox(m.Width, m.Height, m.Colour, items, starts))
	offsets, _ := m.offsets(tracks, 0)
	movie := len(m.box(tracks, offsets))
	offsets, size := m.offsets(tracks, len(file)+first+movie+8)
	for i := range starts {
		starts[i] = offsets[i][0]
	}
	out := make([]byte, 0, size)
	out = append(out, file...)
	out = append(out, metaBox(m.Width, m.Height, m.Colour, items, starts)...)
	out = append(out, m.box(tracks, offsets)...)
	out = binary.BigEndian.AppendUint32(out, uint32(size-len(out)))
	out = append(out, "mdat"...)
	for k := range m.Main.Frames {
		// As in Encode, alpha comes first.
		for i := len(tracks) - 1; i >= 0; i-- {
			f := &tracks[i].Frames[k]
			if f.Key {
				out = append(out, tracks[i].Sequence...)
			}
			out = append(out, f.Data...)
		}
	}
	return out
}

// offsets returns the file offsets of the samples of every track for data that starts at an offset, and where it ends.
func (m *Movie) offsets(tracks []*Track, at int) (offsets [][]int, end int) {
	offsets = make([][]int, len(tracks))
	for i := range offsets {
		offsets[i] = make([]int, len(m.Main.Frames))
	}
	for k := range m.Main.Frames {
		for i := len(tracks) - 1; i >= 0; i-- {
			offsets[i][k] = at
			at += tracks[i].size(k)
		}
	}
	return offsets, at
}

// timescale is the number of time units per second.
const timescale = 1000

// duration returns the duration of one run in time units.
func (m *Movie) duration() uint64 {
	sum := 0
	for _, ms := range m.Milliseconds {
		sum += ms
	}
	return uint64(sum)
}

// presented returns the duration of all runs; all ones stand for an indefinite one.
func (m *Movie) presented() uint64 {
	if m.Loops == 0 {
		return 1<<64 - 1
	}
	return m.duration() * uint64(m.Loops)
}

func u64(v uint64) []byte { return binary.BigEndian.AppendUint64(nil, v) }

// unityMatrix is the transformation of a presentation that is shown as it is.
var unityMatrix = u32(1<<16, 0, 0, 0, 1<<16, 0, 0, 0, 1<<30)

// box returns the moov box.
func (m *Movie) box(tracks []*Track, offsets [][]int) []byte {
	body := appendFullBox(nil, "mvhd", 1, 0,
		u64(0), u64(0), u32(timescale), u64(m.presented()), // creation, modification
		u32(1<<16), u16(1<<8, 0), u32(0, 0), // rate, volume, reserved
		unityMatrix, make([]byte, 24), u32(len(tracks)+1))
	for i, t := range tracks {
		body = appendBox(body, "trak", m.track(i+1, t, offsets[i]))
	}
	return appendBox(nil, "moov", body)
}

// track returns the content of a trak box (ISO/IEC 14496-12 §8.3).
func (m *Movie) track(id int, t *Track, offsets []int) []byte {
	const enabled = 1
	body := appendFullBox(nil, "tkhd", 1, enabled,
		u64(0), u64(0), u32(id, 0), u64(m.presented()), u32(0, 0), u16(0, 0, 0, 0),
		unityMatrix, u32(m.Width<<16, m.Height<<16))
	handler := "pict"
	if id == alphaTrack {
		handler = "auxv"
		body = appendBox(body, "tref", appendBox(nil, "auxl", u32(mainTrack)))
	}
	// The track is repeated for as long as it is presented.
	const repeat = 1
	body = appendBox(body, "edts", appendFullBox(nil, "elst", 1, repeat, u32(1), u64(m.duration()), u64(0), u16(1, 0)))
	const undetermined = 0x55c4 // the language
	media := appendFullBox(nil, "mdhd", 1, 0, u64(0), u64(0), u32(timescale), u64(m.duration()), u16(undetermined, 0))
	media = appendFullBox(media, "hdlr", 0, 0, u32(0), []byte(handler), make([]byte, 12), []byte{0})
	const inThisFile = 1
	info := appendFullBox(nil, "vmhd", 0, 1, make([]byte, 8))
	info = appendBox(info, "dinf", appendFullBox(nil, "dref", 0, 0, u32(1), appendFullBox(nil, "url ", 0, inThisFile)))
	info = appendBox(info, "stbl", m.samples(id, t, offsets))
	media = appendBox(media, "minf", info)
	return appendBox(body, "mdia", media)
}

// samples returns the content of an stbl box.
func (m *Movie) samples(id int, t *Track, offsets []int) []byte {
	entry := append(make([]byte, 6), u16(1)...) // reserved, data_reference_index
	entry = append(entry, make([]byte, 16)...)
	entry = append(entry, u16(m.Width, m.Height)...)
	entry = append(entry, u32(72<<16, 72<<16, 0)...) // resolution
	entry = append(entry, u16(1)...)                 // frame_count
	entry = append(entry, make([]byte, 32)...)       // compressorname
	entry = append(entry, u16(24, 0xffff)...)        // depth
	entry = appendBox(entry, "av1C", t.Config[:], t.Sequence)
	if id == mainTrack {
		entry = append(entry, m.Colour.box()...)
	}
	const intraPrediction, oneReference = 1 << 30, 1 << 26
	entry = appendFullBox(entry, "ccst", 0, 0, u32(intraPrediction|oneReference))
	if id == alphaTrack {
		entry = appendFullBox(entry, "auxi", 0, 0, []byte("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\x00"))
	}
	body := appendFullBox(nil, "stsd", 0, 0, u32(1), appendBox(nil, "av01", entry))

	var times []byte
	runs := 0
	for i := 0; i < len(m.Milliseconds); {
		n := 1
		for i+n < len(m.Milliseconds) && m.Milliseconds[i+n] == m.Milliseconds[i] {
			n++
		}
		times = append(times, u32(n, m.Milliseconds[i])...)
		runs++
		i += n
	}
	body = appendFullBox(body, "stts", 0, 0, u32(runs), times)
	body = appendFullBox(body, "stsc", 0, 0, u32(1, 1, 1, 1)) // a chunk for every sample
	sizes := u32(0, len(t.Frames))
	var keys []byte
	n := 0
	for i := range t.Frames {
		sizes = append(sizes, u32(t.size(i))...)
		if t.Frames[i].Key {
			keys = append(keys, u32(i+1)...)
			n++
		}
	}
	body = appendFullBox(body, "stsz", 0, 0, sizes)
	body = appendFullBox(body, "stss", 0, 0, u32(n), keys)
	chunks := u32(len(offsets))
	for _, at := range offsets {
		chunks = append(chunks, u32(at)...)
	}
	return appendFullBox(body, "stco", 0, 0, chunks)
}

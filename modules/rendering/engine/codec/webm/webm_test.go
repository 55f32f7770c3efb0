package webm

import (
	"encoding/binary"
	"math"
	"math/bits"
	"testing"
)

// item is a parsed element.
type item struct {
	id       uint32
	at       int // of its identifier in the data that was parsed
	data     []byte
	children []item
}

var masters = map[uint32]bool{
	idEBML: true, idSegment: true, idSeekHead: true, idSeek: true, idInfo: true, idTracks: true, idTrackEntry: true, idVideo: true, idColour: true,
	idCluster: true, idBlockGroup: true, idCues: true, idCuePoint: true, idCueTrackPositions: true,
}

func parse(t *testing.T, b []byte) (items []item) {
	t.Helper()
	at := 0
	for at < len(b) {
		it := item{at: at}
		n := bits.LeadingZeros8(b[at]) + 1
		for _, v := range b[at : at+n] {
			it.id = it.id<<8 | uint32(v)
		}
		at += n
		n = bits.LeadingZeros8(b[at]) + 1
		size := int(b[at]) & (1<<(8-n) - 1)
		for _, v := range b[at+1 : at+n] {
			size = size<<8 | int(v)
		}
		at += n
		if size > len(b)-at {
			t.Fatalf("element %x ends early", it.id)
		}
		it.data = b[at : at+size]
		at += size
		if masters[it.id] {
			it.children = parse(t, it.data)
		}
		items = append(items, it)
	}
	return items
}

// find returns the descendants with an identifier, in order.
func find(items []item, id uint32) (found []item) {
	for _, it := range items {
		if it.id == id {
			found = append(found, it)
		}
		found = append(found, find(it.children, id)...)
	}
	return found
}

func (it *item) number() (v int) {
	for _, b := range it.data {
		v = v<<8 | int(b)
	}
	return v
}

func TestFramesKeepTheirTimesAndData(t *testing.T) {
	t.Parallel()
	v := &Video{Width: 300, Height: 200, Config: [4]byte{0x81}, Sequence: []byte("sequence "), Frames: []Frame{
		{[]byte("a"), 40, true}, {[]byte("b"), 40, false}, {[]byte("c"), 40_000, false}, {[]byte("d"), 20, false}, {[]byte("e"), 20, true}, {[]byte("f"), 60, false},
	}}
	file := Encode(v)
	top := parse(t, file)
	if len(top) != 2 || string(find(top, idDocType)[0].data) != "webm" {
		t.Fatalf("%d top elements", len(top))
	}
	var got []string
	var times []int
	for _, c := range find(top, idCluster) {
		for _, b := range append(find(c.children, idSimpleBlock), find(c.children, idBlock)...) {
			if b.data[0] != 0x81 {
				t.Errorf("track %x", b.data[0])
			}
			times = append(times, c.children[0].number()+int(binary.BigEndian.Uint16(b.data[1:])))
			got = append(got, string(b.data[4:]))
		}
	}
	want := []string{"sequence a", "b", "c", "d", "sequence e", "f"}
	wantTimes := []int{0, 40, 80, 40_080, 40_100, 40_120}
	if len(got) != len(want) {
		t.Fatalf("%d frames", len(got))
	}
	for i := range want {
		if got[i] != want[i] || times[i] != wantTimes[i] {
			t.Errorf("frame %d is %q at %d, want %q at %d", i, got[i], times[i], want[i], wantTimes[i])
		}
	}
	if d := math.Float64frombits(binary.BigEndian.Uint64(find(top, idDuration)[0].data)); d != 40_180 {
		t.Errorf("the film takes %g ms", d)
	}
	if d := find(top, idBlockDuration)[0]; d.number() != 60 {
		t.Errorf("the last frame takes %d ms", d.number())
	}
}

func TestIndexPointsToTheElements(t *testing.T) {
	t.Parallel()
	v := &Video{Width: 64, Height: 64}
	for i := range 300 {
		v.Frames = append(v.Frames, Frame{make([]byte, 90), 40, i%100 == 0})
	}
	segment := parse(t, Encode(v))[1]
	for _, s := range find(segment.children, idSeek) {
		id, at := s.children[0].number(), s.children[1].number()
		found := false
		for _, c := range segment.children {
			found = found || c.at == at && int(c.id) == id
		}
		if !found {
			t.Errorf("there is no element %x at %d", id, at)
		}
	}
	cues := find(segment.children, idCuePoint)
	if len(cues) != 3 {
		t.Fatalf("%d cues, want 3", len(cues))
	}
	for i, c := range cues {
		at := find(c.children, idCueClusterPosition)[0].number()
		found := false
		for _, e := range segment.children {
			found = found || e.at == at && e.id == idCluster && e.children[0].number() == i*4000
		}
		if !found {
			t.Errorf("there is no cluster of %d ms at %d", i*4000, at)
		}
	}
}

package avif

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// boxesByName returns the boxes of b by name; the last one if a name repeats.
func boxesByName(t *testing.T, b []byte) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for len(b) > 0 {
		if len(b) < 8 {
			t.Fatalf("%d trailing bytes", len(b))
		}
		n := int(binary.BigEndian.Uint32(b))
		if n < 8 || n > len(b) {
			t.Fatalf("box %q has %d bytes but only %d are left", b[4:8], n, len(b))
		}
		found[string(b[4:8])] = b[8:n]
		b = b[n:]
	}
	return found
}

func TestItemsAreAtTheirRecordedOffsets(t *testing.T) {
	t.Parallel()
	main := &Item{Config: [4]byte{0x81, 0x20}, Data: [][]byte{[]byte("sequence"), []byte("frame")}, Channels: 3}
	alpha := &Item{Config: [4]byte{0x81, 0, 0x1c}, Data: [][]byte{[]byte("alpha")}, Channels: 1}
	for _, c := range []struct {
		alpha *Item
		want  []string
	}{{nil, []string{"sequenceframe"}}, {alpha, []string{"sequenceframe", "alpha"}}} {
		file := Encode(640, 480, Colour{Primaries: 1, Transfer: 13, Matrix: 6, FullRange: true}, main, c.alpha)
		top := boxesByName(t, file)
		meta := boxesByName(t, top["meta"][4:])
		location := meta["iloc"][4:]
		if n := int(binary.BigEndian.Uint16(location[2:])); n != len(c.want) {
			t.Fatalf("%d items, want %d", n, len(c.want))
		}
		for i, want := range c.want {
			entry := location[4+i*14:]
			at, n := binary.BigEndian.Uint32(entry[6:]), binary.BigEndian.Uint32(entry[10:])
			if got := file[at : at+n]; !bytes.Equal(got, []byte(want)) {
				t.Errorf("item %d is %q, want %q", i+1, got, want)
			}
		}
		properties := boxesByName(t, boxesByName(t, meta["iprp"])["ipco"])
		if size := properties["ispe"][4:]; binary.BigEndian.Uint32(size) != 640 || binary.BigEndian.Uint32(size[4:]) != 480 {
			t.Errorf("size %v", size)
		}
		if _, has := properties["auxC"]; has != (c.alpha != nil) {
			t.Errorf("has auxC: %v", has)
		}
	}
}

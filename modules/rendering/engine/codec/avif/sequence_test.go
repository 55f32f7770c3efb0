package avif

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// movie returns a sequence of three frames, the last of which is a key frame, with alpha.
func movie() *Movie {
	track := func(name string, channels int) *Track {
		t := &Track{Config: [4]byte{0x81, 0x20}, Sequence: []byte(name + " sequence "), Channels: channels}
		for i, data := range []string{"one", "two", "three"} {
			t.Frames = append(t.Frames, Frame{Data: []byte(name + " " + data), Key: i != 1})
		}
		return t
	}
	return &Movie{
		Width: 640, Height: 480, Colour: Colour{Primaries: 1, Transfer: 13, Matrix: 6, FullRange: true},
		Main: track("main", 3), Alpha: track("alpha", 1), Milliseconds: []int{50, 50, 120}, Loops: 2,
	}
}

// tracks returns the boxes of each track down to stbl, merged.
func tracks(t *testing.T, file []byte) (found []map[string][]byte) {
	t.Helper()
	rest := boxesByName(t, file)["moov"]
	for len(rest) > 0 {
		n := int(binary.BigEndian.Uint32(rest))
		if string(rest[4:8]) == "trak" {
			all := boxesByName(t, rest[8:n])
			for _, inner := range []string{"edts", "mdia", "minf", "stbl"} {
				for name, data := range boxesByName(t, all[inner]) {
					all[name] = data
				}
			}
			found = append(found, all)
		}
		rest = rest[n:]
	}
	return found
}

func TestSamplesAreAtTheirRecordedOffsets(t *testing.T) {
	t.Parallel()
	m := movie()
	file := EncodeSequence(m)
	found := tracks(t, file)
	if len(found) != 2 {
		t.Fatalf("%d tracks", len(found))
	}
	for k, name := range []string{"main", "alpha"} {
		sizes, chunks := found[k]["stsz"][12:], found[k]["stco"][8:]
		for i, want := range []string{name + " sequence " + name + " one", name + " two", name + " sequence " + name + " three"} {
			at, n := binary.BigEndian.Uint32(chunks[4*i:]), binary.BigEndian.Uint32(sizes[4*i:])
			if got := file[at : at+n]; string(got) != want {
				t.Errorf("%s sample %d is %q, want %q", name, i, got, want)
			}
		}
		if keys := found[k]["stss"][4:]; !bytes.Equal(keys, u32(2, 1, 3)) {
			t.Errorf("key frames %v", keys)
		}
		if times := found[k]["stts"][4:]; !bytes.Equal(times, u32(2, 2, 50, 1, 120)) {
			t.Errorf("times %v", times)
		}
		if d := binary.BigEndian.Uint64(found[k]["tkhd"][28:]); d != 440 {
			t.Errorf("the track is presented for %d ms, want two runs of 220", d)
		}
	}
	if handler := string(found[1]["hdlr"][8:12]); handler != "auxv" {
		t.Errorf("alpha has the handler %q", handler)
	}
	m.Loops = 0
	if d := binary.BigEndian.Uint64(tracks(t, EncodeSequence(m))[0]["tkhd"][28:]); d != 1<<64-1 {
		t.Errorf("an endless film is presented for %d ms", d)
	}
}

// TestSequencesAreStillsToo reads the first frame as an image.
func TestSequencesAreStillsToo(t *testing.T) {
	t.Parallel()
	f, err := Parse(EncodeSequence(movie()))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(f.Image.Tiles[0]); got != "main sequence main one" || f.Alpha == nil || string(f.Alpha.Tiles[0]) != "alpha sequence alpha one" {
		t.Errorf("the image is %q, alpha %v", got, f.Alpha)
	}
}

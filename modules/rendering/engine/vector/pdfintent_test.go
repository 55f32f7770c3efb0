package vector_test

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/vector"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

func TestCheckIntent(t *testing.T) {
	t.Parallel()
	good := pdftest.PressProfile()
	if err := vector.CheckIntent(good); err != nil {
		t.Errorf("a press profile: %v", err)
	}
	changed := func(change func(b []byte) []byte) []byte { return change(append([]byte(nil), good...)) }
	put := func(at int, s string) []byte {
		return changed(func(b []byte) []byte { copy(b[at:], s); return b })
	}
	// The table of tags begins at 132: desc, cprt, wtpt, A2B0, B2A0 of 12 bytes each.
	for want, data := range map[string][]byte{
		"is not an ICC profile":       []byte("GIF89a"),
		"is damaged: it has":          good[:len(good)-1],
		"has the ICC version 5":       put(8, "\x05"),
		`is of the class "mntr"`:      put(12, "mntr"),
		`the colour space "RGB"`:      put(16, "RGB "),
		`connects to the colour`:      put(20, "RGB "),
		"its table of tags is longer": put(128, "\x00\x00\xff\xff"),
		`its tag "A2B0" is outside`:   put(132+3*12+4, "\xff\xff\xff\xff"),
		"has no tag A2B0":             put(132+3*12, "A2B9"),
		"does not convert from four":  put(int(binary.BigEndian.Uint32(good[132+3*12+4:]))+8, "\x03"),
		"has an unknown type in":      put(int(binary.BigEndian.Uint32(good[132+3*12+4:])), "junk"),
		"at most 3145728 are read":    make([]byte, vector.MaxProfile+1),
	} {
		if err := vector.CheckIntent(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if data, err := os.ReadFile("/usr/share/color/icc/ghostscript/default_cmyk.icc"); err == nil {
		if err := vector.CheckIntent(data); err != nil {
			t.Errorf("the profile of Ghostscript: %v", err)
		}
	}
}

func FuzzCheckIntent(f *testing.F) {
	f.Add(pdftest.PressProfile())
	f.Fuzz(func(_ *testing.T, data []byte) { _ = vector.CheckIntent(data) })
}

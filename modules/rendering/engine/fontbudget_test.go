package engine_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// largestFont returns the largest of the bundled files.
func largestFont(t *testing.T) []byte {
	t.Helper()
	var largest []byte
	if err := font.BundledFiles(func(_ string, data []byte) error {
		if d, err := font.Describe(data); err == nil && strings.HasPrefix(d.Family, "Playfair") && len(data) > len(largest) {
			largest = data
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return largest
}

// padded appends an unused table to a font file, so that it has size bytes.
func padded(file []byte, size int) []byte {
	n := int(binary.BigEndian.Uint16(file[4:]))
	out := slices.Concat(file[:12+16*n], make([]byte, 16), file[12+16*n:])
	binary.BigEndian.PutUint16(out[4:], uint16(n+1))
	for i := range n {
		at := out[12+16*i+8:]
		binary.BigEndian.PutUint32(at, binary.BigEndian.Uint32(at)+16)
	}
	entry := out[12+16*n:]
	copy(entry, "zzzz")
	binary.BigEndian.PutUint32(entry[8:], uint32(len(out)))
	binary.BigEndian.PutUint32(entry[12:], uint32(size-len(out)))
	return append(out, make([]byte, size-len(out))...)
}

// packed compresses a font file as WOFF.
func packed(t *testing.T, file []byte) []byte {
	t.Helper()
	n := int(binary.BigEndian.Uint16(file[4:]))
	out := make([]byte, 44+20*n)
	copy(out, "wOFF")
	copy(out[4:], file[:4])
	binary.BigEndian.PutUint16(out[12:], uint16(n))
	for i := range n {
		from, to := file[12+16*i:], out[44+20*i:]
		offset, length := binary.BigEndian.Uint32(from[8:]), binary.BigEndian.Uint32(from[12:])
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		if _, err := w.Write(file[offset : offset+length]); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		data := b.Bytes()
		if len(data) >= int(length) {
			data = file[offset : offset+length]
		}
		copy(to, from[:4])
		binary.BigEndian.PutUint32(to[4:], uint32(len(out)))
		binary.BigEndian.PutUint32(to[8:], uint32(len(data)))
		binary.BigEndian.PutUint32(to[12:], length)
		out = append(out, data...)
	}
	return out
}

// faces returns a document with n faces of distinct URLs, whose text uses the first.
func faces(n int) string {
	var b strings.Builder
	b.WriteString("<style>body{margin:0;font:30px f0,Inter}")
	for i := range n {
		fmt.Fprintf(&b, "@font-face{font-family:f%d;src:url(http://fonts.example/%d.ttf)}", i, i)
	}
	return b.String() + "</style>Hamburg"
}

// drawFaces draws a document of faces and returns its bytes and the messages of its font warnings.
func drawFaces(ctx context.Context, t *testing.T, e *engine.Engine, html string, files engine.Files) (out []byte, refused []string) {
	t.Helper()
	p, err := drawImages(ctx, t, e, html, files)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, w := range p.Warnings {
		if w.Code == "font_unavailable" {
			refused = append(refused, w.Message)
		}
	}
	res, err := e.Encode(ctx, p, engine.Output{Format: encode.PNG})
	if err != nil {
		t.Fatal(err)
	}
	return res.Bytes, refused
}

// TestLargeWebFonts draws text in fonts of up to 32 MiB, uncompressed and compressed: the pixels equal those of the
// small file with the same glyphs. A file one byte larger is rejected by its size, and so is one that decompresses to
// more than 64 MiB.
func TestLargeWebFonts(t *testing.T) {
	t.Parallel()
	e, file := engine.New(engine.Options{}), largestFont(t)
	want, _ := drawFaces(t.Context(), t, e, faces(1), sameFile(file))
	without, _ := drawFaces(t.Context(), t, e, faces(1), engine.NoFiles{})
	if bytes.Equal(want, without) {
		t.Fatal("the text is not drawn in the font")
	}
	for name, data := range map[string][]byte{
		"32 MiB":               padded(file, 32<<20),
		"packed to 60 MiB":     packed(t, padded(file, 60<<20)),
		"above 32 MiB":         padded(file, 32<<20+1),
		"packed, above 64 MiB": packed(t, padded(file, 65<<20)),
	} {
		got, refused := drawFaces(t.Context(), t, e, faces(1), sameFile(data))
		if above := strings.Contains(name, "above"); above != (len(refused) == 1 && strings.Contains(refused[0], "too large")) {
			t.Errorf("%s: %q", name, refused)
		} else if above != bytes.Equal(got, without) || above == bytes.Equal(got, want) {
			t.Errorf("%s: text drawn in the font: %v", name, !above)
		}
	}
}

// TestLargeFontsAreBounded checks that a document's fonts have a total limit, that they count together with the images
// of other documents, and that closing the document releases the memory.
func TestLargeFontsAreBounded(t *testing.T) {
	t.Parallel()
	e, file := engine.New(engine.Options{}), sameFile(padded(largestFont(t), 32<<20))
	_, refused := drawFaces(t.Context(), t, e, faces(8), file) // 256 of 192 MiB
	if len(refused) != 2 || !strings.Contains(refused[1], "together") {
		t.Errorf("refused: %q", refused)
	}
	held, err := drawImages(t.Context(), t, e, images(9, ""), largeImage(t)) // 81 of 100 million pixels
	if err != nil {
		t.Fatal(err)
	}
	if _, err := drawImages(t.Context(), t, e, faces(1), file); err != nil { // is small enough to need no reservation
		t.Error(err)
	}
	limited, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if _, err := drawImages(limited, t, e, faces(4), file); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("128 MiB of fonts must not be opened while large images are: %v", err)
	}
	held.Close()
	p, err := drawImages(t.Context(), t, e, faces(4), file)
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
}

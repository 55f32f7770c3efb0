package av1dec_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/av1dec"
)

// TestPlanesMatchAnotherDecoder compares with planes.txt, which holds the SHA-256 of the planes as dav1d writes them
// (raw planar, 16 bits little endian above 8). AV1 decoding is exact, so every sample must be equal.
func TestPlanesMatchAnotherDecoder(t *testing.T) {
	t.Parallel()
	sums, err := os.ReadFile("testdata/planes.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sums)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := av1dec.Decode(t.Context(), stream(t, name), 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%x", sha256.Sum256(planes(p))); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func stream(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".obu"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func planes(p *av1dec.Image) []byte {
	var out []byte
	for _, pl := range p.Planes {
		for y := range pl.Height {
			for _, v := range pl.Pix[y*pl.Stride:][:pl.Width] {
				out = append(out, byte(v))
				if p.BitDepth > 8 {
					out = append(out, byte(v>>8))
				}
			}
		}
	}
	return out
}

func TestDecodeIsDeterministic(t *testing.T) {
	t.Parallel()
	data := stream(t, "420-8")
	a, err := av1dec.Decode(t.Context(), data, 0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := av1dec.Decode(t.Context(), data, 0)
	if err != nil {
		t.Fatal(err)
	}
	if string(planes(a)) != string(planes(b)) {
		t.Error("decoding the same data twice gives different planes")
	}
}

func TestDecodeRejectsLargeImages(t *testing.T) {
	t.Parallel()
	if _, err := av1dec.Decode(t.Context(), stream(t, "65x63"), 65*63-1); !errors.Is(err, av1dec.ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
}

func TestTruncatedStreamsAreRejected(t *testing.T) {
	t.Parallel()
	data := stream(t, "65x63")
	for n := range len(data) {
		if _, err := av1dec.Decode(t.Context(), data[:n], 0); !errors.Is(err, av1dec.ErrCorrupt) {
			t.Fatalf("%d of %d bytes: got %v, want ErrCorrupt", n, len(data), err)
		}
	}
}

// FuzzDecode mutates streams: decoding must terminate, with planes of the announced size and samples of the announced
// depth, or with an error of this package.
func FuzzDecode(f *testing.F) {
	files, err := filepath.Glob("testdata/*.obu")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := av1dec.Decode(t.Context(), data, 1<<16)
		if err != nil {
			if !errors.Is(err, av1dec.ErrCorrupt) && !errors.Is(err, av1dec.ErrUnsupported) && !errors.Is(err, av1dec.ErrTooLarge) {
				t.Fatalf("error wraps none of the package's sentinel errors: %v", err)
			}
			return
		}
		for i, pl := range p.Planes {
			if i > 0 && p.Monochrome {
				break
			}
			subX, subY := 0, 0
			if i > 0 {
				subX, subY = p.SubX, p.SubY
			}
			if pl.Width != (p.Width+subX)>>subX || pl.Height != (p.Height+subY)>>subY {
				t.Fatalf("plane %d is %d×%d in a frame of %d×%d", i, pl.Width, pl.Height, p.Width, p.Height)
			}
			for y := range pl.Height {
				for _, v := range pl.Pix[y*pl.Stride:][:pl.Width] {
					if int(v) >= 1<<p.BitDepth {
						t.Fatalf("sample %d has more than %d bits", v, p.BitDepth)
					}
				}
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, name := range []string{"420-8", "transform64", "copy"} {
		b.Run(name, func(b *testing.B) {
			data := stream(b, name)
			b.ReportAllocs()
			for b.Loop() {
				p, err := av1dec.Decode(b.Context(), data, 0)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(p.Width * p.Height))
			}
		})
	}
}

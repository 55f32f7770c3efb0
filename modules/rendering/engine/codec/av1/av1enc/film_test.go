package av1enc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// evolve returns a copy of p in which a few areas are changed.
func evolve(p *Image, kind int, seed uint64) *Image {
	r := rand.New(rand.NewPCG(seed, 7))
	q := *p
	for i := range q.Planes {
		if p.Planes[i].pix == nil {
			continue
		}
		q.Planes[i] = p.Planes[i]
		q.Planes[i].pix = bytes.Clone(p.Planes[i].pix)
	}
	if kind%4 == 0 {
		return &q
	}
	if seed%3 == 0 {
		// Everything moves.
		dx, dy := r.IntN(9)-4, r.IntN(9)-4
		for i := range q.Planes {
			pl := &q.Planes[i]
			for y := range pl.height {
				for x := range pl.width {
					if k, l := x+dx, y+dy; k >= 0 && l >= 0 && k < pl.width && l < pl.height {
						pl.Row(y)[x] = p.Planes[i].pix[l*pl.stride+k]
					}
				}
			}
		}
	}
	if p.Width > 300 {
		// Small areas move by vectors of their own, large ones by few.
		for i := range 60 {
			side := 8 << (i % 4)
			x, y, dx, dy := r.IntN(p.Width-side), r.IntN(p.Height-side), r.IntN(9)-4, r.IntN(9)-4
			for i := range q.Planes {
				pl := &q.Planes[i]
				if pl.pix == nil {
					continue
				}
				for j := y * pl.height / p.Height; j < (y+side)*pl.height/p.Height; j++ {
					for k := x * pl.width / p.Width; k < (x+side)*pl.width/p.Width; k++ {
						if a, b := j+dy, k+dx; a >= 0 && b >= 0 && a < pl.height && b < pl.width {
							pl.Row(j)[k] = p.Planes[i].pix[a*pl.stride+b]
						}
					}
				}
			}
		}
	}
	fade := kind%4 == 3
	for range kind % 4 {
		x, y := r.IntN(p.Width), r.IntN(p.Height)
		w, h := 1+r.IntN(min(40, p.Width-x)), 1+r.IntN(min(40, p.Height-y))
		for i := range q.Planes {
			pl := &q.Planes[i]
			if pl.pix == nil {
				continue
			}
			s := 0
			if i > 0 && p.Subsampled {
				s = 1
			}
			base := uint8(r.Uint32())
			for j := y >> s; j < (y+h)>>s; j++ {
				for k := x >> s; k < (x+w)>>s; k++ {
					v := &pl.Row(j)[k]
					if fade {
						*v = uint8((int(*v)*9 + int(base)) / 10)
					} else {
						*v = base + uint8(k*int(seed%9)+j*3)&31
					}
				}
			}
		}
	}
	return &q
}

// keyAt is the frame of test films that is a key frame, as is the first one.
const keyAt = 5

// sequence is a film and the reconstruction of its frames.
type sequence struct {
	stream []byte
	frames [][]byte // the samples of each
}

func encodeFilm(t *testing.T, p *Image, o Options, n int, seed uint64) *sequence {
	t.Helper()
	v := NewFilm(o)
	s := &sequence{}
	var frames [][]byte
	for i := range n {
		data, err := v.Add(context.Background(), p, i == keyAt)
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, data)
		var raw []byte
		for pl := range v.last.rec {
			if v.last.rec[pl].pix == nil {
				continue
			}
			for y := range v.last.rec[pl].height {
				raw = append(raw, v.last.rec[pl].Row(y)...)
			}
		}
		s.frames = append(s.frames, raw)
		p = evolve(p, int(seed)+i, seed+uint64(i))
	}
	for i, data := range frames {
		s.stream = append(s.stream, 0x12, 0)
		if i == 0 || i == keyAt {
			s.stream = append(s.stream, v.Sequence(30)...)
		}
		s.stream = append(s.stream, data...)
	}
	return s
}

// TestIndependentDecoderMatchesTheReconstruction decodes films with dav1d, where it is installed.
func TestIndependentDecoderMatchesTheReconstruction(t *testing.T) {
	t.Parallel()
	dav1d, err := exec.LookPath("dav1d")
	if err != nil {
		t.Skip("dav1d is not installed")
	}
	dir := t.TempDir()
	seed := uint64(0)
	for kind := range kinds {
		for _, size := range [][2]int{{1, 1}, {17, 33}, {70, 90}, {330, 270}} {
			for _, q := range []int{0, 1, 80, 120, 255} {
				if (size[0] == 330) != (q == 120) {
					continue
				}
				for form := range 4 {
					seed++
					p := drawn(kind, size[0], size[1], seed)
					switch form {
					case 1:
						p = subsample(p)
					case 2:
						p.Mono = true
						p.Planes[1], p.Planes[2] = Plane{}, Plane{}
					case 3:
						p.Identity = true
					}
					name := fmt.Sprintf("kind %d, %v, quantiser %d, form %d, seed %d", kind, size, q, form, seed)
					s := encodeFilm(t, p, Options{QIndex: q}, 7, seed)
					in, out := filepath.Join(dir, "film.obu"), filepath.Join(dir, "film.yuv")
					if err := os.WriteFile(in, s.stream, 0o600); err != nil {
						t.Fatal(err)
					}
					if msg, err := exec.Command(dav1d, "-q", "-i", in, "-o", out, "--demuxer", "section5", "--muxer", "yuv").CombinedOutput(); err != nil {
						t.Fatalf("%s: %v\n%s", name, err, msg)
					}
					got, err := os.ReadFile(out)
					if err != nil {
						t.Fatal(err)
					}
					for i, want := range s.frames {
						if len(got) < len(want) || !bytes.Equal(got[:len(want)], want) {
							t.Fatalf("%s: frame %d differs", name, i)
						}
						got = got[len(want):]
					}
				}
			}
		}
	}
}

func TestWorkersDoNotChangeFilms(t *testing.T) {
	t.Parallel()
	for _, q := range []int{0, 60} {
		p := drawn(letters, 90, 700, 1)
		one, eight := encodeFilm(t, p, Options{QIndex: q}, 4, 3), encodeFilm(t, p, Options{QIndex: q, Workers: 8}, 4, 3)
		if !bytes.Equal(one.stream, eight.stream) {
			t.Errorf("quantiser %d: the film depends on the number of workers", q)
		}
	}
}

// TestUnchangedFramesAreSmall encodes the same image again and again: each frame takes some bytes per tile.
func TestUnchangedFramesAreSmall(t *testing.T) {
	t.Parallel()
	for _, q := range []int{0, 80} {
		v := NewFilm(Options{QIndex: q})
		for i := range 5 {
			data, err := v.Add(context.Background(), drawn(noise, 640, 360, 1), false)
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 && len(data) > 100 {
				t.Errorf("quantiser %d: frame %d takes %d bytes", q, i, len(data))
			}
		}
	}
}

func TestFramesOfAnotherKindAreRejected(t *testing.T) {
	t.Parallel()
	v := NewFilm(Options{QIndex: 50})
	if _, err := v.Add(context.Background(), drawn(flat, 20, 20, 1), false); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]*Image{"size": drawn(flat, 21, 20, 1), "chroma": subsample(drawn(flat, 20, 20, 1))} {
		if _, err := v.Add(context.Background(), p, false); !errors.Is(err, ErrPicture) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

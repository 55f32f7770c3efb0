package encode_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// moved returns n frames of a square that moves over a scene; those from the clear-th on are transparent where it was.
func moved(w, h, n, clear int) (frames []*raster.Pixmap) {
	before := scene(w, h, true, 5)
	for i := range n {
		pm := &raster.Pixmap{Width: w, Height: h, Pix: bytes.Clone(before.Pix), Opaque: i < clear}
		for y := range min(20, h) {
			for x := range min(20, w) {
				at := 4 * (y*w + (x+3*i)%w)
				copy(pm.Pix[at:], []byte{250, byte(10 * i), 10, 255})
				if i >= clear && x < 3 {
					copy(pm.Pix[at:], []byte{0, 0, 0, 0})
				}
			}
		}
		frames = append(frames, pm)
		before = pm
	}
	return frames
}

func TestFilmsDoNotDependOnTheNumberOfWorkers(t *testing.T) {
	t.Parallel()
	frames := moved(90, 700, 4, 2)
	for _, o := range []encode.Options{{Format: encode.AVIF}, {Format: encode.AVIF, Lossless: true}, {Format: encode.WebM}} {
		one := film(t, o, frames...)
		o.Workers = 8
		if !bytes.Equal(one, film(t, o, frames...)) {
			t.Errorf("%v: the bytes differ", o.Format)
		}
	}
}

// TestAV1FilmsDecode decodes films with ffmpeg, where it is installed, and compares lossless ones with their frames.
func TestAV1FilmsDecode(t *testing.T) {
	t.Parallel()
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("ffmpeg is not installed")
	}
	for _, size := range [][2]int{{1, 1}, {2, 3}, {65, 33}, {4096, 10}} {
		w, h := size[0], size[1]
		frames := moved(w, h, 5, 100)
		for _, o := range []encode.Options{{Format: encode.AVIF, Lossless: true}, {Format: encode.AVIF, Quality: 90}, {Format: encode.WebM, Quality: 90}} {
			name := filepath.Join(t.TempDir(), "film."+o.Format.String())
			if err := os.WriteFile(name, film(t, o, frames...), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, msg bytes.Buffer
			cmd := exec.Command(ffmpeg, "-v", "error", "-i", name, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-")
			cmd.Stdout, cmd.Stderr = &out, &msg
			what := fmt.Sprintf("%v %d×%d", o, w, h)
			if err := cmd.Run(); err != nil {
				t.Errorf("%s: %v\n%s", what, err, msg.String())
				continue
			}
			got := out.Bytes()
			if len(got)%(4*w*h) != 0 || len(got) == 0 {
				t.Errorf("%s: %d bytes", what, len(got))
				continue
			}
			last := frames[len(frames)-1].Pix
			got = got[len(got)-4*w*h:]
			sum := 0
			for i := range got {
				d := int(got[i]) - int(last[i])
				sum += d * d
			}
			limit := 60 * len(got)
			if o.Format == encode.WebM {
				limit *= 8 // the scene's colours change from pixel to pixel
			}
			if o.Lossless && sum > 0 || sum > limit && w > 8 {
				t.Errorf("%s: the last frame differs by %d, at most %d is expected", what, sum, limit)
			}
		}
	}
}

func TestWebMIsAlwaysLossyAndOpaque(t *testing.T) {
	t.Parallel()
	if _, err := encode.NewReel(encode.Options{Format: encode.WebM, Lossless: true}, 10, 10, 0); !errors.Is(err, encode.ErrOptions) {
		t.Errorf("lossless: %v", err)
	}
	if _, err := encode.Encode(context.Background(), scene(10, 10, true, 1), encode.Options{Format: encode.WebM}); !errors.Is(err, encode.ErrOptions) {
		t.Errorf("still: %v", err)
	}
	clear := &raster.Pixmap{Width: 40, Height: 40, Pix: make([]byte, 4*40*40)}
	white := &raster.Pixmap{Width: 40, Height: 40, Pix: bytes.Repeat([]byte{255}, 4*40*40), Opaque: true}
	if !bytes.Equal(film(t, encode.Options{Format: encode.WebM}, clear), film(t, encode.Options{Format: encode.WebM}, white)) {
		t.Error("a transparent frame is not white")
	}
}

func TestCancelledFilmsStop(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, f := range []encode.Format{encode.AVIF, encode.WebM} {
		r, err := encode.NewReel(encode.Options{Format: f}, 100, 100, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Add(ctx, scene(100, 100, true, 1), 10); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", f, err)
		}
	}
}

// TestUnchangedFramesLengthenTheLastOne adds the same frame 300 times.
func TestUnchangedFramesLengthenTheLastOne(t *testing.T) {
	t.Parallel()
	pm := scene(60, 40, true, 1)
	frames := make([]*raster.Pixmap, 300)
	for i := range frames {
		frames[i] = pm
	}
	for _, f := range []encode.Format{encode.AVIF, encode.WebM} {
		o := encode.Options{Format: f}
		if one, many := len(film(t, o, pm)), len(film(t, o, frames...)); many > one+8 {
			t.Errorf("%v: %d bytes, of one frame %d", f, many, one)
		}
	}
}

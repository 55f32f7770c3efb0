// Package video encodes MP4 files with an installed ffmpeg, using one thread and its bit-exact flags, so that a given
// build produces the same bytes for the same frames.
package video

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Encoder runs ffmpeg. It is safe for concurrent use.
type Encoder struct{ path string }

// Find returns the encoder at a path, or, if the path is empty, the one found in PATH; nil if there is none.
func Find(path string) *Encoder {
	if path == "" {
		path = "ffmpeg"
	}
	found, err := exec.LookPath(path)
	if err != nil {
		return nil
	}
	return &Encoder{found}
}

// Path returns the program's path, "" for a nil encoder.
func (e *Encoder) Path() string {
	if e == nil {
		return ""
	}
	return e.path
}

// Format is the format of a video.
type Format struct {
	Width, Height int // pixels
	FPS           float64
	// Quality is 1 to 100.
	Quality int
}

// Encode writes an MP4 file (H.264, 4:2:0) of the frames that feed writes: opaque RGBA, 4·Width·Height bytes each. Odd
// sides are extended by a pixel. ffmpeg is killed when ctx ends. The error is that of feed or ctx, or contains the
// output of ffmpeg.
func (e *Encoder) Encode(ctx context.Context, f Format, feed func(w io.Writer) error) ([]byte, error) {
	dir, err := os.MkdirTemp("", "platen-video-")
	if err != nil {
		return nil, fmt.Errorf("creating a folder for a video: %w", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "out.mp4")
	// Map 1 to 100 to H.264 rate factors 45 to 12.
	crf := 45 - (f.Quality*33)/100
	cmd := exec.CommandContext(ctx, e.path, "-nostdin", "-hide_banner", "-loglevel", "error",
		"-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", fmt.Sprintf("%dx%d", f.Width, f.Height), "-framerate", strconv.FormatFloat(f.FPS, 'f', -1, 64), "-i", "pipe:0",
		"-an", "-threads", "1", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=in_range=pc:out_range=tv:out_color_matrix=bt709", "-c:v", "libx264",
		// Players interpret untagged files as BT.601 or BT.709 depending on their size.
		"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", "-pix_fmt", "yuv420p", "-preset", "medium", "-crf", strconv.Itoa(crf),
		"-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", "-movflags", "+faststart", "-y", file)
	cmd.WaitDelay = 2 * time.Second
	cmd.Dir = dir
	cmd.Env = []string{"LC_ALL=C"}
	var output bytes.Buffer
	cmd.Stderr = &output
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting ffmpeg: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting ffmpeg: %w", err)
	}
	buffered := bufio.NewWriterSize(in, 1<<20)
	fed := feed(buffered)
	if fed == nil {
		fed = buffered.Flush()
	}
	closed := in.Close()
	waited := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case waited != nil:
		return nil, fmt.Errorf("ffmpeg: %w: %s", waited, strings.TrimSpace(output.String()))
	case fed != nil || closed != nil:
		return nil, errors.Join(fed, closed)
	}
	return os.ReadFile(file)
}

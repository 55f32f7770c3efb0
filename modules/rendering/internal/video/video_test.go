package video

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func frames(n, size int) func(w io.Writer) error {
	return func(w io.Writer) error {
		for i := range n {
			if _, err := w.Write(bytes.Repeat([]byte{byte(i * 20), 128, 255, 255}, size)); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestEncode(t *testing.T) {
	t.Parallel()
	e := Find("")
	if e == nil {
		t.Skip("ffmpeg is not installed")
	}
	f := Format{Width: 33, Height: 17, FPS: 10, Quality: 75} // odd sides
	first, err := e.Encode(context.Background(), f, frames(10, 33*17))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(first[:32], []byte("ftyp")) || !bytes.Contains(first, []byte("avc1")) {
		t.Errorf("not an MP4 file: %q", first[:32])
	}
	second, err := e.Encode(context.Background(), f, frames(10, 33*17))
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the same frames were encoded to different bytes (%v)", err)
	}
}

// TestColors checks that the file is tagged BT.709, and that red is decoded as red.
func TestColors(t *testing.T) {
	t.Parallel()
	e := Find("")
	if e == nil {
		t.Skip("ffmpeg is not installed")
	}
	for _, size := range []Format{{Width: 64, Height: 32, FPS: 5, Quality: 95}, {Width: 1280, Height: 1080, FPS: 5, Quality: 95}} {
		data, err := e.Encode(context.Background(), size, func(w io.Writer) error {
			for range 2 {
				if _, err := w.Write(bytes.Repeat([]byte{255, 0, 0, 255}, size.Width*size.Height)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte("colrnclx\x00\x01\x00\x01\x00\x01")) {
			t.Errorf("%d × %d: the file is not tagged BT.709", size.Width, size.Height)
		}
		file := filepath.Join(t.TempDir(), "red.mp4")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), e.Path(), "-v", "error", "-i", file, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-").Output()
		if err != nil || len(out) < 3 {
			t.Fatalf("decoding returned %d bytes and %v", len(out), err)
		}
		if out[0] < 252 || out[1] > 3 || out[2] > 3 {
			t.Errorf("%d × %d: red is decoded as %v", size.Width, size.Height, out[:3])
		}
	}
}

// fake installs a script as ffmpeg. No process is forked while the file is open for writing: a child process of a
// parallel test would inherit the descriptor, and executing the file would fail with "text file busy".
func fake(t *testing.T, script string) *Encoder {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ffmpeg")
	syscall.ForkLock.RLock()
	err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
	return Find(path)
}

func TestCodecFailureGivesTheReason(t *testing.T) {
	t.Parallel()
	_, err := fake(t, "echo no such codec >&2; exit 1").Encode(context.Background(), Format{Width: 2, Height: 2, FPS: 1}, frames(1, 4))
	if err == nil || !strings.Contains(err.Error(), "no such codec") {
		t.Errorf("got %v", err)
	}
}

func TestCancelStopsTheProgram(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		_, err := fake(t, "exec sleep 60").Encode(ctx, Format{Width: 2, Height: 2, FPS: 1}, func(io.Writer) error { cancel(); return nil })
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("still running")
	}
}

func TestFindWithoutMatch(t *testing.T) {
	t.Parallel()
	if Find(filepath.Join(t.TempDir(), "none")) != nil {
		t.Error("found a program that does not exist")
	}
}

package video

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
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
		t.Errorf("this is no MP4 file: %q", first[:32])
	}
	second, err := e.Encode(context.Background(), f, frames(10, 33*17))
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the same frames gave other bytes, or %v", err)
	}
}

// fake is a program in ffmpeg's place.
func fake(t *testing.T, script string) *Encoder {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ffmpeg")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return Find(path)
}

func TestCodecFailureSaysWhy(t *testing.T) {
	t.Parallel()
	_, err := fake(t, "echo no such codec >&2; exit 1").Encode(context.Background(), Format{Width: 2, Height: 2, FPS: 1}, frames(1, 4))
	if err == nil || !strings.Contains(err.Error(), "no such codec") {
		t.Errorf("got %v", err)
	}
}

func TestCancelEndsTheProgram(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		_, err := fake(t, "exec sleep 60").Encode(ctx, Format{Width: 2, Height: 2, FPS: 1}, func(io.Writer) error { cancel(); return nil })
		done <- err
	}()
	select {
	case err := <-done:
		if err != context.Canceled {
			t.Errorf("got %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("still running")
	}
}

func TestFindNothing(t *testing.T) {
	t.Parallel()
	if Find(filepath.Join(t.TempDir(), "none")) != nil {
		t.Error("found a program that is not there")
	}
}

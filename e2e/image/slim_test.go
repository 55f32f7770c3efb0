//go:build image && linux

package image

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// maxSlim is the maximum uncompressed size of the slim image in bytes.
const maxSlim = 300 << 20

// TestSlimImageRendersNatively starts the image without Chromium and ffmpeg.
func TestSlimImageRendersNatively(t *testing.T) {
	slim := os.Getenv("IMAGE_SLIM")
	if slim == "" {
		t.Skip("IMAGE_SLIM names no assembled file system: `task image:test` makes one")
	}
	var size int64
	err := filepath.WalkDir(slim, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if size > maxSlim {
		t.Errorf("the slim image has %d MB, at most %d are promised", size>>20, maxSlim>>20)
	}
	t.Setenv("IMAGE_ROOT", slim)
	c := start(t, filepath.Join(t.TempDir(), "volume"))
	c.render(t, c.out.find(`svc_live_\w+`), fmt.Sprintf(card, "webp", ""))
	c.stop(t)
}

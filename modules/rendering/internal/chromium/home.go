package chromium

import (
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// home holds the files of this process's browsers: in dir the bundled fonts and a profile for each, in state, where the
// machine has a file system in memory, what a browser keeps about its user. Browsers wait for some three hundred writes
// to a disk when they start; on a busy disk that takes longer than a render may. A lock in each directory, which ends
// with the process, marks it as in use; the next process removes directories left by killed ones.
type home struct {
	dir, state string
	locks      []*os.File
	user       user
}

// The names of the directories: of a process's browsers, of one that prints its version, and of a browser's profile.
const (
	homePrefix    = "platen-browser-"
	versionPrefix = homePrefix + "version-"
	profilePrefix = "profile-"
)

// A browser creates this socket in its directory of temporary files, and ends if the path is longer than a socket's may
// be: 103 bytes on macOS, 107 on Linux.
const (
	browserSocket     = "/org.chromium.Chromium.XXXXXX/SingletonSocket"
	longestSocketPath = 103
	randomDigits      = 10 // that os.MkdirTemp appends, at most
	longestBase       = longestSocketPath - len("/"+homePrefix) - randomDigits - len("/"+profilePrefix) - randomDigits - len(browserSocket)
)

// homeBases returns the directories that can hold those of the browsers: that of temporary files, unless its path is too
// long, and those that are short on every system.
func homeBases() []string {
	var list []string
	for _, dir := range []string{filepath.Clean(os.TempDir()), "/tmp", "/var/tmp", memoryDir} {
		if dir != "" && len(dir) <= longestBase && !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

// makeHome creates the directory of this process's browsers.
func makeHome() (dir string, err error) {
	for _, base := range homeBases() {
		if dir, err = os.MkdirTemp(base, homePrefix); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("making the browser's folder: %w", err)
}

func newHome() (*home, error) {
	sweepHomes()
	dir, err := makeHome()
	if err != nil {
		return nil, err
	}
	h := &home{dir: dir, user: browserUser()}
	if err = h.lock(dir); err == nil {
		err = h.fill()
	}
	if err != nil {
		h.remove()
		return nil, err
	}
	if !hasMemoryRoom() {
		return h, nil
	}
	if h.state, err = os.MkdirTemp(memoryDir, homePrefix); err != nil {
		return h, nil // not writable: the profiles stay in dir
	}
	if err = errors.Join(h.lock(h.state), os.Chmod(h.state, 0o755)); err != nil {
		h.remove()
		return nil, fmt.Errorf("making the browsers' folder in memory: %w", err)
	}
	return h, nil
}

// fill writes the fonts and changes the owner of the directory. The fonts stay owned by this process: the browser only
// reads them.
func (h *home) fill() error {
	fonts := filepath.Join(h.dir, "fonts")
	if err := os.Mkdir(fonts, 0o755); err != nil {
		return fmt.Errorf("making the folder of fonts: %w", err)
	}
	err := font.BundledFiles(func(name string, data []byte) error {
		return os.WriteFile(filepath.Join(fonts, name), data, 0o644)
	})
	if err != nil {
		return fmt.Errorf("writing the bundled fonts: %w", err)
	}
	if err := os.WriteFile(h.fontconfig(), fontconfig(h.dir), 0o644); err != nil {
		return fmt.Errorf("writing the font configuration: %w", err)
	}
	return h.user.own(h.dir)
}

func (h *home) fontconfig() string { return filepath.Join(h.dir, "fonts.conf") }

// profile creates the empty directories of one browser: that of its caches and temporary files, and that of its user.
func (h *home) profile() (dir, data string, err error) {
	if dir, err = os.MkdirTemp(h.dir, profilePrefix); err == nil {
		err = h.user.own(dir)
	}
	data = filepath.Join(dir, "data")
	if h.state != "" && err == nil {
		if data, err = os.MkdirTemp(h.state, "data-"); err == nil {
			err = h.user.own(data)
		}
	}
	if err != nil {
		return "", "", fmt.Errorf("making a browser profile: %w", err)
	}
	return dir, data, nil
}

func (h *home) lock(dir string) error {
	l, err := lock(filepath.Join(dir, "lock"))
	if err == nil {
		h.locks = append(h.locks, l)
	}
	return err
}

func (h *home) remove() {
	_ = os.RemoveAll(h.dir)
	if h.state != "" {
		_ = os.RemoveAll(h.state)
	}
	for _, l := range h.locks {
		_ = l.Close()
	}
}

// sweepHomes removes the directories of processes that have ended.
func sweepHomes() {
	var found []string
	for _, base := range append(homeBases(), os.TempDir(), memoryDir) {
		if base != "" {
			list, _ := filepath.Glob(filepath.Join(base, homePrefix+"*")) // those of versionPrefix as well
			found = append(found, list...)
		}
	}
	for _, dir := range found {
		// A directory without a lock file is being created by another process.
		if _, err := os.Stat(filepath.Join(dir, "lock")); err != nil {
			continue
		}
		if l, err := lock(filepath.Join(dir, "lock")); err == nil {
			_ = os.RemoveAll(dir)
			_ = l.Close()
		}
	}
}

// generics maps the generic families to bundled families, as in the native engine.
var generics = []struct{ name, family string }{
	{"sans-serif", "Inter"}, {"system-ui", "Inter"}, {"ui-sans-serif", "Inter"}, {"ui-rounded", "Inter"},
	{"serif", "Noto Serif"}, {"ui-serif", "Noto Serif"},
	{"monospace", "JetBrains Mono"}, {"ui-monospace", "JetBrains Mono"},
	{"cursive", "Caveat"}, {"fantasy", "Playfair Display"}, {"math", "Noto Sans Math"}, {"emoji", "Noto Color Emoji"},
}

// fontconfig returns the browser's font configuration: the bundled fonts take precedence over the system's, which only
// provide scripts that no bundled file covers.
func fontconfig(dir string) []byte {
	esc := func(s string) string {
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(s))
		return b.String()
	}
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n<fontconfig>\n")
	fmt.Fprintf(&b, "<dir>%s/fonts</dir>\n<cachedir>%s/fontcache</cachedir>\n", esc(dir), esc(dir))
	b.WriteString("<dir>/usr/share/fonts</dir>\n<dir>/usr/local/share/fonts</dir>\n")
	for _, g := range generics {
		fmt.Fprintf(&b, "<match target=\"pattern\"><test name=\"family\" qual=\"any\"><string>%s</string></test><edit name=\"family\" mode=\"assign\" binding=\"strong\"><string>%s</string></edit></match>\n", g.name, g.family)
	}
	// Generic families resolve to the bundled families first.
	b.WriteString("<match target=\"pattern\"><edit name=\"family\" mode=\"append_last\" binding=\"weak\"><string>Inter</string><string>Noto Sans</string></edit></match>\n")
	b.WriteString("<match target=\"font\"><edit name=\"hinting\" mode=\"assign\"><bool>true</bool></edit><edit name=\"hintstyle\" mode=\"assign\"><const>hintslight</const></edit><edit name=\"rgba\" mode=\"assign\"><const>none</const></edit></match>\n")
	b.WriteString("</fontconfig>\n")
	return []byte(b.String())
}

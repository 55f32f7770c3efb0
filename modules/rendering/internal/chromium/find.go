package chromium

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"time"
)

// programs holds the names and paths of browsers in order of preference: the headless shell is the same renderer with
// half the memory.
var programs = []string{
	"chrome-headless-shell", "chromium-headless-shell",
	"/usr/lib/chromium/chromium", "/usr/lib/chromium-browser/chromium-browser", "/usr/lib64/chromium-browser/chromium-browser",
	"/opt/google/chrome/chrome",
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
}

// find returns the path of the browser: the configured one, or the first in the usual locations. The error wraps
// ErrUnavailable.
func find(configured string) (string, error) {
	switch configured {
	case "off":
		return "", fmt.Errorf("%w: PLATEN_CHROMIUM is off", ErrUnavailable)
	case "":
		for _, name := range programs {
			if path, err := exec.LookPath(name); err == nil {
				return resolve(path)
			}
		}
		return "", fmt.Errorf("%w: no Chromium was found; install one (Debian/Ubuntu: apt-get install chromium) or name it in PLATEN_CHROMIUM", ErrUnavailable)
	}
	path, err := exec.LookPath(configured)
	if err != nil {
		return "", fmt.Errorf("%w: PLATEN_CHROMIUM: %s is not an executable program", ErrUnavailable, configured)
	}
	return resolve(path)
}

// Find returns the path and version of the browser for a configuration. The error wraps ErrUnavailable when there is
// none.
func Find(cfg Config) (path, number string, err error) {
	if path, err = find(cfg.Path); err != nil {
		return "", "", err
	}
	number, err = version(path)
	return path, number, err
}

// resolve returns the absolute path with symbolic links resolved, so that a browser finds the files next to it.
func resolve(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path, nil
}

var versionNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+(\.\d+){2,3}`) })

// version runs a browser to print its version.
func version(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	sweepHomes()
	dir, err := os.MkdirTemp("", versionPrefix)
	if err != nil {
		return "", fmt.Errorf("making a folder: %w", err)
	}
	defer os.RemoveAll(dir)
	inUse, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		return "", err
	}
	defer inUse.Close()
	u := browserUser()
	if err := u.own(dir); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, path, "--version", "--user-data-dir="+dir)
	cmd.Env, cmd.Dir = []string{"PATH=/usr/bin:/bin", "HOME=" + dir}, dir
	cmd.SysProcAttr = attributes(u)
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("asking %s for its version%s: %w", path, u.as(), err)
	}
	v := versionNumber().FindString(string(out))
	if v == "" {
		return "", fmt.Errorf("%s does not say its version", path)
	}
	return v, nil
}

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/spf13/cobra"

	"github.com/platenhq/platen/modules/platform/clock"
)

// settle is the time without changes before a redraw, because editors save in several steps; patience is the longest
// time a change waits for that.
const (
	settle   = 60 * time.Millisecond
	patience = 500 * time.Millisecond
)

// watch draws a file immediately and whenever a file that it reads or names changes, until the context ends.
// Errors are reported and do not end it: the next save may fix them.
func watch(cmd *cobra.Command, file string, f *renderFlags) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching files: %w", err)
	}
	defer w.Close()
	read := map[string]bool{}
	note := func(names ...string) {
		for _, name := range names {
			path, err := filepath.Abs(name)
			if name == "" || err != nil || read[path] {
				continue
			}
			read[path] = true
			_ = w.Add(filepath.Dir(path)) // a folder, because editors replace files; it may not exist
		}
	}
	note(file, f.css, strings.TrimPrefix(f.data, "@"), f.data, f.kit, f.pdf.invoice, f.pdf.intent)
	note(f.pdf.attach...)
	again := func() {
		since := clock.Now()
		sources, err := render(cmd, file, f)
		note(sources...)
		if err != nil {
			printError(cmd.ErrOrStderr(), err, asJSON(cmd))
			return
		}
		if !asJSON(cmd) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s in %d ms\n", f.out, clock.Now().Sub(since).Milliseconds())
		}
	}
	again()
	quiet := time.NewTimer(time.Hour)
	quiet.Stop()
	out, _ := filepath.Abs(f.out)
	var latest time.Time // deadline for drawing the pending change; zero when there is none
	for {
		select {
		case <-cmd.Context().Done():
			return nil
		case e, open := <-w.Events:
			if !open {
				return nil
			}
			if name, _ := filepath.Abs(e.Name); !read[name] || isOutput(e.Name, out) || e.Op == fsnotify.Chmod {
				continue
			}
			now := clock.Now()
			if latest.IsZero() {
				latest = now.Add(patience)
			}
			quiet.Reset(max(0, min(settle, latest.Sub(now))))
		case err := <-w.Errors:
			if err != nil {
				return fmt.Errorf("watching files: %w", err)
			}
		case <-quiet.C:
			latest = time.Time{}
			again()
		}
	}
}

// isOutput reports whether render writes the file itself.
func isOutput(name, out string) bool {
	name, _ = filepath.Abs(name)
	hidden, _ := filepath.Match(".platen-*", filepath.Base(name))
	return hidden || name == out || filepath.Dir(name) == out
}

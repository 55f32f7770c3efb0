package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/spf13/cobra"

	"github.com/platenhq/platen/modules/platform/clock"
)

// settle is how long files must have been left alone, because editors save in several steps; patience is how long
// a change waits for that at most.
const (
	settle   = 60 * time.Millisecond
	patience = 500 * time.Millisecond
)

// watch draws a file now and whenever something in the folders it reads from changes, until the context ends.
// What goes wrong is reported, and ends nothing: the next save may fix it.
func watch(cmd *cobra.Command, file string, f *renderFlags) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching files: %w", err)
	}
	defer w.Close()
	again := func() {
		since := clock.Now()
		sources, err := render(cmd, file, f)
		for _, s := range append(sources, file) {
			_ = w.Add(filepath.Dir(s)) // a folder, because editors replace files
		}
		if err != nil {
			complain(cmd.ErrOrStderr(), err, asJSON(cmd))
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
	var latest time.Time // when what changed is drawn at the latest; zero when nothing has
	for {
		select {
		case <-cmd.Context().Done():
			return nil
		case e, open := <-w.Events:
			if !open {
				return nil
			}
			if ours(e.Name, out) || e.Op == fsnotify.Chmod {
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

// ours reports whether a file is one that render writes itself.
func ours(name, out string) bool {
	name, _ = filepath.Abs(name)
	hidden, _ := filepath.Match(".platen-*", filepath.Base(name))
	return hidden || name == out || filepath.Dir(name) == out
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/conf"
)

// running describes a service that runs on this machine as this user. It is stored in runningDir while the service runs, so
// that commands find the service from any folder. It contains no secret.
type running struct {
	PID int    `json:"pid"`
	URL string `json:"url"`
	// DataDir is absolute.
	DataDir string `json:"data_dir"`
	// External is true if the database is configured with PLATEN_DATABASE_URL.
	External bool `json:"external_database"`
}

// runningDir returns the folder of the files, in the user's state folder.
func runningDir() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("the home folder: %w", err)
	}
	return filepath.Join(home, ".local", "state", "platen", "running"), nil
}

// announce writes the file of this process and returns a function that removes it. Without a writable home folder
// there is no file; commands then report where they looked.
func announce(cfg *app.Config, url string) (withdraw func()) {
	dir, err := runningDir()
	if err != nil || os.MkdirAll(dir, 0o700) != nil {
		return func() {}
	}
	data, err := json.Marshal(running{os.Getpid(), url, cfg.DataDir, cfg.DatabaseURL != ""})
	name := filepath.Join(dir, strconv.Itoa(os.Getpid())+".json")
	if err != nil || os.WriteFile(name, data, 0o600) != nil {
		return func() {}
	}
	return func() { _ = os.Remove(name) }
}

// runningServices returns the services that run, by process id. It removes the files of processes that have ended.
func runningServices() []running {
	dir, err := runningDir()
	if err != nil {
		return nil
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	var list []running
	for _, name := range names {
		data, err := os.ReadFile(name)
		var r running
		if err != nil || json.Unmarshal(data, &r) != nil {
			continue
		}
		if !alive(r.PID) {
			_ = os.Remove(name)
			continue
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b running) int { return a.PID - b.PID })
	return list
}

func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil || runtime.GOOS == "windows" { // where FindProcess fails for ended processes
		return err == nil
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}

// locate returns the configuration of the installation that a command changes: the one in the environment, the
// one in the working directory, or that of the running service, which it also returns. It creates none.
func locate() (app.Config, *running, error) {
	cfg, report, err := load(nil)
	if err != nil || isSet(report, "PLATEN_DATA_DIR") || isSet(report, "PLATEN_DATABASE_URL") {
		return cfg, nil, err
	}
	if _, err := os.Stat(filepath.Join(cfg.DataDir, "secret.key")); err == nil {
		return cfg, nil, nil
	}
	list := runningServices()
	dirs := map[string]running{}
	for _, r := range list {
		dirs[r.DataDir] = r
	}
	switch {
	case len(list) == 0:
		return cfg, nil, usage("there is no installation here: PLATEN_DATABASE_URL and PLATEN_DATA_DIR are not set, %s has none, and no service of this user runs on this machine; "+
			"run this in the folder of the service, set what it was started with, or start one with `platen serve`", cfg.DataDir)
	case len(dirs) > 1:
		var found []string
		for _, r := range list {
			found = append(found, fmt.Sprintf("PLATEN_DATA_DIR=%s (%s)", r.DataDir, r.URL))
		}
		return cfg, nil, usage("several services run on this machine; choose one by setting %s", strings.Join(found, ", or "))
	case list[0].External:
		return cfg, nil, usage("the service at %s uses the database of its PLATEN_DATABASE_URL; set that variable here too, and PLATEN_SECRET_KEY or PLATEN_DATA_DIR=%s", list[0].URL, list[0].DataDir)
	}
	cfg.DataDir = list[0].DataDir
	if cfg.BaseURL == "" {
		cfg.BaseURL = list[0].URL
	}
	return cfg, &list[0], nil
}

// isSet reports whether a source sets the variable.
func isSet(r *conf.Report, name string) bool {
	return slices.ContainsFunc(r.Settings, func(s conf.Setting) bool { return s.Name == name && s.Source != "default" })
}

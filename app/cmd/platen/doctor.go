package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/cluster"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// The results of an examination.
const (
	healthy = "ok"
	reduced = "warning" // the service runs with reduced function
	missing = "missing" // the service does not run
)

// checkResult is the result of one examination, with a remedy.
type checkResult struct {
	Check  string `json:"check"`
	Status string `json:"status"`
	Found  string `json:"found"`
	Fix    string `json:"fix,omitempty"`
}

func doctorCommand() *cobra.Command {
	var baseURL string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check this machine for what the service needs",
		Long: `Check what the service needs with the current settings: the database, the data folder, the address, disk space, the
clock, Chromium, ffmpeg and fonts. Nothing is changed.
Exit code 0 means that the service can run (warnings name unavailable features), 1 that a requirement is missing.`,
		Example: "  platen doctor\n  PLATEN_DATABASE_URL=postgres://… platen doctor --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, report, err := load(nil)
			if err != nil {
				return err
			}
			var found []checkResult
			for _, name := range report.Unknown {
				found = append(found, checkResult{"settings", reduced, name + " is not a known variable", "`platen config` lists the variables"})
			}
			if len(found) == 0 {
				found = append(found, checkResult{"settings", healthy, "every variable is known", ""})
			}
			for _, examine := range []func(context.Context, *app.Config) checkResult{
				examineDatabase, examineData, examineDisk, examineAddress, examineClock, examineChromium, examineVideo, examineFonts,
			} {
				found = append(found, examine(cmd.Context(), &cfg))
			}
			if baseURL != "" {
				found = append(found, examineService(cmd.Context(), baseURL))
			}
			return diagnosis(cmd, found)
		},
	}
	cmd.Flags().StringVar(&baseURL, "base-url", "", "also check whether the service at this address is ready")
	return cmd
}

func diagnosis(cmd *cobra.Command, found []checkResult) error {
	bad := 0
	for _, s := range found {
		if s.Status == missing {
			bad++
		}
	}
	err := printResult(cmd, map[string]any{"ready": bad == 0, "checks": found}, func(w io.Writer) error {
		for _, s := range found {
			fmt.Fprintf(w, "%-8s %-10s %s\n", s.Status, s.Check, s.Found)
			if s.Fix != "" {
				fmt.Fprintf(w, "%19s %s\n", "→", s.Fix)
			}
		}
		return nil
	})
	if err == nil && bad > 0 {
		return exit{exitNo, errors.New(counted(bad, "requirement of the service is missing", "requirements of the service are missing"))}
	}
	return err
}

func examineDatabase(ctx context.Context, cfg *app.Config) checkResult {
	if cfg.DatabaseURL == "" {
		bin, major, err := cluster.Programs(cluster.Config{Dir: filepath.Join(cfg.DataDir, "postgres"), Bin: cfg.PostgresBin})
		if err != nil {
			return checkResult{"database", missing, err.Error(), "apt-get install postgresql, or set PLATEN_DATABASE_URL"}
		}
		return checkResult{"database", healthy, fmt.Sprintf("embedded, PostgreSQL %s in %s", major, bin), ""}
	}
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	db, err := pg.Open(ctx, cfg.DatabaseURL, pg.Options{MaxConns: 4})
	if err != nil {
		return checkResult{"database", missing, "PLATEN_DATABASE_URL does not respond: " + err.Error(), "check the address, the password and the network"}
	}
	defer db.Close()
	var number int
	if err := db.SQL(ctx).QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int").Scan(&number); err != nil {
		return checkResult{"database", missing, err.Error(), "the user must be allowed to read settings"}
	}
	if number < 140000 {
		return checkResult{"database", missing, fmt.Sprintf("PostgreSQL %d is too old", number/10000), "use PostgreSQL 14 or newer"}
	}
	return checkResult{"database", healthy, fmt.Sprintf("PostgreSQL %d responds", number/10000), ""}
}

func examineData(_ context.Context, cfg *app.Config) checkResult {
	dir := cfg.DataDir
	for { // the nearest folder that exists
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			return checkResult{"data", missing, dir + " is a file", "name a folder in PLATEN_DATA_DIR"}
		}
		if err == nil || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	probe, err := os.CreateTemp(dir, ".platen-doctor-")
	if err != nil {
		return checkResult{"data", missing, cfg.DataDir + " cannot be written", "make this user its owner, or name another folder in PLATEN_DATA_DIR"}
	}
	_ = probe.Close()
	_ = os.Remove(probe.Name())
	return checkResult{"data", healthy, cfg.DataDir + " can be written", ""}
}

// freeNeeded is the free space, in bytes, below which a database is about to stop.
const freeNeeded = 1 << 30

func examineDisk(_ context.Context, cfg *app.Config) checkResult {
	dir := cfg.DataDir
	free, ok := freeSpace(dir)
	for ; !ok; free, ok = freeSpace(dir) {
		if dir == filepath.Dir(dir) {
			return checkResult{"disk", reduced, "free space cannot be read", ""}
		}
		dir = filepath.Dir(dir)
	}
	text := fmt.Sprintf("%.1f GB free for %s", float64(free)/1e9, cfg.DataDir)
	if free < freeNeeded {
		return checkResult{"disk", reduced, text, "free disk space: the database stops when the disk is full"}
	}
	return checkResult{"disk", healthy, text, ""}
}

func examineAddress(ctx context.Context, cfg *app.Config) checkResult {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", cfg.Serve.Addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		if s := examineService(ctx, "http://"+reachable(cfg.Serve.Addr)); s.Status == healthy {
			return checkResult{"address", healthy, cfg.Serve.Addr + " is this service, running", ""}
		}
		return checkResult{"address", missing, cfg.Serve.Addr + " is taken by another program", "stop it, or set PLATEN_ADDR (serve --addr) to a free one"}
	case err != nil:
		return checkResult{"address", missing, cfg.Serve.Addr + ": " + err.Error(), "set PLATEN_ADDR to an address of this machine"}
	}
	_ = l.Close()
	return checkResult{"address", healthy, cfg.Serve.Addr + " is free", ""}
}

// examineClock compares this clock with the database's when that is another machine's: keys, cursors and URLs expire by
// the database's, telemetry and TLS by this one.
func examineClock(ctx context.Context, cfg *app.Config) checkResult {
	if year := clock.Now().Year(); year < 2026 {
		return checkResult{"clock", missing, fmt.Sprintf("the clock shows the year %d", year), "set the clock; run an NTP client"}
	}
	if cfg.DatabaseURL == "" {
		return checkResult{"clock", healthy, clock.Now().UTC().Format(time.RFC3339), ""}
	}
	ctx, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	db, err := pg.Open(ctx, cfg.DatabaseURL, pg.Options{MaxConns: 4})
	if err != nil {
		return checkResult{"clock", reduced, "cannot be compared with the database's", ""}
	}
	defer db.Close()
	var theirs time.Time
	if err := db.SQL(ctx).QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&theirs); err != nil {
		return checkResult{"clock", reduced, "cannot be compared with the database's", ""}
	}
	apart := clock.Now().Sub(theirs).Abs()
	if apart > 5*time.Second {
		return checkResult{"clock", reduced, fmt.Sprintf("%s apart from the database's clock", apart.Round(time.Second)), "run an NTP client on both machines"}
	}
	return checkResult{"clock", healthy, "agrees with the database's", ""}
}

func examineChromium(_ context.Context, cfg *app.Config) checkResult {
	path, version, err := rendering.BrowserProgram(cfg.Rendering)
	switch {
	case err != nil:
		return checkResult{"chromium", reduced, "the browser engine is not available: " + err.Error(), "apt-get install chromium (or chromium-headless-shell); native rendering needs none"}
	case cfg.Rendering.Browser.Sandbox == "off":
		return checkResult{"chromium", reduced, path + " " + version + ", its sandbox is off", "unset PLATEN_CHROMIUM_SANDBOX outside development"}
	}
	return checkResult{"chromium", healthy, version + " (" + path + ")", ""}
}

func examineVideo(_ context.Context, cfg *app.Config) checkResult {
	if path := rendering.VideoProgram(cfg.Rendering); path != "" {
		return checkResult{"ffmpeg", healthy, path, ""}
	}
	return checkResult{"ffmpeg", reduced, "mp4 outputs are refused", "apt-get install ffmpeg, or name it in PLATEN_FFMPEG"}
}

func examineFonts(context.Context, *app.Config) checkResult {
	families := engine.Families()
	if len(families) == 0 {
		return checkResult{"fonts", missing, "the program has no fonts", "build it again: they are part of it"}
	}
	shown := families[:min(4, len(families))]
	return checkResult{"fonts", healthy, fmt.Sprintf("%d families in the program (%s, …); fonts of the system are never used", len(families), strings.Join(shown, ", ")), ""}
}

func examineService(ctx context.Context, baseURL string) checkResult {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(baseURL, "/")+"/readyz", nil)
	if err != nil {
		return checkResult{"service", missing, err.Error(), "give --base-url as http://host:port"}
	}
	client := &http.Client{Timeout: 5 * time.Second}
	res, err := client.Do(req)
	if err != nil {
		return checkResult{"service", missing, err.Error(), "start it with `platen serve`"}
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return checkResult{"service", missing, fmt.Sprintf("%s returns %d to /readyz", baseURL, res.StatusCode), "it may be starting or draining; see its log"}
	}
	return checkResult{"service", healthy, baseURL + " is ready", ""}
}

// reachable is an address at which this machine reaches what listens on addr.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

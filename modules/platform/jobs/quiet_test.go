package jobs

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

// TestRiverLogsWarningsOnly: records below a warning are written only when the log has debug records.
func TestRiverLogsWarningsOnly(t *testing.T) {
	t.Parallel()
	for level, want := range map[slog.Level]int{slog.LevelInfo: 1, slog.LevelWarn: 1, slog.LevelError: 0, slog.LevelDebug: 2} {
		var out bytes.Buffer
		log := quiet(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level}))).With("queue", "q").WithGroup("g")
		log.Info("Producer job counts")
		log.Warn("a warning")
		if got := strings.Count(out.String(), "\n"); got != want {
			t.Errorf("%v: %d lines, want %d: %s", level, got, want, out.String())
		}
	}
}

package jobs

import (
	"context"
	"log/slog"
)

// quiet returns a logger that drops what River reports about its normal operation, such as the number of its jobs every few
// seconds, unless log writes debug records.
func quiet(log *slog.Logger) *slog.Logger { return slog.New(warnings{log.Handler()}) }

type warnings struct{ slog.Handler }

func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return w.Handler.Enabled(ctx, level) && (level >= slog.LevelWarn || w.Handler.Enabled(ctx, slog.LevelDebug))
}

func (w warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attrs)}
}

func (w warnings) WithGroup(name string) slog.Handler { return warnings{w.Handler.WithGroup(name)} }

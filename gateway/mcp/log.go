package mcp

import (
	"context"
	"log/slog"
)

// demoted returns a logger for the SDK that logs everything at debug level. What the SDK logs as information occurs
// with every stateless request, and what it logs as errors is mostly a client's mistake, which the client is told.
func demoted(logger *slog.Logger) *slog.Logger {
	return slog.New(demotingHandler{logger.Handler()})
}

type demotingHandler struct{ slog.Handler }

func (h demotingHandler) Enabled(ctx context.Context, _ slog.Level) bool {
	return h.Handler.Enabled(ctx, slog.LevelDebug)
}

func (h demotingHandler) Handle(ctx context.Context, record slog.Record) error {
	record.Level = slog.LevelDebug
	return h.Handler.Handle(ctx, record)
}

func (h demotingHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return demotingHandler{h.Handler.WithAttrs(attrs)}
}

func (h demotingHandler) WithGroup(name string) slog.Handler {
	return demotingHandler{h.Handler.WithGroup(name)}
}

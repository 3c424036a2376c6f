package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"go.opentelemetry.io/otel/trace"

	"github.com/salaatflow/platform/services/requestid"
)

// The log formats.
const (
	FormatText = "text"
	FormatJSON = "json"
)

// LogConfig configures a log.
type LogConfig struct {
	// Format is FormatText or FormatJSON.
	Format string `help:"Write the log as text or json."`
	// Level is the lowest level written.
	Level slog.Level `help:"Write log records of this level or above: debug, info, warn or error."`
}

// DefaultLogConfig is text at info.
func DefaultLogConfig() LogConfig { return LogConfig{Format: FormatText} }

// Validate returns an error that names each flag with a wrong value.
func (c LogConfig) Validate() error {
	if c.Format != FormatText && c.Format != FormatJSON {
		return fmt.Errorf("--log-format: %q is neither %s nor %s", c.Format, FormatText, FormatJSON)
	}
	return nil
}

// Logger returns a logger that writes to output, each record with the request_id of its context, and with trace_id and
// span_id where there is a trace.
func (c LogConfig) Logger(output io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.Level}
	if c.Format == FormatJSON {
		return slog.New(traced{slog.NewJSONHandler(output, options)})
	}
	return slog.New(traced{slog.NewTextHandler(output, options)})
}

// traced adds the IDs of the context's request and span.
type traced struct{ slog.Handler }

func (t traced) Handle(ctx context.Context, record slog.Record) error {
	if id := requestid.FromContext(ctx); id != "" {
		record.AddAttrs(slog.String("request_id", id))
	}
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		record.AddAttrs(
			slog.String("trace_id", span.TraceID().String()),
			slog.String("span_id", span.SpanID().String()))
	}
	return t.Handler.Handle(ctx, record) // a decorator
}

func (t traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{t.Handler.WithAttrs(attrs)} }

func (t traced) WithGroup(name string) slog.Handler { return traced{t.Handler.WithGroup(name)} }

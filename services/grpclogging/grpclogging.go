// Package grpclogging has gRPC write its own lines into a log of the program, in the log's format. gRPC has one logger for the whole
// process, which it takes only before its first call.
package grpclogging

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"

	"google.golang.org/grpc/grpclog"
)

func init() { //nolint:gochecknoinits // gRPC takes its logger before anything else calls it
	grpclog.SetLoggerV2(lines{})
}

// log receives gRPC's lines; nil until To is called.
var log atomic.Pointer[slog.Logger] // as gRPC's own is

// To has gRPC's lines written to a logger, instead of the one before. Its errors are errors there. What it says of connections, which it
// makes anew by itself, is for debugging. It is safe for concurrent use.
func To(logger *slog.Logger) { log.Store(logger.With(slog.String("from", "grpc"))) }

// lines implements grpclog.LoggerV2.
type lines struct{}

func current() *slog.Logger {
	if logger := log.Load(); logger != nil {
		return logger
	}
	return slog.Default()
}

func write(level slog.Level, text string) {
	//nolint:forbidigo,sloglint // gRPC gives no context, and the message itself
	current().Log(context.Background(), level, strings.TrimSpace(text))
}

// isDebugging spares building lines that nobody reads.
func isDebugging() bool {
	return current().Enabled(context.Background(), slog.LevelDebug) //nolint:forbidigo // gRPC gives none
}

func debug(text func() string) {
	if isDebugging() {
		write(slog.LevelDebug, text())
	}
}

func (lines) Info(args ...any)   { debug(func() string { return fmt.Sprint(args...) }) }
func (lines) Infoln(args ...any) { debug(func() string { return fmt.Sprintln(args...) }) }
func (lines) Infof(format string, args ...any) {
	debug(func() string { return fmt.Sprintf(format, args...) })
}
func (lines) Warning(args ...any)   { debug(func() string { return fmt.Sprint(args...) }) }
func (lines) Warningln(args ...any) { debug(func() string { return fmt.Sprintln(args...) }) }
func (lines) Warningf(format string, args ...any) {
	debug(func() string { return fmt.Sprintf(format, args...) })
}
func (lines) Error(args ...any)                 { write(slog.LevelError, fmt.Sprint(args...)) }
func (lines) Errorln(args ...any)               { write(slog.LevelError, fmt.Sprintln(args...)) }
func (lines) Errorf(format string, args ...any) { write(slog.LevelError, fmt.Sprintf(format, args...)) }
func (lines) Fatal(args ...any)                 { fatal(fmt.Sprint(args...)) }
func (lines) Fatalln(args ...any)               { fatal(fmt.Sprintln(args...)) }
func (lines) Fatalf(format string, args ...any) { fatal(fmt.Sprintf(format, args...)) }

// V reports whether lines of this verbosity are wanted.
func (lines) V(int) bool { return isDebugging() }

func fatal(text string) {
	write(slog.LevelError, text)
	os.Exit(1) //nolint:forbidigo // gRPC goes on after nothing else
}

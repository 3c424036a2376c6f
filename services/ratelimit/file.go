package ratelimit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// What Open takes besides the name of a file.
const (
	// BuiltIn are the policies of Default.
	BuiltIn = "default"
	// Off allows everything.
	Off = "off"
)

// The bounds of reading a file.
const (
	maxFileBytes  = 256 << 10
	checkInterval = time.Second
)

// Fixed is a Source whose policies never change.
type Fixed Policies

// Current returns the policies.
func (f *Fixed) Current(time.Time) *Policies { return (*Policies)(f) }

// Open returns the policies of a file, which is read again when it changes; a broken one keeps the last good one. It
// returns nil for Off. An error names the file and what is wrong with it.
func Open(name string, logger *slog.Logger) (Source, error) {
	switch name {
	case Off:
		return nil, nil
	case BuiltIn:
		return (*Fixed)(Default()), nil
	}
	policies, seen, err := load(name)
	if err != nil {
		return nil, err
	}
	f := &watched{name: name, logger: logger, seen: seen}
	f.policies.Store(policies)
	return f, nil
}

// watched are the policies of a file.
type watched struct {
	name     string
	logger   *slog.Logger
	policies atomic.Pointer[Policies]
	checked  atomic.Int64 // when the file was last looked at, in ns; 0 before the first call

	mu   sync.Mutex // held while reading again
	seen stamp
}

// stamp identifies one state of a file.
type stamp struct {
	modified time.Time
	size     int64
}

// Current looks at the file at most once a second.
func (f *watched) Current(at time.Time) *Policies {
	now, last := at.UnixNano(), f.checked.Load()
	if now-last >= int64(checkInterval) && f.checked.CompareAndSwap(last, now) {
		f.refresh()
	}
	return f.policies.Load()
}

func (f *watched) refresh() {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := os.Stat(f.name)
	if err == nil && stampOf(info) == f.seen {
		return
	}
	policies, seen, err := load(f.name)
	if seen == f.seen {
		return // still away, or still broken
	}
	f.seen = seen
	if err != nil {
		f.logger.Error("failed to read the changed limits; keeping the previous ones", slog.Any("error", err))
		return
	}
	f.policies.Store(policies)
	f.logger.Info("reloaded the limits", slog.String("file", f.name), slog.Int("policies", len(policies.Calls)))
}

func stampOf(info fs.FileInfo) stamp { return stamp{info.ModTime(), info.Size()} }

// ReadFile returns the policies of a file. An error names the file and what is wrong with it.
func ReadFile(name string) (*Policies, error) {
	policies, _, err := load(name)
	return policies, err
}

// load reads a file. The stamp is that of the file even if it is broken, and zero if it cannot be read.
func load(name string) (*Policies, stamp, error) {
	text, seen, err := read(name)
	if err != nil {
		return nil, seen, fmt.Errorf("%s: %w", name, err)
	}
	policies, err := Parse(text)
	if err != nil {
		return nil, seen, fmt.Errorf("%s: %w", name, err)
	}
	return policies, seen, nil
}

func read(name string) ([]byte, stamp, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, stamp{}, errors.Unwrap(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for its writer
		return nil, stamp{}, errors.New("is not a file")
	}
	opened, err := os.Open(name)
	if err != nil {
		return nil, stampOf(info), errors.Unwrap(err)
	}
	defer opened.Close() //nolint:errcheck // read only
	text, err := io.ReadAll(io.LimitReader(opened, maxFileBytes+1))
	if err == nil && len(text) > maxFileBytes {
		err = fmt.Errorf("is larger than %d bytes", maxFileBytes)
	}
	return text, stampOf(info), err
}

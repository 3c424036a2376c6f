package credential

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/salaatflow/platform/services/clock"
)

// The limits of a credential file.
const (
	maxFileBytes = 4 << 10
	minSecret    = 16 // characters, below which a warning is logged
)

// Config locates the credential. It is embedded in the configuration of every program.
type Config struct {
	// File holds the secret, and in a second line the one that it replaces or that will replace it; empty is none.
	File string `name:"credential-file" env:"SALAATFLOW_CREDENTIAL_FILE" placeholder:"FILE" help:"Present the secret in this file on every gRPC call, and require it of callers; a second line is accepted too. It is read again when it changes."`
}

// Open reads the file and follows its changes. It returns nil if no file is set. An error names the file and the problem,
// but none of the content. A file that others can read, or a secret that could be guessed, is logged as a warning.
func (c Config) Open(clock clock.Clock, logger *slog.Logger) (*Credential, error) {
	if c.File == "" {
		return nil, nil
	}
	read, seen, err := load(c.File, stamp{})
	if err != nil {
		return nil, fmt.Errorf("--credential-file: %w", err)
	}
	warn(logger, c.File, read, seen)
	credential := &Credential{file: c.File, clock: clock, seen: seen}
	credential.changed = func(err error) {
		if err != nil {
			logger.Error("failed to read the changed credential file; keeping the previous credential", slog.Any("error", err))
			return
		}
		logger.Info("reloaded the credential", slog.String("file", c.File))
	}
	credential.secrets.Store(read)
	credential.checked.Store(clock.Now().UnixNano())
	return credential, nil
}

func warn(logger *slog.Logger, file string, read *secrets, seen stamp) {
	if seen.isOpenToOthers() {
		logger.Warn("the credential file is accessible to other users: chmod 600 it",
			slog.String("file", file), slog.String("mode", seen.mode.Perm().String()))
	}
	if len(read.presented) < minSecret {
		logger.Warn("the credential is short and could be guessed: create one with `openssl rand -hex 32`",
			slog.String("file", file), slog.Int("characters", len(read.presented)), slog.Int("want", minSecret))
	}
}

// stamp identifies one state of a file. The zero stamp belongs to no file.
type stamp struct {
	modified time.Time
	size     int64
	mode     fs.FileMode
	own      bool
}

// isOpenToOthers reports whether the permissions let others than the process at the file. Where the file is somebody else's, as one
// that an orchestrator mounts, the process reads it as one of the file's group, so the group may read.
func (s stamp) isOpenToOthers() bool {
	if s.own {
		return s.mode&0o077 != 0
	}
	return s.mode&0o037 != 0
}

// load reads a file unless its stamp is the given one, in which case it returns no secrets. It returns the stamp of the
// file even if the file is invalid.
func load(file string, known stamp) (*secrets, stamp, error) {
	info, err := os.Stat(file) // follows a link, as secrets are mounted
	if err != nil {
		return nil, stamp{}, err // names the file
	}
	seen := stamp{modified: info.ModTime(), size: info.Size(), mode: info.Mode(), own: isOwn(info)}
	if seen == known {
		return nil, seen, nil
	}
	if !info.Mode().IsRegular() {
		return nil, seen, fmt.Errorf("%s is not a regular file", file)
	}
	if info.Mode()&0o022 != 0 {
		return nil, seen, fmt.Errorf("%s is writable by other users: chmod 600 it", file)
	}
	text, err := read(file)
	if err != nil {
		return nil, seen, err
	}
	lines, err := parse(text)
	if err != nil {
		return nil, seen, fmt.Errorf("%s: %w", file, err)
	}
	return newSecrets(lines), seen, nil
}

func read(file string) (string, error) {
	content, err := os.Open(file)
	if err != nil {
		return "", err // names the file
	}
	defer content.Close() //nolint:errcheck // read only
	text, err := io.ReadAll(io.LimitReader(content, maxFileBytes+1))
	if err != nil {
		return "", err // names the file
	}
	if len(text) > maxFileBytes {
		return "", fmt.Errorf("%s is larger than %d bytes", file, maxFileBytes)
	}
	return string(text), nil
}

// parse returns the secrets: the lines that are not blank.
func parse(text string) ([]string, error) {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
			return nil, errors.New("a secret contains characters other than printable ASCII")
		}
		lines = append(lines, line)
	}
	switch {
	case len(lines) == 0:
		return nil, errors.New("contains no secret")
	case len(lines) > Secrets:
		return nil, fmt.Errorf("contains %d secrets; at most %d are allowed, and the first is presented", len(lines), Secrets)
	default:
		return lines, nil
	}
}

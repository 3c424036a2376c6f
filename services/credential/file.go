package credential

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/secretfile"
	"github.com/salaatflow/platform/services/setting"
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
	read, seen, err := load(c.File, secretfile.Stamp{})
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--credential-file: %w", err))
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

func warn(logger *slog.Logger, file string, read *secrets, seen secretfile.Stamp) {
	if seen.IsOpenToOthers() {
		logger.Warn("the credential file is accessible to other users: chmod 600 it",
			slog.String("file", file), slog.String("mode", seen.Permissions().String()))
	}
	if len(read.presented) < minSecret {
		logger.Warn("the credential is short and could be guessed: create one with `openssl rand -hex 32`",
			slog.String("file", file), slog.Int("characters", len(read.presented)), slog.Int("want", minSecret))
	}
}

// load reads a file unless its stamp is the given one, in which case it returns no secrets. It returns the stamp of the
// file even if the file is invalid.
func load(file string, known secretfile.Stamp) (*secrets, secretfile.Stamp, error) {
	seen, err := secretfile.Stat(file)
	if err != nil || seen == known {
		return nil, seen, err
	}
	if err := seen.Check(file); err != nil {
		return nil, seen, err
	}
	text, err := secretfile.Read(file, maxFileBytes)
	if err != nil {
		return nil, seen, err
	}
	lines, err := parse(string(text))
	if err != nil {
		return nil, seen, fmt.Errorf("%s: %w", file, err)
	}
	return newSecrets(lines), seen, nil
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

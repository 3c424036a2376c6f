// Package mtls proves to other programs who a program is, and asks them for the same proof: TLS 1.3 with a certificate on
// either side, from files that may be replaced at any time.
package mtls

import (
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/peer"
	"github.com/salaatflow/platform/services/secretfile"
	"github.com/salaatflow/platform/services/setting"
)

// checkInterval is the least time between two checks of the files.
const checkInterval = time.Second

// Source is the certificate, key and authorities that the files hold now. New connections use what was read last; those that
// are open stay as they are. It is safe for concurrent use. A nil *Source means without TLS.
type Source struct {
	config  Config
	clock   clock.Clock
	logger  *slog.Logger
	refused refusals

	read    atomic.Pointer[material]
	checked atomic.Int64 // when the files were last checked, in nanoseconds

	mu   sync.Mutex // held while reading again
	seen stamps
}

// Options are what a Source needs besides its files.
type Options struct {
	// Clock is that by which certificates are valid. It is required.
	Clock clock.Clock
	// Logger receives what becomes of changed files, and who was refused. It is required.
	Logger *slog.Logger
}

// Open reads the files and follows their changes. It returns nil if none are configured. It fails, and names the flag, if a
// file cannot be read, if the certificate has ended or names nobody, or if no authority in the files has signed it.
func (c Config) Open(options Options) (*Source, error) {
	if !c.Enabled() {
		return nil, nil
	}
	if err := c.Validate(); err != nil {
		return nil, setting.Wrong(err)
	}
	s := &Source{config: c, clock: options.Clock, logger: options.Logger}
	var err error
	if s.seen, err = stat(c); err != nil {
		return nil, setting.Wrong(err)
	}
	first, err := load(c, s.clock.Now)
	if err != nil {
		return nil, setting.Wrong(err)
	}
	if s.seen.key.IsOpenToOthers() {
		s.logger.Warn("the key of the certificate is accessible to other users: chmod 600 it",
			slog.String("file", c.Key), slog.String("mode", s.seen.key.Permissions().String()))
	}
	s.read.Store(first)
	s.checked.Store(s.clock.Now().UnixNano())
	return s, nil
}

// Identity returns who the certificate says that this program is.
func (s *Source) Identity() peer.Identity { return s.read.Load().own }

// Ends returns when the certificate ends.
func (s *Source) Ends() time.Time { return s.current().leaf.NotAfter }

// current returns the last known content of the files, which are checked at most once a second.
func (s *Source) current() *material {
	now, last := s.clock.Now().UnixNano(), s.checked.Load()
	if now-last >= int64(checkInterval) && s.checked.CompareAndSwap(last, now) {
		s.refresh()
	}
	return s.read.Load()
}

// refresh reads the files again if one has changed. Files that do not fit each other change nothing, since one may have been
// replaced before the other.
func (s *Source) refresh() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, err := stat(s.config)
	if now == s.seen {
		return
	}
	s.seen = now
	var read *material
	if err == nil {
		read, err = load(s.config, s.clock.Now)
	}
	if err != nil {
		s.logger.Error("failed to read the changed certificate; keeping the previous one",
			slog.Any("error", err), slog.Time("ends", s.read.Load().leaf.NotAfter))
		return
	}
	s.read.Store(read)
	s.logger.Info("reloaded the certificate", slog.String("identity", read.own.String()), slog.Time("ends", read.leaf.NotAfter))
}

// stamps are the states of the three files.
type stamps struct{ cert, key, ca secretfile.Stamp }

// stat returns the stamps, also of the files that are there while another is not.
func stat(c Config) (seen stamps, err error) {
	for _, file := range []struct {
		flag, path string
		stamp      *secretfile.Stamp
	}{{"--tls-cert", c.Cert, &seen.cert}, {"--tls-key", c.Key, &seen.key}, {"--tls-ca", c.CA, &seen.ca}} {
		stamp, failed := secretfile.Stat(file.path)
		if failed == nil {
			*file.stamp = stamp
			failed = stamp.Check(file.path)
		}
		if failed != nil && err == nil {
			err = fmt.Errorf("%s: %w", file.flag, failed)
		}
	}
	return seen, err
}

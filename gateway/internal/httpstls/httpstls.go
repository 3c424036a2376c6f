// Package httpstls has the gateway's HTTP port speak TLS, with a certificate in files that may be replaced at any time.
package httpstls

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/secretfile"
	"github.com/salaatflow/platform/services/setting"
)

const (
	// maxFileBytes bounds what is read of a file.
	maxFileBytes = 1 << 20
	// checkInterval is the least time between two checks of the files.
	checkInterval = time.Second
)

// Config locates the certificate that callers see, and its key. Both are given, or none.
type Config struct {
	Cert string `placeholder:"FILE" help:"Speak HTTPS with callers, with the certificate (PEM, then its intermediates) in this file; read again when it changes."`
	Key  string `placeholder:"FILE" help:"The key of --http-tls-cert, in PEM."`
}

// Enabled reports whether a certificate is configured.
func (c Config) Enabled() bool { return c != Config{} }

// Validate returns an error that names the flag that is missing.
func (c Config) Validate() error {
	switch {
	case c.Cert == "" && c.Key != "":
		return errors.New("http-tls-cert: is required beside --http-tls-key")
	case c.Key == "" && c.Cert != "":
		return errors.New("http-tls-key: is required beside --http-tls-cert")
	default:
		return nil
	}
}

// Options are what a Source needs besides its files. All are required.
type Options struct {
	// Clock is that by which certificates are valid.
	Clock clock.Clock
	// Logger receives what becomes of changed files.
	Logger *slog.Logger
	// Metrics receives when the certificate ends.
	Metrics prometheus.Registerer
}

// Source is the certificate that the files hold now. It is safe for concurrent use.
type Source struct {
	config  Config
	options Options

	read    atomic.Pointer[tls.Certificate]
	checked atomic.Int64 // when the files were last checked, in nanoseconds

	mu        sync.Mutex // held while reading again
	cert, key secretfile.Stamp
}

// Open reads the files and follows their changes. It returns nil if none are configured. It fails, and names the flag, if they
// cannot be used, or if the certificate has ended.
func (c Config) Open(options Options) (*Source, error) {
	if !c.Enabled() {
		return nil, nil
	}
	s := &Source{config: c, options: options}
	if err := s.refresh(); err != nil {
		return nil, setting.Wrong(err)
	}
	if s.key.IsOpenToOthers() {
		options.Logger.Warn("the key of the HTTPS certificate is accessible to other users: chmod 600 it",
			slog.String("file", c.Key), slog.String("mode", s.key.Permissions().String()))
	}
	s.checked.Store(options.Clock.Now().UnixNano())
	return s, options.Metrics.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "salaatflow_https_certificate_end_seconds", Help: "When the certificate that callers see ends, in seconds since 1970.",
	}, func() float64 { return float64(s.current().Leaf.NotAfter.Unix()) }))
}

// TLS returns the configuration of a server, for HTTP/2 and HTTP/1.1. Each new connection gets the certificate that the files hold
// then.
func (s *Source) TLS() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return s.current(), nil },
	}
}

// current returns the last certificate that could be used. The files are checked at most once a second.
func (s *Source) current() *tls.Certificate {
	now, last := s.options.Clock.Now().UnixNano(), s.checked.Load()
	if now-last >= int64(checkInterval) && s.checked.CompareAndSwap(last, now) {
		if err := s.refresh(); err != nil {
			s.options.Logger.Error("failed to read the changed HTTPS certificate; keeping the previous one",
				slog.Any("error", err), slog.Time("ends", s.read.Load().Leaf.NotAfter))
		}
	}
	return s.read.Load()
}

// refresh reads the files if one has changed. Files that do not fit each other change nothing, since one may have been replaced
// before the other.
func (s *Source) refresh() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	cert, certErr := stat("--http-tls-cert", s.config.Cert)
	key, keyErr := stat("--http-tls-key", s.config.Key)
	if cert == s.cert && key == s.key && s.read.Load() != nil {
		return nil
	}
	s.cert, s.key = cert, key
	if err := errors.Join(certErr, keyErr); err != nil {
		return err
	}
	read, err := s.load()
	if err != nil {
		return err
	}
	if s.read.Swap(read) != nil {
		s.options.Logger.Info("reloaded the HTTPS certificate", slog.Any("names", read.Leaf.DNSNames), slog.Time("ends", read.Leaf.NotAfter))
	}
	return nil
}

func (s *Source) load() (*tls.Certificate, error) {
	cert, err := secretfile.Read(s.config.Cert, maxFileBytes)
	if err != nil {
		return nil, fmt.Errorf("--http-tls-cert: %w", err)
	}
	key, err := secretfile.Read(s.config.Key, maxFileBytes)
	if err != nil {
		return nil, fmt.Errorf("--http-tls-key: %w", err)
	}
	both, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return nil, fmt.Errorf("--http-tls-cert, --http-tls-key: %s and %s: %w", s.config.Cert, s.config.Key, err)
	}
	if now := s.options.Clock.Now(); now.After(both.Leaf.NotAfter) {
		return nil, fmt.Errorf("--http-tls-cert: the certificate in %s ended at %s: renew it", s.config.Cert, both.Leaf.NotAfter)
	}
	return &both, nil
}

func stat(flag, file string) (secretfile.Stamp, error) {
	stamp, err := secretfile.Stat(file)
	if err == nil {
		err = stamp.Check(file)
	}
	if err != nil {
		return secretfile.Stamp{}, fmt.Errorf("%s: %w", flag, err)
	}
	return stamp, nil
}

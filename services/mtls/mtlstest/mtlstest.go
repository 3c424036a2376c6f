// Package mtlstest gives tests an authority and the certificates of programs, in files as in production.
package mtlstest

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/mtls/authority"
)

// Authority signs for one test.
type Authority struct {
	*authority.Authority
	t      testing.TB
	folder string
}

// NewAuthority returns an authority of the test's own.
func NewAuthority(t testing.TB) *Authority {
	t.Helper()
	made, err := authority.New("test", time.Now(), time.Now().Add(24*time.Hour))
	if err != nil {
		t.Fatalf("mtlstest: %v", err)
	}
	return &Authority{Authority: made, t: t, folder: t.TempDir()}
}

// For returns the files of a program, such as tasks-svc, whose id is spiffe://test/tasks-svc.
func (a *Authority) For(program string) mtls.Config {
	a.t.Helper()
	return a.Files(program, authority.Request{ID: "spiffe://test/" + program, Begins: time.Now(), Ends: time.Now().Add(time.Hour)})
}

// Files returns the files of a certificate as it is requested. Files of the same name are replaced, the key after its
// certificate.
func (a *Authority) Files(name string, request authority.Request) mtls.Config {
	a.t.Helper()
	pair, err := a.Sign(request)
	if err != nil {
		a.t.Fatalf("mtlstest: %v", err)
	}
	folder := filepath.Join(a.folder, strings.ReplaceAll(name, "/", "_"))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		a.t.Fatalf("mtlstest: %v", err)
	}
	files := mtls.Config{
		Cert: filepath.Join(folder, "tls.crt"), Key: filepath.Join(folder, "tls.key"), CA: filepath.Join(folder, "ca.crt"),
	}
	Write(a.t, files.Cert, pair.Certificate)
	Write(a.t, files.Key, pair.Key)
	Write(a.t, files.CA, a.Certificate)
	return files
}

// Write replaces a file as a whole.
func Write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path+".new", content, 0o600); err != nil {
		t.Fatalf("mtlstest: %v", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatalf("mtlstest: %v", err)
	}
}

// Open returns the source of files, which logs to the test.
func Open(t testing.TB, files mtls.Config) *mtls.Source {
	t.Helper()
	source, err := files.Open(mtls.Options{Clock: clock.System(), Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	if err != nil {
		t.Fatalf("mtlstest: %v", err)
	}
	return source
}

package httpstls_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/gateway/internal/httpstls"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/mtls/authority"
	"github.com/salaatflow/platform/services/mtls/mtlstest"
)

func files(t *testing.T, ours *mtlstest.Authority, name string, ends time.Time) mtls.Config {
	t.Helper()
	return ours.Files(name, authority.Request{DNS: []string{"api.example.org"}, Begins: time.Now().Add(-24 * time.Hour), Ends: ends})
}

func shown(t *testing.T, source *httpstls.Source) *x509.Certificate {
	t.Helper()
	certificate, err := source.TLS().GetCertificate(&tls.ClientHelloInfo{})
	if err != nil {
		t.Fatal(err)
	}
	return certificate.Leaf
}

// A certificate is replaced while the gateway runs, file by file; one that cannot be used changes nothing.
func TestTheCertificateIsReplacedWhileTheGatewayRuns(t *testing.T) {
	ours, clk := mtlstest.NewAuthority(t), clockwork.NewFakeClockAt(time.Now())
	var log bytes.Buffer
	used, next := files(t, ours, "used", time.Now().Add(time.Hour)), files(t, ours, "next", time.Now().Add(2*time.Hour))
	ended, metrics := files(t, ours, "ended", time.Now().Add(-time.Hour)), prometheus.NewRegistry()
	source, err := httpstls.Config{Cert: used.Cert, Key: used.Key}.Open(httpstls.Options{
		Clock: clk, Logger: slog.New(slog.NewTextHandler(&log, nil)), Metrics: metrics,
	})
	if err != nil {
		t.Fatal(err)
	}
	first := shown(t, source).SerialNumber
	copyTo := func(to, from string) {
		t.Helper()
		content, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		mtlstest.Write(t, to, content)
	}
	for _, step := range []struct {
		name, to, from string
		fresh          bool
		said           string
	}{
		{"the certificate alone", used.Cert, next.Cert, false, "keeping the previous one"},
		{"and its key", used.Key, next.Key, true, "reloaded the HTTPS certificate"},
		{"one that has ended", used.Cert, ended.Cert, true, "keeping the previous one"},
		{"and its key", used.Key, ended.Key, true, "renew it"},
	} {
		log.Reset()
		copyTo(step.to, step.from)
		clk.Advance(time.Second)
		if fresh := shown(t, source).SerialNumber.Cmp(first) != 0; fresh != step.fresh {
			t.Errorf("%s: a new one is shown: %v", step.name, fresh)
		}
		if !strings.Contains(log.String(), step.said) {
			t.Errorf("%s: the log says %q, want %q", step.name, log.String(), step.said)
		}
	}
	families, err := metrics.Gather()
	if err != nil || len(families) != 1 || families[0].GetMetric()[0].GetGauge().GetValue() != float64(shown(t, source).NotAfter.Unix()) {
		t.Errorf("the metrics are %v, %v", families, err)
	}
}

func TestWhatCannotBeUsedIsRefusedWithItsFlag(t *testing.T) {
	ours := mtlstest.NewAuthority(t)
	good, other := files(t, ours, "good", time.Now().Add(time.Hour)), files(t, ours, "other", time.Now().Add(time.Hour))
	ended := files(t, ours, "ended", time.Now().Add(-time.Hour))
	for name, c := range map[string]struct {
		config httpstls.Config
		want   string
	}{
		"no key":                   {httpstls.Config{Cert: good.Cert}, "http-tls-key: is required"},
		"no certificate":           {httpstls.Config{Key: good.Key}, "http-tls-cert: is required"},
		"a file that is not there": {httpstls.Config{Cert: "/nowhere", Key: good.Key}, "--http-tls-cert: stat /nowhere"},
		"a key of another":         {httpstls.Config{Cert: good.Cert, Key: other.Key}, "private key does not match"},
		"one that has ended":       {httpstls.Config{Cert: ended.Cert, Key: ended.Key}, "renew it"},
		"none at all":              {httpstls.Config{Cert: good.Key, Key: good.Key}, "--http-tls-cert"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.config.Validate()
			if err == nil {
				_, err = c.config.Open(httpstls.Options{
					Clock: clockwork.NewRealClock(), Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
				})
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	if source, err := (httpstls.Config{}).Open(httpstls.Options{}); source != nil || err != nil {
		t.Errorf("without files: %v, %v", source, err)
	}
}

//go:build rolling

package e2e

import (
	"context"
	"crypto/tls"
	"io"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/salaatflow/platform/services/mtls"
)

// answers returns the error of a health check of a program, as the one whose files these are.
func (s *secured) answers(t *testing.T, program string, files mtls.Config) error {
	t.Helper()
	conn := s.dial(t, program, files)
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err := healthv1.NewHealthClient(conn).Check(ctx, &healthv1.HealthCheckRequest{})
	return err
}

// served returns the serial number of the certificate that a program shows to who connects now.
func (s *secured) served(t *testing.T, program string) *big.Int {
	t.Helper()
	dialer := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}, MinVersion: tls.VersionTLS13}}
	conn, err := dialer.DialContext(t.Context(), "tcp", s.addresses[program])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return conn.(*tls.Conn).ConnectionState().PeerCertificates[0].SerialNumber
}

// metric returns the value of a metric of a program, whose labels are written as /metrics writes them.
func (s *secured) metric(t *testing.T, program, name string) float64 {
	t.Helper()
	answer, err := s.http.Get("http://" + s.opsAt[program] + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			number, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				t.Fatal(err)
			}
			return number
		}
	}
	t.Fatalf("%s has no metric %s", program, name)
	return 0
}

// lastSerial returns the serial number of the certificate that the last caller has shown.
func (o *outsider) lastSerial() *big.Int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.serial
}

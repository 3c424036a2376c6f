package mtls

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// Why a connection is refused, as the metric says it.
const (
	plain     = "plain_text"
	missing   = "no_certificate"
	expired   = "expired"
	untrusted = "untrusted"
	other     = "other"
)

// refusals counts connections that were refused.
type refusals struct {
	counter atomic.Pointer[metric.Int64Counter]
}

// Measure makes the source report how many connections it refused, by reason, and when its certificate ends.
func (s *Source) Measure(meters metric.MeterProvider) error {
	meter := meters.Meter("github.com/salaatflow/platform/services/mtls")
	counter, err := meter.Int64Counter("salaatflow.tls.refused", metric.WithUnit("{connection}"),
		metric.WithDescription("How many connections were refused for their certificate, by reason."))
	if err != nil {
		return err
	}
	for _, reason := range []string{plain, missing, expired, untrusted, other} { // 0, so that the first one is an increase
		counter.Add(context.Background(), 0, because(reason)) //nolint:forbidigo // it is no connection's
	}
	s.refused.counter.Store(&counter)
	_, err = meter.Float64ObservableGauge("salaatflow.tls.certificate.end", metric.WithUnit("s"),
		metric.WithDescription("When the program's certificate ends, in seconds since 1970."),
		metric.WithFloat64Callback(func(_ context.Context, o metric.Float64Observer) error {
			o.Observe(float64(s.Ends().Unix()))
			return nil
		}))
	return err
}

func because(reason string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("reason", reason))
}

// note counts and logs a refused connection. One that ends without a word, as those of load balancers that only look, is
// nobody's attempt.
func (r *refusals) note(logger *slog.Logger, from net.Addr, err error) {
	if errors.Is(err, io.EOF) {
		return
	}
	reason := reasonOf(err)
	if counter := r.counter.Load(); counter != nil {
		(*counter).Add(context.Background(), 1, because(reason)) //nolint:forbidigo // gRPC's handshakes have none
	}
	logger.Info("refused a connection", slog.String("peer", from.String()), slog.String("reason", reason), slog.Any("error", err))
}

func reasonOf(err error) string {
	var (
		record  tls.RecordHeaderError
		invalid x509.CertificateInvalidError
		unknown x509.UnknownAuthorityError
	)
	switch {
	case errors.As(err, &record):
		return plain
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return expired
	case errors.As(err, &unknown), errors.As(err, &invalid):
		return untrusted
	case strings.Contains(err.Error(), "client didn't provide a certificate"):
		return missing
	default:
		return other
	}
}

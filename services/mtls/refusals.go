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
	another   = "another_program"
	other     = "other"
)

// Who is refused, as the metric says it.
const (
	aClient = "client"
	aServer = "server"
)

// anotherProgramError says that a server is not the program that was wanted.
type anotherProgramError struct{ said string }

func (e *anotherProgramError) Error() string { return e.said }

// refusals counts connections that were refused.
type refusals struct {
	counter atomic.Pointer[metric.Int64Counter]
}

// Measure makes the source report how many connections it refused, by reason, and when its certificate ends.
func (s *Source) Measure(meters metric.MeterProvider) error {
	meter := meters.Meter("github.com/salaatflow/platform/services/mtls")
	counter, err := meter.Int64Counter("salaatflow.tls.refused", metric.WithUnit("{connection}"),
		metric.WithDescription("How many connections were refused for the peer's certificate, by reason and by which end the peer is."))
	if err != nil {
		return err
	}
	for _, reason := range []string{plain, missing, expired, untrusted, another, other} { // 0, so that the first one is an increase
		for _, refused := range []string{aClient, aServer} {
			counter.Add(context.Background(), 0, because(refused, reason)) //nolint:forbidigo // it is no connection's
		}
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

func because(refused, reason string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("peer", refused), attribute.String("reason", reason))
}

// noteClient counts and logs a client that was refused. A connection that ends without a word, as those of load balancers that
// only look, is nobody's attempt.
func (r *refusals) noteClient(ctx context.Context, logger *slog.Logger, from net.Addr, err error) {
	if errors.Is(err, io.EOF) {
		return
	}
	reason := reasonOf(err)
	r.count(ctx, aClient, reason)
	logger.InfoContext(ctx, "refused a connection", slog.String("peer", from.String()), slog.String("reason", reason), slog.Any("error", err))
}

// noteServer counts and logs a server that was refused. One that has gone, or is slow, is not refused.
func (r *refusals) noteServer(ctx context.Context, logger *slog.Logger, at net.Addr, err error) {
	reason := reasonOf(err)
	if reason == other {
		return
	}
	r.count(ctx, aServer, reason)
	logger.WarnContext(ctx, "refused a server, so that it is not called",
		slog.String("peer", at.String()), slog.String("reason", reason), slog.Any("error", err))
}

func (r *refusals) count(ctx context.Context, refused, reason string) {
	if counter := r.counter.Load(); counter != nil {
		(*counter).Add(ctx, 1, because(refused, reason))
	}
}

func reasonOf(err error) string {
	var (
		record  tls.RecordHeaderError
		invalid x509.CertificateInvalidError
		unknown x509.UnknownAuthorityError
		stray   *anotherProgramError
	)
	switch {
	case errors.As(err, &record):
		return plain
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return expired
	case errors.As(err, &unknown), errors.As(err, &invalid):
		return untrusted
	case errors.As(err, &stray):
		return another
	case strings.Contains(err.Error(), "client didn't provide a certificate"):
		return missing
	default:
		return other
	}
}

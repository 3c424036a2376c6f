package grpcserver

import (
	"context"
	"fmt"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/credential"
)

// guard refuses callers that do not present the platform's credential. It guards every method except health checks,
// so reflection and reads too. Without the credential, what a caller claims of users is not even read.
type guard struct {
	credential *credential.Credential // nil accepts every caller
	own        *credential.Credential // what callers present who do not know that the server has the platform's; nil accepts none
	admission  Admission              // nil admits whoever has the credential
	refused    metric.Int64Counter    // nil counts nothing
}

func newGuard(o Options) (guard, error) {
	c, provider := o.Credential, o.MeterProvider
	g := guard{credential: c, admission: o.Admission}
	if o.Service != "" {
		g.own = c.For(o.Service)
	}
	if provider == nil || c == nil {
		return g, nil
	}
	var err error
	g.refused, err = provider.Meter(scope).Int64Counter("salaatflow.credential.refused",
		metric.WithUnit("{call}"), metric.WithDescription("How many calls did not show the platform's credential, by reason."))
	if err != nil {
		return g, fmt.Errorf("grpcserver: metrics: %w", err)
	}
	for _, reason := range []string{missing, wrong} { // 0, so that the first one is an increase
		g.refused.Add(context.Background(), 0, byReason(reason)) //nolint:forbidigo // it is no call's
	}
	return g, nil
}

// Why a call is refused.
const (
	missing = "missing"
	wrong   = "wrong"
)

func byReason(reason string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("reason", reason))
}

var healthPrefix = "/" + healthv1.Health_ServiceDesc.ServiceName + "/"

// check refuses a call without the credential: UNAUTHENTICATED, CREDENTIAL_INVALID. It reports whether the caller is known to
// the server's Admission alone.
func (g guard) check(ctx context.Context, fullMethod string) (guest bool, err error) {
	if g.credential == nil || strings.HasPrefix(fullMethod, healthPrefix) {
		return false, nil
	}
	values := metadata.ValueFromIncomingContext(ctx, authorization)
	switch len(values) {
	case 0:
		return g.accept(ctx, "", missing)
	case 1:
		return g.accept(ctx, values[0], wrong)
	default:
		return false, g.refuse(ctx, wrong)
	}
}

// authorization is the metadata that holds the credential.
const authorization = "authorization"

// accept refuses a value of authorization that is not the credential, unless the server's Admission knows the caller.
func (g guard) accept(ctx context.Context, value, reason string) (guest bool, err error) {
	secret := bearerOf(value)
	switch {
	case secret != "" && (g.credential.Accepts(secret) || g.own != nil && g.own.Accepts(secret)):
		return false, nil
	case g.admission != nil && g.admission.Knows(ctx, secret):
		return true, nil
	default:
		return false, g.refuse(ctx, reason)
	}
}

// bearerOf returns the secret in a value of authorization; empty when it holds none.
func bearerOf(value string) string {
	scheme, shown, _ := strings.Cut(value, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return shown
}

// admits asks the server's Admission about a caller that is accepted.
func (g guard) admits(ctx context.Context, m *method, secret string) error {
	if g.admission == nil {
		return nil
	}
	return g.admission.Admit(ctx, m.name, secret)
}

// waits reports whether the credential is not in the metadata of a stream, and may be in its first message.
func (g guard) waits(ctx context.Context, m *method) bool {
	return g.credential != nil && m.inMessage != nil && len(metadata.ValueFromIncomingContext(ctx, authorization)) == 0
}

// checkMessage refuses the first message of a stream that has no credential either.
func (g guard) checkMessage(ctx context.Context, m *method, first any) error {
	value, reason := m.inMessage(first), wrong
	if value == "" {
		reason = missing
	}
	if _, err := g.accept(ctx, value, reason); err != nil {
		return err
	}
	return g.admits(ctx, m, bearerOf(value))
}

func (g guard) refuse(ctx context.Context, reason string) error {
	if g.refused != nil {
		g.refused.Add(ctx, 1, byReason(reason))
	}
	return apperr.New(codes.Unauthenticated, errorsv1.Reason_REASON_CREDENTIAL_INVALID,
		"the platform's credential is %s: programs of the platform send it as the metadata authorization: Bearer CREDENTIAL", reason)
}

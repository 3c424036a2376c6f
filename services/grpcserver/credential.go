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
	refused    metric.Int64Counter    // nil counts nothing
}

func newGuard(c *credential.Credential, provider metric.MeterProvider) (guard, error) {
	g := guard{credential: c}
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

// check refuses a call without the credential: UNAUTHENTICATED, CREDENTIAL_INVALID.
func (g guard) check(ctx context.Context, fullMethod string) error {
	if g.credential == nil || strings.HasPrefix(fullMethod, healthPrefix) {
		return nil
	}
	values := metadata.ValueFromIncomingContext(ctx, authorization)
	switch len(values) {
	case 0:
		return g.refuse(ctx, missing)
	case 1:
		return g.accept(ctx, values[0])
	default:
		return g.refuse(ctx, wrong)
	}
}

// authorization is the metadata that holds the credential.
const authorization = "authorization"

// accept refuses a value of authorization that is not the credential.
func (g guard) accept(ctx context.Context, value string) error {
	scheme, shown, _ := strings.Cut(value, " ")
	if !strings.EqualFold(scheme, "Bearer") || !g.credential.Accepts(shown) {
		return g.refuse(ctx, wrong)
	}
	return nil
}

// waits reports whether the credential is not in the metadata of a stream, and may be in its first message.
func (g guard) waits(ctx context.Context, m *method) bool {
	return g.credential != nil && m.inMessage != nil && len(metadata.ValueFromIncomingContext(ctx, authorization)) == 0
}

// checkMessage refuses the first message of a stream that has no credential either.
func (g guard) checkMessage(ctx context.Context, m *method, first any) error {
	value := m.inMessage(first)
	if value == "" {
		return g.refuse(ctx, missing)
	}
	return g.accept(ctx, value)
}

func (g guard) refuse(ctx context.Context, reason string) error {
	if g.refused != nil {
		g.refused.Add(ctx, 1, byReason(reason))
	}
	return apperr.New(codes.Unauthenticated, errorsv1.Reason_REASON_CREDENTIAL_INVALID,
		"the platform's credential is %s: programs of the platform send it as the metadata authorization: Bearer CREDENTIAL", reason)
}

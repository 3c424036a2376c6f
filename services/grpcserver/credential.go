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
	return g, nil
}

var healthPrefix = "/" + healthv1.Health_ServiceDesc.ServiceName + "/"

// check refuses a call without the credential: UNAUTHENTICATED, CREDENTIAL_INVALID.
func (g guard) check(ctx context.Context, fullMethod string) error {
	if g.credential == nil || strings.HasPrefix(fullMethod, healthPrefix) {
		return nil
	}
	values := metadata.ValueFromIncomingContext(ctx, "authorization")
	if len(values) == 0 {
		return g.refuse(ctx, "missing")
	}
	scheme, shown, _ := strings.Cut(values[0], " ")
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || !g.credential.Accepts(shown) {
		return g.refuse(ctx, "wrong")
	}
	return nil
}

func (g guard) refuse(ctx context.Context, reason string) error {
	if g.refused != nil {
		g.refused.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", reason)))
	}
	return apperr.New(codes.Unauthenticated, errorsv1.Reason_REASON_CREDENTIAL_INVALID,
		"the platform's credential is %s: programs of the platform send it as the metadata authorization: Bearer CREDENTIAL", reason)
}

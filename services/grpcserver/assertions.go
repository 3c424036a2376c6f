package grpcserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/metric"
	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/peer"
)

// assertions decides who may say for which user they call. With TLS that are the edges, which have asked the user for proof.
type assertions struct {
	own      *mtls.Source // nil believes every caller
	edges    []string
	onBehalf map[string][]string // by the method's full name
	theirs   map[string]bool     // methods that only edges may call, by full name
	refused  metric.Int64Counter // nil counts nothing
}

func newAssertions(o Options) (assertions, error) {
	a := assertions{own: o.TLS, edges: o.Edges, onBehalf: map[string][]string{}, theirs: map[string]bool{}}
	if o.MeterProvider == nil || o.TLS == nil && o.Admission == nil {
		return a, nil
	}
	var err error
	a.refused, err = o.MeterProvider.Meter(scope).Int64Counter("salaatflow.identity.refused",
		metric.WithUnit("{call}"), metric.WithDescription("How many calls named a user although their program may not."))
	if err != nil {
		return a, fmt.Errorf("grpcserver: metrics: %w", err)
	}
	a.refused.Add(context.Background(), 0) //nolint:forbidigo // it is no call's: 0, so that the first one is an increase
	return a, nil
}

// AllowOnBehalf lets further programs than Options.Edges name a user in calls of one method, given by its full name. It must
// be called before Serve.
func (s *Server) AllowOnBehalf(fullMethod string, programs ...string) {
	s.assertions.onBehalf[strings.TrimPrefix(fullMethod, "/")] = programs
}

// EdgesOnly refuses calls of one method, given by its full name, that are not of Options.Edges, with TLS. It must be called before
// Serve.
func (s *Server) EdgesOnly(fullMethod string) {
	s.assertions.theirs[strings.TrimPrefix(fullMethod, "/")] = true
}

// check refuses a call that names a user, or says anything of them, and one of a method that is the edges', unless its program
// may: PERMISSION_DENIED, IDENTITY_NOT_ALLOWED. A guest, who has not shown the platform's credential, never may.
func (a assertions) check(ctx context.Context, method string, guest bool) error {
	asserts, theirs := identity.InIncomingMetadata(ctx), a.theirs[method]
	if a.own == nil && !guest || !asserts && !theirs {
		return nil
	}
	who, proven := peer.FromContext(ctx)
	is := func(name string) bool { return a.own != nil && who.Is(name, a.own.Identity()) }
	switch {
	case !proven || guest:
	case slices.ContainsFunc(a.edges, is), !theirs && slices.ContainsFunc(a.onBehalf[method], is):
		return nil
	}
	if a.refused != nil {
		a.refused.Add(ctx, 1)
	}
	if theirs {
		return apperr.New(codes.PermissionDenied, errorsv1.Reason_REASON_IDENTITY_NOT_ALLOWED,
			"%s may not ask which user somebody is: only the platform's edges may, and whom the operator names in --edges", who)
	}
	return apperr.New(codes.PermissionDenied, errorsv1.Reason_REASON_IDENTITY_NOT_ALLOWED,
		"%s may not say for which user it calls: call without the metadata x-user-*, or let the operator name it in --edges", who)
}

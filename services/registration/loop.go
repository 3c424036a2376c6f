package registration

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/backoff"
)

// connectTimeout is the most that one wait for a connection to the registry may take, and registerTimeout one Register.
const (
	connectTimeout  = 5 * time.Second
	registerTimeout = 5 * time.Second
)

// afterLoss is short, so that a registry that has just started does not settle without the instance.
func afterLoss() backoff.Exponential {
	return backoff.Exponential{Min: 100 * time.Millisecond, Max: 2 * time.Second}
}

// afterRefusal grows long, because somebody must change something first, such as a name or a credential. It starts short,
// because the obstacle may be going away.
func afterRefusal() backoff.Exponential {
	return backoff.Exponential{Min: 2 * time.Second, Max: 30 * time.Second}
}

// afterTaken stays short: an instance that came back without its lease only waits until the old one ends.
func afterTaken() backoff.Exponential {
	return backoff.Exponential{Min: time.Second, Max: 2 * time.Second}
}

// run registers and keeps alive, again and again, until ctx ends.
func (r *Registration) run(ctx context.Context) {
	defer close(r.stopped)
	if r.await(ctx); ctx.Err() != nil {
		return
	}
	losses, refusals, taken := afterLoss(), afterRefusal(), afterTaken()
	for {
		err := r.once(ctx, &losses)
		if ctx.Err() != nil {
			return // Stop deregisters
		}
		if errors.Is(err, errDescribed) || errors.Is(err, errEnded) {
			continue
		}
		wait := losses.Next
		switch {
		case isTaken(err):
			r.withdrawn()
			wait = taken.Next
		case isRefusal(err):
			r.withdrawn()
			wait = refusals.Next
		default:
			refusals.Reset()
			taken.Reset()
		}
		if !r.pause(ctx, err, wait()) {
			return
		}
	}
}

// granted is a lease, and the version of the descriptions that it was granted for.
type granted struct {
	*registryv1.RegisterResponse
	described int
}

// errEnded means that a lease has ended that was kept alive by an earlier stream.
var errEnded = errors.New("the lease has ended meanwhile")

// once keeps the instance registered until something fails, which it returns. A stream that breaks does not end the lease: the
// next one goes on with it, with any replica of the registry, and only if that does not know it the instance registers again.
func (r *Registration) once(ctx context.Context, losses *backoff.Exponential) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := r.connect(ctx, cancel)
	if err != nil {
		r.forget(err)
		return err
	}
	resumed := r.granted != nil && r.described.isAt(r.granted.described)
	if !resumed {
		if r.granted, err = r.register(); err != nil {
			r.forget(err)
			return err
		}
		r.logger.InfoContext(ctx, "registered", "ttl", r.granted.GetTtl().AsDuration())
	}
	r.hold(r.granted.GetLeaseId())
	ttl := r.granted.GetTtl().AsDuration()
	began := r.clock.Now()
	err = r.keepAlive(ctx, cancel, stream, r.granted.RegisterResponse, r.granted.described)
	if r.clock.Since(began) >= ttl/renewals {
		losses.Reset()
	}
	if status.Code(err) == codes.NotFound {
		r.granted = nil
		if resumed {
			return fmt.Errorf("%w: %w", errEnded, err)
		}
	}
	return err
}

// connect opens the stream that will keep the lease alive. It waits for a connection, so that what follows goes out as
// soon as the registry is there. cancel ends the stream.
func (r *Registration) connect(ctx context.Context, cancel context.CancelFunc) (stream, error) {
	connecting, connected := context.WithTimeout(ctx, connectTimeout)
	defer connected()
	defer context.AfterFunc(connecting, cancel)() // the stream outlives what bounds its beginning
	stream, err := r.client.KeepAlive(ctx, grpc.WaitForReady(true))
	if err != nil {
		return nil, fmt.Errorf("connect to the registry at %s: %w", r.registry, err)
	}
	return stream, nil
}

// register requests a lease. Stop does not interrupt it, because then nobody would know the lease.
func (r *Registration) register() (*granted, error) {
	ctx, cancel := context.WithTimeout(r.calls, registerTimeout)
	defer cancel()
	request := &registryv1.RegisterRequest{
		Service: r.request.GetService(), Version: r.request.GetVersion(), InstanceId: r.request.GetInstanceId(),
		Address: r.request.GetAddress(), GrpcServices: r.request.GetGrpcServices(), PreviousLeaseId: r.lastLease(),
	}
	files, err := r.files() // not kept from one time to the next, which is mostly never
	if err != nil {
		return nil, fmt.Errorf("register: %w", err)
	}
	var described int
	request.Files, described = r.described.describe(files)
	lease, err := r.client.Register(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("register: %w", err)
	}
	if ttl := lease.GetTtl().AsDuration(); ttl <= 0 {
		return nil, fmt.Errorf("register: the registry returned a lease of %v", ttl)
	}
	if request.GetPreviousLeaseId() == "" { // which is said once
		for _, note := range lease.GetNotes() {
			r.logger.WarnContext(ctx, "models know less of a tool than its schema says", "note", note)
		}
	}
	return &granted{lease, described}, nil
}

// pause logs the failure, and waits. It returns false if ctx ends first.
func (r *Registration) pause(ctx context.Context, err error, wait time.Duration) bool {
	switch {
	case isTaken(err):
		r.logger.WarnContext(ctx, "an earlier instance of this id is still registered; waiting for its lease to end", "retry_in", wait)
	case isRefusal(err):
		refusal := apperr.From(err)
		r.logger.ErrorContext(ctx, "the registry refused this instance; retrying later",
			"reason", refusal.Reason.String(), "error", refusal.Message, "details", refusal.Metadata, "retry_in", wait)
	case r.Err() == nil && status.Code(err) == codes.Unavailable:
		// The connection was as old as the registry lets them become, or broke; the lease lives. Should the registry be
		// away, the next try fails and says so.
		r.logger.DebugContext(ctx, "registering again on a new connection", "because", err, "retry_in", wait)
	default:
		r.logger.WarnContext(ctx, "registering again", "because", err, "retry_in", wait)
	}
	return backoff.Wait(ctx, r.clock, wait)
}

// isTaken reports whether another instance of this id holds a lease.
func isTaken(err error) bool {
	refusal := apperr.From(err)
	return refusal != nil && refusal.Reason == errorsv1.Reason_REASON_INSTANCE_TAKEN
}

// isRefusal reports whether the registry refused, rather than being unreachable.
func isRefusal(err error) bool {
	switch status.Code(err) {
	case codes.InvalidArgument, codes.AlreadyExists, codes.Unauthenticated, codes.PermissionDenied,
		codes.ResourceExhausted, codes.FailedPrecondition, codes.Unimplemented:
		return true
	default:
		return false
	}
}

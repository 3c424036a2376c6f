package registration

import (
	"context"
	"errors"
	"fmt"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// errSilent says that the registry no longer answers on the stream.
var errSilent = errors.New("the registry did not answer in time")

// errDescribed says that the instance describes itself otherwise now.
var errDescribed = errors.New("the descriptions have changed")

// renewals is how often a lease is renewed in its time. When that many in a row, less one, are not answered, the lease
// is about to end.
const renewals = 3

type stream = registryv1.RegistryService_KeepAliveClient

// keepAlive renews the lease until it is lost or ctx, which is the stream's, ends, and says why; never nil. It ends the
// stream with cancel.
func (r *Registration) keepAlive(
	ctx context.Context, cancel context.CancelFunc, s stream, lease *registryv1.RegisterResponse, described int,
) error {
	answers := make(chan error)
	go receive(ctx, s, answers)
	err := r.renew(ctx, s, lease, described, answers)
	cancel()
	for range answers { // until the receiver is gone
	}
	return err
}

// receive passes on that an answer came (nil) or that none will come any more.
func receive(ctx context.Context, s stream, answers chan<- error) {
	defer close(answers)
	for {
		_, err := s.Recv()
		select {
		case answers <- err:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (r *Registration) renew(
	ctx context.Context, s stream, lease *registryv1.RegisterResponse, described int, answers <-chan error,
) error {
	ticker := r.clock.NewTicker(lease.GetTtl().AsDuration() / renewals)
	defer ticker.Stop()
	renewal := &registryv1.KeepAliveRequest{LeaseId: lease.GetLeaseId()}
	_ = s.Send(renewal) // tells the registry whose stream it is; what fails here, the receiver tells
	unanswered := 1
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case err := <-answers:
			if err != nil {
				return fmt.Errorf("keep the lease alive: %w", err)
			}
			unanswered = 0
			r.confirm()
		case <-r.described.changes():
			if !r.described.isAt(described) {
				return errDescribed
			}
		case <-ticker.Chan():
			if unanswered == renewals-1 {
				return fmt.Errorf("keep the lease alive: %w", errSilent)
			}
			_ = s.Send(renewal)
			unanswered++
		}
	}
}

package registration

import (
	"context"
	"errors"
	"fmt"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// errSilent says that the registry no longer answers on the stream.
var errSilent = errors.New("the registry did not answer in time")

// renewals is how often a lease is renewed in its time: two may be lost.
const renewals = 3

// keepAlive renews the lease until it is lost or ctx ends, and says why it returned; never nil.
func (r *Registration) keepAlive(ctx context.Context, lease *registryv1.RegisterResponse) error {
	ctx, cancel := context.WithCancel(ctx)
	stream, err := r.client.KeepAlive(ctx, r.credential...)
	if err != nil {
		cancel()
		return fmt.Errorf("keep the lease alive: %w", err)
	}
	answers := make(chan error)
	go receive(ctx, stream, answers)
	defer func() {
		cancel()
		for range answers { //nolint:revive // until the receiver is gone
		}
	}()
	return r.renew(ctx, stream, lease, answers)
}

// receive passes on that an answer came (nil) or that none will come any more.
func receive(ctx context.Context, stream registryv1.RegistryService_KeepAliveClient, answers chan<- error) {
	defer close(answers)
	for {
		_, err := stream.Recv()
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
	ctx context.Context, stream registryv1.RegistryService_KeepAliveClient, lease *registryv1.RegisterResponse,
	answers <-chan error,
) error {
	ticker := r.clock.NewTicker(lease.GetTtl().AsDuration() / renewals)
	defer ticker.Stop()
	renewal := &registryv1.KeepAliveRequest{LeaseId: lease.GetLeaseId()}
	_ = stream.Send(renewal) // tells the registry whose stream it is; what fails here, the receiver tells
	waiting := true
	for {
		select {
		case <-ctx.Done():
			// Ended in order, so that the registry does not take the instance for lost before it deregisters.
			return errors.Join(context.Cause(ctx), stream.CloseSend())
		case err := <-answers:
			if err != nil {
				return fmt.Errorf("keep the lease alive: %w", err)
			}
			waiting = false
		case <-ticker.Chan():
			if waiting {
				return fmt.Errorf("keep the lease alive: %w", errSilent)
			}
			_ = stream.Send(renewal)
			waiting = true
		}
	}
}

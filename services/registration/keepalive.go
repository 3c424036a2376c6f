package registration

import (
	"context"
	"errors"
	"fmt"
	"time"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// errSilent means that the registry no longer answers on the stream.
var errSilent = errors.New("the registry did not answer in time")

// errDescribed means that the descriptions have changed.
var errDescribed = errors.New("the descriptions have changed")

// renewals is how often a lease is renewed within its duration. A registry that has not answered one when the next is due is
// left for another replica: the lease must go on well before its end.
const renewals = 3

// publishedPause is the wait before asking a registry again that has not published the instance yet.
const publishedPause = 200 * time.Millisecond

type stream = registryv1.RegistryService_KeepAliveClient

// keepAlive renews the lease until it is lost or ctx, which is the stream's, ends, and returns why, never nil. It ends the
// stream with cancel.
func (r *Registration) keepAlive(
	ctx context.Context, cancel context.CancelFunc, s stream, lease *registryv1.RegisterResponse, described int,
) error {
	answers := make(chan answer)
	go receive(ctx, s, answers)
	err := r.renew(ctx, s, lease, described, answers)
	cancel()
	for range answers { // until the receiver is gone
	}
	return err
}

// answer is an answer of the registry, or why there are no more.
type answer struct {
	*registryv1.KeepAliveResponse
	err error
}

// receive passes on the registry's answers, and the error that ends them.
func receive(ctx context.Context, s stream, answers chan<- answer) {
	defer close(answers)
	for {
		said, err := s.Recv()
		select {
		case answers <- answer{said, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (r *Registration) renew(
	ctx context.Context, s stream, lease *registryv1.RegisterResponse, described int, answers <-chan answer,
) error {
	ticker := r.clock.NewTicker(lease.GetTtl().AsDuration() / renewals)
	defer ticker.Stop()
	renewal := &registryv1.KeepAliveRequest{LeaseId: lease.GetLeaseId()}
	_ = s.Send(renewal) // tells the registry whose stream it is; what fails here, the receiver tells
	unanswered := true
	var soon <-chan time.Time // when to ask again whether the instance is published
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case said := <-answers:
			if said.err != nil {
				return fmt.Errorf("keep the lease alive: %w", said.err)
			}
			unanswered = false
			r.confirm()
			r.renewed(said.GetTtl().AsDuration(), !said.GetUnpublished())
			if soon = nil; said.GetUnpublished() {
				soon = r.clock.NewTimer(publishedPause).Chan()
			}
		case <-soon:
			_ = s.Send(renewal) // should it not be answered, the ticker finds that out
		case <-r.described.changes():
			if !r.described.isAt(described) {
				return errDescribed
			}
		case <-ticker.Chan():
			if unanswered {
				return fmt.Errorf("keep the lease alive: %w", errSilent)
			}
			_ = s.Send(renewal)
			unanswered = true
		}
	}
}

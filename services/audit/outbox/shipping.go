package outbox

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"
)

// drainTimeout is how long a program that stops sends what it has recorded.
const drainTimeout = 3 * time.Second

// Shipping runs an outbox while a program runs. Start and Stop are called once each, in this order.
type Shipping struct {
	outbox *Outbox
	client auditv1.AuditServiceClient
	end    context.CancelFunc
	tasks  sync.WaitGroup
}

// NewShipping returns what sends the outbox's records over a connection to audit-svc, which stays the caller's.
func NewShipping(o *Outbox, conn grpc.ClientConnInterface) *Shipping {
	return &Shipping{outbox: o, client: auditv1.NewAuditServiceClient(conn)}
}

// Start begins to flush and to send.
func (s *Shipping) Start(ctx context.Context) error {
	ctx, s.end = context.WithCancel(context.WithoutCancel(ctx))
	s.tasks.Go(func() { s.outbox.Run(ctx) })
	s.tasks.Go(func() { s.outbox.Ship(ctx, s.client) })
	return nil
}

// Stop sends what is left, at most three seconds long, and closes the outbox. What it cannot send waits for the next start.
func (s *Shipping) Stop(ctx context.Context) error {
	s.end()
	s.tasks.Wait()
	drain, cancel := context.WithTimeout(ctx, drainTimeout)
	defer cancel()
	if err := s.outbox.Drain(drain, s.client); err != nil {
		s.outbox.options.Logger.WarnContext(ctx, "stopping with audit records that audit-svc does not have", "error", err)
	}
	return s.outbox.Close()
}

package balancing

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/clock"
)

const (
	// checkTimeout is how long a silent instance has to answer a health check. One that works answers in milliseconds, however
	// slow its calls are.
	checkTimeout = 1250 * time.Millisecond
	// checkPause is the time between two health checks of an instance that did not answer the last.
	checkPause = 250 * time.Millisecond
	// missedChecks is how many in a row are not answered by a mute instance: one may be lost where a machine is very busy.
	missedChecks = 2
	// lateness is by how much a check may last longer than it has to: beyond that, it is this program that does not keep up, and
	// nothing is known of the instance.
	lateness = checkTimeout / 4
)

// checker asks instances that are silent for their health, and so tells those that do not answer at all, such as a process that
// is paused, from those whose calls take long. It asks as long as somebody waits for an instance, or calls to it fail at once.
type checker struct {
	clock clock.Clock
	// ask returns nil, or what the instance at a connection answers, or DEADLINE_EXCEEDED when it answers nothing.
	ask func(context.Context, balancer.SubConn) error
	ctx context.Context //nolint:containedctx // of the balancer, which has no other place for it
	end context.CancelFunc
}

func newChecker(clock clock.Clock, ask func(context.Context, balancer.SubConn) error) *checker {
	c := &checker{clock: clock, ask: ask}
	c.ctx, c.end = context.WithCancel(context.Background()) //nolint:forbidigo // balancers are made without one
	return c
}

// watch looks at an instance after a while.
func (c *checker) watch(i *instance, after time.Duration) {
	c.clock.AfterFunc(after, func() { c.look(i) })
}

func (c *checker) look(i *instance) {
	if c.ctx.Err() != nil {
		return
	}
	began := c.clock.Now()
	conn, silent, again := i.suspect(began)
	if silent {
		err := c.check(conn)
		again = i.checked(began, c.clock.Now(), err)
	}
	if again > 0 {
		c.watch(i, again)
	}
}

func (c *checker) check(conn balancer.SubConn) error {
	ctx, cancel := context.WithTimeout(c.ctx, checkTimeout)
	defer cancel()
	return c.ask(ctx, conn)
}

// isMute reports whether a health check got no answer; isGone whether the connection ended under it.
func isMute(err error) bool { return status.Code(err) == codes.DeadlineExceeded }

func isGone(err error) bool {
	return status.Code(err) == codes.Unavailable || status.Code(err) == codes.Canceled
}

// askHealth asks the server at a connection. What it answers is its own affair: services in other languages may have no health.
func askHealth(ctx context.Context, conn balancer.SubConn) error {
	over, done := conn.GetOrBuildProducer(overSubConn{})
	defer done()
	to, ok := over.(grpc.ClientConnInterface)
	if !ok {
		return status.Error(codes.Unavailable, "the connection cannot be called over")
	}
	_, err := healthv1.NewHealthClient(to).Check(ctx, &healthv1.HealthCheckRequest{})
	return err
}

// overSubConn gives what calls are made with over one connection.
type overSubConn struct{}

// Build implements balancer.ProducerBuilder.
func (overSubConn) Build(conn any) (balancer.Producer, func()) { return conn, func() {} }

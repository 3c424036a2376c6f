package kit

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcserver"
)

// prepareAgain is the wait before a step is retried whose database is unreachable: short enough that the service is ready
// within two seconds of its return.
const prepareAgain, prepareAgainAtMost = 200 * time.Millisecond, 2 * time.Second

// Preparation is what a service does before its first call, such as checking its database and loading what it keeps in
// memory. Constructors append steps, each of which runs once, in order.
//
// A step that fails ends the start, unless its error is UNAVAILABLE (see ClassifyErrors). The service then starts
// without it: it is not ready, answers every call UNAVAILABLE, and retries the step until it succeeds. If a step then
// fails in another way, the program ends.
type Preparation struct {
	server    *grpcserver.Server
	readiness *Readiness
	classify  func(error) error
	clock     clock.Clock
	logger    *slog.Logger
	fail      Fail

	steps []step        // those not done yet
	done  chan struct{} // closed when all are done
	end   context.CancelFunc
	tries sync.WaitGroup
}

type step struct {
	needs string
	do    func(context.Context) error
}

func newPreparation(
	s *grpcserver.Server, r *Readiness, options grpcserver.Options, c clock.Clock, logger *slog.Logger, fail Fail,
) *Preparation {
	classify := options.Classify
	if classify == nil {
		classify = func(err error) error { return err }
	}
	return &Preparation{
		server: s, readiness: r, classify: classify, clock: c, logger: logger, fail: fail,
		done: make(chan struct{}), end: func() {},
	}
}

// Append adds a step after the others; needs is what the step depends on, such as "the database". It is for constructors:
// a step appended after the start does not run.
func (p *Preparation) Append(needs string, do func(context.Context) error) {
	p.steps = append(p.steps, step{needs: needs, do: do})
}

// start runs the steps. When what one needs is unreachable, it retries in the background until stop.
func (p *Preparation) start(ctx context.Context) error {
	err := p.advance(ctx)
	if err == nil {
		close(p.done)
		return nil
	}
	if !p.isAway(err) {
		return err
	}
	p.server.Refuse(apperr.Unavailable("the service cannot reach %s yet: try again in a moment", p.steps[0].needs))
	p.lack(ctx, p.steps[0].needs, err)
	ctx, p.end = context.WithCancel(context.WithoutCancel(ctx))
	p.tries.Go(func() { p.retry(ctx) })
	return nil
}

// stop ends the retries, and waits for them.
func (p *Preparation) stop() {
	p.end()
	p.tries.Wait()
}

// wait returns when every step is done. It returns false if ctx ends first.
func (p *Preparation) wait(ctx context.Context) bool {
	select {
	case <-p.done:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p *Preparation) retry(ctx context.Context) {
	began, waits := p.clock.Now(), backoff.Exponential{Min: prepareAgain, Max: prepareAgainAtMost}
	for backoff.Wait(ctx, p.clock, waits.Next()) {
		lacked := p.steps[0].needs
		err := p.advance(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil && !p.isAway(err) {
			p.fail(err)
			return
		}
		if err == nil {
			p.server.Refuse(nil)
			p.readiness.lacks(lacked, nil)
			p.logger.InfoContext(ctx, "reachable now; accepting calls", "needs", lacked, "after", p.clock.Since(began))
			close(p.done)
			return
		}
		if p.steps[0].needs != lacked {
			p.readiness.lacks(lacked, nil)
		}
		p.lack(ctx, p.steps[0].needs, err)
	}
}

// advance runs the remaining steps until one fails.
func (p *Preparation) advance(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for len(p.steps) > 0 {
		if err := p.steps[0].do(ctx); err != nil {
			return err
		}
		p.steps = p.steps[1:]
	}
	return nil
}

func (p *Preparation) isAway(err error) bool {
	return apperr.From(p.classify(err)).Code == codes.Unavailable
}

func (p *Preparation) lack(ctx context.Context, needs string, err error) {
	if p.readiness.lacks(needs, err) {
		p.logger.WarnContext(ctx, "not ready: refusing calls until it is reachable", "needs", needs, "error", err)
	}
}

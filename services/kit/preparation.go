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

// prepareAgain is how long to wait before a step is tried again whose database is away: soon enough that the service is
// ready within two seconds of its return.
const prepareAgain, prepareAgainAtMost = 200 * time.Millisecond, 2 * time.Second

// Preparation is what a service does before it answers its first call, such as checking its database and reading from it
// what it keeps in memory: steps that constructors append, each done once, in their order.
//
// A step that fails ends the start, unless its error is UNAVAILABLE (see ClassifyErrors). The service then starts without
// it: it says that it is not ready, answers every call UNAVAILABLE, and tries the step again until it is done. When a step
// fails then in another way, the program ends.
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

// Append adds a step after those there are; needs is what it cannot be done without, such as "the database". It is for
// constructors: what is appended after the start is not done.
func (p *Preparation) Append(needs string, do func(context.Context) error) {
	p.steps = append(p.steps, step{needs: needs, do: do})
}

// start does the steps. When what one needs is away, it goes on trying in the background, until stop.
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

// stop ends the trying, and waits for it.
func (p *Preparation) stop() {
	p.end()
	p.tries.Wait()
}

// wait returns when every step is done, or with false when ctx ends first.
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
			p.logger.InfoContext(ctx, "what was away at the start is there", "as_to", lacked, "after", p.clock.Since(began))
			close(p.done)
			return
		}
		if p.steps[0].needs != lacked {
			p.readiness.lacks(lacked, nil)
		}
		p.lack(ctx, p.steps[0].needs, err)
	}
}

// advance does the steps that are not done yet, until one fails.
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
		p.logger.WarnContext(ctx, "not ready: calls are refused until it can be reached", "because_of", needs, "error", err)
	}
}

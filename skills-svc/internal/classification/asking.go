package classification

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

const (
	// firstRetry and longestRetry bound the wait before a question without an answer is asked again. The wait doubles
	// each time.
	firstRetry   = 15 * time.Second
	longestRetry = 30 * time.Minute
	// heldPoll is how often to check whether another instance has an answer, which Redis would tell at once.
	heldPoll = time.Second
	// leaseMargin is how much longer a turn lasts than the model may take. It covers the database and differences
	// between clocks.
	leaseMargin = 30 * time.Second
	// releaseTimeout bounds giving a turn back when the service stops.
	releaseTimeout = 3 * time.Second
)

// turn is the result of trying to ask about a definition.
type turn struct {
	// found is what is stored now, or nil if nothing new is.
	found *reading
	// due is when to try again, or zero.
	due time.Time
	// held reports whether another instance is asking now.
	held bool
	// err is why there is no stored answer, or nil if there is one.
	err error
}

// ask asks about a definition once a slot is free, and passes the result to the loop.
func (c *Classifier) ask(ctx context.Context, tool *toolspec.Tool, ref Ref) {
	c.workers.Go(func() {
		select {
		case c.asking <- struct{}{}:
		case <-ctx.Done():
			return
		}
		came := c.takeTurn(ctx, tool, ref, 0, false)
		<-c.asking
		c.tell(func(ctx context.Context) { c.cameOf(ctx, ref, came) })
	})
}

// cameOf takes over the result of asking.
func (c *Classifier) cameOf(ctx context.Context, ref Ref, came turn) {
	t := c.loop.tools[ref.Tool]
	if t == nil || t.ref != ref {
		return
	}
	t.asking = false
	t.due = came.due
	if came.found != nil && came.found.begun >= t.begun {
		if unkept := c.take(t, *came.found, c.Clock.Now()); len(unkept) > 0 {
			c.keep(ctx, unkept)
		}
	}
}

// takeTurn asks the model if it is this instance's turn. With again, which is for an administrator, it asks even if the
// model has answered.
func (c *Classifier) takeTurn(ctx context.Context, tool *toolspec.Tool, ref Ref, by int32, again bool) turn {
	now := c.Clock.Now()
	lease := now.Add(2*c.Model.Timeout() + leaseMargin)
	claim, err := c.Store.Claim(ctx, ref, c.holder, now, lease.Sub(now), again)
	switch {
	case err != nil:
		c.failed(ctx, ref, err)
		return turn{due: now.Add(retryDatabase), err: err}
	case claim.Held:
		return turn{due: earlier(claim.Until, now.Add(heldPoll)), held: true}
	case claim.Granted:
		return c.askNow(ctx, tool, ref, by, claim.Attempts, lease)
	case claim.Outcome == Open:
		return turn{due: claim.Until}
	default:
		return c.renew(ctx, tool, ref)
	}
}

// askNow asks, and stores the result.
func (c *Classifier) askNow(
	ctx context.Context, tool *toolspec.Tool, ref Ref, by int32, attempts int, lease time.Time,
) turn {
	began := c.Clock.Now()
	selected, err := c.Model.Select(ctx, question(tool, c.Known))
	c.calls.Add(1)
	c.latency.Add(c.Clock.Since(began))
	if err != nil {
		c.failures.Add(1)
	}
	var bad *languagemodel.BadAnswerError
	switch {
	case err == nil:
		said := Opinion{
			Ref: ref, Origin: skills.OriginModel, Categories: sorted(selected), Model: c.Model.Model(), At: c.Clock.Now(), By: by,
		}
		c.Logger.InfoContext(ctx, "a model classified a tool",
			slog.String("tool", ref.Tool), slog.Any("capabilities", said.Categories), slog.String("model", said.Model))
		return c.settle(ctx, tool, ref, Answered, []Opinion{said}, lease)
	case errors.As(err, &bad):
		c.Logger.WarnContext(ctx, "a model's answer about a tool is not usable; the map of capabilities applies",
			slog.String("tool", ref.Tool), slog.Any("error", err))
		return c.settle(ctx, tool, ref, BadAnswer, nil, lease)
	default:
		return c.putOff(ctx, ref, attempts, err)
	}
}

// settle stores an answer. While the database fails, it retries for as long as the turn lasts, because otherwise the
// model would have to be asked again.
func (c *Classifier) settle(
	ctx context.Context, tool *toolspec.Tool, ref Ref, outcome Outcome, opinions []Opinion, lease time.Time,
) turn {
	for {
		_, err := c.Store.Settle(ctx, ref, c.holder, outcome, opinions)
		if err == nil { // or the turn was over, and another instance's answer is stored
			return c.renew(ctx, tool, ref)
		}
		c.failed(ctx, ref, err)
		if !c.Clock.Now().Add(retryDatabase).Before(lease) || !backoff.Wait(ctx, c.Clock, retryDatabase) {
			return turn{due: lease, err: err}
		}
	}
}

// putOff gives the turn back because no answer came.
func (c *Classifier) putOff(ctx context.Context, ref Ref, attempts int, err error) turn {
	now := c.Clock.Now()
	due := now // when the service stops, another instance may ask at once
	if ctx.Err() == nil {
		due = now.Add(c.retryIn(attempts, err))
		c.Logger.WarnContext(ctx, "a model gave no answer about a tool; asking again later",
			slog.String("tool", ref.Tool), slog.Any("error", err), slog.Time("at", due))
	}
	releasing, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	if err := c.Store.Release(releasing, ref, c.holder, due); err != nil {
		c.failed(ctx, ref, err)
	}
	return turn{due: due, err: err}
}

// retryIn returns how long to wait after a number of attempts. The wait doubles each time, minus a random part of up to
// a quarter. It is never less than the endpoint asks for.
func (c *Classifier) retryIn(attempts int, err error) time.Duration {
	wait := longestRetry
	if doublings := attempts - 1; doublings < 8 {
		wait = min(firstRetry<<max(0, doublings), longestRetry)
	}
	wait -= rand.N(wait / 4)
	var none *languagemodel.NoAnswerError
	if errors.As(err, &none) {
		wait = max(wait, none.RetryAfter)
	}
	return wait
}

// renew reads what is stored about a definition now, and writes it to the cache.
func (c *Classifier) renew(ctx context.Context, tool *toolspec.Tool, ref Ref) turn {
	found, err := c.load(ctx, []Ref{ref}, map[Ref]*toolspec.Tool{ref: tool}, fromDatabase)
	if err != nil {
		c.failed(ctx, ref, err)
		return turn{due: c.Clock.Now().Add(retryDatabase), err: err}
	}
	return turn{found: &found}
}

// failed logs a failure of the database, which is retried.
func (c *Classifier) failed(ctx context.Context, ref Ref, err error) {
	if ctx.Err() == nil {
		c.Logger.WarnContext(ctx, "the database failed while a tool was classified; retrying",
			slog.String("tool", ref.Tool), slog.Any("error", err))
	}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

package hedging

import (
	"sync"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/discovery/internal/balancing"
)

// race is a call with up to two attempts. The first is made by the caller's goroutine and into the caller's own place, so
// that a call which is answered in time costs no more than a timer; the second has a place of its own, which is copied
// after the first attempt has returned.
type race struct {
	budget *budget
	clock  clock.Clock
	first  *balancing.Attempt
	cancel func() // ends both attempts
	send   func(*balancing.Attempt, any, []grpc.CallOption) error

	mu     sync.Mutex
	timer  clockwork.Timer
	over   bool // no second attempt is to begin
	second *second
}

// second is a second attempt. All but done is its own until done is closed.
type second struct {
	done            chan struct{}
	won             bool
	answer          any
	err             error
	header, trailer metadata.MD
}

func (r *race) run(answer place, options []grpc.CallOption) error {
	r.mu.Lock()
	r.timer = r.clock.AfterFunc(Delay, func() { r.hedge(answer, options) })
	r.mu.Unlock()
	err := r.send(r.first, answer.own(), options)
	hedge := r.end()
	if hedge == nil {
		return err
	}
	if settles(err) {
		r.cancel()
	}
	<-hedge.done
	if settles(err) || !hedge.won {
		return err
	}
	return hedge.deliver(answer, options)
}

// end keeps a second attempt from beginning, and returns the one that did.
func (r *race) end() *second {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	r.timer.Stop()
	return r.second
}

// hedge makes the second attempt, or waits longer when none is to be made now.
func (r *race) hedge(answer place, options []grpc.CallOption) {
	hedge, attempt := r.begin()
	if hedge == nil {
		return
	}
	defer close(hedge.done)
	hedge.answer = answer.another()
	hedge.err = r.send(attempt, hedge.answer, hedge.own(options))
	if settles(hedge.err) {
		hedge.won = true
		r.cancel()
	}
}

func (r *race) begin() (*second, *balancing.Attempt) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return nil, nil
	}
	attempt := r.first.Elsewhere()
	if attempt == nil || !r.first.Stuck() && !r.budget.spend() {
		r.timer.Reset(Delay)
		return nil, nil
	}
	r.second = &second{done: make(chan struct{})}
	return r.second, attempt
}

// settles reports whether the end of an attempt ends the call: it is an answer, good or bad, and no failure of the instance.
func settles(err error) bool {
	return status.Code(err) != codes.Canceled && !balancing.SpeaksAgainstInstance(err)
}

// own returns the options with the attempt's own places for what they report.
func (s *second) own(options []grpc.CallOption) []grpc.CallOption {
	own := make([]grpc.CallOption, 0, len(options))
	for _, option := range options {
		switch option.(type) {
		case grpc.HeaderCallOption:
			option = grpc.Header(&s.header)
		case grpc.TrailerCallOption:
			option = grpc.Trailer(&s.trailer)
		}
		own = append(own, option)
	}
	return own
}

// deliver hands the result of the second attempt to the caller.
func (s *second) deliver(answer place, options []grpc.CallOption) error {
	for _, option := range options {
		switch option := option.(type) {
		case grpc.HeaderCallOption:
			*option.HeaderAddr = s.header
		case grpc.TrailerCallOption:
			*option.TrailerAddr = s.trailer
		}
	}
	answer.take(s.answer)
	return s.err
}

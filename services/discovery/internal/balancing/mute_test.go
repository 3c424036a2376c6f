package balancing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/endpointsharding"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/status"
)

// The tests of this file run in bubbles of synctest: the time in them is not the machine's.

// untilMute is the time from the first call without an answer.
const untilMute = hangTimeout + missedChecks*checkTimeout + checkPause

// clinic is a fleet whose instances answer health checks as the test has it.
type clinic struct {
	*fleet
	mute   atomic.Bool // they answer none
	checks atomic.Int64
}

func newClinic(t *testing.T, ids ...string) *clinic {
	t.Helper()
	c := &clinic{fleet: newFleet(ids...)}
	c.checker.ask = func(ctx context.Context, _ balancer.SubConn) error {
		c.checks.Add(1)
		if !c.mute.Load() {
			return status.Error(codes.Unimplemented, "that it answers is enough")
		}
		<-ctx.Done()
		return status.FromContextError(ctx.Err()).Err()
	}
	t.Cleanup(c.checker.end)
	return c
}

// pick says where a call goes, which is answered at once: to an instance, or why to none.
func (c *clinic) pick(ctx context.Context) string {
	result, err := c.Pick(balancer.PickInfo{FullMethodName: "/x", Ctx: ctx})
	if err != nil {
		return status.Code(err).String()
	}
	result.Done(balancer.DoneInfo{BytesReceived: true})
	return result.SubConn.(subConn).id
}

func TestWhoIsMute(t *testing.T) {
	const short = hangTimeout / 4
	for name, c := range map[string]struct {
		happens func(*clinic)
		want    string
	}{
		"nobody before it was asked for its health": {func(c *clinic) {
			c.mute.Store(true)
			c.called("a")
			after(untilMute - 1)
		}, "a"},
		"who answers neither calls nor for its health": {func(c *clinic) {
			c.mute.Store(true)
			c.called("a")
			after(untilMute)
		}, "Unavailable"},
		"nobody who answers for its health, however long calls take": {func(c *clinic) {
			c.called("a")
			after(time.Hour)
		}, "a"},
		"nobody who misses a single check": {func(c *clinic) {
			c.mute.Store(true)
			c.called("a")
			after(hangTimeout + checkTimeout)
			c.mute.Store(false)
			after(time.Hour)
		}, "a"},
		"nobody while it is the caller that does not keep up": {func(c *clinic) {
			c.mute.Store(true)
			ask := c.checker.ask
			c.checker.ask = func(ctx context.Context, conn balancer.SubConn) error {
				err := ask(ctx, conn)
				after(2 * lateness)
				return err
			}
			c.called("a")
			after(time.Hour)
		}, "a"},
		"nobody who answers a call meanwhile": {func(c *clinic) {
			c.mute.Store(true)
			end := c.called("a")
			after(hangTimeout + short)
			end(true)
			after(untilMute)
		}, "a"},
		"nobody whose callers wait for less than it takes, while it is well": {func(c *clinic) {
			for range 100 {
				end := c.called("a")
				after(short)
				end(false)
			}
		}, "a"},
		"who lets callers of any patience give up, and is not well": {func(c *clinic) {
			c.mute.Store(true)
			for range 100 {
				end := c.called("a")
				after(short)
				end(false)
			}
		}, "Unavailable"},
		"nobody whom nobody waits for": {func(c *clinic) {
			c.mute.Store(true)
			c.called("a")(false)
			after(time.Hour)
		}, "a"},
		"nobody who answers for its health again": {func(c *clinic) {
			c.mute.Store(true)
			c.called("a")(false)
			c.called("a")
			after(time.Minute)
			c.mute.Store(false)
			after(checkTimeout + checkPause)
		}, "a"},
		"nobody who answers what it owes": {func(c *clinic) {
			c.mute.Store(true)
			end := c.called("a")
			after(time.Minute)
			end(true)
		}, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				clinic := newClinic(t, "a")
				c.happens(clinic)
				synctest.Wait()
				for what, ctx := range map[string]context.Context{
					"a call": NewAttempt(false).Context(t.Context()), "a read": NewAttempt(true).Context(t.Context()), "a stream": t.Context(),
				} {
					if got := clinic.pick(ctx); got != c.want {
						t.Errorf("%s: %s, want %s", what, got, c.want)
					}
				}
			})
		})
	}
}

// Of two, the mute one gets not even a probe, and operators are told once.
func TestTheMuteOneOfTwoGetsNoCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClinic(t, "a", "b")
		c.mute.Store(true)
		end := c.called("a")
		after(untilMute)
		synctest.Wait()
		for range 60 {
			if got := c.pick(NewAttempt(true).Context(t.Context())); got != "b" {
				t.Fatalf("a call goes to %s", got)
			}
			after(time.Second)
		}
		end(false) // nobody waits for it any more
		before := c.checks.Load()
		after(time.Minute)
		if asked := c.checks.Load() - before; asked == 0 || asked > 60 {
			t.Errorf("in a minute it was asked %d times", asked)
		}
		c.mute.Store(false)
		after(checkTimeout + checkPause)
		if want := []string{"a left out: true", "a left out: false"}; !slices.Equal(c.observed, want) {
			t.Errorf("told %v, want %v", c.observed, want)
		}
	})
}

// In healthy operation nobody is asked for anything.
func TestWhoAnswersIsNotAskedForItsHealth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClinic(t, "a")
		for range 1000 {
			end := c.called("a")
			after(hangTimeout / 10)
			end(true)
		}
		after(time.Hour)
		if asked := c.checks.Load(); asked != 0 {
			t.Errorf("it was asked %d times", asked)
		}
	})
}

// A paused process keeps its port open, so that connections to it are begun: nobody waits for those.
func TestNobodyWaitsForAMuteOneToConnect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClinic(t)
		c.mute.Store(true)
		conn := &pickingConn{service: "garden-svc", observer: nobody{}, checker: c.checker, known: resolver.NewEndpointMap[*instance]()}
		is := func(state connectivity.State) {
			children := []endpointsharding.ChildState{child(state, "a", "/x")}
			conn.known = conn.follow(children)
			c.picker = newPicker("garden-svc", ejectorOf(children), c.checker, children, conn.known)
			c.instances["a"], _ = conn.known.Get(children[0].Endpoint)
		}
		wants := func(when string, want error) {
			t.Helper()
			_, err := c.Pick(balancer.PickInfo{FullMethodName: "/x", Ctx: t.Context()})
			waits := errors.Is(err, balancer.ErrNoSubConnAvailable)
			if status.Code(err) != status.Code(want) || waits != errors.Is(want, balancer.ErrNoSubConnAvailable) {
				t.Errorf("%s: %v, want %v", when, err, want)
			}
		}
		is(connecting)
		wants("it connects for the first time", balancer.ErrNoSubConnAvailable)
		is(ready)
		c.called("a")
		after(untilMute)
		synctest.Wait()
		mute := status.Error(codes.Unavailable, "")
		wants("it is mute", mute)
		is(ready)
		wants("something else has changed", mute)
		for _, state := range []connectivity.State{idle, connecting, failing, connecting} {
			is(state)
			wants(fmt.Sprint("it is ", state), mute)
		}
		is(ready)
		wants("it is connected again", nil)
	})
}

// Nobody gets an instance ejected by deadlines that it cannot meet.
func TestShortDeadlinesEjectNobody(t *testing.T) {
	s := newService("a", "b")
	s.answers["a"] = codes.DeadlineExceeded
	s.calls(t, 40)
	s.clock.Advance(interval)
	s.wants(t, "afterwards", 12, map[string]int{"a": 6, "b": 6})
}

package calls

import (
	"errors"
	"slices"
	"sync"
)

// latest are the latest calls, and who follows them.
type latest struct {
	mu        sync.Mutex
	count     int64
	ring      [Latest]Call
	followers map[*Follower]struct{}
}

// Follower is told of calls.
type Follower struct {
	// Calls has each call in its order. It is closed when the follower is too far behind.
	Calls <-chan Call

	calls chan Call
	log   *latest
}

// ErrTooMany means that too many follow already.
var ErrTooMany = errors.New("too many follow the calls already")

func (l *latest) add(call Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	call.Number = l.count
	l.ring[l.count%Latest] = call
	for follower := range l.followers {
		select {
		case follower.calls <- call:
		default: // it reads too slowly: nobody waits for it
			l.remove(follower)
		}
	}
}

// since returns the remembered calls after a number, the oldest first.
func (l *latest) since(number int64) []Call {
	var found []Call
	for n := max(number+1, l.count-Latest+1, 1); n <= l.count; n++ {
		found = append(found, l.ring[n%Latest])
	}
	return found
}

func (l *latest) remove(follower *Follower) {
	if _, there := l.followers[follower]; there {
		delete(l.followers, follower)
		close(follower.calls)
	}
}

// Latest returns the latest calls, at most so many, the newest first.
func (l *Log) Latest(most int) []Call {
	l.latest.mu.Lock()
	defer l.latest.mu.Unlock()
	found := l.latest.since(l.latest.count - int64(most))
	slices.Reverse(found)
	return found
}

// Follow returns the remembered calls after a number, the oldest first, and a follower that is told of those which come. It
// must be stopped. A number that this gateway has not reached is of another one, and counts as none.
func (l *Log) Follow(after int64) ([]Call, *Follower, error) {
	own := &l.latest
	own.mu.Lock()
	defer own.mu.Unlock()
	if len(own.followers) >= maxFollowers {
		return nil, nil, ErrTooMany
	}
	if after > own.count {
		after = 0
	}
	channel := make(chan Call, backlog)
	follower := &Follower{Calls: channel, calls: channel, log: own}
	own.followers[follower] = struct{}{}
	return own.since(after), follower, nil
}

// Stop ends following. It may be called again.
func (f *Follower) Stop() {
	f.log.mu.Lock()
	defer f.log.mu.Unlock()
	f.log.remove(f)
}

package outbox

import (
	"cmp"
	"strconv"
	"sync"
	"time"

	"github.com/salaatflow/platform/services/audit"
)

// Bounds on refusals, which anybody can cause at no cost.
const (
	floodWindow = time.Minute
	// floodMost is how many refusals of one caller are recorded one by one in a window.
	floodMost = 100
	// floodCallers is how many callers are told apart in a window; further ones count as one.
	floodCallers = 4096
)

// floods bounds how many refusals are recorded one by one. Those beyond it are counted, and the count is recorded with the
// first refusal after the window.
type floods struct {
	mu      sync.Mutex
	began   time.Time
	callers map[string]*flood
}

type flood struct {
	count int
	first audit.Record // of those that were not recorded
}

// admit reports whether a refusal is recorded by itself. It also returns records of those that were not in the last window.
func (f *floods) admit(record *audit.Record, now time.Time) (admitted bool, summaries []audit.Record) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.callers == nil || now.Sub(f.began) >= floodWindow || now.Before(f.began) {
		summaries = f.summaries(now)
		f.began, f.callers = now, map[string]*flood{}
	}
	name := cmp.Or(record.Address, "somewhere")
	if record.UserID != 0 {
		name = strconv.Itoa(int(record.UserID))
	}
	caller := f.callers[name]
	if caller == nil {
		if len(f.callers) >= floodCallers {
			name = ""
		}
		if caller = f.callers[name]; caller == nil {
			caller = &flood{}
			f.callers[name] = caller
		}
	}
	caller.count++
	if caller.count == floodMost+1 {
		caller.first = *record
	}
	return caller.count <= floodMost, summaries
}

func (f *floods) summaries(now time.Time) (summaries []audit.Record) {
	for _, caller := range f.callers {
		more := caller.count - floodMost
		if more <= 0 {
			continue
		}
		summary := caller.first
		summary.Time, summary.Request = now.UTC(), nil
		summary.Detail = strconv.Itoa(more) + " refusals of this caller, of which this is the first, were not recorded one by one"
		summaries = append(summaries, summary)
	}
	return summaries
}

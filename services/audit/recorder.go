package audit

import (
	"context"

	"github.com/salaatflow/platform/services/apperr"
)

// Recorder keeps records. It is safe for concurrent use. The kit gives one to the constructors of a service.
type Recorder interface {
	// Record keeps a record before it returns, so that the caller may be answered then. It takes what is empty from the
	// context: the caller, the origin, the trace and the request. A record that cannot be kept is the Recorder's to report.
	Record(ctx context.Context, record Record)
	// Admit returns why nothing may be changed now: records cannot be kept, and the operator wants nothing done that leaves
	// none. It returns nil otherwise, and costs next to nothing.
	Admit() *apperr.Error
}

// As returns a Recorder whose records are of a program.
func As(recorder Recorder, program string) Recorder {
	if recorder == Discard {
		return recorder
	}
	return named{recorder, program}
}

// Queue is a Recorder whose records wait to be sent on.
type Queue interface {
	// Backlog returns how many records wait, and how full the queue is, from 0 to 1.
	Backlog() (records int64, full float64)
}

// QueueOf returns the queue of a Recorder, ok false if its records do not wait.
func QueueOf(recorder Recorder) (queue Queue, ok bool) {
	if as, is := recorder.(named); is {
		recorder = as.Recorder
	}
	queue, ok = recorder.(Queue)
	return queue, ok
}

type named struct {
	Recorder
	program string
}

func (n named) Record(ctx context.Context, record Record) {
	record.Program = n.program
	n.Recorder.Record(ctx, record)
}

// Discard keeps nothing. It is the Recorder where none is configured.
var Discard Recorder = discard{}

type discard struct{}

func (discard) Record(context.Context, Record) {}
func (discard) Admit() *apperr.Error           { return nil }

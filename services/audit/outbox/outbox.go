// Package outbox keeps audit records on a disk until audit-svc has them. A record is written to a file before the call that
// it is of is answered, so that the end of the process loses none; files are flushed to the disk together, once a second.
package outbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/requestid"
	"github.com/salaatflow/platform/services/setting"
)

// Options configure an Outbox.
type Options struct {
	Config
	// Program is the name that records have.
	Program string
	// Credential is what the key of the arguments' digests is derived from; nil keeps a key of its own in the folder.
	Credential *credential.Credential
	Clock      clock.Clock
	Logger     *slog.Logger
	// Metrics gets the metrics; nil counts nothing.
	Metrics prometheus.Registerer
}

// Outbox is an audit.Recorder that keeps records in files. It is safe for concurrent use.
type Outbox struct {
	options Options
	digests digests
	source  string
	lock    *os.File
	mark    *os.File // says which lines are shipped
	metrics *metrics
	floods  floods
	ids     ids

	failing atomic.Bool  // the disk takes nothing
	waiting atomic.Int64 // bytes that are not shipped
	shipped atomic.Int64 // the last line that is
	last    atomic.Int64 // the last line that there is

	mu       sync.Mutex
	file     *os.File
	size     int64 // of file
	reserved bool  // the disk has room for what file may become
	room     room  // of file; nil where it is written by calls of the system
	ahead    int64 // how much of room has its memory already
	end      chain.Line
	held     [][]byte // entries that the disk did not take
	buffer   []byte
	dirty    bool // file has what was not flushed

	flushing sync.Mutex
	flushed  int64 // the last line that is, with FlushCall

	wrote chan struct{} // has a value after a write
}

var _ audit.Recorder = (*Outbox)(nil)

// Open opens the outbox in a folder, which no other process may have open, and makes the folder where there is none. Run
// keeps it flushed and shipped; Close closes it.
func Open(options Options) (*Outbox, error) {
	o := &Outbox{options: options, wrote: make(chan struct{}, 1), metrics: newMetrics(), ids: ids{prefix: rand.Text() + "-"}}
	if err := o.open(); err != nil {
		return nil, errors.Join(setting.Wrong(fmt.Errorf("--audit-outbox: %w", err)), o.closeFiles())
	}
	o.metrics.register(options.Metrics, o)
	return o, nil
}

// Record implements audit.Recorder.
func (o *Outbox) Record(ctx context.Context, record audit.Record) {
	o.complete(ctx, &record)
	if record.Decision == audit.Refused {
		admitted, summaries := o.floods.admit(&record, o.options.Clock.Now())
		for i := range summaries {
			o.keep(ctx, &summaries[i])
		}
		if !admitted {
			o.metrics.suppressed.Inc()
			return
		}
	}
	o.keep(ctx, &record)
}

func (o *Outbox) keep(ctx context.Context, record *audit.Record) {
	text := texts.Get().(*text)
	defer texts.Put(text)
	record.ID = o.ids.next()
	if record.Request != nil {
		text.arguments = audit.AppendRedacted(text.arguments[:0], record.Request)
		record.Arguments = text.arguments
		record.ArgumentsDigest = o.digests.of(record.Request)
	}
	entry, err := record.AppendJSON(text.entry[:0])
	if err == nil && len(entry) > chain.MaxEntry { // a line that nobody takes would hold up all after it
		record.Detail = tooLong
		entry, err = record.AppendJSON(entry[:0])
	}
	text.entry = entry
	if err != nil { // texts and numbers always encode
		o.lose(ctx, err)
		return
	}
	o.metrics.count(record.Decision)
	if o.isFull() && (record.Decision == audit.Refused || o.options.WhenFull == Continue) {
		o.lose(ctx, errors.New("the outbox is full"))
		return
	}
	line := o.append(ctx, entry)
	if o.options.Flush == FlushCall && line > 0 {
		o.flushThrough(ctx, line)
	}
}

// tooLong stands for a detail that does not fit into a line, since its escapes make it several times as long.
const tooLong = "(longer than a line may be)"

// text is what a record is written with. It is used again, since callers wait while memory is cleared for another.
type text struct{ arguments, entry []byte }

var texts = sync.Pool{New: func() any { return new(text) }}

// append writes an entry, and returns the number of its line; 0 where it could not be written. The entry stays the caller's.
func (o *Outbox) append(ctx context.Context, entry []byte) (line int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.held) >= maxHeld {
		o.lose(ctx, errors.New("the disk takes nothing, and no more is held in memory"))
		return 0
	}
	o.held = append(o.held, entry)
	o.flushHeld(ctx)
	if last := len(o.held) - 1; last >= 0 {
		o.held[last] = slices.Clone(entry)
		return 0
	}
	return o.end.Seq
}

// ids makes identifiers that no other record has: a text that no other process has, and a number. It is safe for concurrent use.
type ids struct {
	prefix string
	last   atomic.Int64
}

func (i *ids) next() string {
	const decimal = 10
	var usual [64]byte // on the stack
	return string(strconv.AppendInt(append(usual[:0], i.prefix...), i.last.Add(1), decimal))
}

// complete fills in what the record leaves empty.
func (o *Outbox) complete(ctx context.Context, record *audit.Record) {
	if record.Time.IsZero() {
		record.Time = o.options.Clock.Now()
	}
	record.Time = record.Time.UTC()
	if record.Program == "" {
		record.Program = o.options.Program
	}
	if record.Door == "" {
		record.Door = audit.DoorSystem
	}
	if record.Decision == "" {
		record.Decision = audit.Allowed
	}
	if record.Result == "" {
		record.Result = audit.OK
	}
	if record.UserID == 0 {
		caller := identity.FromContext(ctx)
		record.UserID, record.Role = caller.UserID, caller.Role
	}
	if record.RequestID != "" {
		return
	}
	record.RequestID = requestid.FromContext(ctx)
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		record.TraceID = span.TraceID().String()
	}
}

// Admit implements audit.Recorder.
func (o *Outbox) Admit() *apperr.Error {
	if o.options.WhenFull == Continue || !o.failing.Load() && !o.isFull() {
		return nil
	}
	return apperr.Unavailable("nothing can be changed now, because it could not be recorded: try again later")
}

// Backlog implements audit.Queue.
func (o *Outbox) Backlog() (records int64, full float64) {
	return o.backlog(), float64(o.waiting.Load()) / float64(o.options.MaxBytes)
}

func (o *Outbox) isFull() bool { return o.waiting.Load() >= o.options.MaxBytes }

// flushHeld writes what is held, in order. Where the disk is too full for the next file, it goes on in this one, and says that
// nothing more should be admitted. mu is locked.
func (o *Outbox) flushHeld(ctx context.Context) {
	failed, written := o.makeRoom(), 0
	for _, entry := range o.held {
		if err := o.write(entry); err != nil {
			failed = err
			break
		}
		written++
	}
	o.held = slices.Delete(o.held, 0, written)
	if failing := failed != nil; o.failing.Swap(failing) == failing {
		return
	}
	if failed != nil {
		o.options.Logger.ErrorContext(ctx, "the disk takes no more audit records", "error", failed,
			"folder", o.options.Outbox, "when_full", o.options.WhenFull, "in_memory", len(o.held))
		return
	}
	o.options.Logger.InfoContext(ctx, "audit records are written again", "folder", o.options.Outbox)
}

// makeRoom makes sure that there is room for more than the next record. mu is locked.
func (o *Outbox) makeRoom() error {
	if o.size >= segmentBytes {
		return o.rotate()
	}
	if o.reserved {
		return nil
	}
	room, err := reserve(o.file, segmentBytes+spareBytes)
	o.room, o.reserved, o.ahead = room, err == nil, 0
	return err
}

// write appends an entry to the chain. mu is locked.
func (o *Outbox) write(entry []byte) error {
	line := o.end.Next(entry)
	o.buffer = line.Append(o.buffer[:0])
	if o.room != nil && o.size+chain.MaxLine > o.ahead {
		o.ahead = o.room.getAhead(o.file, max(o.ahead, o.size))
	}
	if err := o.put(o.buffer); err != nil {
		return err
	}
	o.size += int64(len(o.buffer))
	o.waiting.Add(int64(len(o.buffer)))
	line.Entry = nil
	o.end, o.dirty = line, true
	o.last.Store(line.Seq)
	select {
	case o.wrote <- struct{}{}:
	default:
	}
	return nil
}

// lose counts a record that is not kept.
func (o *Outbox) lose(ctx context.Context, why error) {
	o.metrics.lost.Inc()
	o.options.Logger.ErrorContext(ctx, "an audit record is lost", "error", why)
}

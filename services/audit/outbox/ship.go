package outbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	auditv1 "github.com/salaatflow/platform/proto/salaatflow/audit/v1"

	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/backoff"
)

// The size of a shipment, and how long lines are gathered for one.
const (
	shipLines  = 500
	shipBytes  = 1 << 20
	shipGather = 500 * time.Millisecond
	// shipTimeout bounds a shipment.
	shipTimeout = 10 * time.Second
)

// The wait after a shipment that was not taken.
const shortestWait, longestWait = 500 * time.Millisecond, 15 * time.Second

// Run flushes what is written, once a second, and retries what the disk did not take, until ctx ends.
func (o *Outbox) Run(ctx context.Context) {
	ticker := o.options.Clock.NewTicker(syncInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
			o.flush(ctx)
		}
	}
}

func (o *Outbox) flush(ctx context.Context) {
	o.mu.Lock()
	o.flushHeld(ctx)
	file, dirty := o.file, o.dirty
	o.dirty = false
	o.mu.Unlock()
	if dirty {
		o.sync(ctx, file)
	}
}

func (o *Outbox) sync(ctx context.Context, file *os.File) {
	if err := file.Sync(); err != nil && !errors.Is(err, os.ErrClosed) { // closed: it was rotated, and flushed then
		o.options.Logger.ErrorContext(ctx, "failed to flush audit records to the disk", "error", err)
	}
}

// flushThrough returns when a line is flushed. One caller flushes for all who have come while another did.
func (o *Outbox) flushThrough(ctx context.Context, line int64) {
	o.flushing.Lock()
	defer o.flushing.Unlock()
	if o.flushed >= line {
		return
	}
	o.mu.Lock()
	file, through := o.file, o.end.Seq
	o.dirty = false
	o.mu.Unlock()
	o.sync(ctx, file)
	o.flushed = through
}

// Ship sends what is recorded to audit-svc until ctx ends, and again and again what that does not take. Nothing is lost
// while it is away, and nothing is added twice.
func (o *Outbox) Ship(ctx context.Context, client auditv1.AuditServiceClient) {
	from := &reader{outbox: o}
	defer from.close()
	waits := backoff.Exponential{Min: shortestWait, Max: longestWait}
	for {
		if o.backlog() == 0 {
			select {
			case <-ctx.Done():
				return
			case <-o.wrote:
			}
		}
		if o.backlog() < shipLines && !backoff.Wait(ctx, o.options.Clock, shipGather) { // a small shipment costs as much as a large one
			return
		}
		if err := o.shipOnce(ctx, client, from); err == nil {
			waits.Reset()
			continue
		} else if ctx.Err() == nil {
			o.metrics.failures.Inc()
			o.options.Logger.WarnContext(ctx, "failed to send audit records to audit-svc; keeping them", "error", err,
				"waiting", o.backlog())
		}
		if !backoff.Wait(ctx, o.options.Clock, waits.Next()) {
			return
		}
	}
}

// Drain sends what is recorded, at most until ctx ends. It is for the end of a program, after Ship.
func (o *Outbox) Drain(ctx context.Context, client auditv1.AuditServiceClient) error {
	from := &reader{outbox: o}
	defer from.close()
	for o.backlog() > 0 {
		if err := o.shipOnce(ctx, client, from); err != nil {
			return fmt.Errorf("audit records wait in the outbox for the next start: %w", err)
		}
	}
	return nil
}

// backlog is how many lines audit-svc does not have yet.
func (o *Outbox) backlog() int64 { return o.last.Load() - o.shipped.Load() }

func (o *Outbox) shipOnce(ctx context.Context, client auditv1.AuditServiceClient, from *reader) error {
	lines, err := from.next()
	if err != nil || len(lines) == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, shipTimeout)
	defer cancel()
	answer, err := client.AppendAuditLines(ctx, &auditv1.AppendAuditLinesRequest{Source: o.source, Lines: lines})
	if err != nil {
		from.close() // and begin again after what is known to be shipped
		return err
	}
	return o.acknowledged(answer.GetThrough())
}

// acknowledged notes that audit-svc has the lines up to a number, and removes the segments of which it has all.
func (o *Outbox) acknowledged(through int64) error {
	if through <= o.shipped.Load() || through > o.last.Load() {
		return fmt.Errorf("audit-svc says that it has line %d, which is not one of those sent", through)
	}
	if err := o.noteShipped(through); err != nil {
		return err
	}
	segments, err := o.segments()
	if err != nil {
		return err
	}
	o.shipped.Store(through)
	for i := 0; i+1 < len(segments) && segments[i+1] <= through+1; i++ {
		if i == 0 { // else a power cut could leave it older than the first line that is there
			err = o.mark.Sync()
		}
		if err = errors.Join(err, os.Remove(o.segment(segments[i]))); err != nil {
			return err
		}
	}
	return o.recount()
}

// recount sets what waits by the sizes of the segments. The newest counts as nothing once it is shipped whole.
func (o *Outbox) recount() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	segments, err := o.segments()
	if err != nil {
		return err
	}
	waiting := o.size
	for _, first := range segments[:len(segments)-1] { // the last is the one that is written, with room for more
		info, err := os.Stat(o.segment(first))
		if err != nil {
			return err
		}
		waiting += info.Size()
	}
	if o.end.Seq == o.shipped.Load() {
		waiting = 0
	}
	o.waiting.Store(waiting)
	return nil
}

// reader reads the lines after those that are shipped.
type reader struct {
	outbox *Outbox
	file   *os.File // nil before the first, and after close
	lines  *bufio.Reader
	first  int64    // of the segment
	seq    int64    // of the last line that was read
	taken  [][]byte // the lines of a shipment, whose memory the next one has again
}

func (r *reader) close() {
	if r.file != nil {
		_ = r.file.Close() // nothing was written
	}
	r.file = nil
}

// next returns the lines of the next shipment, none where all are shipped. They are the reader's, and good until the next.
func (r *reader) next() (lines [][]byte, err error) {
	size, count := 0, 0
	last := r.outbox.last.Load() // what is being written now is for later
	for count < shipLines && size < shipBytes {
		line, err := r.line(last)
		if err != nil || line == nil {
			return r.taken[:count], err
		}
		if count == len(r.taken) {
			r.taken = append(r.taken, nil)
		}
		r.taken[count] = append(r.taken[count][:0], line...)
		count, size = count+1, size+len(line)
	}
	return r.taken[:count], nil
}

// line returns the next line that is not shipped, nil after the last. It is good until the next.
func (r *reader) line(last int64) ([]byte, error) {
	for {
		if r.file == nil {
			if err := r.find(r.outbox.shipped.Load() + 1); err != nil {
				return nil, err
			}
		}
		if r.seq >= last {
			return nil, nil
		}
		text, err := r.lines.ReadSlice('\n') // which is shorter than the reader's buffer
		if errors.Is(err, io.EOF) && len(text) == 0 {
			if err := r.find(r.seq + 1); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", r.outbox.segment(r.first), err)
		}
		r.seq++
		if r.seq > r.outbox.shipped.Load() {
			return text, nil
		}
	}
}

// find opens the segment that has a line, at its beginning.
func (r *reader) find(seq int64) error {
	segments, err := r.outbox.segments()
	if err != nil {
		return err
	}
	found := int64(0)
	for _, first := range segments {
		if first <= seq {
			found = first
		}
	}
	if found == 0 {
		return fmt.Errorf("line %d is in no file of %s: was one removed?", seq, r.outbox.options.Outbox)
	}
	if r.file != nil && found == r.first {
		return fmt.Errorf("%s ends before line %d", r.outbox.segment(found), seq)
	}
	r.close()
	file, err := os.Open(r.outbox.segment(found))
	if err != nil {
		return err
	}
	r.file, r.lines, r.first, r.seq = file, bufio.NewReaderSize(&writtenReader{file: file}, chain.MaxLine), found, found-1
	return nil
}

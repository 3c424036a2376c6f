package classification

import (
	"context"
	"log/slog"
	"maps"
	"reflect"
	"time"

	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// retryDatabase is how long to wait after the database failed.
const retryDatabase = 2 * time.Second

// idle is how long to wait when nothing is due.
const idle = time.Hour

// loop is the state of Run's goroutine. It does no input or output itself: workers do, and report back to it.
type loop struct {
	tools      map[string]*tracked // the registered tools, by canonical name
	revision   int64               // of the store when all records were last read
	refreshing bool
	changed    bool            // since the last publication
	waiting    []chan struct{} // for the next publication
}

// tracked is a registered tool.
type tracked struct {
	tool   *toolspec.Tool
	ref    Ref
	record Record
	// read reports whether record is what is stored. Until then, it holds only what needs no answer.
	read bool
	// begun is that of the latest reading that record is from.
	begun int64
	// reading and asking report whether a worker is doing so.
	reading, asking bool
	// due is when to read the record or ask the question, or zero.
	due time.Time
}

// follow takes over the registered tools.
func (c *Classifier) follow() {
	registered := c.Source.Current()
	now := c.Clock.Now()
	for name, known := range c.loop.tools {
		if tool := registered.Lookup(name); tool == nil || tool.Name != name {
			delete(c.loop.tools, known.ref.Tool)
			c.loop.changed = true
		}
	}
	for _, tool := range registered.Tools() {
		known := c.loop.tools[tool.Name]
		if known != nil && known.tool == tool.Tool {
			continue
		}
		ref := Ref{Tool: tool.Name, Hash: HashOf(tool.Tool)}
		if known != nil && known.ref == ref {
			known.tool = tool.Tool
			known.read, known.due = false, now // its declaration may have changed
		} else {
			known = &tracked{tool: tool.Tool, ref: ref, record: Record{Ref: ref}, due: now}
			c.loop.tools[tool.Name] = known
		}
		known.record = known.record.with(own(tool.Tool, ref, c.Known, now)...)
		c.loop.changed = true
	}
}

// beginWhatIsDue reads the records that were not read yet, together, and asks the questions that are due, one by one.
func (c *Classifier) beginWhatIsDue(ctx context.Context) {
	now := c.Clock.Now()
	var unread []Ref
	for _, t := range c.loop.tools {
		switch {
		case t.due.IsZero() || t.due.After(now):
		case !t.read && !t.reading:
			t.reading = true
			unread = append(unread, t.ref)
		case t.read && !t.asking:
			t.asking = true
			c.ask(ctx, t.tool, t.ref)
		}
	}
	if len(unread) > 0 {
		c.read(ctx, unread, fromCache)
	}
}

// untilDue returns the time until something is due.
func (c *Classifier) untilDue() time.Duration {
	now := c.Clock.Now()
	wait := idle
	for _, t := range c.loop.tools {
		if !t.due.IsZero() && !t.reading && !t.asking {
			wait = min(wait, max(0, t.due.Sub(now)))
		}
	}
	return wait
}

// arrived takes over what is stored about definitions, unless reading failed. It reports whether that is all of what was
// read: it leaves out what a later reading has told meanwhile, such as one that an administrator waited for.
func (c *Classifier) arrived(ctx context.Context, refs []Ref, found reading, failed error) (current bool) {
	current = true
	now := c.Clock.Now()
	if failed != nil && ctx.Err() == nil {
		c.Logger.WarnContext(ctx, "failed to read tool classifications; retrying", slog.Any("error", failed), slog.Int("tools", len(refs)))
	}
	var unkept []Opinion
	for _, ref := range refs {
		t := c.loop.tools[ref.Tool]
		if t == nil || t.ref != ref {
			continue
		}
		t.reading = false
		if _, ok := found.records[ref]; !ok && failed != nil {
			if !t.read {
				t.due = now.Add(retryDatabase)
			}
			continue
		}
		if found.begun < t.begun {
			current = false
			continue
		}
		unkept = append(unkept, c.take(t, found, now)...)
	}
	if len(unkept) > 0 {
		c.keep(ctx, unkept)
	}
	return current
}

// take gives a tool the record that was read, and returns the opinions to store in addition.
func (c *Classifier) take(t *tracked, found reading, now time.Time) (unkept []Opinion) {
	record := found.of(t.ref)
	t.begun = max(t.begun, found.begun)
	unkept = record.missing(own(t.tool, t.ref, c.Known, now))
	record = record.with(unkept...)
	open := c.Model.Enabled() && record.Outcome == Open && len(t.tool.Capabilities) == 0
	if _, known := record.classification(t.tool, c.Known); !known && !open {
		none := Opinion{Ref: t.ref, Origin: skills.OriginNone, Categories: []string{}, At: now}
		unkept = append(unkept, none)
		record = record.with(none)
	}
	switch {
	case !open:
		t.due = time.Time{}
	case !t.read || t.due.IsZero():
		t.due = now
	}
	t.read = true
	if !same(t.record, record) {
		t.record = record
		c.loop.changed = true
	}
	return unkept
}

func same(a, b Record) bool {
	return a.Ref == b.Ref && a.Outcome == b.Outcome &&
		maps.EqualFunc(a.Opinions, b.Opinions, func(a, b Opinion) bool { return reflect.DeepEqual(a, b) })
}

// all returns the definitions of all registered tools.
func (l *loop) all() []Ref {
	refs := make([]Ref, 0, len(l.tools))
	for _, t := range l.tools {
		refs = append(refs, t.ref)
	}
	return refs
}

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

// loop is what the goroutine of Run keeps. It does no input or output itself: workers do, and tell it what came of it.
type loop struct {
	tools      map[string]*tracked // by canonical name; those that are registered now
	revision   int64               // of the store when all records were read last
	refreshing bool
	changed    bool            // since what was published
	waiting    []chan struct{} // for what is published next
}

// tracked is a tool that is registered.
type tracked struct {
	tool   *toolspec.Tool
	ref    Ref
	record Record
	// read says that the record is what is kept; until then it holds what needs nobody's answer.
	read bool
	// reading and asking say that a worker is at it.
	reading, asking bool
	// due is when to read the record, or to ask the question; zero when there is nothing to do.
	due time.Time
}

// follow takes over which tools are registered.
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
			known.read, known.due = false, now // what it declares may have changed
		} else {
			known = &tracked{tool: tool.Tool, ref: ref, record: Record{Ref: ref}, due: now}
			c.loop.tools[tool.Name] = known
		}
		known.record = known.record.with(own(tool.Tool, ref, c.Known, now)...)
		c.loop.changed = true
	}
}

// beginWhatIsDue reads records that were not read yet, together, and asks questions, each by itself.
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

// untilDue is how long nothing is due.
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

// arrived takes over what is kept of definitions: records for those of refs that have any, unless reading failed.
func (c *Classifier) arrived(ctx context.Context, refs []Ref, records map[Ref]Record, failed error) {
	now := c.Clock.Now()
	if failed != nil && ctx.Err() == nil {
		c.Logger.WarnContext(ctx, "what is known of tools is not read", slog.Any("error", failed), slog.Int("tools", len(refs)))
	}
	var unkept []Opinion
	for _, ref := range refs {
		t := c.loop.tools[ref.Tool]
		if t == nil || t.ref != ref {
			continue
		}
		t.reading = false
		record, ok := records[ref]
		if !ok && failed != nil {
			if !t.read {
				t.due = now.Add(retryDatabase)
			}
			continue
		}
		record.Ref = ref
		unkept = append(unkept, c.take(t, record, now)...)
	}
	if len(unkept) > 0 {
		c.keep(ctx, unkept)
	}
}

// take makes a record that was read the tool's, and gives the opinions that are to be kept besides.
func (c *Classifier) take(t *tracked, record Record, now time.Time) (unkept []Opinion) {
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

// all are the definitions of all tools that are registered.
func (l *loop) all() []Ref {
	refs := make([]Ref, 0, len(l.tools))
	for _, t := range l.tools {
		refs = append(refs, t.ref)
	}
	return refs
}

package classification

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/toolspec"
)

// databaseTimeout bounds one exchange with the database.
const databaseTimeout = 10 * time.Second

// from is where to read records.
type from bool

const (
	// fromCache reads the cache first, and then the database for what the cache lacks.
	fromCache from = true
	// fromDatabase reads only the database, because the cache may be stale.
	fromDatabase from = false
)

// reading is what was read about definitions: the records of those that have any.
type reading struct {
	records map[Ref]Record
	// begun is its place in the order in which readings began. A later one knows all that was stored when it began.
	begun int64
}

// of returns what is stored about a definition.
func (r reading) of(ref Ref) Record {
	record := r.records[ref]
	record.Ref = ref
	return record
}

// read reads records, and passes them to the loop.
func (c *Classifier) read(ctx context.Context, refs []Ref, source from) {
	tools := c.specifications(refs)
	c.workers.Go(func() {
		found, err := c.load(ctx, refs, tools, source)
		c.tell(func(ctx context.Context) { c.arrived(ctx, refs, found, err) })
	})
}

// specifications returns the tools of definitions, for a worker, which must not read the loop's state.
func (c *Classifier) specifications(refs []Ref) map[Ref]*toolspec.Tool {
	tools := make(map[Ref]*toolspec.Tool, len(refs))
	for _, ref := range refs {
		if t := c.loop.tools[ref.Tool]; t != nil && t.ref == ref {
			tools[ref] = t.tool
		}
	}
	return tools
}

// load reads records. It writes to the cache what only the database had.
func (c *Classifier) load(
	ctx context.Context, refs []Ref, tools map[Ref]*toolspec.Tool, source from,
) (reading, error) {
	found := reading{records: map[Ref]Record{}, begun: c.readings.Add(1)}
	if source == fromCache {
		c.loadCached(ctx, refs, found.records)
	}
	var missing []Ref
	for _, ref := range refs {
		if _, ok := found.records[ref]; !ok {
			missing = append(missing, ref)
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	kept, err := c.Store.Records(ctx, missing)
	entries := map[string][]byte{}
	for _, record := range kept {
		found.records[record.Ref] = record
		if tool := tools[record.Ref]; tool != nil {
			entries[record.Tool] = c.entry(tool, record)
		}
	}
	c.Cache.Write(ctx, entries)
	return found, err
}

func (c *Classifier) loadCached(ctx context.Context, refs []Ref, into map[Ref]Record) {
	names := make([]string, len(refs))
	for i, ref := range refs {
		names[i] = ref.Tool
	}
	cached := c.Cache.Read(ctx, names)
	for _, ref := range refs {
		if record, ok := readEntry(cached[ref.Tool], ref); ok {
			into[ref] = record
		}
	}
}

// keep stores opinions, and has the records of their definitions read again.
func (c *Classifier) keep(ctx context.Context, opinions []Opinion) {
	var refs []Ref
	seen := map[Ref]bool{}
	for _, o := range opinions {
		if !seen[o.Ref] {
			seen[o.Ref] = true
			refs = append(refs, o.Ref)
		}
	}
	tools := c.specifications(refs)
	c.workers.Go(func() {
		noting, cancel := context.WithTimeout(ctx, databaseTimeout)
		defer cancel()
		if err := c.Store.Note(noting, opinions); err != nil {
			c.tell(func(ctx context.Context) { c.notKept(ctx, refs, err) })
			return
		}
		found, err := c.load(ctx, refs, tools, fromDatabase)
		c.tell(func(ctx context.Context) { c.arrived(ctx, refs, found, err) })
	})
}

// notKept schedules another try for what was not stored.
func (c *Classifier) notKept(ctx context.Context, refs []Ref, err error) {
	if ctx.Err() == nil {
		c.Logger.WarnContext(ctx, "failed to store tool classifications; retrying", slog.Any("error", err), slog.Int("tools", len(refs)))
	}
	for _, ref := range refs {
		if t := c.loop.tools[ref.Tool]; t != nil && t.ref == ref {
			t.read, t.due = false, c.Clock.Now().Add(retryDatabase)
		}
	}
}

// reread reads what the cache reports as changed. If the cache is new, it reads everything from the database.
func (c *Classifier) reread(ctx context.Context) {
	names, renewed := c.Cache.Changes()
	if renewed {
		c.read(ctx, c.loop.all(), fromDatabase)
		return
	}
	var refs []Ref
	for _, name := range names {
		if t := c.loop.tools[name]; t != nil {
			refs = append(refs, t.ref)
		}
	}
	if len(refs) > 0 {
		c.read(ctx, refs, fromCache)
	}
}

// refresh reads everything again if this or another instance has changed something.
func (c *Classifier) refresh(ctx context.Context) {
	if c.loop.refreshing {
		return
	}
	c.loop.refreshing = true
	last, refs := c.loop.revision, c.loop.all()
	tools := c.specifications(refs)
	c.workers.Go(func() {
		asking, cancel := context.WithTimeout(ctx, databaseTimeout)
		defer cancel()
		revision, err := c.Store.Revision(asking)
		if err != nil || revision == last {
			c.tell(func(context.Context) { c.loop.refreshing = false }) // the next read reports that the database fails
			return
		}
		found, err := c.load(asking, refs, tools, fromDatabase)
		c.tell(func(ctx context.Context) {
			c.loop.refreshing = false
			if current := c.arrived(ctx, refs, found, err); current && err == nil {
				c.loop.revision = revision
			}
		})
	})
}

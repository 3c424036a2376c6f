package classification

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/toolspec"
)

// databasePatience bounds one exchange with the database.
const databasePatience = 10 * time.Second

// from is where records are read.
type from bool

const (
	// fromCache: in the cache, and what it does not have in the database.
	fromCache from = true
	// fromDatabase: in the database alone, for the cache may be old.
	fromDatabase from = false
)

// read reads records, and tells the loop.
func (c *Classifier) read(ctx context.Context, refs []Ref, source from) {
	tools := c.specifications(refs)
	c.workers.Go(func() {
		records, err := c.load(ctx, refs, tools, source)
		c.tell(func(ctx context.Context) { c.arrived(ctx, refs, records, err) })
	})
}

// specifications are the tools of definitions, for a worker: it must not look into the loop.
func (c *Classifier) specifications(refs []Ref) map[Ref]*toolspec.Tool {
	tools := make(map[Ref]*toolspec.Tool, len(refs))
	for _, ref := range refs {
		if t := c.loop.tools[ref.Tool]; t != nil && t.ref == ref {
			tools[ref] = t.tool
		}
	}
	return tools
}

// load reads records. What the database had and the cache had not is written to the cache.
func (c *Classifier) load(
	ctx context.Context, refs []Ref, tools map[Ref]*toolspec.Tool, source from,
) (map[Ref]Record, error) {
	found := map[Ref]Record{}
	if source == fromCache {
		c.loadCached(ctx, refs, found)
	}
	var missing []Ref
	for _, ref := range refs {
		if _, ok := found[ref]; !ok {
			missing = append(missing, ref)
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	ctx, cancel := context.WithTimeout(ctx, databasePatience)
	defer cancel()
	kept, err := c.Store.Records(ctx, missing)
	entries := map[string][]byte{}
	for _, record := range kept {
		found[record.Ref] = record
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

// keep keeps opinions, and has the records of their definitions read again.
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
		noting, cancel := context.WithTimeout(ctx, databasePatience)
		defer cancel()
		if err := c.Store.Note(noting, opinions); err != nil {
			c.tell(func(ctx context.Context) { c.notKept(ctx, refs, err) })
			return
		}
		records, err := c.load(ctx, refs, tools, fromDatabase)
		c.tell(func(ctx context.Context) { c.arrived(ctx, refs, records, err) })
	})
}

// notKept has what was not kept tried again.
func (c *Classifier) notKept(ctx context.Context, refs []Ref, err error) {
	if ctx.Err() == nil {
		c.Logger.WarnContext(ctx, "what tools can do is not kept", slog.Any("error", err), slog.Int("tools", len(refs)))
	}
	for _, ref := range refs {
		if t := c.loop.tools[ref.Tool]; t != nil && t.ref == ref {
			t.read, t.due = false, c.Clock.Now().Add(retryDatabase)
		}
	}
}

// reread reads what the cache says was changed; all of it from the database when the cache is new.
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

// refresh reads everything again when another instance, or this one, changed something.
func (c *Classifier) refresh(ctx context.Context) {
	if c.loop.refreshing {
		return
	}
	c.loop.refreshing = true
	last, refs := c.loop.revision, c.loop.all()
	tools := c.specifications(refs)
	c.workers.Go(func() {
		asking, cancel := context.WithTimeout(ctx, databasePatience)
		defer cancel()
		revision, err := c.Store.Revision(asking)
		if err != nil || revision == last {
			c.tell(func(context.Context) { c.loop.refreshing = false }) // what reads next says that the database fails
			return
		}
		records, err := c.load(asking, refs, tools, fromDatabase)
		c.tell(func(ctx context.Context) {
			c.loop.refreshing = false
			if err == nil {
				c.loop.revision = revision
			}
			c.arrived(ctx, refs, records, err)
		})
	})
}

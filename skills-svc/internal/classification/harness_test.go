package classification_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/languagemodel/modeltest"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/capability"
	"github.com/salaatflow/platform/skills-svc/internal/classification"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
	"github.com/salaatflow/platform/skills-svc/internal/store"
	"github.com/salaatflow/platform/skills-svc/internal/toolcache"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const eventTimeout = 20 * time.Second

// capabilities is the map of the tests. It has sow, and none of the other tools.
const capabilities = `
capabilities:
  garden_read: ["look"]
  garden_write: ["sow"]
  weather_read: []
descriptions:
  garden_write: Changes a garden.
`

// registry is a catalogue that a test changes.
type registry struct {
	broadcast.Broadcaster

	mu      sync.Mutex
	current *catalog.Catalog
}

func offering(t *testing.T, tools ...catalogtest.Tool) *registry {
	t.Helper()
	r := &registry{current: catalog.New(0, nil, nil)}
	r.offer(t, tools...)
	return r
}

// offer replaces the registered tools.
func (r *registry) offer(t *testing.T, tools ...catalogtest.Tool) {
	t.Helper()
	offered := catalog.New(1, nil, nil)
	if len(tools) > 0 {
		definition, err := catalogtest.NewDefinition("garden-svc", "1", []string{catalogtest.GRPCService("garden.v1")},
			catalogtest.Files(t, "garden.v1", tools...), toolspec.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		offered = catalog.New(1, []*catalog.Definition{definition},
			[]catalog.Instance{{ID: "one", Service: "garden-svc", Address: "x:1", DefinitionHash: definition.Hash}})
	}
	r.mu.Lock()
	r.current = offered
	r.mu.Unlock()
	r.Publish()
}

func (r *registry) Current() *catalog.Catalog {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.current
}

// setup describes an instance to run.
type setup struct {
	registry *registry
	database string // its URL
	redis    toolcache.Config
	model    languagemodel.Config
	clock    clock.Clock
	store    func(classification.Store) classification.Store // wraps the instance's store
}

// instance is a running classifier.
type instance struct {
	*classification.Classifier
	log     *logbook
	changed <-chan struct{}
	run     func() // runs it until the test ends or it is stopped
	stop    func()
}

func start(t *testing.T, s setup) *instance {
	t.Helper()
	i := prepare(t, s)
	i.run()
	return i
}

// prepare returns an instance with connections of its own.
func prepare(t *testing.T, s setup) *instance {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), s.database, store.Schema())
	must(t, err)
	i := &instance{log: newLogbook(t)}
	logger := slog.New(slog.NewTextHandler(i.log, nil))
	cache, err := toolcache.New(toolcache.Options{Config: s.redis, Clock: s.clock, Logger: logger})
	must(t, err)
	model, err := languagemodel.New(languagemodel.Options{Config: s.model})
	must(t, err)
	known, err := capability.Read([]byte(capabilities))
	must(t, err)
	var kept classification.Store = store.NewClassifications(db)
	if s.store != nil {
		kept = s.store(kept)
	}
	i.Classifier, err = classification.New(classification.Options{
		Source: s.registry, Store: kept, Known: known, Cache: cache, Model: model,
		Refresh: 20 * time.Millisecond, Clock: s.clock, Logger: logger,
	})
	must(t, err)
	changed, unsubscribe := i.Subscribe()
	i.changed = changed
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	i.run = func() { running.Go(func() { i.Run(ctx) }) }
	i.stop = sync.OnceFunc(func() {
		cancel()
		running.Wait()
		unsubscribe()
		model.Close()
		must(t, db.Close())
	})
	t.Cleanup(i.stop)
	return i
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// until waits until something is known.
func (i *instance) until(t *testing.T, what string, known func() bool) {
	t.Helper()
	timeout := time.After(eventTimeout)
	for !known() {
		select {
		case <-i.changed:
		case <-timeout:
			t.Fatalf("%s is not known: %+v\n%s", what, i.Figures(), i.log)
		}
	}
}

// says waits until a tool has a classification, written as "origin category category".
func (i *instance) says(t *testing.T, tool, want string) {
	t.Helper()
	i.until(t, tool+" is "+want, func() bool { return i.of(tool) == want })
}

func (i *instance) of(tool string) string {
	said, ok := i.Of(tool)
	if !ok {
		return ""
	}
	return written(said)
}

func written(said skills.Classification) string {
	return strings.TrimSpace(string(said.Origin) + " " + strings.Join(said.Categories, " "))
}

// logbook is a log that can be waited for.
type logbook struct {
	t     *testing.T
	mu    sync.Mutex
	text  strings.Builder
	wrote chan struct{}
}

func newLogbook(t *testing.T) *logbook { return &logbook{t: t, wrote: make(chan struct{}, 1)} }

func (l *logbook) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(line)
	select {
	case l.wrote <- struct{}{}:
	default:
	}
	return len(line), nil
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// has waits until a part of a line was logged a number of times.
func (l *logbook) has(part string, times int) {
	l.t.Helper()
	timeout := time.After(eventTimeout)
	for strings.Count(l.String(), part) < times {
		select {
		case <-l.wrote:
		case <-timeout:
			l.t.Fatalf("%q was not logged %d times:\n%s", part, times, l)
		}
	}
}

// toolAsked returns the tool that a request is about.
func toolAsked(t *testing.T, request modeltest.Request) string {
	t.Helper()
	var asked struct{ Name string }
	must(t, json.Unmarshal([]byte(request.User), &asked))
	return asked.Name
}

// asked counts the requests by tool.
func asked(t *testing.T, server *modeltest.Server) map[string]int {
	t.Helper()
	calls := map[string]int{}
	for _, request := range server.Requests() {
		calls[toolAsked(t, request)]++
	}
	return calls
}

// migrated returns the URL of a new database.
func migrated(t *testing.T, engine sqltest.Engine) string {
	t.Helper()
	url := engine.URL(t)
	db, err := sqlstore.Open(t.Context(), url, store.Schema())
	must(t, err)
	must(t, db.Migrate(t.Context()))
	must(t, db.Close())
	return url
}

func sqliteFile(t *testing.T) string { return migrated(t, sqltest.SQLite()) }

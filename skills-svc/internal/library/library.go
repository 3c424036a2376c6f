// Package library keeps the skills of all roots in memory, and up to date with their files.
package library

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Root is a folder of skills: each folder in it that has a SKILL.md is one.
type Root struct {
	Location skills.Location
	// Path is a folder of this machine, which is watched and need not exist yet.
	Path string
	// Files are the skills if Path is empty. They do not change.
	Files fs.FS
}

// Options configure a Library. Every field is required unless it says otherwise.
type Options struct {
	// Meters may be nil, to measure nothing.
	Meters metric.MeterProvider
	// Roots are in order of precedence for skills with the same name.
	Roots  []Root
	Clock  clock.Clock
	Logger *slog.Logger
}

// Library holds the skills. It is safe for concurrent use.
type Library struct {
	Options
	broadcast.Broadcaster
	current atomic.Pointer[skills.Collection]

	loading sync.Mutex
	good    map[place]*skills.Skill // the last good version of each existing file
	unread  map[int]string          // the error of each unreadable root, which is logged once
}

// place is where a skill's file is.
type place struct {
	root   int
	folder string
}

// New returns a Library without skills. Load reads them.
func New(options Options) (*Library, error) {
	l := &Library{Options: options, good: map[place]*skills.Skill{}, unread: map[int]string{}}
	l.current.Store(skills.NewCollection(nil))
	if options.Meters == nil {
		return l, nil
	}
	_, err := options.Meters.Meter("skills").Int64ObservableGauge("skills.loaded",
		metric.WithDescription("How many skills there are, by root and state."), metric.WithInt64Callback(l.observe))
	if err != nil {
		return nil, fmt.Errorf("measure the skills: %w", err)
	}
	return l, nil
}

func (l *Library) observe(_ context.Context, observer metric.Int64Observer) error {
	type kind struct {
		location skills.Location
		state    skills.State
	}
	counts := map[kind]int64{} // zeros too, so that every series exists before there is something to count
	for _, location := range skills.Locations() {
		for _, state := range skills.States() {
			counts[kind{location, state}] = 0
		}
	}
	for _, entry := range l.Current().Entries() {
		counts[kind{entry.Location, entry.State}]++
	}
	for k, n := range counts {
		observer.Observe(n, metric.WithAttributes(
			attribute.String("location", string(k.location)), attribute.String("state", string(k.state))))
	}
	return nil
}

// Current returns the skills as they were last read. It never returns nil.
func (l *Library) Current() *skills.Collection { return l.current.Load() }

// Load reads all files. A file that cannot be read becomes a warning of its skill, and the last good version stays.
func (l *Library) Load(ctx context.Context) {
	l.loading.Lock()
	defer l.loading.Unlock()
	now := l.Clock.Now()
	var found []*candidate
	for i, root := range l.Roots {
		files, closeRoot, err := root.open()
		if err != nil {
			found = append(found, l.lastRead(ctx, i, err)...)
			continue
		}
		found = append(found, l.readRoot(ctx, i, files, now)...)
		closeRoot()
	}
	l.forget(found)
	next := skills.NewCollection(merge(found))
	before := l.current.Swap(next)
	if !reflect.DeepEqual(before.Entries(), next.Entries()) {
		l.report(ctx, next)
		l.Publish()
	}
}

// readRoot reads the skills of a root.
func (l *Library) readRoot(ctx context.Context, root int, files fs.FS, now time.Time) []*candidate {
	location := l.Roots[root].Location
	folders, err := skillFolders(files)
	if err != nil {
		return l.lastRead(ctx, root, err)
	}
	delete(l.unread, root)
	var found []*candidate
	for _, folder := range folders {
		c := readSkill(files, location, folder)
		if c == nil {
			continue
		}
		c.place = place{root, folder}
		l.keep(c, now)
		found = append(found, c)
	}
	return found
}

// keep decides which version of a skill counts.
func (l *Library) keep(c *candidate, now time.Time) {
	known := l.good[c.place]
	switch {
	case c.skill == nil && known != nil:
		c.skill, c.state = known, skills.StateStale
	case c.skill == nil:
		c.state = skills.StateBroken
	case known != nil && known.Markdown == c.skill.Markdown:
		c.skill, c.state = known, skills.StateReady
	default:
		c.skill.LoadedAt, c.state = now, skills.StateReady
		l.good[c.place] = c.skill
	}
}

// lastRead returns the skills of an unreadable root as they were last read.
func (l *Library) lastRead(ctx context.Context, root int, failed error) []*candidate {
	if l.unread[root] != failed.Error() {
		l.unread[root] = failed.Error()
		l.Logger.WarnContext(ctx, "failed to read a root of skills; its skills stay as they were",
			slog.String("location", string(l.Roots[root].Location)), slog.Any("error", failed))
	}
	var found []*candidate
	for at, skill := range l.good {
		if at.root == root {
			found = append(found, &candidate{
				place: at, location: skill.Location, skill: skill, state: skills.StateStale,
				warnings: []skills.Warning{{File: skills.Label(skill.Location), Message: "the root cannot be read now"}},
			})
		}
	}
	return found
}

// forget drops the good versions of files that no longer exist.
func (l *Library) forget(found []*candidate) {
	there := make(map[place]bool, len(found))
	for _, c := range found {
		there[c.place] = true
	}
	for at := range l.good {
		if !there[at] {
			delete(l.good, at)
		}
	}
}

func (l *Library) report(ctx context.Context, now *skills.Collection) {
	l.Logger.InfoContext(ctx, "skills were read", slog.Int("skills", len(now.Names())))
	for _, entry := range now.Entries() {
		for _, warning := range entry.Warnings {
			l.Logger.WarnContext(ctx, "a skill's file has a problem", slog.String("skill", entry.Name),
				slog.String("file", warning.File), slog.Int("line", warning.Line), slog.String("problem", warning.Message))
		}
	}
}

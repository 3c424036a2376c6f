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
	// Path is a folder of this machine, which need not be there yet and is watched.
	Path string
	// Files are the skills where Path is empty; they do not change.
	Files fs.FS
}

// Options are what a Library is made of; every field is required that does not say otherwise.
type Options struct {
	// Meters may be nil: then nothing is measured.
	Meters metric.MeterProvider
	// Roots are in the order in which their skills go before those of the same name in others.
	Roots  []Root
	Clock  clock.Clock
	Logger *slog.Logger
}

// Library keeps skills. It is safe for concurrent use.
type Library struct {
	Options
	broadcast.Broadcaster
	current atomic.Pointer[skills.Collection]

	loading sync.Mutex
	good    map[place]*skills.Skill // the last good version of each file that is there
	unread  map[int]string          // what is wrong with each root that cannot be read, which is logged once
}

// place is where a skill's file is.
type place struct {
	root   int
	folder string
}

// New makes a library that has no skills yet.
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
	counts := map[kind]int64{} // zeros too, for what is told once is missed when it is not
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

// Current gives the skills as they were read last; never nil.
func (l *Library) Current() *skills.Collection { return l.current.Load() }

// Load reads all files. What cannot be read is a warning of its skill, and the last good version stays.
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

// lastRead gives the skills of a root that cannot be read now, as they were read last.
func (l *Library) lastRead(ctx context.Context, root int, failed error) []*candidate {
	if l.unread[root] != failed.Error() {
		l.unread[root] = failed.Error()
		l.Logger.WarnContext(ctx, "a root of skills cannot be read; its skills stay as they were",
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

// forget drops the good versions of files that are no more.
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
			l.Logger.WarnContext(ctx, "something is wrong with a skill's file", slog.String("skill", entry.Name),
				slog.String("file", warning.File), slog.Int("line", warning.Line), slog.String("problem", warning.Message))
		}
	}
}

// Package directory lists and searches masjids. It keeps an index of the store's masjids in memory, and follows changes
// of the store.
package directory

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/index"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/clock"
)

// Options configure a Directory. Every field but Defaults is required.
type Options struct {
	Store  masjids.Store
	Places *gazetteer.Gazetteer
	Clock  clock.Clock
	Logger *slog.Logger
	// Refresh is how often to check whether the store has changed.
	Refresh time.Duration
	// Defaults are added to a store that has never had a masjid.
	Defaults []masjids.Masjid
}

// Directory lists and searches masjids. It is safe for concurrent use once Load has returned.
type Directory struct {
	Options
	current atomic.Pointer[snapshot]
}

type snapshot struct {
	revision int64
	index    *index.Index
}

// New returns a Directory that knows nothing before Load.
func New(options Options) *Directory { return &Directory{Options: options} }

// Load reads the masjids. It first adds the defaults to a store that has never had a masjid.
func (d *Directory) Load(ctx context.Context) error {
	revision, err := d.Store.Revision(ctx)
	if err != nil {
		return err
	}
	if revision == 0 && len(d.Defaults) > 0 {
		if err := PutAll(ctx, d.Store, d.Defaults); err != nil {
			return err
		}
	}
	return d.refresh(ctx)
}

// PutAll adds masjids to a store.
func PutAll(ctx context.Context, store masjids.Store, all []masjids.Masjid) error {
	return store.Import(ctx, func(intake masjids.Intake) error {
		for _, masjid := range all {
			if _, err := intake.Add(masjids.Whole(masjid)); err != nil {
				return err
			}
		}
		return nil
	})
}

// refresh rebuilds the index if the store has changed. It reads the revision before the masjids, so that a change
// between the two is noticed the next time.
func (d *Directory) refresh(ctx context.Context) error {
	revision, err := d.Store.Revision(ctx)
	if err != nil {
		return err
	}
	if known := d.current.Load(); known != nil && known.revision == revision {
		return nil
	}
	builder := index.NewBuilder(d.Places)
	err = d.Store.Each(ctx, func(m masjids.Masjid) error {
		builder.Add(m)
		return nil
	})
	if err != nil {
		return err
	}
	d.current.Store(&snapshot{revision: revision, index: builder.Index()})
	return nil
}

// Run follows the store until ctx ends.
func (d *Directory) Run(ctx context.Context) {
	ticker := d.Clock.NewTicker(d.Refresh)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.Chan():
			if err := d.refresh(ctx); err != nil && ctx.Err() == nil {
				d.Logger.WarnContext(ctx, "failed to check for changes of masjids; serving the known ones", slog.Any("error", err))
			}
		}
	}
}

func (d *Directory) index() *index.Index { return d.current.Load().index }

// Get returns the masjid with an id, or masjids.ErrNotFound.
func (d *Directory) Get(ctx context.Context, id int32) (masjids.Masjid, error) {
	found, err := d.Store.Get(ctx, []int32{id})
	if err != nil {
		return masjids.Masjid{}, err
	}
	if len(found) == 0 {
		return masjids.Masjid{}, masjids.ErrNotFound
	}
	return found[0], nil
}

// Timetable returns the days of masjids' own timetables between two dates, both included.
func (d *Directory) Timetable(
	ctx context.Context, ids []int32, from, until prayertime.Date,
) ([]masjids.TimetableDay, error) {
	return d.Store.Timetable(ctx, ids, from, until)
}

// Area returns the spelling of the area of a city that name means, or masjids.Invalid about "area" if it is unknown.
func (d *Directory) Area(name, city string) (string, error) {
	if spelled, ok := d.index().AreaName(name, city); ok {
		return spelled, nil
	}
	return "", d.unknownArea(name, city)
}

// City returns the spelling of the city that name means, or masjids.Invalid about "city" if it is unknown or several have the name.
func (d *Directory) City(name string) (string, error) {
	if spelled, ok := d.index().CityName(name); ok {
		return spelled, nil
	}
	if meant := d.Places.Meant(name, ""); len(meant) > 1 {
		return "", d.Which(name, meant)
	}
	return "", d.unknownCity(name)
}

// EachCity yields the cities that are known by name, with the names of each.
func (d *Directory) EachCity(yield func(name string, spellings []string)) {
	for _, city := range d.Places.Cities() {
		yield(city.Name, append([]string{city.Name, city.Urdu}, city.Spellings()...))
	}
}

// EachArea yields the areas of a city that are known by name, with the names of each; those of all cities if the city is empty.
func (d *Directory) EachArea(city string, yield func(name string, spellings []string)) {
	if city != "" {
		if spelled, known := d.index().CityName(city); known {
			city = spelled
		}
	}
	for _, area := range d.Places.Areas() {
		if city == "" || area.City == city {
			yield(area.Name, append([]string{area.Name, area.Urdu}, area.Spellings()...))
		}
	}
}

// Representative returns the id of the masjid that stands for an area: the first with given prayer times, or else 0.
func (d *Directory) Representative(area, city string) int32 {
	return d.index().FirstWithTimes(area, city)
}

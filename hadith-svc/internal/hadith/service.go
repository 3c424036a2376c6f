package hadith

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/clock"
)

// Service is the library. It is safe for concurrent use. Create it with New.
type Service struct {
	store Store
	clock clock.Clock
	last  *lastShown

	mu       sync.Mutex
	epochs   []Epoch
	late     map[Epoch]Day // when the epochs begin that were seen too late to begin in time
	calendar calendar      // of epochs
}

// New returns a Service of the library in store.
func New(store Store, clock clock.Clock) *Service {
	return &Service{store: store, clock: clock, last: newLastShown(rememberedCallers), late: map[Epoch]Day{}}
}

// Get returns a hadith. It returns ErrNotFound, or ErrEmpty if there are none at all.
func (s *Service) Get(ctx context.Context, id int32) (Hadith, error) {
	found, err := s.store.Get(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Hadith{}, s.emptyOr(ctx, err)
	}
	return found, err
}

// ByNumber returns the hadith of a number in a collection. It returns ErrNotFound, or ErrEmpty if there are none at all.
func (s *Service) ByNumber(ctx context.Context, collection, number string) (Hadith, error) {
	found, err := s.store.ByNumber(ctx, collection, number)
	if errors.Is(err, ErrNotFound) {
		return Hadith{}, s.emptyOr(ctx, err)
	}
	return found, err
}

// Collections returns the collections, ordered by key.
func (s *Service) Collections(ctx context.Context) ([]Collection, error) {
	return s.store.Collections(ctx)
}

// Daily returns the hadith of a date (YYYY-MM-DD), by default of today in zone, and that date. It returns Invalid for a
// date that does not exist, and ErrEmpty.
func (s *Service) Daily(ctx context.Context, date string, zone *time.Location) (Hadith, Day, error) {
	day := dayOf(s.clock.Now().In(zone))
	if date != "" {
		parsed, err := ParseDay(date)
		if err != nil {
			return Hadith{}, 0, Invalid{"date", err.Error()}
		}
		day = parsed
	}
	id, err := s.store.Chosen(ctx, day)
	if err != nil {
		return Hadith{}, 0, err
	}
	if id == 0 {
		calendar, err := s.currentCalendar(ctx)
		if err != nil {
			return Hadith{}, 0, err
		}
		if id = calendar.at(day); id == 0 {
			return Hadith{}, 0, ErrEmpty
		}
	}
	found, err := s.store.Get(ctx, id)
	return found, day, err
}

// currentCalendar returns the calendar, and makes a new one if the library has grown.
func (s *Service) currentCalendar(ctx context.Context) (calendar, error) {
	epochs, err := s.store.Epochs(ctx)
	if err != nil {
		return calendar{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Equal(epochs, s.epochs) {
		s.learn(epochs)
	}
	return s.calendar, nil
}

// learn makes the calendar of epochs. An epoch that it did not know begins on no day that has already begun by this
// service's clock, which may be ahead of the importing program's. So a day never changes what it has shown.
func (s *Service) learn(epochs []Epoch) {
	first := AfterEverywhere(s.clock.Now())
	for _, epoch := range epochs {
		if len(s.epochs) > 0 && epoch.From < first && !slices.Contains(s.epochs, epoch) {
			s.late[epoch] = first
		}
	}
	s.epochs = epochs
	var begun []Epoch
	for _, epoch := range epochs {
		epoch.From = max(epoch.From, s.late[epoch])
		if last := len(begun) - 1; last >= 0 && begun[last].From >= epoch.From {
			begun[last].Size = epoch.Size
			continue
		}
		begun = append(begun, epoch)
	}
	s.calendar = newCalendar(begun)
}

// SetDaily sets the hadith of a date (YYYY-MM-DD) for everybody, by an administrator. It returns Invalid, ErrNotFound
// or ErrEmpty.
func (s *Service) SetDaily(ctx context.Context, date string, id, by int32) (Hadith, Day, error) {
	day, err := ParseDay(date)
	if err != nil {
		return Hadith{}, 0, Invalid{"date", err.Error()}
	}
	err = s.store.Choose(ctx, Choice{Day: day, HadithID: id, By: by, At: s.clock.Now()})
	if errors.Is(err, ErrNotFound) {
		return Hadith{}, 0, s.emptyOr(ctx, err)
	}
	if err != nil {
		return Hadith{}, 0, err
	}
	found, err := s.store.Get(ctx, id)
	return found, day, err
}

// ClearDaily removes the choice for a date. It returns Invalid.
func (s *Service) ClearDaily(ctx context.Context, date string) (Day, error) {
	day, err := ParseDay(date)
	if err != nil {
		return 0, Invalid{"date", err.Error()}
	}
	return day, s.store.Unchoose(ctx, day)
}

// knownCollection refuses a filter by an unknown collection, and names the known ones.
func (s *Service) knownCollection(ctx context.Context, filter Filter) error {
	if filter.Collection == "" {
		return nil
	}
	collections, err := s.store.Collections(ctx)
	if err != nil {
		return err
	}
	keys := make([]string, len(collections))
	for i, c := range collections {
		if keys[i] = c.Key; c.Key == filter.Collection {
			return nil
		}
	}
	if len(keys) == 0 {
		return ErrEmpty
	}
	return Invalid{"collection", "must be one of " + strings.Join(keys, ", ")}
}

// emptyOr returns ErrEmpty if there are no hadiths at all, and otherwise err.
func (s *Service) emptyOr(ctx context.Context, err error) error {
	epochs, failed := s.store.Epochs(ctx)
	switch {
	case failed != nil:
		return failed
	case len(epochs) == 0:
		return ErrEmpty
	default:
		return err
	}
}

// Found is a hadith with the places where a search found it.
type Found struct {
	Hadith
	Matches []Match
}

// Match is a hit in a text, as HTML with each hit between <mark> and </mark>.
type Match struct {
	Language searchtext.Language
	Excerpt  string
}

package hadith

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
)

// rememberedCallers is the number of callers whose last random hadith is remembered.
const rememberedCallers = 10_000

// Random returns a hadith that matches, each with the same probability. If others match, it does not return the one
// that this process returned to the same caller last. All anonymous callers count as one, with the user id 0. Random
// returns Invalid, ErrNotFound, NoneAbout or ErrEmpty.
func (s *Service) Random(ctx context.Context, userID int32, filter Filter) (Hadith, error) {
	filter, err := s.inBook(ctx, filter)
	if err != nil {
		return Hadith{}, err
	}
	found, err := s.any(ctx, filter, s.last.of(userID))
	if errors.Is(err, ErrNotFound) {
		return Hadith{}, s.emptyOr(ctx, noneOf(filter))
	}
	if err != nil {
		return Hadith{}, err
	}
	s.last.set(userID, found.ID)
	return found, nil
}

// any returns a hadith that matches. It returns the one with the id avoid only if no other matches.
func (s *Service) any(ctx context.Context, filter Filter, avoid int32) (Hadith, error) {
	filter, words := filter.byTopic()
	if len(words.Terms) == 0 {
		return s.store.Random(ctx, filter, avoid, rand.IntN)
	}
	if filter.Cited.Collection != "" {
		return s.anyCited(ctx, filter, words, rand.IntN)
	}
	query := SearchQuery{Filter: filter, Words: words, Limit: 1}
	first, err := s.store.Search(ctx, query)
	if err != nil || first.Count == 0 {
		return Hadith{}, errors.Join(err, ErrNotFound)
	}
	for { // among two or more, at least every second pick is another one
		query.Offset = rand.IntN(first.Count)
		page, err := s.store.Search(ctx, query)
		if err != nil || len(page.Hadiths) == 0 {
			return Hadith{}, errors.Join(err, ErrNotFound)
		}
		if found := page.Hadiths[0]; found.ID != avoid || first.Count == 1 {
			return found, nil
		}
	}
}

// lastShown remembers the hadith that each of a number of callers was shown last. It is safe for concurrent use.
type lastShown struct {
	mu   sync.Mutex
	most int
	// Two generations: when the newer is full, the older is forgotten. A caller is in at least one of them while most/2
	// others come.
	newer, older map[int32]int32
}

func newLastShown(most int) *lastShown {
	return &lastShown{most: most, newer: map[int32]int32{}, older: map[int32]int32{}}
}

// of returns the hadith that the caller was shown last, or 0 if that is unknown.
func (l *lastShown) of(userID int32) int32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id := l.newer[userID]; id != 0 {
		return id
	}
	return l.older[userID]
}

func (l *lastShown) set(userID, id int32) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, there := l.newer[userID]; !there && len(l.newer) >= l.most/2 {
		l.newer, l.older = map[int32]int32{}, l.newer
	}
	l.newer[userID] = id
}

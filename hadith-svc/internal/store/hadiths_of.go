package store

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
)

// hadithsOf returns all hadiths that match the filter and have every term. It joins the sets of common terms, and finds
// the other terms in the index of words, all at once.
func (s *Store) hadithsOf(ctx context.Context, tx queries, query hadith.SearchQuery) (idset, error) {
	terms := slices.Concat(labels(query.Filter), query.Words.Terms)
	commons, err := splitCommon(ctx, tx, terms)
	if err != nil {
		return nil, err
	}
	var rare []searchtext.Term
	var all *idset
	for i, common := range commons {
		if !common.is {
			rare = append(rare, terms[i])
			continue
		}
		set, err := s.withRest(ctx, tx, common)
		if err != nil {
			return nil, err
		}
		if all != nil {
			set = all.and(set)
		}
		all = &set
	}
	if len(rare) == 0 {
		return *all, nil
	}
	found, err := s.indexed(ctx, tx, rare)
	if err != nil || all == nil {
		return found, err
	}
	return all.and(found), nil
}

// anyOf returns all hadiths that have any of the terms.
func (s *Store) anyOf(ctx context.Context, tx queries, terms []searchtext.Term) (all idset, err error) {
	commons, err := splitCommon(ctx, tx, terms)
	if err != nil {
		return nil, err
	}
	for _, common := range commons {
		set, err := s.withRest(ctx, tx, common)
		if err != nil {
			return nil, err
		}
		all.unite(set)
	}
	return all, nil
}

// withRest returns the hadiths of a term's common forms and of its other forms.
func (s *Store) withRest(ctx context.Context, tx queries, c common) (idset, error) {
	if len(c.rest) == 0 {
		return c.set, nil
	}
	found, err := s.indexed(ctx, tx, []searchtext.Term{termOf(c.rest)})
	if err != nil {
		return nil, err
	}
	found.unite(c.set)
	return found, nil
}

// indexed returns the hadiths that have every term, from the index of words.
func (s *Store) indexed(ctx context.Context, tx queries, terms []searchtext.Term) (idset, error) {
	terms, err := s.completed(ctx, tx, terms)
	if err != nil {
		return nil, err
	}
	found, err := ids(ctx, tx, s.words.found(), s.words.syntax().all(hadith.Filter{}, terms))
	return setOf(found), err
}

// common is a term: whether any of its forms is common, the hadiths of the common forms, and the other forms.
type common struct {
	is   bool
	set  idset
	rest []form
}

// splitCommon looks up which forms of terms are common.
func splitCommon(ctx context.Context, tx queries, terms []searchtext.Term) ([]common, error) {
	var keys []string
	for _, term := range terms {
		for _, f := range formsOf(term) {
			if key := f.key(); key != "" && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	sets, err := commonSets(ctx, tx, keys)
	if err != nil {
		return nil, err
	}
	commons := make([]common, len(terms))
	for i, term := range terms {
		commons[i] = commonOf(formsOf(term), sets)
	}
	return commons, nil
}

func commonOf(forms []form, sets map[string]idset) (c common) {
	for _, f := range forms {
		if set, ok := sets[f.key()]; ok {
			c.is = true
			c.set.unite(set)
			continue
		}
		if !slices.ContainsFunc(forms, func(other form) bool { _, ok := sets[other.key()]; return ok && f.isFoundBy(other) }) {
			c.rest = append(c.rest, f)
		}
	}
	return c
}

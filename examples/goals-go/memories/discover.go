package memories

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
)

// mostMemories is how many of a user's newest memories are looked at.
const mostMemories = 500

// Search says how to look for goals.
type Search struct {
	Algorithm     string   // kmeans, hdbscan or spectral
	MinConfidence float64  // 0 to 1
	MaxGoals      int      // at least 1
	Below         string   // a goal, whose memories alone are looked at; empty for all
	Among         []string // the ids of memories; none for all
}

// Discover finds what several of a user's memories are about, the surest first, and returns how many memories it looked at. It fails
// with ErrNoGoal if there is no goal to look below.
func (s *Store) Discover(ctx context.Context, user int32, search Search) (goals []Goal, looked int, err error) {
	err = s.inTransaction(ctx, func(tx *sql.Tx) error {
		kept, err := goalsOf(ctx, tx, user)
		if err != nil {
			return err
		}
		all, err := newest(ctx, tx, user, mostMemories)
		if err != nil {
			return err
		}
		if search.Below != "" {
			title, ok := titleOf(kept, search.Below)
			if !ok {
				return ErrNoGoal
			}
			all = about(all, title)
		}
		if len(search.Among) > 0 {
			all = slices.DeleteFunc(all, func(m Memory) bool { return !slices.Contains(search.Among, m.ID) })
		}
		looked, goals = len(all), goalsIn(all, search)
		for i := range goals {
			goals[i].ID = kept[goals[i].Title]
		}
		return nil
	})
	return goals, looked, err
}

func titleOf(kept map[string]string, id string) (title string, ok bool) {
	for title, other := range kept {
		if other == id {
			return title, true
		}
	}
	return "", false
}

// about returns the memories that share something with a goal.
func about(all []Memory, title string) []Memory {
	goal := ofWords(title)
	return slices.DeleteFunc(slices.Clone(all), func(m Memory) bool { return ofWords(m.Text).dot(goal) < reach/2 })
}

// goalsIn returns the groups of two memories and more that are sure enough.
func goalsIn(all []Memory, search Search) []Goal {
	vectors := make([]vector, len(all))
	for i, memory := range all {
		vectors[i] = ofWords(memory.Text)
	}
	var goals []Goal
	for _, group := range algorithms[search.Algorithm](vectors) {
		middle := centre(pick(vectors, group))
		group = slices.DeleteFunc(group, func(at int) bool { return middle.dot(vectors[at]) < reach }) // strays
		if len(group) < 2 {
			continue
		}
		if goal := goalOf(all, vectors, group); goal.Confidence >= search.MinConfidence {
			goals = append(goals, goal)
		}
	}
	slices.SortFunc(goals, func(a, b Goal) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Title, b.Title))
	})
	return goals[:min(len(goals), search.MaxGoals)]
}

// clearly is by how much one likeness has to be greater than another: sums of fractions differ by less from time to time.
const clearly = 1e-9

func goalOf(all []Memory, vectors []vector, group []int) Goal {
	of := pick(vectors, group)
	goal := Goal{Confidence: min(coherence(of), 1), Memories: len(group)}
	middle, best := centre(of), 0.0
	for i, at := range group {
		if likeness := middle.dot(of[i]); likeness > best+clearly {
			best, goal.Title = likeness, all[at].Text
		}
	}
	return goal
}

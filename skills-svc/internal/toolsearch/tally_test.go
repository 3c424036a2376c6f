package toolsearch_test

import "fmt"

// tally counts at which place the tools that were wanted were found.
type tally struct{ all, first, found int }

// add counts a tool that was found at an index; below 0 it was not.
func (t *tally) add(index int) {
	t.all++
	if index == 0 {
		t.first++
	}
	if index >= 0 {
		t.found++
	}
}

func (t tally) recall() float64 { return float64(t.found) / float64(t.all) }

func (t tally) String() string {
	return fmt.Sprintf("recall@5 %.3f, first %.3f of %d", t.recall(), float64(t.first)/float64(t.all), t.all)
}

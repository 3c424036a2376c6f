package bm25_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/bm25"
)

// found returns the documents that share a word with what is looked for, the best first.
func found(ranking *bm25.Ranking, index *bm25.Index, wanted string) []uint32 {
	defer ranking.Clear()
	terms := strings.Fields(wanted)
	slices.Sort(terms)
	ranking.Rank(index, terms)
	return slices.SortedFunc(slices.Values(ranking.Hits()), ranking.Compare)
}

func TestTheBestComesFirst(t *testing.T) {
	index := bm25.New()
	for _, text := range []string{
		"show the tasks", "show the masjids", "show the tasks of a prayer " + strings.Repeat("and more ", 40), "masjids masjids",
	} {
		var document bm25.Document
		document.Say(strings.Fields(text), 1)
		index.Add(document)
	}
	var ranking bm25.Ranking
	for wanted, want := range map[string][]uint32{
		"tasks":         {0, 2},    // the longer document is less about it
		"show prayer":   {2, 0, 1}, // the rarer word tells more; of equals the first comes first
		"masjids":       {3, 1},    // twice is more
		"nothing there": nil,
	} {
		if got := found(&ranking, index, wanted); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", wanted, got, want)
		}
	}
}

func TestWhatIsSaidWithMoreWeightCountsMore(t *testing.T) {
	index := bm25.New()
	for _, weight := range []float64{0.5, 3} {
		var document bm25.Document
		document.Say([]string{"masjid"}, weight)
		index.Add(document)
	}
	var ranking bm25.Ranking
	if got := found(&ranking, index, "masjid"); !slices.Equal(got, []uint32{1, 0}) {
		t.Errorf("found %v", got)
	}
}

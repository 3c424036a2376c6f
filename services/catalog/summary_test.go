package catalog

import (
	"testing"

	"github.com/salaatflow/platform/services/toolspec"
)

func summaryOf(tools int) *summary {
	s := &summary{Lean: toolspec.Lean{Tools: make([]*toolspec.Tool, tools)}}
	s.recent.Store(&toolspec.Manifest{})
	return s
}

func (s *summary) isKept() bool { return s.recent.Load() != nil }

// However many services are called one after the other, only so many are kept in memory; those that are called all the time stay.
func TestOnlyTheManifestsOfSomeToolsAreKept(t *testing.T) {
	kept := &recent{most: 10}
	busy := summaryOf(4)
	kept.keep(busy)
	var last *summary
	for range 50 {
		busy.used.Store(true) // it is called
		last = summaryOf(3)
		kept.keep(last)
		if !busy.isKept() || !last.isKept() {
			t.Fatalf("of what was called last, one is given up: %v %v", busy.isKept(), last.isKept())
		}
		if kept.tools > kept.most {
			t.Fatalf("%d tools are kept, want at most %d", kept.tools, kept.most)
		}
	}
	total := 0
	for _, s := range kept.kept {
		if !s.isKept() {
			t.Error("a manifest that is counted is not kept")
		}
		total += len(s.Tools)
	}
	if total != kept.tools {
		t.Errorf("%d tools are counted, and %d kept", kept.tools, total)
	}
}

// A service that has more tools than are kept is called all the same, alone.
func TestTheManifestOfManyToolsIsKeptAlone(t *testing.T) {
	kept := &recent{most: 10}
	small, large, next := summaryOf(1), summaryOf(11), summaryOf(1)
	kept.keep(small)
	kept.keep(large)
	if small.isKept() || !large.isKept() {
		t.Errorf("kept: small %v, large %v", small.isKept(), large.isKept())
	}
	kept.keep(next)
	if large.isKept() || !next.isKept() {
		t.Errorf("kept: large %v, next %v", large.isKept(), next.isKept())
	}
}

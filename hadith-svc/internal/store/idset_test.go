package store

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestASetOfHadiths(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var ids []int32
	for range 500 {
		ids = append(ids, random.Int32N(2000)+1)
	}
	s := setOf(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	again, err := decode(s.encode())
	if err != nil || !slices.Equal(again.from(0, 5000), ids) || s.count() != len(ids) {
		t.Fatalf("%d ids, %d read back, %v", len(ids), again.count(), err)
	}
	for _, c := range [][2]int{{0, 3}, {7, 100}, {len(ids) - 1, 10}, {len(ids), 10}, {len(ids) + 70, 1}, {0, 0}} {
		want := ids[min(c[0], len(ids)):min(c[0]+c[1], len(ids))]
		if got := s.from(c[0], c[1]); !slices.Equal(got, want) {
			t.Errorf("from %d, %d: %v, want %v", c[0], c[1], got, want)
		}
	}
	if left := s.without(ids[:100]); !slices.Equal(left.from(0, 5000), ids[100:]) || s.count() != len(ids) {
		t.Error("without: wrong, or the set itself has changed")
	}
	if both := s.and(setOf(ids[50:60])); !slices.Equal(both.from(0, 5000), ids[50:60]) {
		t.Error("and: wrong")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(setOf([]int32{1, 2, 700}).encode())
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := decode(text)
		if err != nil {
			return
		}
		again, err := decode(s.encode())
		if err != nil || !slices.Equal(again.from(0, len(text)+1), s.from(0, len(text)+1)) || s.count() > len(text) {
			t.Errorf("read back %v, %v", again.count(), err)
		}
	})
}

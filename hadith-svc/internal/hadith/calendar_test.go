package hadith

import (
	"testing"
	"time"
)

func TestEveryHadithComesOnceInACycle(t *testing.T) {
	for _, size := range []int{1, 2, 3, 42, 1000} {
		c := newCalendar([]Epoch{{Anchor, size}})
		for cycle := -2; cycle <= 2; cycle++ {
			seen := map[int32]bool{}
			for n := range size {
				day := Anchor + Day(cycle*size+n)
				id := c.at(day)
				if id < 1 || int(id) > size || seen[id] {
					t.Fatalf("of %d, day %d of cycle %d: hadith %d, which is none or was shown", size, n, cycle, id)
				}
				seen[id] = true
			}
		}
	}
}

func TestNoHadithComesOnTwoDaysRunning(t *testing.T) {
	c := newCalendar([]Epoch{{Anchor, 3}, {Anchor + 100, 4}, {Anchor + 205, 6}})
	for day := Anchor - 500; day < Anchor+1000; day++ {
		if c.at(day) == c.at(day+1) {
			t.Errorf("%s and the day after have the same hadith", day)
		}
	}
}

func TestCyclesDiffer(t *testing.T) {
	c := newCalendar([]Epoch{{Anchor, 42}})
	same := 0
	for n := range Day(42) {
		if c.at(Anchor+n) == c.at(Anchor+42+n) {
			same++
		}
	}
	if same > 10 {
		t.Errorf("%d of 42 days have the same hadith in the next cycle", same)
	}
}

func TestGrowthLeavesTheDaysBeforeAsTheyWere(t *testing.T) {
	epochs := []Epoch{{Anchor, 42}}
	for _, grown := range []Epoch{{Anchor + 10, 60}, {Anchor + 15, 61}, {Anchor + 42, 70}, {Anchor + 400, 7000}, {Anchor + 401, 7001}} {
		before := newCalendar(epochs)
		epochs = append(epochs, grown)
		after := newCalendar(epochs)
		for day := Anchor - 100; day < grown.From; day++ {
			if before.at(day) != after.at(day) {
				t.Fatalf("from %s there are %d hadiths, and %s has another one", grown.From, grown.Size, day)
			}
		}
	}
}

// After growth in the middle of a cycle, the rest of the cycle and the new hadiths all come before any comes again.
func TestGrowthCompletesTheCycle(t *testing.T) {
	for _, at := range []Day{1, 17, 41, 42, 43, 60} {
		c := newCalendar([]Epoch{{Anchor, 42}, {Anchor + at, 50}, {Anchor + at + 3, 55}})
		start := Anchor + at/42*42
		seen := map[int32]bool{}
		for day := start; len(seen) < 55; day++ {
			id := c.at(day)
			if seen[id] {
				t.Fatalf("grown after %d days: hadith %d comes again on day %d, after %d of 55", at, id, day-start, len(seen))
			}
			seen[id] = true
		}
	}
}

func TestPermuteIsAPermutation(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 16, 17, 42, 7042} {
		for key := range uint64(3) {
			seen := make([]bool, n)
			for i := range n {
				to := permute(n, mix(key), i)
				if to < 0 || to >= n || seen[to] {
					t.Fatalf("n = %d: %d goes to %d, which is none or taken", n, i, to)
				}
				seen[to] = true
			}
		}
	}
}

func FuzzCalendar(f *testing.F) {
	f.Add(42, 10, 8, 30)
	f.Add(1, 1, 1, 1)
	f.Add(3, 0, 0, 0)
	f.Fuzz(func(t *testing.T, size, passed, more, again int) {
		bound := func(n, most int) int { return max(n, -n-1)%most + 1 }
		size, passed, more, again = bound(size, 100), bound(passed, 300), bound(more, 50), bound(again, 300)
		c := newCalendar([]Epoch{
			{Anchor, size}, {Anchor + Day(passed), size + more}, {Anchor + Day(passed+again), size + 2*more},
		})
		for day := Anchor - 5; day < Anchor+Day(passed+again+2*size+4*more); day++ {
			id := c.at(day)
			most := size
			if day >= Anchor+Day(passed) {
				most += more
			}
			if day >= Anchor+Day(passed+again) {
				most += more
			}
			if id < 1 || int(id) > most {
				t.Fatalf("day %d of sizes %d, +%d after %d, +%d after %d more: hadith %d", day-Anchor, size, more, passed, more, again, id)
			}
		}
	})
}

func TestDays(t *testing.T) {
	for _, text := range []string{"2026-02-30", "2026-13-01", "2026-1-1", "today", "", "2026-02-29"} {
		if day, err := ParseDay(text); err == nil {
			t.Errorf("%q is read as %s", text, day)
		}
	}
	for text, want := range map[string]Day{"1970-01-01": 0, "2026-01-01": Anchor, "1969-12-31": -1, "2024-02-29": 19782} {
		if got, err := ParseDay(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s = %d (%s), %v, want %d", text, got, got, err, want)
		}
	}
	// 15:00 UTC is 20:00 in Karachi, and 05:00 of the next day in Kiribati, where clocks are farthest ahead.
	at := time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)
	if got := AfterEverywhere(at).String(); got != "2026-11-23" {
		t.Errorf("the first day that has begun nowhere is %s", got)
	}
}

func BenchmarkDaily(b *testing.B) {
	c := newCalendar([]Epoch{{Anchor, 42}, {Anchor + 10, 50_000}})
	day := Anchor
	for b.Loop() {
		c.at(day)
		day++
	}
}

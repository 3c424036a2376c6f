package layered_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/salaatflow/platform/services/layered"
)

// Whatever changes, each copy says what a map would that was changed the same way, and the one before says what it did.
func TestACopySaysWhatAMapWould(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	want := map[int]int{}
	for key := range 300 {
		want[key] = key
	}
	got := layered.Of(maps.Clone(want))
	same := func(got layered.Map[int, int], want map[int]int) {
		t.Helper()
		for key := range 1000 {
			value, has := got.Get(key)
			if wanted, wants := want[key]; has != wants || value != wanted {
				t.Fatalf("%d: %d %v, want %d %v", key, value, has, wanted, wants)
			}
		}
	}
	for round := range 200 {
		before, was := got, maps.Clone(want)
		var gone []int
		come := map[int]int{}
		for range random.IntN(20) {
			gone = append(gone, random.IntN(1000))
		}
		for range random.IntN(20) {
			come[random.IntN(1000)] = round
		}
		for _, key := range gone {
			delete(want, key)
		}
		maps.Copy(want, come)
		got = got.With(gone, come)
		same(got, want)
		same(before, was)
	}
}

func TestTheZeroMapIsEmpty(t *testing.T) {
	var m layered.Map[string, string]
	if value, has := m.Get(""); has || value != "" {
		t.Errorf("it has %q", value)
	}
	if value, has := m.With(nil, map[string]string{"a": "b"}).Get("a"); !has || value != "b" {
		t.Errorf("a is %q", value)
	}
}

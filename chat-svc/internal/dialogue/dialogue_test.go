package dialogue_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/language/detect"
)

// Whatever a message says replaces what was said of it before, and the rest stays: no kind of slot is forgotten.
func TestWhatIsSaidNowReplacesWhatWasSaidBefore(t *testing.T) {
	kinds := reflect.TypeFor[detect.Slots]()
	for i := range kinds.NumField() {
		var before, now detect.Slots
		for _, slots := range []*detect.Slots{&before, &now} {
			field := reflect.ValueOf(slots).Elem().Field(i)
			field.Set(reflect.New(field.Type().Elem()))
		}
		said := reflect.ValueOf(now).Field(i).Pointer()
		if got := reflect.ValueOf(dialogue.Merged(before, now)).Field(i).Pointer(); got != said {
			t.Errorf("%s stays as it was", kinds.Field(i).Name)
		}
		if got := dialogue.Merged(before, detect.Slots{}); got != before {
			t.Errorf("%s is lost", kinds.Field(i).Name)
		}
	}
}

// Places in a list count from 1, or from the end with -1.
func TestNth(t *testing.T) {
	list := []conversation.Item{{ID: 7}, {ID: 8}, {ID: 9}}
	for ordinal, want := range map[int]int32{1: 7, 3: 9, -1: 9, -3: 7, 0: 0, 4: 0, -4: 0} {
		got, ok := dialogue.Nth(list, ordinal)
		if got.ID != want || ok != (want != 0) {
			t.Errorf("place %d has %d, %t, want %d", ordinal, got.ID, ok, want)
		}
	}
}

// A thing is found by its name in either script, and the better of both counts.
func TestBestMatches(t *testing.T) {
	masjids := []conversation.Item{
		{ID: 1, Name: "Tooba", Urdu: "طوبیٰ"}, {ID: 2, Name: "Baitul Mukarram", Urdu: "بیت المکرم"}, {ID: 3, Name: "Tooba Gulshan"},
	}
	for said, want := range map[string][]int32{"tooba": {1}, "طوبیٰ": {1}, "gulshan": {3}, "بیت المکرم": {2}, "Faisal": nil, "": nil} {
		found, fit := dialogue.BestMatches(said, masjids, dialogue.Unchanged)
		var got []int32
		for _, one := range found {
			got = append(got, one.ID)
		}
		if !slices.Equal(got, want) || (fit == matching.None) != (want == nil) {
			t.Errorf("%q means %v, want %v", said, got, want)
		}
	}
}

package vocabulary

import (
	"strings"
	"testing"
)

func TestWordsAreFoundHoweverWritten(t *testing.T) {
	for _, c := range []struct {
		name, word string
		set        Set
	}{
		{"masjids in Urdu", "مسجدین", Masjids.Kinds}, // as spelling.Words returns مسجدیں
		{"masjids in Latin letters", "mosque", Masjids.Kinds},
		{"a postposition", "mein", Masjids.Around},
		{"in Urdu", "مین", Masjids.Around},
		{"around titles", "wala", Titles.Around},
		{"around titles in Urdu", "والی", Titles.Around},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.set[c.word] {
				t.Errorf("%q is not in the set", c.word)
			}
		})
	}
}

func TestListsThatAreRefused(t *testing.T) {
	type lists struct {
		Around Set `yaml:"around"`
	}
	for _, c := range []struct{ name, data, want string }{
		{"several words", "around: [ke liye]", `"ke liye" is not a single word`},
		{"no word", "around: ['!']", "is not a single word"},
		{"twice", "around: [task, میں, task]", "stands twice"},
		{"a list that nobody reads", "besides: [task]", "besides"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := read[lists]([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

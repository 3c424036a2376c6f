package hadith

import (
	"slices"
	"testing"
)

func TestLevels(t *testing.T) {
	for grade, want := range map[string][]string{
		"sahih": {"sahih"}, "Sahih": {"sahih"}, "Hasan Sahih": {"sahih", "hasan"}, "Isnaad Da'if": {"daif"}, "Ḍaʿīf": {"daif"},
		"Weak (Al-Albani)": {"daif"}, "Mawdu'": {"mawdu"}, "صحيح": {"sahih"}, "": nil, "Munkar": nil,
		"Not authentic": nil, "Inauthentic": nil, "unsound, weak": {"daif"}, "غير صحيح": nil,
		"Ghayr Sahih": nil, "Sahih li-ghayrihi": {"sahih"}, "Isnad Hasan": {"hasan"},
	} {
		if got := Levels(grade); !slices.Equal(got, want) {
			t.Errorf("%q counts as %v, want %v", grade, got, want)
		}
	}
}

func TestSourceAndReferenceNameEveryPlace(t *testing.T) {
	h := Hadith{CollectionName: "Forty", Number: "33", Citations: []Citation{
		{Collection: "Sunan", Note: "a part"}, {Collection: "Sahih", Number: "7"}, {Collection: "Sahih", Number: "9"},
	}}
	if got := h.Source(); got != "Sunan; Sahih" {
		t.Errorf("source = %q", got)
	}
	if got := h.Reference(); got != "Sunan (a part); Sahih 7; Sahih 9; Forty 33" {
		t.Errorf("reference = %q", got)
	}
	h.Citations = nil
	if h.Source() != "Forty" || h.Reference() != "Forty 33" {
		t.Errorf("without citations: %q, %q", h.Source(), h.Reference())
	}
}

func TestLastShownForgetsTheOldest(t *testing.T) {
	l := newLastShown(10)
	for user := range int32(100) {
		l.set(user, user+1)
		if got := l.of(user); got != user+1 {
			t.Fatalf("user %d was shown %d", user, got)
		}
	}
	if l.of(0) != 0 || l.of(97) != 98 {
		t.Error("the first user is remembered, or one of the last is not")
	}
	if n := len(l.newer) + len(l.older); n > 10 {
		t.Errorf("%d are remembered, want at most 10", n)
	}
}

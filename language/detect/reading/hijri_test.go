package reading

import (
	"strings"
	"testing"
)

func TestMistakesInTheWordsOfTheIslamicCalendarAreReported(t *testing.T) {
	for text, want := range map[string]string{
		"months: {13: [x]}":       "not from 1 to 12",
		"months: {1: ['']}":       "holds no word",
		"months: [muharram]":      "cannot",
		"weekdays: {1: [monday]}": "not found",
	} {
		if _, err := loadHijri([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

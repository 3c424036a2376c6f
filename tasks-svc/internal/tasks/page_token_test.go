package tasks

import (
	"encoding/base64"
	"errors"
	"math"
	"testing"
	"time"
)

var someFilter = Filter{Status: Pending, Category: "quran", DueFrom: time.UnixMilli(1e12).UTC()}

func TestAPageTokenHoldsAPosition(t *testing.T) {
	for _, want := range []Position{
		{Due: time.UnixMilli(1_795_000_000_000).UTC(), Priority: Low, ID: 1},
		{Priority: High, ID: math.MaxInt32},
		{Due: earliestDue, Priority: Medium, ID: 77},
	} {
		token := pageToken(1, someFilter, want)
		if got, err := parsePageToken(token, 1, someFilter); err != nil || got != want {
			t.Errorf("token of %+v reads as %+v, %v", want, got, err)
		}
		if len(token) > 64 {
			t.Errorf("the token of %+v has %d characters", want, len(token))
		}
	}
}

func TestAPageTokenOfAnotherListIsRefused(t *testing.T) {
	token := pageToken(1, someFilter, Position{Priority: High, ID: 5})
	others := map[string]Filter{"none": {}, "status": someFilter, "priority": someFilter, "prayer": someFilter,
		"category": someFilter, "recurrence": someFilter, "from": someFilter, "before": someFilter}
	for name, filter := range others {
		switch name {
		case "status":
			filter.Status = All
		case "priority":
			filter.Priority = High
		case "prayer":
			filter.LinkedPrayer = "Fajr"
		case "category":
			filter.Category = "dhikr"
		case "recurrence":
			filter.Recurrence = Daily
		case "from":
			filter.DueFrom = filter.DueFrom.Add(time.Millisecond)
		case "before":
			filter.DueBefore = filter.DueFrom
		}
		if _, err := parsePageToken(token, 1, filter); !errors.Is(err, ErrPageToken) {
			t.Errorf("another %s: error = %v, want ErrPageToken", name, err)
		}
	}
	if _, err := parsePageToken(token, 2, someFilter); !errors.Is(err, ErrPageToken) {
		t.Errorf("another user: error = %v, want ErrPageToken", err)
	}
}

func TestAChangedPageTokenIsRefused(t *testing.T) {
	token := pageToken(1, someFilter, Position{Due: time.UnixMilli(1e12).UTC(), Priority: High, ID: 5})
	for i := range token {
		for _, c := range []byte{'A', 'B', '_', '=', ' ', '\n'} {
			changed := token[:i] + string(c) + token[i+1:]
			if _, err := parsePageToken(changed, 1, someFilter); changed != token && !errors.Is(err, ErrPageToken) {
				t.Fatalf("%q was accepted", changed)
			}
		}
		if _, err := parsePageToken(token[:i], 1, someFilter); !errors.Is(err, ErrPageToken) {
			t.Fatalf("%q was accepted", token[:i])
		}
	}
}

// Any input is either refused or is the only token of a position.
func FuzzPageToken(f *testing.F) {
	f.Add(pageToken(1, someFilter, Position{Priority: High, ID: 5}))
	f.Add(base64.RawURLEncoding.EncodeToString([]byte("\x01\x00\x01\x05123456789")))
	f.Add("")
	f.Fuzz(func(t *testing.T, token string) {
		p, err := parsePageToken(token, 1, someFilter)
		switch {
		case err == nil && pageToken(1, someFilter, p) != token:
			t.Fatalf("%q reads as %+v, whose token is another", token, p)
		case err != nil && !errors.Is(err, ErrPageToken):
			t.Fatalf("%q: error = %v, want ErrPageToken", token, err)
		}
	})
}

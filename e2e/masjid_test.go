package e2e

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
)

// startOnSaturday starts the platform at 23:30 in Karachi on Saturday, 21 November 2026, which is after midnight in
// Singapore and the afternoon in London.
func startOnSaturday(t *testing.T) *harness.Platform {
	t.Helper()
	return harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(time.Date(2026, 11, 21, 18, 30, 0, 0, time.UTC))})
}

// REST's search takes q, where the tool takes query.
func TestMasjidSearchOverREST(t *testing.T) {
	platform := startOnSaturday(t)
	found := send(t, platform, "GET", "/api/v1/masjids/search?q=gulshan", "")
	if found.status != http.StatusOK || found.header.Get("X-Total-Count") != "2" || found.field(t, "1.area_name") != "Gulshan-e-Iqbal" {
		t.Errorf("found: %+v", found)
	}
	paged := send(t, platform, "GET", "/api/v1/masjids/search?q=masjid&limit=1", "")
	if link := paged.header.Get("Link"); !strings.Contains(link, "/api/v1/masjids/search?") || !strings.Contains(link, `rel="next"`) {
		t.Errorf("link: %s", link)
	}
	for target, field := range map[string]string{
		"/api/v1/masjids/search": "q", "/api/v1/masjids/search?q=%20": "q", "/api/v1/masjids/search?query=x": "q",
		"/api/v1/masjids/search?q=x&area=Atlantis": "area",
	} {
		if refused := send(t, platform, "GET", target, ""); refused.status != http.StatusBadRequest ||
			!strings.Contains(refused.body, `"field":"`+field+`"`) {
			t.Errorf("%s: %+v", target, refused)
		}
	}
}

func TestAMasjidIsNamedByThePath(t *testing.T) {
	platform := startOnSaturday(t)
	day := send(t, platform, "GET", "/api/v1/masjids/1/prayer-times?date=2026-11-21", "")
	if day.status != http.StatusOK || day.field(t, "masjid_name") != "New Memon Masjid" || day.field(t, "prayer_times.dhuhr") != "12:19" {
		t.Errorf("day: %+v", day)
	}
	now := send(t, platform, "GET", "/api/v1/masjids/1/current-prayer", "")
	if now.status != http.StatusOK || now.field(t, "current_prayer") != "Isha" || now.field(t, "next_prayer") != "Fajr" ||
		now.field(t, "next_prayer_start") != "2026-11-22T05:33:00+05:00" {
		t.Errorf("now: %+v", now)
	}
	for _, target := range []string{"0", "-1", "x", "0/prayer-times", "-1/current-prayer", "0/current-prayer"} {
		if refused := send(t, platform, "GET", "/api/v1/masjids/"+target, ""); refused.status != http.StatusBadRequest ||
			refused.field(t, "violations.0.field") != "masjid_id" {
			t.Errorf("%s: %+v", target, refused)
		}
	}
	for _, target := range []string{"99999", "99999/prayer-times", "99999/current-prayer"} {
		if gone := send(t, platform, "GET", "/api/v1/masjids/"+target, ""); gone.status != http.StatusNotFound ||
			gone.field(t, "error") != "NOT_FOUND" {
			t.Errorf("%s: %+v", target, gone)
		}
	}
}

func TestPrayerTimesOverREST(t *testing.T) {
	platform := startOnSaturday(t)
	t.Run("today is the place's own", func(t *testing.T) {
		for city, date := range map[string]string{"Singapore": "2026-11-22", "London": "2026-11-21"} {
			if day := send(t, platform, "GET", "/api/v1/prayer-times?city="+city, ""); day.field(t, "date") != date {
				t.Errorf("%s: %+v", city, day)
			}
		}
	})
	t.Run("who names no place is at the preferred masjid, or at home", func(t *testing.T) {
		user := as(nextUser.Add(1))
		if nowhere := send(t, platform, "GET", "/api/v1/prayer-times", "", user); nowhere.field(t, "city") != "Karachi" {
			t.Errorf("by default: %+v", nowhere)
		}
		send(t, platform, "PATCH", "/api/v1/users/me", `{"city":"London","asr_school":"shafi"}`, user)
		// The platform is ready when the gateway is; masjid-svc may find users-svc a moment later.
		platform.Eventually(t, "the prayers are those at home", func() bool {
			home := send(t, platform, "GET", "/api/v1/current-prayer", "", user)
			return home.field(t, "city") == "London" && home.field(t, "timezone") == "Europe/London" && home.field(t, "asr") == "shafi"
		})
		send(t, platform, "PATCH", "/api/v1/users/me", `{"preferred_masjid_id":5}`, user)
		if masjid := send(t, platform, "GET", "/api/v1/current-prayer", "", user); masjid.field(t, "masjid_id") != 5.0 {
			t.Errorf("at the masjid: %+v", masjid)
		}
		if elsewhere := send(t, platform, "GET", "/api/v1/current-prayer?city=Makkah", "", user); elsewhere.field(t, "city") != "Makkah" {
			t.Errorf("elsewhere: %+v", elsewhere)
		}
	})
}

// A phone's calendar reads the feed, and asks again whether it has changed.
func TestTheCalendarFeedIsSubscribedTo(t *testing.T) {
	platform := startOnSaturday(t)
	for target, days := range map[string]int{
		"/api/v1/masjids/1/prayer-times.ics?days=30&date=2026-11-21":                              30,
		"/api/v1/prayer-times.ics?area=North%20Nazimabad":                                         30,
		"/api/v1/prayer-times.ics?latitude=51.5074&longitude=-0.1278&days=366&alarm_minutes=5":    366,
		"/api/v1/prayer-times.ics?city=Makkah&method=umm_al_qura&asr=shafi&days=1&timezone=Japan": 1,
	} {
		got := send(t, platform, "GET", target, "")
		if got.status != http.StatusOK || got.header.Get("Content-Type") != "text/calendar; charset=utf-8" {
			t.Errorf("%s: %d %v: %.300s", target, got.status, got.header, got.body)
			continue
		}
		feed, err := ics.ParseCalendar(strings.NewReader(got.body))
		if err != nil || len(feed.Events()) != days*5 {
			t.Errorf("%s: %v", target, err)
		}
		if err == nil && strings.Contains(target, "masjids/1") {
			first := feed.Events()[0]
			start, err := first.GetStartAt()
			if err != nil || !start.Equal(time.Date(2026, 11, 21, 0, 33, 0, 0, time.UTC)) ||
				first.GetProperty(ics.ComponentPropertyLocation).Value != "New Memon Masjid" {
				t.Errorf("the first event is at %v, %v", start, err)
			}
		}
		head := send(t, platform, "HEAD", target, "")
		if head.status != http.StatusOK || head.body != "" || head.header.Get("ETag") != got.header.Get("ETag") ||
			head.header.Get("Content-Length") != strconv.Itoa(len(got.body)) {
			t.Errorf("%s, its head: %d %v", target, head.status, head.header)
		}
		again := send(t, platform, "GET", target, "", "If-None-Match: "+got.header.Get("ETag"))
		if again.status != http.StatusNotModified || again.body != "" || again.header.Get("ETag") != got.header.Get("ETag") {
			t.Errorf("%s, asked again: %d %v", target, again.status, again.header)
		}
	}
	described := send(t, platform, "GET", "/openapi.json", "")
	if !strings.Contains(described.body, `"/api/v1/masjids/{masjid_id}/prayer-times.ics"`) ||
		!strings.Contains(described.body, `"text/calendar"`) {
		t.Error("the feed is not in the OpenAPI document")
	}
}

func TestTheCalendarFeedRefusesWhatItCannotAnswer(t *testing.T) {
	platform := startOnSaturday(t)
	for target, want := range map[string]string{
		"/api/v1/masjids/1/prayer-times.ics?days=0":        "days",
		"/api/v1/masjids/1/prayer-times.ics?days=367":      "days",
		"/api/v1/prayer-times.ics?days=x":                  "days",
		"/api/v1/masjids/0/prayer-times.ics":               "masjid_id",
		"/api/v1/prayer-times.ics?area=Atlantis":           "area",
		"/api/v1/prayer-times.ics?alarm_minutes=-1":        "alarm_minutes",
		"/api/v1/prayer-times.ics?latitude=91&longitude=0": "latitude",
		"/api/v1/prayer-times.ics?colour=green":            "colour",
	} {
		refused := send(t, platform, "GET", target, "")
		if refused.status != http.StatusBadRequest || refused.field(t, "error") != "VALIDATION_ERROR" ||
			refused.field(t, "violations.0.field") != want {
			t.Errorf("%s: %+v", target, refused)
		}
	}
	if gone := send(t, platform, "GET", "/api/v1/masjids/99999/prayer-times.ics", ""); gone.status != http.StatusNotFound {
		t.Errorf("of no masjid: %+v", gone)
	}
}

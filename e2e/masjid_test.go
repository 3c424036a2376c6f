package e2e

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
)

// TestMasjidsOverREST is what REST paths say otherwise than the tools do: the search's q, and masjids named by the path.
func TestMasjidsOverREST(t *testing.T) {
	// Saturday, 21 November 2026, 23:30 in Karachi: after midnight in Singapore, afternoon in London.
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(time.Date(2026, 11, 21, 18, 30, 0, 0, time.UTC))})
	t.Run("a search", func(t *testing.T) {
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
			if refused := send(t, platform, "GET", target, ""); refused.status != http.StatusBadRequest || !strings.Contains(refused.body, `"field":"`+field+`"`) {
				t.Errorf("%s: %+v", target, refused)
			}
		}
	})
	t.Run("a masjid named by the path", func(t *testing.T) {
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
			if refused := send(t, platform, "GET", "/api/v1/masjids/"+target, ""); refused.status != http.StatusBadRequest || refused.field(t, "violations.0.field") != "masjid_id" {
				t.Errorf("%s: %+v", target, refused)
			}
		}
		for _, target := range []string{"99999", "99999/prayer-times", "99999/current-prayer"} {
			if gone := send(t, platform, "GET", "/api/v1/masjids/"+target, ""); gone.status != http.StatusNotFound || gone.field(t, "error") != "NOT_FOUND" {
				t.Errorf("%s: %+v", target, gone)
			}
		}
	})
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
		if home := send(t, platform, "GET", "/api/v1/current-prayer", "", user); home.field(t, "city") != "London" ||
			home.field(t, "timezone") != "Europe/London" || home.field(t, "asr") != "shafi" {
			t.Errorf("at home: %+v", home)
		}
		send(t, platform, "PATCH", "/api/v1/users/me", `{"preferred_masjid_id":5}`, user)
		if masjid := send(t, platform, "GET", "/api/v1/current-prayer", "", user); masjid.field(t, "masjid_id") != 5.0 {
			t.Errorf("at the masjid: %+v", masjid)
		}
		if elsewhere := send(t, platform, "GET", "/api/v1/current-prayer?city=Makkah", "", user); elsewhere.field(t, "city") != "Makkah" {
			t.Errorf("elsewhere: %+v", elsewhere)
		}
	})
}

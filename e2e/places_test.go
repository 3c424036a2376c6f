package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// Who moves by REST is in the time zone of the new city, and prays by its times; a city that nobody knows is refused with those nearest,
// wherever it is named.
func TestACityIsAPlaceEverywhere(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := as(nextUser.Add(1))
	moved := send(t, platform, "PATCH", "/api/v1/users/me", `{"city":"London"}`, user)
	for field, want := range map[string]any{"city": "London", "country": "GB", "timezone": "Europe/London", "latitude": 51.5074} {
		if got := moved.field(t, field); got != want {
			t.Errorf("%s is %v, want %v: %s", field, got, want, moved.body)
		}
	}
	if there := send(t, platform, "GET", "/api/v1/prayer-times", "", user); there.field(t, "city") != "London" ||
		there.field(t, "timezone") != "Europe/London" {
		t.Errorf("the times are %s", there.body)
	}
	for _, c := range []struct{ method, path, body string }{
		{"PATCH", "/api/v1/users/me", `{"city":"Xyzville"}`},
		{"GET", "/api/v1/prayer-times?city=Xyzville", ""},
		{"GET", "/api/v1/current-prayer?city=Xyzville", ""},
		{"GET", "/api/v1/islamic-date?city=Xyzville", ""},
		{"GET", "/api/v1/masjids?city=Xyzville", ""},
		{"POST", "/api/v1/tools/get_prayer_times", `{"city":"Xyzville"}`},
	} {
		refused := send(t, platform, c.method, c.path, c.body, user)
		if refused.status != http.StatusBadRequest || !strings.Contains(refused.body, `no town is called \"Xyzville\"; did you mean `) {
			t.Errorf("%s %s: %d %s", c.method, c.path, refused.status, refused.body)
		}
	}
	if me := send(t, platform, "GET", "/api/v1/users/me", "", user); me.field(t, "city") != "London" {
		t.Errorf("after refusals: %s", me.body)
	}
	for _, path := range []string{"/api/v1/places?name=London&country=CA", "/api/v1/places?name=london,%20ontario"} {
		found := send(t, platform, "GET", path, "")
		if found.status != http.StatusOK || !strings.HasPrefix(found.body, `{"places":[{"city":"London, Canada"`) {
			t.Errorf("%s: %d %s", path, found.status, found.body)
		}
	}
	if found := send(t, platform, "POST", "/api/v1/tools/search_places", `{"name":"Hyderabad","country":"PK"}`); found.status !=
		http.StatusOK || !strings.Contains(found.body, `"Hyderabad, Pakistan"`) {
		t.Errorf("the tool answers %d %s", found.status, found.body)
	}
	form := []string{user, "Content-Type: application/x-www-form-urlencoded"}
	refused := send(t, platform, "POST", "/settings?lang=en", "city=Xyzville&timezone=Europe/London", form...)
	if !strings.Contains(refused.body, "did you mean") || !strings.Contains(refused.body, `name="place"`) {
		t.Errorf("the page answers %s", refused.body)
	}
	send(t, platform, "POST", "/settings", "city=Hyderabad&timezone=Europe/London", form...)
	if me := send(t, platform, "GET", "/api/v1/users/me", "", user); me.field(t, "timezone") != "Asia/Kolkata" {
		t.Errorf("after the page's form: %s", me.body)
	}
	page := send(t, platform, "GET", "/settings?lang=en&named=Hyderabad", "", user)
	if !strings.Contains(page.body, `name="place" value="Hyderabad, Pakistan"`) {
		t.Errorf("the other Hyderabad is not offered: %s", page.body)
	}
}

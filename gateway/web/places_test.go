package web

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/clock"
)

const (
	ofAisha = `{"id":1,"display_name":"Aisha","language":"en","city":"Karachi","area":"Clifton","timezone":"Asia/Karachi",
		"asr_school":"hanafi","asr_school_chosen":false,"updated_at":"2026-11-21T10:00:00+05:00"}`
	unknownCity = `{"error":"VALIDATION_ERROR","detail":"city: no town is called it",
		"violations":[{"field":"city","message":"no town is called \"Xyzville\"; did you mean Seville, Spain?"}]}`
)

// settingsOf returns the pages of a platform that knows Aisha and no Xyzville, and what is sent to change her profile.
func settingsOf(t *testing.T) (handler http.Handler, sent *string) {
	t.Helper()
	sent = new(string)
	api := http.NewServeMux()
	api.HandleFunc("/", http.NotFound)
	api.HandleFunc("GET /api/v1/users/me", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, ofAisha) })
	api.HandleFunc("GET /api/v1/places", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, map[string]string{
			"Xyzville": `{"places":[{"city":"Seville, Spain","name":"Seville"},{"city":"Oakville, Canada","name":"Oakville"}]}`,
			"Karachi": `{"places":[{"city":"Karachi, Pakistan","name":"Karachi"},{"city":"Karachi, India","name":"Karachi"},
				{"city":"Karachipur, India","name":"Karachipur"}]}`,
		}[r.URL.Query().Get("name")])
	})
	api.HandleFunc("PATCH /api/v1/users/me", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*sent = strings.TrimSpace(string(body))
		if strings.Contains(*sent, "Xyzville") {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, unknownCity)
			return
		}
		_, _ = io.WriteString(w, ofAisha)
	})
	pages, err := New(Options{Clock: clock.System(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return pages.Handler(api), sent
}

// The form of settings sends what was changed on it, so that the time zone and the area of the city before do not go with a new one.
func TestSettingsSendWhatWasChanged(t *testing.T) {
	handler, sent := settingsOf(t)
	for _, c := range []struct {
		change url.Values
		want   string
		leads  string
	}{
		{url.Values{}, `{}`, "/settings?notice=settings_saved"},
		{url.Values{"city": {"London"}}, `{"city":"London"}`, "/settings?named=London&notice=settings_saved"},
		{url.Values{"city": {"Xyz"}, "place": {"Seville, Spain"}}, `{"city":"Seville, Spain"}`,
			"/settings?named=Seville%2C+Spain&notice=settings_saved"},
		{url.Values{"city": {"London"}, "timezone": {"Europe/Paris"}, "area": {""}}, `{"area":"","city":"London","timezone":"Europe/Paris"}`,
			"/settings?named=London&notice=settings_saved"},
		{url.Values{"asr_school": {"shafi"}, "preferred_masjid_id": {"3"}}, `{"asr_school":"shafi","preferred_masjid_id":3}`,
			"/settings?notice=settings_saved"},
	} {
		form := url.Values{
			"display_name": {"Aisha"}, "email": {""}, "language": {"en"}, "city": {"Karachi"}, "area": {"Clifton"}, "timezone": {"Asia/Karachi"},
			"prayer_method": {""}, "asr_school": {""}, "preferred_masjid_id": {"0"},
		}
		for name, values := range c.change {
			form[name] = values
		}
		answer := post(t, handler, "/settings", form)
		if answer.Code != http.StatusSeeOther || answer.Header().Get("Location") != c.leads || *sent != c.want {
			t.Errorf("%v: %d to %s, sent %s, want %s", c.change, answer.Code, answer.Header().Get("Location"), *sent, c.want)
		}
	}
}

// A city that is refused comes back with the reason and the towns to choose from, without a script.
func TestARefusedCityIsChosenFromAList(t *testing.T) {
	handler, _ := settingsOf(t)
	page := post(t, handler, "/settings", url.Values{"city": {"Xyzville"}, "display_name": {"Sana"}}).Body.String()
	for _, want := range []string{
		"did you mean Seville, Spain?", `<button class="quiet" form="profile" name="place" value="Seville, Spain">`,
		`value="Xyzville"`, `value="Sana"`, `<option value="Oakville, Canada">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s: %s", want, page)
		}
	}
}

// Who chose a name that several towns have sees the others.
func TestTheOtherTownsOfANameAreOffered(t *testing.T) {
	handler, _ := settingsOf(t)
	page := get(t, handler, "/settings?notice=settings_saved&named=Karachi").Body.String()
	if !strings.Contains(page, `name="place" value="Karachi, India"`) || strings.Contains(page, `name="place" value="Karachi, Pakistan"`) ||
		strings.Contains(page, "Karachipur") {
		t.Errorf("the others are not offered: %s", page)
	}
	if page := get(t, handler, "/settings?named=Xyzville").Body.String(); strings.Contains(page, `name="place"`) {
		t.Errorf("an address makes the page offer others: %s", page)
	}
	if typed := get(t, handler, "/settings/places?city=Xyzville").Body.String(); strings.TrimSpace(typed) !=
		`<datalist id="places"><option value="Seville, Spain"></option><option value="Oakville, Canada"></option></datalist>` {
		t.Errorf("what is typed suggests %s", typed)
	}
}

// A refusal of what a page reads is told with its reason; only a part that cannot be reached is said to be away.
func TestAPageTellsWhyItWasRefused(t *testing.T) {
	for status, want := range map[int]string{
		http.StatusBadRequest: "did you mean Seville, Spain?", http.StatusServiceUnavailable: "Prayer times cannot be reached right now.",
	} {
		pages, err := New(Options{Clock: clock.System(), Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		handler := pages.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, unknownCity)
		}))
		for _, path := range []string{"/", "/today"} {
			if page := get(t, handler, path).Body.String(); !strings.Contains(page, want) {
				t.Errorf("%s of %d lacks %q: %s", path, status, want, page)
			}
		}
	}
}

func post(t *testing.T, handler http.Handler, path string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer
}

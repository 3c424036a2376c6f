package web

import (
	"net/http"
	"strconv"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// settingsPage is the reader's profile, API tokens and calendars.
type settingsPage struct {
	Profile user
	Refused *door.Refusal
	Methods []string
	// Masjids are those of the city, and the reader's own.
	Masjids []masjid
	Tokens  []token
	Scopes  []string
	Key     string
	// Made is a token that was just made: the only time that it is shown.
	Made *token
	// RefusedToken is why none was made.
	RefusedToken *door.Refusal
	// Calendars, MadeCalendar and RefusedCalendar are the same of private addresses of the calendar feed.
	Calendars       []calendar
	MadeCalendar    *madeCalendar
	RefusedCalendar *door.Refusal
	// PushKey is what the browser subscribes to reminders with; empty where it cannot. Browsers are those that did.
	PushKey     string
	Browsers    []browser
	RefusedPush *door.Refusal
}

type token struct {
	ID         int      `json:"id"`
	Name       string   `json:"name"`
	Scopes     []string `json:"scopes"`
	CreatedAt  string   `json:"created_at"`
	ExpiresAt  string   `json:"expires_at"`
	LastUsedAt string   `json:"last_used_at"`
	Expired    bool     `json:"expired"`
	Token      string   `json:"token"`
}

func (p *Pages) settings(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.settings")
	if pg.User == nil {
		p.refuse(w, r, pg, pg.unread)
		return
	}
	shown := &settingsPage{Profile: *pg.User}
	if shown.Profile.UpdatedAt == "" {
		shown.Profile.Language = pg.Tag // which nobody has chosen yet
	}
	p.showSettings(w, r, pg, shown)
}

func (p *Pages) showSettings(w http.ResponseWriter, r *http.Request, pg *page, shown *settingsPage) {
	shown.Methods, shown.Scopes, shown.Key = p.valuesOf(r, toolnames.GetPrayerTimes, "method"), scopes, newKey()
	together(
		func() { shown.Masjids = p.masjidsToChoose(r, shown.Profile.City, shown.Profile.PreferredMasjidID) },
		func() {
			err := p.door.Read(r.Context(), door.Get("/api/v1/users/me/tokens", nil), &shown.Tokens)
			if err != nil && shown.RefusedToken == nil {
				shown.RefusedToken = door.RefusalOf(err)
			}
		},
		func() {
			err := p.door.Read(r.Context(), door.Get(calendarsPath, nil), &shown.Calendars)
			if err != nil && shown.RefusedCalendar == nil {
				shown.RefusedCalendar = door.RefusalOf(err)
			}
		},
		func() { p.readPush(r, shown) },
	)
	pg.Main = shown
	p.show(w, r, "settings", pg)
}

// scopes are those that a token can have.
var scopes = []string{
	"tasks:read", "tasks:write", "masjids:read", "prayer:read", "hadith:read", "users:read", "users:write", "skills:read", "chat",
	"prayer:write", "hadith:write", "skills:write", "registry:read", "registry:write", "audit:read",
}

func (p *Pages) saveSettings(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // what cannot be read stays as it is
	body := map[string]any{}
	for _, name := range []string{"display_name", "email", "language", "city", "area", "timezone", "prayer_method", "asr_school"} {
		if r.PostForm.Has(name) {
			body[name] = r.PostForm.Get(name)
		}
	}
	if r.PostForm.Has("preferred_masjid_id") {
		body["preferred_masjid_id"] = number32(r.PostForm.Get("preferred_masjid_id"))
	}
	err := p.door.Read(r.Context(), door.Call{Method: http.MethodPatch, Path: "/api/v1/users/me", Body: body}, nil)
	if refusal := door.RefusalOf(err); refusal != nil && refusal.Status == http.StatusBadRequest {
		pg := p.begin(r, "title.settings")
		get := r.PostForm.Get
		p.showSettings(w, r, pg, &settingsPage{Refused: refusal, Profile: user{
			DisplayName: get("display_name"), Email: get("email"), Language: get("language"), City: get("city"), Area: get("area"),
			Timezone: get("timezone"), PrayerMethod: get("prayer_method"), AsrSchool: get("asr_school"), AsrSchoolChosen: get("asr_school") != "",
			PreferredMasjidID: number32(get("preferred_masjid_id")),
		}})
		return
	}
	if err == nil && p.languages[r.PostForm.Get("language")] != nil {
		setCookie(w, r, languageCookie, r.PostForm.Get("language"))
	}
	p.done(w, r, err, "/settings", "settings_saved")
}

// makeToken makes a token and shows it, once: it is not in the address of any page, and no cache keeps it.
func (p *Pages) makeToken(w http.ResponseWriter, r *http.Request) {
	pg := p.begin(r, "title.settings")
	if pg.User == nil {
		p.refuse(w, r, pg, pg.unread)
		return
	}
	days, err := strconv.Atoi(r.PostFormValue("days"))
	if err != nil {
		days = 0
	}
	made, shown := &token{}, &settingsPage{Profile: *pg.User}
	err = p.door.Read(r.Context(), door.Call{Method: http.MethodPost, Path: "/api/v1/users/me/tokens", Body: map[string]any{
		"name": r.PostFormValue("name"), "scopes": r.PostForm["scope"], "expires_in_days": days,
	}}, made)
	if err != nil {
		shown.RefusedToken = door.RefusalOf(err)
	} else {
		shown.Made = made
	}
	p.showSettings(w, r, pg, shown)
}

func (p *Pages) revokeToken(w http.ResponseWriter, r *http.Request) {
	call := door.Call{Method: http.MethodDelete, Path: "/api/v1/users/me/tokens/" + number(r)}
	p.done(w, r, p.door.Read(r.Context(), call, nil), "/settings", "token_revoked")
}

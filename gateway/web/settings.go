package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/web/internal/door"
)

// settingsPage is the reader's profile, API tokens and calendars.
type settingsPage struct {
	Profile user
	Refused *door.Refusal
	// Nearest are the towns that a refused city may be, and Namesakes others of the name that was just chosen.
	Nearest, Namesakes []place
	Methods            []string
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
	shown.Namesakes = p.namesakes(r, r.URL.Query().Get("named"), shown.Profile.City)
	p.showSettings(w, r, pg, shown)
}

func (p *Pages) showSettings(w http.ResponseWriter, r *http.Request, pg *page, shown *settingsPage) {
	shown.Methods, shown.Scopes, shown.Key = p.valuesOf(r, toolnames.GetPrayerTimes, "method"), scopes, newKey()
	together(
		func() { shown.Masjids = p.masjidsToChoose(r, shown.Profile.City, shown.Profile.PreferredMasjidID) },
		func() {
			err := p.door.Read(r.Context(), door.Get("/api/v1/users/me/tokens", nil), &shown.Tokens)
			if err != nil && shown.RefusedToken == nil {
				shown.RefusedToken = p.reason(r, err)
			}
		},
		func() {
			err := p.door.Read(r.Context(), door.Get(calendarsPath, nil), &shown.Calendars)
			if err != nil && shown.RefusedCalendar == nil {
				shown.RefusedCalendar = p.reason(r, err)
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

// saveSettings changes what the reader changed: what is on the form as it was may not fit a new city any more.
func (p *Pages) saveSettings(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm() // what cannot be read stays as it is
	pg := p.begin(r, "title.settings")
	if pg.User == nil {
		p.refuse(w, r, pg, pg.unread)
		return
	}
	if place := r.PostForm.Get("place"); place != "" { // one of those that were offered
		r.PostForm.Set("city", place)
	}
	before, after := *pg.User, filledSettings(r, *pg.User)
	err := p.door.Read(r.Context(), door.Call{Method: http.MethodPatch, Path: "/api/v1/users/me", Body: changedSettings(before, after)}, nil)
	if refusal := door.RefusalOf(err); refusal != nil && refusal.Status == http.StatusBadRequest {
		shown := &settingsPage{Refused: refusal, Profile: after}
		if slices.ContainsFunc(refusal.Violations, func(v door.Violation) bool { return v.Field == "city" }) {
			shown.Nearest = p.placesLike(r, after.City)
		}
		p.showSettings(w, r, pg, shown)
		return
	}
	if err == nil && p.languages[after.Language] != nil {
		setCookie(w, r, languageCookie, after.Language)
	}
	var named []string
	if after.City != before.City {
		named = []string{"named", after.City}
	}
	p.done(w, r, err, "/settings", "settings_saved", named...)
}

// filledSettings returns a profile with what stands on the form.
func filledSettings(r *http.Request, profile user) user {
	for name, field := range profile.texts() {
		if r.PostForm.Has(name) {
			*field = r.PostForm.Get(name)
		}
	}
	if r.PostForm.Has("preferred_masjid_id") {
		profile.PreferredMasjidID = number32(r.PostForm.Get("preferred_masjid_id"))
	}
	profile.AsrSchoolChosen = profile.AsrSchool != ""
	return profile
}

// changedSettings returns the fields in which two profiles differ, as the platform takes them.
func changedSettings(before, after user) map[string]any {
	changed := map[string]any{}
	now := after.texts()
	for name, field := range before.texts() {
		if *field != *now[name] {
			changed[name] = *now[name]
		}
	}
	if before.PreferredMasjidID != after.PreferredMasjidID {
		changed["preferred_masjid_id"] = after.PreferredMasjidID
	}
	return changed
}

// texts returns the fields of a profile that are texts of the form, by name. A school that nobody chose is none.
func (u *user) texts() map[string]*string {
	if !u.AsrSchoolChosen {
		u.AsrSchool = ""
	}
	return map[string]*string{
		"display_name": &u.DisplayName, "email": &u.Email, "language": &u.Language, "city": &u.City, "area": &u.Area,
		"timezone": &u.Timezone, "prayer_method": &u.PrayerMethod, "asr_school": &u.AsrSchool,
	}
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
		shown.RefusedToken = p.reason(r, err)
	} else {
		shown.Made = made
	}
	p.showSettings(w, r, pg, shown)
}

func (p *Pages) revokeToken(w http.ResponseWriter, r *http.Request) {
	call := door.Call{Method: http.MethodDelete, Path: "/api/v1/users/me/tokens/" + number(r)}
	p.done(w, r, p.door.Read(r.Context(), call, nil), "/settings", "token_revoked")
}

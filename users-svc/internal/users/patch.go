package users

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/services/identity"
)

// The longest texts, in characters.
const (
	maxName  = 100 // of a user, a city or an area
	maxEmail = 254
	maxTerm  = 64 // of a method's name; the contract lists them
)

var (
	languages  = []string{"en", "ur", "ur-Latn"}
	asrSchools = []string{"hanafi", "shafi", ""}
)

// Patch holds changes to a profile. Nil leaves a field as it is. An empty string or 0 clears a name, an e-mail address,
// an area, a school, a method or a preferred masjid.
type Patch struct {
	DisplayName, Email, Language, City, Area, Timezone, AsrSchool, PrayerMethod *string
	PreferredMasjidID                                                           *int32
	// Country, an ISO 3166-1 alpha-2 code, says which of the cities of one name City is. Latitude and Longitude, in degrees, say where it is.
	Country             *string
	Latitude, Longitude *float64
}

// rule returns the Rule that applies the patch at now. It fails with Invalid.
func (p Patch) rule(places *gazetteer.Gazetteer, now time.Time) Rule {
	return func(before User) (User, error) {
		user := before
		if wrong := p.set(&user, places); len(wrong) > 0 {
			return User{}, wrong
		}
		if user == before {
			return before, nil
		}
		if user.CreatedAt.IsZero() {
			user.CreatedAt = now
		}
		user.UpdatedAt = now
		return user, nil
	}
}

func (p Patch) set(user *User, places *gazetteer.Gazetteer) (wrong Invalid) {
	wrong.setText("display_name", p.DisplayName, &user.DisplayName, maxName)
	wrong.setText("email", p.Email, &user.Email, maxEmail)
	wrong.setTerm("language", p.Language, &user.Language, languages)
	wrong = append(wrong, p.move(user, places)...)
	wrong.setText("area", p.Area, &user.Area, maxName)
	if p.Timezone != nil {
		if _, err := identity.LoadZone(*p.Timezone); err != nil {
			wrong.add("timezone", "must be an IANA time zone such as "+identity.DefaultTimezone)
		}
		user.Timezone = *p.Timezone
	}
	wrong.setTerm("asr_school", p.AsrSchool, &user.AsrSchool, asrSchools)
	wrong.setText("prayer_method", p.PrayerMethod, &user.PrayerMethod, maxTerm)
	if p.PreferredMasjidID != nil {
		if *p.PreferredMasjidID < 0 {
			wrong.add("preferred_masjid_id", "must not be negative")
		}
		user.PreferredMasjidID = *p.PreferredMasjidID
	}
	return wrong
}

func (v *Invalid) add(field, message string) { *v = append(*v, Violation{field, message}) }

func (v *Invalid) setText(field string, value, to *string, most int) {
	if value == nil {
		return
	}
	*to = strings.TrimSpace(*value)
	switch {
	case !utf8.ValidString(*to) || strings.ContainsRune(*to, 0): // PostgreSQL stores neither
		v.add(field, "must be text without NUL characters")
	case utf8.RuneCountInString(*to) > most:
		v.add(field, "must have at most "+strconv.Itoa(most)+" characters")
	}
}

func (v *Invalid) setTerm(field string, value, to *string, terms []string) {
	if value == nil {
		return
	}
	if !slices.Contains(terms, *value) {
		v.add(field, "must be one of "+strings.Join(terms, ", "))
	}
	*to = *value
}

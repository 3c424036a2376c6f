package prayers_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/services/profiles"
)

// one is the only profile there is, or why it cannot be read.
type one struct {
	profile profiles.Profile
	err     error
}

func (o one) Profile(context.Context, int32) (profiles.Profile, error) { return o.profile, o.err }

func at(latitude, longitude float64) prayers.Question {
	return prayers.Question{Latitude: &latitude, Longitude: &longitude}
}

func TestTheMethodAndTheSchoolAreThoseOfThePlace(t *testing.T) {
	s := service(t, "", friday)
	for name, c := range map[string]struct {
		question                     prayers.Question
		country, method, asr, reason string
	}{
		"a masjid in Karachi":   {prayers.Question{MasjidID: 1}, "PK", "karachi", "hanafi", "usual in Pakistan"},
		"nobody says where":     {prayers.Question{}, "PK", "karachi", "hanafi", "usual in Pakistan"},
		"Istanbul by name":      {prayers.Question{City: "Istanbul"}, "TR", "turkey", "shafi", "usual in Türkiye"},
		"Istanbul by place":     {at(41.0082, 28.9784), "TR", "turkey", "shafi", "usual in Türkiye"},
		"Makkah":                {prayers.Question{City: "مکہ"}, "SA", "umm_al_qura", "shafi", "usual in Saudi Arabia"},
		"Cairo":                 {prayers.Question{City: "Cairo"}, "EG", "egypt", "shafi", "usual in Egypt"},
		"Jakarta":               {prayers.Question{City: "Jakarta"}, "ID", "kemenag", "shafi", "usual in Indonesia"},
		"Dhaka":                 {at(23.8103, 90.4125), "BD", "bangladesh", "hanafi", "usual in Bangladesh"},
		"Toronto":               {at(43.65, -79.38), "CA", "isna", "shafi", "usual in Canada"},
		"Kabul":                 {at(34.5553, 69.2075), "AF", "karachi", "hanafi", "usual in Afghanistan"},
		"Wagah, in Pakistan":    {at(31.6046, 74.5550), "PK", "karachi", "hanafi", "usual in Pakistan"},
		"Attari, in India":      {at(31.6010, 74.6080), "IN", "karachi", "hanafi", "usual in India"},
		"Johor Bahru":           {at(1.4927, 103.7414), "MY", "jakim", "shafi", "usual in Malaysia"},
		"Singapore":             {at(1.3521, 103.8198), "SG", "singapore", "shafi", "usual in Singapore"},
		"Hebron":                {at(31.5326, 35.0998), "PS", "palestine", "shafi", "usual in Palestine"},
		"Antarctica":            {at(-77.85, 166.67), "AQ", "muslim_world_league", "shafi", "nothing is known of what is usual there"},
		"at sea":                {at(0, -150), "", "muslim_world_league", "shafi", "nothing is known of what is usual there"},
		"in another zone":       {prayers.Question{City: "Istanbul", Timezone: "Asia/Karachi"}, "TR", "turkey", "shafi", "usual in Türkiye"},
		"by place, in another":  {withZone(at(41.0082, 28.9784), "Asia/Karachi"), "TR", "turkey", "shafi", "usual in Türkiye"},
		"a masjid, in another":  {prayers.Question{MasjidID: 1, Timezone: "Europe/Istanbul"}, "PK", "karachi", "hanafi", "usual in Pakistan"},
		"Kosovo has no zone":    {at(42.6629, 21.1655), "XK", "kosovo", "shafi", "usual in Kosovo"},
		"Belgrade has the same": {at(44.8125, 20.4612), "RS", "bosnia", "shafi", "usual in Serbia"},
	} {
		t.Run(name, func(t *testing.T) {
			day, err := s.Day(t.Context(), c.question, "2026-11-20")
			if err != nil {
				t.Fatal(err)
			}
			if day.Country != c.country || day.Params.Method.Name != c.method || string(day.Params.Asr) != c.asr ||
				day.MethodReason != c.reason || day.AsrReason != c.reason {
				t.Errorf("%s: %s because %q, %s because %q", day.Country, day.Params.Method.Name, day.MethodReason, day.Params.Asr, day.AsrReason)
			}
			moment, err := s.Now(t.Context(), c.question)
			if err != nil || moment.Params != day.Params || moment.Choice != day.Choice {
				t.Errorf("now: %+v, %v", moment.Choice, err)
			}
		})
	}
}

func withZone(q prayers.Question, zone string) prayers.Question {
	q.Timezone = zone
	return q
}

func TestAnArgumentGoesBeforeTheProfileAndThatBeforeWhatIsUsual(t *testing.T) {
	preferring := one{profile: profiles.Profile{AsrSchool: "hanafi", PrayerMethod: "muslim_world_league", City: "Istanbul"}}
	unread := " (the profile could not be read just now)"
	for name, c := range map[string]struct {
		profiles                          one
		question                          prayers.Question
		method, methodReason, asr, asrWhy string
	}{
		"the profile at a place named": {preferring, prayers.Question{UserID: 1, City: "Cairo"}, "muslim_world_league", "as in the profile",
			"hanafi", "as in the profile"},
		"the profile at its own place": {preferring, prayers.Question{UserID: 1}, "muslim_world_league", "as in the profile",
			"hanafi", "as in the profile"},
		"arguments": {preferring, prayers.Question{UserID: 1, City: "Cairo", Method: "turkey", Asr: "shafi"}, "turkey",
			"asked for", "shafi", "asked for"},
		"a method alone": {preferring, prayers.Question{UserID: 1, City: "Cairo", Method: "turkey"}, "turkey", "asked for",
			"hanafi", "as in the profile"},
		"a school alone": {preferring, prayers.Question{UserID: 1, City: "Cairo", Asr: "shafi"}, "muslim_world_league",
			"as in the profile", "shafi", "asked for"},
		"nobody asks": {preferring, prayers.Question{City: "Cairo"}, "egypt", "usual in Egypt", "shafi", "usual in Egypt"},
		"a profile of a city alone": {one{profile: profiles.Profile{City: "Istanbul"}}, prayers.Question{UserID: 1}, "turkey",
			"usual in Türkiye", "shafi", "usual in Türkiye"},
		"a method, in Karachi": {one{}, prayers.Question{City: "Karachi", Method: "umm_al_qura"}, "umm_al_qura", "asked for", "shafi",
			"usual with this method"},
		"a method in the profile": {one{profile: profiles.Profile{PrayerMethod: "isna"}}, prayers.Question{UserID: 1, City: "Karachi"}, "isna",
			"as in the profile", "shafi", "usual with this method"},
		"a method, at sea": {one{}, withMethod(at(0, -150), "karachi"), "karachi", "asked for", "hanafi", "usual with this method"},
		"no profile to be read": {one{err: errors.New("away")}, prayers.Question{UserID: 1, City: "Cairo"}, "egypt", "usual in Egypt" + unread,
			"shafi", "usual in Egypt" + unread},
	} {
		t.Run(name, func(t *testing.T) {
			s := service(t, "", friday)
			s.Profiles = c.profiles
			day, err := s.Day(t.Context(), c.question, "2026-11-20")
			if err != nil {
				t.Fatal(err)
			}
			if day.Params.Method.Name != c.method || day.MethodReason != c.methodReason || string(day.Params.Asr) != c.asr ||
				day.AsrReason != c.asrWhy {
				t.Errorf("%s because %q, %s because %q", day.Params.Method.Name, day.MethodReason, day.Params.Asr, day.AsrReason)
			}
		})
	}
}

func withMethod(q prayers.Question, method string) prayers.Question {
	q.Method = method
	return q
}

// counting counts how often it is asked for profiles, and never has one.
type counting struct{ asked *int }

func (c counting) Profile(context.Context, int32) (profiles.Profile, error) {
	*c.asked++
	return profiles.Profile{}, errors.New("hangs")
}

func TestAProfileThatCannotBeReadIsNotAskedForByEveryCall(t *testing.T) {
	s := service(t, "", friday)
	asked := 0
	s.Profiles = counting{&asked}
	clock, ok := s.Clock.(*clockwork.FakeClock)
	if !ok {
		t.Fatal("the clock goes by itself")
	}
	ask := func(want int) {
		t.Helper()
		for range 3 {
			day, err := s.Day(t.Context(), prayers.Question{UserID: 1, City: "Cairo"}, "")
			if err != nil || day.Params.Method.Name != "egypt" {
				t.Fatalf("%s, %v", day.Params.Method.Name, err)
			}
		}
		if asked != want {
			t.Errorf("asked %d times, want %d", asked, want)
		}
	}
	ask(1)
	day, err := s.Day(t.Context(), prayers.Question{UserID: 1}, "")
	if err != nil || len(day.Remarks) != 1 || day.City != "Karachi" {
		t.Errorf("at %s without a word: %q, %v", day.City, day.Remarks, err)
	}
	clock.Advance(5 * time.Second)
	ask(2)
}

package prayers

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/profiles"
)

// Choice is by which method and school times are computed, and why it is these.
type Choice struct {
	Method                  prayertime.Method
	Asr                     prayertime.AsrRule
	MethodReason, AsrReason string
}

// Why a method or a school is the one.
const (
	askedFor     = "asked for"
	inProfile    = "as in the profile"
	usualIn      = "usual in " // and a country
	withMethod   = "usual with this method"
	nothingKnown = "nothing is known of what is usual there"
)

// profileUnread is added where it is not known what the profile prefers.
const profileUnread = " (the profile could not be read just now)"

// person is what is known of who asks.
type person struct {
	profiles.Profile
	// unreachable says that there may be a profile, which nobody could read.
	unreachable bool
}

// profileRest is how long nobody is asked for a profile after one could not be read, so that prayer times do not wait for
// a service that hangs.
const profileRest = 5 * time.Second

// person asks for the profile of who asks, if a question leaves something to it.
func (s *Service) person(ctx context.Context, q Question) person {
	if q.UserID == 0 || s.Profiles == nil || q.saysPlace() && q.Method != "" && q.Asr != "" {
		return person{}
	}
	if s.Clock.Now().UnixNano() < s.askAgain.Load() {
		return person{unreachable: true}
	}
	profile, err := s.Profiles.Profile(ctx, q.UserID)
	if err != nil {
		if ctx.Err() == nil { // who gives up says nothing of the service
			s.askAgain.Store(s.Clock.Now().Add(profileRest).UnixNano())
		}
		s.Log.WarnContext(ctx, "the user's profile is not known; what is usual is taken", slog.Any("error", err))
		return person{unreachable: true}
	}
	return person{Profile: profile}
}

// saysPlace reports whether a question says where, so that nothing is left to a profile.
func (q *Question) saysPlace() bool {
	return q.MasjidID != 0 || q.Latitude != nil || q.Area != "" || q.City != ""
}

// take makes it another method than the country's, which brings its own school.
func (c *Choice) take(method prayertime.Method, why string) {
	c.Method, c.MethodReason = method, why
	c.Asr, c.AsrReason = method.DefaultAsr, withMethod
}

// choice finds by which method and school times of a place are computed: as the question asks, or else as the person
// prefers, or else as is usual in the country. Who chooses a method and no school has the usual one of that method.
func (s *Service) choice(place Place, q Question, of person) (Choice, error) {
	usual, known := prayertime.PracticeIn(place.Country)
	reason := nothingKnown
	if known {
		reason = usualIn + usual.Name
	}
	if of.unreachable {
		reason += profileUnread
	}
	choice := Choice{Method: usual.Method, Asr: usual.Asr, MethodReason: reason, AsrReason: reason}
	if of.PrayerMethod != "" {
		method, err := prayertime.MethodNamed(of.PrayerMethod)
		if err != nil {
			return Choice{}, refused(err)
		}
		choice.take(method, inProfile)
	}
	asked, err := q.method()
	if err != nil {
		return Choice{}, refused(err)
	}
	if asked != (prayertime.Method{}) {
		choice.take(asked, askedFor)
	}
	if of.AsrSchool != "" {
		choice.Asr, choice.AsrReason = prayertime.AsrRule(of.AsrSchool), inProfile
	}
	if q.Asr != "" {
		choice.Asr, choice.AsrReason = prayertime.AsrRule(q.Asr), askedFor
	}
	return choice, nil
}

package prayers

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/profiles"
)

// Choice is the method and school of the computed times, and the reasons for them.
type Choice struct {
	Method                  prayertime.Method
	Asr                     prayertime.AsrRule
	MethodReason, AsrReason string
}

// The reasons for a method or a school.
const (
	askedFor     = "asked for"
	inProfile    = "as in the profile"
	usualIn      = "usual in " // and a country
	withMethod   = "usual with this method"
	nothingKnown = "nothing is known of what is usual there"
)

// profileUnread is added if it is unknown what the profile prefers.
const profileUnread = " (the profile could not be read just now)"

// person is what is known of the caller.
type person struct {
	profiles.Profile
	// unreachable reports that there may be a profile, but that it could not be read.
	unreachable bool
}

// profileRest is how long no profile is asked for after one could not be read, so that prayer times do not wait for a
// service that hangs.
const profileRest = 5 * time.Second

// person looks up the caller's profile if a question depends on it.
func (s *Service) person(ctx context.Context, q Question) person {
	if q.UserID == 0 || s.Profiles == nil || q.saysPlace() && q.Method != "" && q.Asr != "" {
		return person{}
	}
	if s.Clock.Now().UnixNano() < s.askAgain.Load() {
		return person{unreachable: true}
	}
	profile, err := s.Profiles.Profile(ctx, q.UserID)
	if err != nil {
		if ctx.Err() == nil { // a caller who gives up says nothing about the service
			s.askAgain.Store(s.Clock.Now().Add(profileRest).UnixNano())
		}
		s.Log.WarnContext(ctx, "failed to look up the user's profile; using what is usual at the place", slog.Any("error", err))
		return person{unreachable: true}
	}
	return person{Profile: profile}
}

// saysPlace reports whether a question says a place that is the same for everybody. Which city a name means may depend on the country of
// who asks.
func (q *Question) saysPlace() bool {
	return q.MasjidID != 0 || q.Latitude != nil || q.Area != ""
}

// take replaces the country's method by another one, which brings its own school.
func (c *Choice) take(method prayertime.Method, why string) {
	c.Method, c.MethodReason = method, why
	c.Asr, c.AsrReason = method.DefaultAsr, withMethod
}

// choice determines the method and school of a place: the question's, or else the person's, or else what is usual in
// the country. A method chosen without a school brings its usual school.
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

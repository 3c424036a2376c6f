// Package prayers determines the prayer times of a place and the current prayer there. It knows nothing of gRPC or SQL.
package prayers

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/profiles"
)

// Profiles looks up users' preferences.
type Profiles interface {
	// Profile returns the user's preferences, or the zero Profile if nothing is known.
	Profile(ctx context.Context, userID int32) (profiles.Profile, error)
}

// Service answers questions about prayer times. Every field but Profiles is required. It is safe for concurrent use.
type Service struct {
	Directory *directory.Directory
	Places    *gazetteer.Gazetteer
	// Profiles supplies the place of a user who names none; nil knows nobody.
	Profiles Profiles
	// Zone returns the time zone of a point on earth, in degrees.
	Zone func(latitude, longitude float64) (string, error)
	// Hijri returns the calendar of Hijri dates as it is now.
	Hijri func() *prayertime.HijriCalendar
	Clock clock.Clock
	Log   *slog.Logger
	// askAgain is the time, in Unix nanoseconds, before which no profile is asked for.
	askAgain atomic.Int64
}

// Question describes a request for prayer times. Empty fields are not set.
type Question struct {
	// UserID is the caller, or 0.
	UserID int32
	// MasjidID, or Latitude with Longitude, or Area and City, determine the place. If none is set, it is the user's own
	// place.
	MasjidID            int32
	Area, City          string
	Latitude, Longitude *float64
	// Timezone is an IANA name; empty means the place's own zone.
	Timezone string
	// Method, Asr and HighLatitude are as in prayertime.
	Method, Asr, HighLatitude string
	// FajrAngle and IshaAngle are those of CustomMethod, which needs both, in degrees of the sun below the horizon.
	FajrAngle, IshaAngle *float64
}

// Package prayers tells the prayer times of a place and the prayer whose time it is there. It knows nothing of gRPC or
// SQL.
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

// Profiles knows what users prefer.
type Profiles interface {
	// Profile returns what the user prefers; the zero Profile when nothing is known.
	Profile(ctx context.Context, userID int32) (profiles.Profile, error)
}

// Service answers questions about prayer times. Every field but Profiles is required. It is safe for concurrent use.
type Service struct {
	Directory *directory.Directory
	Places    *gazetteer.Gazetteer
	// Profiles is asked for the place of a user who names none; nil knows nobody.
	Profiles Profiles
	// Zone is the time zone of a point on earth, in degrees.
	Zone  func(latitude, longitude float64) (string, error)
	Hijri *prayertime.HijriCalendar
	Clock clock.Clock
	Log   *slog.Logger
	// askAgain is before when no profile is asked for, in Unix nanoseconds.
	askAgain atomic.Int64
}

// Question is where and how prayer times are asked for. Empty fields are not given.
type Question struct {
	// UserID is who asks, 0 for nobody.
	UserID int32
	// MasjidID, or Latitude with Longitude, or Area and City, say where; where none does, the user's own place.
	MasjidID            int32
	Area, City          string
	Latitude, Longitude *float64
	// Timezone is an IANA name; the place's own when empty.
	Timezone string
	// Method, Asr and HighLatitude are as in prayertime.
	Method, Asr, HighLatitude string
	// FajrAngle and IshaAngle are those of the method CustomMethod, which needs both; in degrees of the sun below the horizon.
	FajrAngle, IshaAngle *float64
}

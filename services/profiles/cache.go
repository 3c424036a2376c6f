package profiles

import (
	"context"
	"log/slog"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"google.golang.org/grpc"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

const (
	keptFor        = 30 * time.Second
	failureKeptFor = time.Second // a users service that is down costs one slow call a second and user
	askTimeout     = 500 * time.Millisecond
	mostKept       = 10_000
)

// Directory completes callers. It is safe for concurrent use.
type Directory struct {
	users  usersv1.UserServiceClient
	clock  clock.Clock
	logger *slog.Logger
	kept   *lru.Cache[int32, record]
}

type record struct {
	profile identity.Caller // without the user's number
	until   time.Time
}

// New returns a directory that asks the users service over conn.
func New(conn grpc.ClientConnInterface, clk clock.Clock, logger *slog.Logger) *Directory {
	kept, err := lru.New[int32, record](mostKept)
	if err != nil { // only a size below one is refused
		panic(err)
	}
	return &Directory{users: usersv1.NewUserServiceClient(conn), clock: clk, logger: logger, kept: kept}
}

// Complete adds the user's time zone, language and preferred masjid to a caller, and the role admin where the profile has
// it. Where the users service cannot be asked, what it last said counts on, the role admin excepted; of a user of whom it
// has said nothing yet, nothing is added.
func (d *Directory) Complete(ctx context.Context, caller identity.Caller) identity.Caller {
	known, ok := d.kept.Get(caller.UserID)
	if !ok || !d.clock.Now().Before(known.until) {
		known = d.ask(ctx, caller, known.profile)
		d.kept.Add(caller.UserID, known)
	}
	caller.Timezone, caller.Language = known.profile.Timezone, known.profile.Language
	caller.PreferredMasjid = known.profile.PreferredMasjid
	if known.profile.Role == identity.RoleAdmin {
		caller.Role = identity.RoleAdmin
	}
	return caller
}

// Forget drops what is known of a user, whose profile has changed.
func (d *Directory) Forget(userID int32) { d.kept.Remove(userID) }

// ask asks for a caller's profile; last is the one that was known before, if any.
func (d *Directory) ask(ctx context.Context, caller, last identity.Caller) record {
	asking, cancel := context.WithTimeout(identity.NewContext(ctx, caller), askTimeout)
	defer cancel()
	answer, err := d.users.GetUserInfo(asking, &usersv1.GetUserInfoRequest{})
	if ctx.Err() != nil { // the caller gave up: that says nothing of the users service
		return record{profile: last}
	}
	if err != nil {
		d.logger.WarnContext(ctx, "the profile of a user could not be asked; what was known of it is used",
			"user", caller.UserID, "error", err)
		last.Role = "" // a role that may have been taken away
		return record{profile: last, until: d.clock.Now().Add(failureKeptFor)}
	}
	user := answer.GetUser()
	masjid := user.GetPreferredMasjidId()
	profile := identity.Caller{Role: identity.Role(user.GetRole()), Language: user.GetLanguage(), PreferredMasjid: &masjid}
	if zone, err := time.LoadLocation(user.GetTimezone()); err == nil {
		profile.Timezone = zone
	} else {
		d.logger.WarnContext(ctx, "a profile has an unknown time zone; the default is used", "user", caller.UserID, "error", err)
	}
	return record{profile: profile, until: d.clock.Now().Add(keptFor)}
}

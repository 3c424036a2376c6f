// Package profiles asks for what users prefer: a Client asks anew each time, and a Cache keeps the answers for a while.
package profiles

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// DefaultTimeout bounds a question.
const DefaultTimeout = 500 * time.Millisecond

// Profile is what is known of a user. Texts are empty, and the masjid is 0, where the user has said nothing.
type Profile struct {
	Role     identity.Role
	Language string
	// Timezone is an IANA name.
	Timezone        string
	PreferredMasjid int32
	Area, City      string
	// Country is that of the city, an ISO 3166-1 alpha-2 code. Latitude and Longitude, in degrees, are where it is. They are empty, and
	// nil, of a profile whose city was never looked up.
	Country             string
	Latitude, Longitude *float64
	// AsrSchool and PrayerMethod are spelled as the contract spells them; they are empty for a place's usual ones.
	AsrSchool, PrayerMethod string
}

// Client asks for profiles, so that users see at once what they have just changed. It is safe for concurrent use.
type Client struct {
	users   usersv1.UserServiceClient
	timeout time.Duration
}

// New returns a client that asks over a connection to the service that has the profiles. Each question is bounded by
// timeout; 0 is DefaultTimeout.
func New(users grpc.ClientConnInterface, timeout time.Duration) *Client {
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	return &Client{users: usersv1.NewUserServiceClient(users), timeout: timeout}
}

// Profile returns a user's profile; the zero Profile for a user who has none.
func (c *Client) Profile(ctx context.Context, userID int32) (Profile, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	ctx = identity.NewContext(ctx, identity.Caller{UserID: userID, Role: identity.RoleUser})
	answer, err := c.users.GetUserInfo(ctx, &usersv1.GetUserInfoRequest{})
	if apperr.From(err) != nil && apperr.From(err).Code == codes.NotFound {
		return Profile{}, nil
	}
	if err != nil {
		return Profile{}, fmt.Errorf("ask for the profile of user %d: %w", userID, err)
	}
	user := answer.GetUser()
	return Profile{
		Role: identity.Role(user.GetRole()), Language: user.GetLanguage(), Timezone: user.GetTimezone(),
		PreferredMasjid: user.GetPreferredMasjidId(), Area: user.GetArea(), City: user.GetCity(),
		Country: user.GetCountry(), Latitude: user.Latitude, Longitude: user.Longitude,
		AsrSchool: chosenSchool(user), PrayerMethod: user.GetPrayerMethod(),
	}, nil
}

// PreferredMasjid returns the masjid that a user prefers, 0 for none.
func (c *Client) PreferredMasjid(ctx context.Context, userID int32) (int32, error) {
	profile, err := c.Profile(ctx, userID)
	return profile.PreferredMasjid, err
}

// Timezone returns the IANA name of a user's time zone, empty for a user without a profile.
func (c *Client) Timezone(ctx context.Context, userID int32) (string, error) {
	profile, err := c.Profile(ctx, userID)
	return profile.Timezone, err
}

// Language returns a user's language, empty for a user without a profile.
func (c *Client) Language(ctx context.Context, userID int32) (string, error) {
	profile, err := c.Profile(ctx, userID)
	return profile.Language, err
}

// chosenSchool returns the school of a profile, empty while its user has chosen none.
func chosenSchool(user *usersv1.User) string {
	if !user.GetAsrSchoolChosen() {
		return ""
	}
	return user.GetAsrSchool()
}

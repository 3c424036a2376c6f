// Package profiles asks users-svc what users prefer, for the services that fill in what a user leaves out.
package profiles

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/identity"
)

// usersService is the name under which users-svc registers.
const usersService = "users-svc"

// Options say where users-svc is.
type Options struct {
	// Address of users-svc; empty finds it through the registry.
	Address string
	// Registry is the address of the registry; empty when there is none.
	Registry string
	// Patience is how long a question may take. It must be more than 0.
	Patience time.Duration
	// Dial says how to connect.
	Dial grpcclient.Options
	// Clock and Logger are for the watch of the registry.
	Clock  clock.Clock
	Logger *slog.Logger
}

// Profiles asks anew each time: who has just changed what they prefer sees it at once. It is safe for concurrent use.
type Profiles struct {
	users    usersv1.UserServiceClient
	patience time.Duration
	watcher  *discovery.Watcher // nil when the address is known
	conns    []*grpc.ClientConn
}

// Open makes connections to where options say, and waits for nobody. It gives nil when they say nothing.
func Open(options Options) (*Profiles, error) {
	switch {
	case options.Patience <= 0:
		return nil, fmt.Errorf("users-svc: a patience of %s waits for no answer", options.Patience)
	case options.Address != "":
		conn, err := grpcclient.Dial(options.Address, options.Dial)
		if err != nil {
			return nil, fmt.Errorf("users-svc: %w", err)
		}
		return newProfiles(options, nil, conn), nil
	case options.Registry != "":
		return discover(options)
	default:
		return nil, nil
	}
}

func discover(options Options) (*Profiles, error) {
	registry, err := grpcclient.Dial(options.Registry, options.Dial)
	if err != nil {
		return nil, fmt.Errorf("the registry: %w", err)
	}
	watcher := discovery.New(discovery.Options{Registry: registry, Clock: options.Clock, Logger: options.Logger})
	conn, err := watcher.Dial(usersService, options.Dial)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("users-svc: %w", err), registry.Close())
	}
	return newProfiles(options, watcher, conn, registry), nil
}

func newProfiles(options Options, watcher *discovery.Watcher, users *grpc.ClientConn, more ...*grpc.ClientConn) *Profiles {
	return &Profiles{
		users:    usersv1.NewUserServiceClient(users),
		patience: options.Patience,
		watcher:  watcher,
		conns:    append([]*grpc.ClientConn{users}, more...),
	}
}

// Start begins to look for users-svc and to connect, for the first question not to wait for that.
func (p *Profiles) Start(ctx context.Context) error {
	for _, conn := range p.conns {
		conn.Connect()
	}
	if p.watcher == nil {
		return nil
	}
	return p.watcher.Start(ctx)
}

// Stop ends that and closes the connections.
func (p *Profiles) Stop(ctx context.Context) (err error) {
	if p.watcher != nil {
		err = p.watcher.Stop(ctx)
	}
	for _, conn := range p.conns {
		err = errors.Join(err, conn.Close())
	}
	return err
}

// Profile is what a user prefers; texts are empty, and the masjid 0, where nothing is.
type Profile struct {
	PreferredMasjid int32
	Area, City      string
	// Timezone is an IANA name.
	Timezone string
	// AsrSchool and PrayerMethod are as the contract spells them; empty for the usual ones of a place.
	AsrSchool, PrayerMethod string
}

// Profile asks for a user's profile, and gives up after the patience that was given. Who has none prefers nothing.
func (p *Profiles) Profile(ctx context.Context, userID int32) (Profile, error) {
	ctx, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()
	ctx = identity.NewContext(ctx, identity.Caller{UserID: userID, Role: identity.RoleUser})
	answer, err := p.users.GetUserInfo(ctx, &usersv1.GetUserInfoRequest{})
	if apperr.From(err) != nil && apperr.From(err).Code == codes.NotFound {
		return Profile{}, nil
	}
	if err != nil {
		return Profile{}, fmt.Errorf("ask users-svc for the profile: %w", err)
	}
	user := answer.GetUser()
	return Profile{
		PreferredMasjid: user.GetPreferredMasjidId(), Area: user.GetArea(), City: user.GetCity(), AsrSchool: chosenSchool(user),
		PrayerMethod: user.GetPrayerMethod(), Timezone: user.GetTimezone(),
	}, nil
}

// PreferredMasjid is that of the user's profile, 0 when there is none.
func (p *Profiles) PreferredMasjid(ctx context.Context, userID int32) (int32, error) {
	profile, err := p.Profile(ctx, userID)
	return profile.PreferredMasjid, err
}

// Timezone is the IANA name of the zone of the user's profile, empty when there is none.
func (p *Profiles) Timezone(ctx context.Context, userID int32) (string, error) {
	profile, err := p.Profile(ctx, userID)
	return profile.Timezone, err
}

// chosenSchool is that of a profile, empty while its user has chosen none.
func chosenSchool(user *usersv1.User) string {
	if !user.GetAsrSchoolChosen() {
		return ""
	}
	return user.GetAsrSchool()
}

package profiles_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/fx"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/profiles"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// users has the profiles of users 1 and 2 and none of user 3, and never answers user 4. While it is away it answers nobody.
type users struct {
	usersv1.UnimplementedUserServiceServer
	first atomic.Pointer[usersv1.User]
	away  atomic.Bool
	asked atomic.Int64
}

func (u *users) GetUserInfo(ctx context.Context, _ *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
	u.asked.Add(1)
	if u.away.Load() {
		return nil, apperr.Unavailable("away")
	}
	switch identity.FromContext(ctx).UserID {
	case 1:
		return &usersv1.GetUserInfoResponse{User: u.first.Load()}, nil
	case 2:
		return &usersv1.GetUserInfoResponse{User: &usersv1.User{Id: 2, AsrSchool: "hanafi"}}, nil
	case 3:
		return nil, apperr.NotFound("no profile")
	default:
		<-ctx.Done()
		return nil, ctx.Err()
	}
}

func (u *users) UpdateUserInfo(_ context.Context, change *usersv1.UpdateUserInfoRequest) (*usersv1.UpdateUserInfoResponse, error) {
	changed := proto.CloneOf(u.first.Load())
	changed.Timezone = change.GetTimezone()
	u.first.Store(changed)
	return &usersv1.UpdateUserInfoResponse{User: changed}, nil
}

// serve serves users, and returns a connection to it.
func serve(t *testing.T) (*users, grpc.ClientConnInterface) {
	t.Helper()
	server := &users{}
	server.first.Store(&usersv1.User{
		Id: 1, Role: "admin", Language: "ur", Timezone: "Europe/Istanbul", PreferredMasjidId: proto.Int32(12),
		Area: proto.String("Clifton"), City: "Karachi", AsrSchool: "shafi", AsrSchoolChosen: true, PrayerMethod: proto.String("turkey"),
	})
	config := kittest.Config(t)
	return server, kittest.Start(t, config, kit.Service("users-svc", config,
		fx.Provide(fx.Private, func() usersv1.UserServiceServer { return server }),
		kit.GRPC(usersv1.RegisterUserServiceServer)))
}

func TestAProfileIsWhatTheServiceSaysOfTheUser(t *testing.T) {
	_, conn := serve(t)
	client := profiles.New(conn, time.Minute)
	for user, want := range map[int32]profiles.Profile{
		1: {
			Role: identity.RoleAdmin, Language: "ur", Timezone: "Europe/Istanbul", PreferredMasjid: 12,
			Area: "Clifton", City: "Karachi", AsrSchool: "shafi", PrayerMethod: "turkey",
		},
		2: {}, 3: {},
	} {
		if got, err := client.Profile(t.Context(), user); err != nil || got != want {
			t.Errorf("user %d: %+v, %v, want %+v", user, got, err, want)
		}
		if got, err := client.PreferredMasjid(t.Context(), user); err != nil || got != want.PreferredMasjid {
			t.Errorf("user %d prefers masjid %d, %v, want %d", user, got, err, want.PreferredMasjid)
		}
		if got, err := client.Timezone(t.Context(), user); err != nil || got != want.Timezone {
			t.Errorf("user %d is in zone %q, %v, want %q", user, got, err, want.Timezone)
		}
	}
}

func TestAQuestionEndsAtItsTimeout(t *testing.T) {
	_, conn := serve(t)
	_, err := profiles.New(conn, time.Millisecond).Profile(t.Context(), 4)
	if apperr.From(errors.Unwrap(err)).ToolCode() != "TIMEOUT" {
		t.Errorf("a service that does not answer: %v, want TIMEOUT", err)
	}
}

package profiles_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"go.uber.org/fx"
	"go.uber.org/goleak"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/profiles"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// users knows what user 1 prefers and that user 2 prefers nothing, has no profile of user 3, and never answers user 4.
type users struct {
	usersv1.UnimplementedUserServiceServer
}

func (users) GetUserInfo(ctx context.Context, _ *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
	var user *usersv1.User
	switch identity.FromContext(ctx).UserID {
	case 1:
		masjid, area, method := int32(12), "Clifton", "turkey"
		user = &usersv1.User{Id: 1, PreferredMasjidId: &masjid, Area: &area, City: "Karachi", AsrSchool: "shafi", AsrSchoolChosen: true, PrayerMethod: &method, Timezone: "Europe/Istanbul"}
	case 2:
		user = &usersv1.User{Id: 2, AsrSchool: "hanafi"}
	case 3:
		return nil, apperr.NotFound("no profile")
	default:
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &usersv1.GetUserInfoResponse{User: user}, nil
}

// address serves users.
func address(t *testing.T) string {
	t.Helper()
	config := kittest.Config(t)
	return kittest.Start(t, config, kit.Service("users-svc", config,
		fx.Provide(fx.Private, func() usersv1.UserServiceServer { return users{} }),
		kit.GRPC(usersv1.RegisterUserServiceServer))).Target()
}

func open(t *testing.T, options profiles.Options) *profiles.Profiles {
	t.Helper()
	options.Clock, options.Logger = clock.System(), slog.New(slog.DiscardHandler)
	opened, err := profiles.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	if err := opened.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return opened
}

func TestAProfileIsWhatUsersSvcSaysOfTheUser(t *testing.T) {
	opened := open(t, profiles.Options{Address: address(t), Patience: time.Minute})
	for user, want := range map[int32]profiles.Profile{
		1: {PreferredMasjid: 12, Area: "Clifton", City: "Karachi", AsrSchool: "shafi", PrayerMethod: "turkey", Timezone: "Europe/Istanbul"}, 2: {}, 3: {},
	} {
		if got, err := opened.Profile(t.Context(), user); err != nil || got != want {
			t.Errorf("user %d: %+v, %v, want %+v", user, got, err, want)
		}
		if got, err := opened.PreferredMasjid(t.Context(), user); err != nil || got != want.PreferredMasjid {
			t.Errorf("user %d prefers masjid %d, %v, want %d", user, got, err, want.PreferredMasjid)
		}
		if got, err := opened.Timezone(t.Context(), user); err != nil || got != want.Timezone {
			t.Errorf("user %d is in %q, %v, want %q", user, got, err, want.Timezone)
		}
	}
}

func TestPatienceEnds(t *testing.T) {
	opened := open(t, profiles.Options{Address: address(t), Patience: time.Millisecond})
	if _, err := opened.Profile(t.Context(), 4); apperr.From(errors.Unwrap(err)).ToolCode() != "TIMEOUT" {
		t.Errorf("a service that does not answer: %v, want TIMEOUT", err)
	}
}

// Where nobody is, or the registry is down, the service starts all the same, and only the question fails.
func TestNobodyIsWaitedForWhereThereIsNoService(t *testing.T) {
	for name, options := range map[string]profiles.Options{
		"nobody listens":       {Address: "127.0.0.1:1", Patience: time.Second},
		"the registry is down": {Registry: "127.0.0.1:1", Patience: 50 * time.Millisecond},
	} {
		if got, err := open(t, options).Profile(t.Context(), 1); err == nil || got != (profiles.Profile{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestWithoutAnAddressNobodyIsAsked(t *testing.T) {
	if opened, err := profiles.Open(profiles.Options{Patience: time.Second}); opened != nil || err != nil {
		t.Errorf("%v, %v, want none", opened, err)
	}
}

func TestPatienceIsGiven(t *testing.T) {
	if _, err := profiles.Open(profiles.Options{Address: "127.0.0.1:1"}); err == nil {
		t.Error("no patience is accepted")
	}
}

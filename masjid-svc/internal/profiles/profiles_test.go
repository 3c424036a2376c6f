package profiles_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"go.uber.org/fx"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/masjid-svc/internal/profiles"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/servicetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// users knows user 1, nobody else, and never answers user 3.
type users struct {
	usersv1.UnimplementedUserServiceServer
}

func (users) GetUserInfo(ctx context.Context, _ *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
	switch identity.FromContext(ctx).UserID {
	case 1:
		masjid, area := int32(5), "Clifton"
		return &usersv1.GetUserInfoResponse{User: &usersv1.User{Id: 1, PreferredMasjidId: &masjid, Area: &area, City: "Karachi", AsrSchool: "shafi"}}, nil
	case 3:
		<-ctx.Done()
		return nil, ctx.Err()
	default:
		return nil, apperr.NotFound("there is no such user")
	}
}

// address serves users.
func address(t *testing.T) string {
	t.Helper()
	config := servicetest.Config(t)
	module := kit.Service("users-svc", config,
		fx.Provide(fx.Private, func() usersv1.UserServiceServer { return users{} }),
		kit.GRPC(usersv1.RegisterUserServiceServer))
	return servicetest.Start(t, config, module).Target()
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
	opened := open(t, profiles.Options{Address: address(t), Patience: 5 * time.Second})
	want := profiles.Profile{PreferredMasjid: 5, Area: "Clifton", City: "Karachi", AsrSchool: "shafi"}
	if got, err := opened.Profile(t.Context(), 1); err != nil || got != want {
		t.Errorf("user 1: %+v, %v, want %+v", got, err, want)
	}
	if got, err := opened.Profile(t.Context(), 2); err != nil || got != (profiles.Profile{}) {
		t.Errorf("a user without a profile: %+v, %v", got, err)
	}
}

// A question about prayer times does not wait long for users-svc.
func TestPatienceEnds(t *testing.T) {
	for name, at := range map[string]string{"users-svc does not answer": address(t), "nobody is there": "127.0.0.1:1"} {
		opened := open(t, profiles.Options{Address: at, Patience: 50 * time.Millisecond})
		began := time.Now()
		if got, err := opened.Profile(t.Context(), 3); err == nil || got != (profiles.Profile{}) || time.Since(began) > 5*time.Second {
			t.Errorf("%s: %+v, %v after %v", name, got, err, time.Since(began))
		}
	}
}

// Without a registry that is there the service starts, and answers without profiles.
func TestTheRegistryMayBeDown(t *testing.T) {
	opened := open(t, profiles.Options{Registry: "127.0.0.1:1", Patience: 50 * time.Millisecond})
	if _, err := opened.Profile(t.Context(), 1); err == nil {
		t.Error("a profile of nowhere")
	}
}

func TestWithoutAnAddressNobodyIsAsked(t *testing.T) {
	if opened, err := profiles.Open(profiles.Options{}); opened != nil || err != nil {
		t.Errorf("%v, %v", opened, err)
	}
}

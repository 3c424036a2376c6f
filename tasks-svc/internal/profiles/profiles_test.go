package profiles_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"go.uber.org/fx"
	"go.uber.org/goleak"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/servicetest"
	"github.com/salaatflow/platform/tasks-svc/internal/profiles"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// users answers for users 1 (prefers masjid 12), 2 (prefers none) and 3 (has no profile), and for 4 not at all.
type users struct {
	usersv1.UnimplementedUserServiceServer
}

func (users) GetUserInfo(ctx context.Context, _ *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
	user := &usersv1.User{}
	switch identity.FromContext(ctx).UserID {
	case 1:
		preferred := int32(12)
		user.PreferredMasjidId = &preferred
	case 2:
	case 3:
		return nil, apperr.NotFound("no profile")
	default:
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &usersv1.GetUserInfoResponse{User: user}, nil
}

func open(t *testing.T, address string, patience time.Duration) *profiles.Profiles {
	t.Helper()
	p, err := profiles.Open(profiles.Options{Address: address, Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestPreferredMasjid(t *testing.T) {
	config := servicetest.Config(t)
	servicetest.Run(t, kit.Service("users-svc", config,
		fx.Provide(fx.Private, func() usersv1.UserServiceServer { return users{} }),
		kit.GRPC(usersv1.RegisterUserServiceServer)))
	patient := open(t, config.ListenAddress, time.Minute)
	for user, want := range map[int32]int32{1: 12, 2: 0, 3: 0} {
		if got, err := patient.PreferredMasjid(t.Context(), user); got != want || err != nil {
			t.Errorf("user %d prefers %d, %v, want %d", user, got, err, want)
		}
	}
	hasty := open(t, config.ListenAddress, time.Millisecond)
	if _, err := hasty.PreferredMasjid(t.Context(), 4); apperr.From(errors.Unwrap(err)).ToolCode() != "TIMEOUT" {
		t.Errorf("a service that does not answer: %v, want TIMEOUT", err)
	}
}

func TestNobodyIsWaitedForWhereThereIsNoService(t *testing.T) {
	if _, err := open(t, "127.0.0.1:1", 0).PreferredMasjid(t.Context(), 1); err == nil {
		t.Error("somebody answered at a port where nobody listens")
	}
	if p, err := profiles.Open(profiles.Options{}); p != nil || err != nil {
		t.Errorf("with no address: %v, %v, want none", p, err)
	}
}

// Without a registry at its address nothing fails but the question.
func TestARegistryThatIsAwayLeavesTheServiceRunning(t *testing.T) {
	p, err := profiles.Open(profiles.Options{Registry: "127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := p.PreferredMasjid(t.Context(), 1); err == nil {
		t.Error("somebody answered")
	}
	if err := p.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

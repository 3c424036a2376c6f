package profiles_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/profiles"
)

// awayUsers answers with a profile, or fails while it is away.
type awayUsers struct {
	grpc.ClientConnInterface
	user *usersv1.User
	away bool
}

func (u *awayUsers) Invoke(_ context.Context, _ string, _, response any, _ ...grpc.CallOption) error {
	if u.away {
		return errors.New("away")
	}
	proto.Merge(response.(proto.Message), &usersv1.GetUserInfoResponse{User: u.user})
	return nil
}

func TestWhatIsKnownOfAUserCountsOnWhileNobodyCanBeAsked(t *testing.T) {
	conn := &awayUsers{user: &usersv1.User{
		Id: 1, Role: "admin", Timezone: "Europe/Istanbul", Language: "ur", PreferredMasjidId: proto.Int32(12),
	}}
	clock := clockwork.NewFakeClock()
	directory := profiles.New(conn, clock, slog.New(slog.DiscardHandler))
	complete := func(user int32) identity.Caller {
		return directory.Complete(t.Context(), identity.Caller{UserID: user, Role: identity.RoleUser})
	}
	known := complete(1)
	if known.Zone().String() != "Europe/Istanbul" || *known.PreferredMasjid != 12 || !known.IsAdmin() {
		t.Fatalf("while users-svc is there: %+v", known)
	}
	conn.away = true
	for range 3 {
		clock.Advance(time.Hour)
		kept := complete(1)
		if kept.Zone().String() != "Europe/Istanbul" || kept.Language != "ur" || *kept.PreferredMasjid != 12 {
			t.Errorf("while users-svc is away: %+v", kept)
		}
		if kept.IsAdmin() {
			t.Error("a role that nobody can confirm is believed")
		}
	}
	if stranger := complete(2); stranger.PreferredMasjid != nil || stranger.Timezone != nil {
		t.Errorf("of a user who was never asked for something is known: %+v", stranger)
	}
	conn.away, conn.user.PreferredMasjidId = false, nil
	clock.Advance(time.Hour)
	if back := complete(1); *back.PreferredMasjid != 0 || !back.IsAdmin() {
		t.Errorf("when users-svc is back: %+v", back)
	}
}

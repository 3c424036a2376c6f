package profiles_test

import (
	"context"
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

// cached returns a cache of what the service of conn answers.
func cached(conn grpc.ClientConnInterface) (*profiles.Cache, *clockwork.FakeClock) {
	clock := clockwork.NewFakeClock()
	return profiles.NewCache(profiles.New(conn, time.Minute), clock, slog.New(slog.DiscardHandler)), clock
}

func TestAProfileIsAskedForOnceInAWhile(t *testing.T) {
	server, conn := serve(t)
	cache, clock := cached(conn)
	for range 5 {
		caller := cache.Complete(t.Context(), identity.Caller{UserID: 1})
		if caller.UserID != 1 || caller.Zone().String() != "Europe/Istanbul" || caller.Language != "ur" ||
			*caller.PreferredMasjid != 12 || !caller.IsAdmin() {
			t.Fatalf("the caller is %+v", caller)
		}
	}
	if asked := server.asked.Load(); asked != 1 {
		t.Errorf("5 calls ask %d times", asked)
	}
	clock.Advance(time.Minute)
	cache.Complete(t.Context(), identity.Caller{UserID: 1})
	if asked := server.asked.Load(); asked != 2 {
		t.Errorf("a call a minute later: asked %d times, want 2", asked)
	}
}

func TestACallerWithoutAProfileGetsTheDefaults(t *testing.T) {
	_, conn := serve(t)
	cache, _ := cached(conn)
	for user := range int32(2) {
		caller := cache.Complete(t.Context(), identity.Caller{UserID: user + 2})
		if caller.Zone().String() != identity.DefaultTimezone || *caller.PreferredMasjid != 0 || caller.IsAdmin() {
			t.Errorf("user %d is %+v", user+2, caller)
		}
	}
}

func TestWhatIsKnownOfAUserStillCountsWhileNobodyCanBeAsked(t *testing.T) {
	server, conn := serve(t)
	cache, clock := cached(conn)
	complete := func(user int32) identity.Caller {
		return cache.Complete(t.Context(), identity.Caller{UserID: user, Role: identity.RoleUser})
	}
	if known := complete(1); !known.IsAdmin() {
		t.Fatalf("while the service is there: %+v", known)
	}
	server.away.Store(true)
	for range 3 {
		clock.Advance(time.Hour)
		kept := complete(1)
		if kept.Zone().String() != "Europe/Istanbul" || kept.Language != "ur" || *kept.PreferredMasjid != 12 {
			t.Errorf("while the service is away: %+v", kept)
		}
		if kept.IsAdmin() {
			t.Error("a role that nobody can confirm is believed")
		}
	}
	asked := server.asked.Load()
	if complete(1); server.asked.Load() != asked {
		t.Error("a service that is away is asked on each call")
	}
	if stranger := complete(2); stranger.PreferredMasjid != nil || stranger.Timezone != nil {
		t.Errorf("of a user about whom there was no answer something is known: %+v", stranger)
	}
	server.away.Store(false)
	clock.Advance(time.Hour)
	if back := complete(1); !back.IsAdmin() {
		t.Errorf("when the service is back: %+v", back)
	}
}

// A change that another program made is not known to this one's cache, nor is it to the edge.
func TestARenewedCallerHasTheProfileOfNow(t *testing.T) {
	server, conn := serve(t)
	cache, clock := cached(conn)
	masjid := int32(7)
	edge := identity.Caller{UserID: 1, Timezone: time.FixedZone("before", 0), Language: "en", PreferredMasjid: &masjid}
	server.away.Store(true)
	for range 2 {
		if kept := cache.Renewed(t.Context(), edge); kept.Zone() != edge.Timezone || *kept.PreferredMasjid != 7 || kept.Language != "en" {
			t.Errorf("while the service is away: %+v", kept)
		}
	}
	if asked := server.asked.Load(); asked != 1 {
		t.Errorf("a service that is away is asked %d times at once", asked)
	}
	server.away.Store(false)
	clock.Advance(time.Minute)
	if now := cache.Renewed(t.Context(), edge); now.Zone().String() != "Europe/Istanbul" || *now.PreferredMasjid != 12 {
		t.Errorf("the caller is %+v", now)
	}
	if _, err := usersv1.NewUserServiceClient(conn).UpdateUserInfo(
		identity.NewContext(t.Context(), identity.Caller{UserID: 1}), &usersv1.UpdateUserInfoRequest{Timezone: proto.String("Asia/Tokyo")},
	); err != nil {
		t.Fatal(err)
	}
	if now := cache.Renewed(t.Context(), edge); now.Zone().String() != "Asia/Tokyo" {
		t.Errorf("after a change that the cache did not see the zone is %s", now.Zone())
	}
}

func TestACallerWhoGivesUpSaysNothingOfTheService(t *testing.T) {
	server, conn := serve(t)
	cache, _ := cached(conn)
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if caller := cache.Complete(impatient, identity.Caller{UserID: 1}); caller.PreferredMasjid != nil {
		t.Errorf("the caller is %+v", caller)
	}
	if caller := cache.Complete(t.Context(), identity.Caller{UserID: 1}); caller.PreferredMasjid == nil || server.asked.Load() == 0 {
		t.Errorf("the next caller is %+v", caller)
	}
}

func TestWhoChangesTheProfileSeesItAtOnce(t *testing.T) {
	_, conn := serve(t)
	cache, _ := cached(conn)
	cache.Complete(t.Context(), identity.Caller{UserID: 1})
	user := identity.NewContext(t.Context(), identity.Caller{UserID: 1})
	_, err := usersv1.NewUserServiceClient(cache.ForgetOnChange(conn)).
		UpdateUserInfo(user, &usersv1.UpdateUserInfoRequest{Timezone: proto.String("Asia/Tokyo")})
	if err != nil {
		t.Fatal(err)
	}
	if caller := cache.Complete(t.Context(), identity.Caller{UserID: 1}); caller.Zone().String() != "Asia/Tokyo" {
		t.Errorf("after the change the zone is %s", caller.Zone())
	}
}

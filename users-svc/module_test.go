package userssvc_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit/kittest"
	userssvc "github.com/salaatflow/platform/users-svc"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start is 21 November 2026, 10:00 in Karachi.
var start = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)

// serve runs the service on a SQLite file of the test, with a clock that stands still.
func serve(t *testing.T, edit func(*userssvc.Config)) (usersv1.UserServiceClient, *clockwork.FakeClock) {
	t.Helper()
	clock := clockwork.NewFakeClockAt(start)
	c := userssvc.DefaultConfig()
	c.Config = kittest.Config(t)
	c.Clock = clock
	c.Database.URL = config.Secret("sqlite:" + filepath.Join(t.TempDir(), "users.db"))
	if edit != nil {
		edit(&c)
	}
	return usersv1.NewUserServiceClient(kittest.Start(t, c.Config, userssvc.Module(c))), clock
}

func as(t *testing.T, userID int32) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), identity.Caller{UserID: userID, Role: identity.RoleUser})
}

func wantUser(t *testing.T, got *usersv1.User, want string) {
	t.Helper()
	wanted := &usersv1.User{}
	if err := protojson.Unmarshal([]byte(want), wanted); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(got, wanted) {
		t.Errorf("got  %v\nwant %v", protojson.Format(got), protojson.Format(wanted))
	}
}

func get(t *testing.T, client usersv1.UserServiceClient, userID int32) *usersv1.User {
	t.Helper()
	answer, err := client.GetUserInfo(as(t, userID), &usersv1.GetUserInfoRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return answer.GetUser()
}

func TestAnUnknownUserHasADefaultProfileThatIsNotKept(t *testing.T) {
	client, _ := serve(t, nil)
	for range 2 {
		wantUser(t, get(t, client, 5), `{"id": 5, "language": "en", "city": "Karachi", "timezone": "Asia/Karachi",
			"country": "PK", "latitude": 24.8607, "longitude": 67.0011, "asr_school": "hanafi", "role": "user"}`)
	}
}

func TestAnUnknownUserIsNotFoundWithoutDefaults(t *testing.T) {
	client, _ := serve(t, func(c *userssvc.Config) { c.DefaultProfiles = false })
	_, err := client.GetUserInfo(as(t, 5), &usersv1.GetUserInfoRequest{})
	if apperr.From(err).ToolCode() != "NOT_FOUND" {
		t.Fatalf("error = %v, want NOT_FOUND", err)
	}
	if _, err := client.UpdateUserInfo(as(t, 5), &usersv1.UpdateUserInfoRequest{City: proto.String("Lahore")}); err != nil {
		t.Fatal(err)
	}
	if got := get(t, client, 5); got.GetCity() != "Lahore" || got.CreatedAt == nil {
		t.Fatalf("after a change the profile is %v", got)
	}
}

func TestAChangeIsKeptAndTouchesNothingElse(t *testing.T) {
	client, clock := serve(t, nil)
	update := func(request *usersv1.UpdateUserInfoRequest) *usersv1.User {
		t.Helper()
		answer, err := client.UpdateUserInfo(as(t, 5), request)
		if err != nil {
			t.Fatal(err)
		}
		if got := get(t, client, 5); !proto.Equal(got, answer.GetUser()) {
			t.Fatalf("kept is %v, answered was %v", got, answer.GetUser())
		}
		return answer.GetUser()
	}
	if got := update(&usersv1.UpdateUserInfoRequest{}); got.CreatedAt != nil {
		t.Errorf("an update of nothing made a profile: %v", got)
	}
	wantUser(t, update(&usersv1.UpdateUserInfoRequest{
		DisplayName: proto.String(" Aisha "), Email: proto.String("a@example.org"), Area: proto.String("Clifton"),
		PreferredMasjidId: proto.Int32(3), Language: proto.String("ur-Latn"),
	}), `{"id": 5, "display_name": "Aisha", "email": "a@example.org", "language": "ur-Latn", "city": "Karachi",
		"area": "Clifton", "timezone": "Asia/Karachi", "preferred_masjid_id": 3, "asr_school": "hanafi", "role": "user",
		"country": "PK", "latitude": 24.8607, "longitude": 67.0011,
		"created_at": "2026-11-21T10:00:00+05:00", "updated_at": "2026-11-21T10:00:00+05:00"}`)
	clock.Advance(time.Hour)
	wantUser(t, update(&usersv1.UpdateUserInfoRequest{
		Email: proto.String(""), Area: proto.String(""), PreferredMasjidId: proto.Int32(0),
		Timezone: proto.String("Europe/London"), AsrSchool: proto.String("shafi"), City: proto.String("London"),
		PrayerMethod: proto.String("moonsighting_committee"),
	}), `{"id": 5, "display_name": "Aisha", "language": "ur-Latn", "city": "London", "timezone": "Europe/London",
		"asr_school": "shafi", "asr_school_chosen": true, "prayer_method": "moonsighting_committee", "role": "user",
		"country": "GB", "latitude": 51.5074, "longitude": -0.1278,
		"created_at": "2026-11-21T05:00:00Z", "updated_at": "2026-11-21T06:00:00Z"}`)
	cleared := update(&usersv1.UpdateUserInfoRequest{AsrSchool: proto.String(""), PrayerMethod: proto.String("")})
	if cleared.GetAsrSchoolChosen() || cleared.PrayerMethod != nil {
		t.Errorf("a school and a method that were cleared are %v", cleared)
	}
	if got := get(t, client, 6); got.GetCity() != "Karachi" {
		t.Errorf("another user's profile is %v", got)
	}
}

func TestWhatIsNoProfileIsRefusedByField(t *testing.T) {
	client, _ := serve(t, nil)
	for name, c := range map[string]struct {
		request *usersv1.UpdateUserInfoRequest
		field   string
	}{
		"no zone":         {&usersv1.UpdateUserInfoRequest{Timezone: proto.String("")}, "timezone"},
		"local zone":      {&usersv1.UpdateUserInfoRequest{Timezone: proto.String("Local")}, "timezone"},
		"unknown zone":    {&usersv1.UpdateUserInfoRequest{Timezone: proto.String("Asia/Karachee")}, "timezone"},
		"path as zone":    {&usersv1.UpdateUserInfoRequest{Timezone: proto.String("../etc/passwd")}, "timezone"},
		"e-mail":          {&usersv1.UpdateUserInfoRequest{Email: proto.String("a@b@c")}, "email"},
		"language":        {&usersv1.UpdateUserInfoRequest{Language: proto.String("fr")}, "language"},
		"asr school":      {&usersv1.UpdateUserInfoRequest{AsrSchool: proto.String("Hanafi")}, "asr_school"},
		"method":          {&usersv1.UpdateUserInfoRequest{PrayerMethod: proto.String("hogwarts")}, "prayer_method"},
		"own angles":      {&usersv1.UpdateUserInfoRequest{PrayerMethod: proto.String("custom")}, "prayer_method"},
		"blank city":      {&usersv1.UpdateUserInfoRequest{City: proto.String("  ")}, "city"},
		"long name":       {&usersv1.UpdateUserInfoRequest{DisplayName: proto.String(strings.Repeat("x", 101))}, "display_name"},
		"NUL in area":     {&usersv1.UpdateUserInfoRequest{Area: proto.String("a\x00")}, "area"},
		"negative masjid": {&usersv1.UpdateUserInfoRequest{PreferredMasjidId: proto.Int32(-1)}, "preferred_masjid_id"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := client.UpdateUserInfo(as(t, 5), c.request)
			refused := apperr.From(err)
			if refused == nil || refused.Code != codes.InvalidArgument || len(refused.Violations) != 1 ||
				refused.Violations[0].Field != c.field {
				t.Fatalf("error = %+v, want a violation of %s", refused, c.field)
			}
		})
	}
	if got := get(t, client, 5); got.CreatedAt != nil {
		t.Errorf("refusals have made a profile: %v", got)
	}
}

func TestOnlyWhoIsConfiguredIsAdmin(t *testing.T) {
	client, _ := serve(t, func(c *userssvc.Config) { c.Admins = []int32{1, 9} })
	for id, want := range map[int32]string{1: "admin", 9: "admin", 5: "user"} {
		if got := get(t, client, id).GetRole(); got != want {
			t.Errorf("user %d has the role %s, want %s", id, got, want)
		}
	}
}

func TestNobodyHasNoProfile(t *testing.T) {
	client, _ := serve(t, nil)
	if _, err := client.GetUserInfo(t.Context(), &usersv1.GetUserInfoRequest{}); apperr.From(err).ToolCode() != "AUTH_REQUIRED" {
		t.Errorf("error = %v, want AUTH_REQUIRED", err)
	}
}

func TestConfigurationIsRefusedByName(t *testing.T) {
	for want, edit := range map[string]func(*userssvc.Config){
		"--admins":       func(c *userssvc.Config) { c.Admins = []int32{0} },
		"--database-url": func(c *userssvc.Config) { c.Database.URL = "" },
		"--deadline":     func(c *userssvc.Config) { c.Deadline = -1 },
	} {
		c := userssvc.DefaultConfig()
		edit(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Validate = %v, want %s in it", err, want)
		}
	}
	if err := userssvc.DefaultConfig().Validate(); err != nil {
		t.Errorf("the default: %v", err)
	}
}

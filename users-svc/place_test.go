package userssvc_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
)

func placeOf(user *usersv1.User) string {
	return fmt.Sprintf("%s %s %s %.1f %.1f %s", user.GetCity(), user.GetCountry(), user.GetTimezone(), user.GetLatitude(),
		user.GetLongitude(), user.GetArea())
}

// A city brings where it is, and what was said of the one before goes with that one.
func TestACityIsAPlace(t *testing.T) {
	client, _ := serve(t, nil)
	type request = usersv1.UpdateUserInfoRequest
	for i, c := range []struct {
		about   string
		changes []*request
		want    string
	}{
		{"by name", []*request{{City: new("  london ")}}, "London GB Europe/London 51.5 -0.1 "},
		{"in Urdu", []*request{{City: new("لاہور")}}, "Lahore PK Asia/Karachi 31.5 74.3 "},
		{"misspelt", []*request{{City: new("Lahor")}}, "Lahore PK Asia/Karachi 31.5 74.3 "},
		{"with its country", []*request{{City: new("London, Canada")}}, "London, Canada CA America/Toronto 43.0 -81.2 "},
		{"of the country", []*request{{City: new("London"), Country: new("CA")}}, "London, Canada CA America/Toronto 43.0 -81.2 "},
		{"of one's own country", []*request{{City: new("Hyderabad")}}, "Hyderabad, Pakistan PK Asia/Karachi 25.4 68.4 "},
		{"of the country before", []*request{{City: new("Delhi")}, {City: new("Hyderabad")}},
			"Hyderabad Deccan IN Asia/Kolkata 17.4 78.5 "},
		{"the zone is given", []*request{{City: new("London"), Timezone: new("Asia/Karachi")}}, "London GB Asia/Karachi 51.5 -0.1 "},
		{"the position is given", []*request{{City: new("London"), Latitude: new(51.75), Longitude: new(-0.34)}},
			"London GB Europe/London 51.8 -0.3 "},
		{"the area goes", []*request{{Area: new("Clifton")}, {City: new("Lahore")}}, "Lahore PK Asia/Karachi 31.5 74.3 "},
		{"the area is given", []*request{{City: new("Lahore"), Area: new("Model Town")}}, "Lahore PK Asia/Karachi 31.5 74.3 Model Town"},
		{"the area of the same city", []*request{{Area: new("Clifton")}, {City: new("Karachi")}},
			"Karachi PK Asia/Karachi 24.9 67.0 Clifton"},
		{"the zone comes back", []*request{{Timezone: new("Europe/London")}, {City: new("karachi")}}, "Karachi PK Asia/Karachi 24.9 67.0 "},
		{"a village that nobody knows", []*request{
			{City: new("Xyzville"), Latitude: new(30.5), Longitude: new(70.25), Timezone: new("Asia/Karachi")},
			{City: new("Xyzville"), DisplayName: new("Aisha")},
		}, "Xyzville PK Asia/Karachi 30.5 70.2 "},
	} {
		t.Run(c.about, func(t *testing.T) {
			user := int32(100 + i)
			for _, change := range c.changes {
				if _, err := client.UpdateUserInfo(as(t, user), change); err != nil {
					t.Fatal(err)
				}
			}
			if got := placeOf(get(t, client, user)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestACityThatIsNoneIsRefusedWithWhatWouldBeRight(t *testing.T) {
	client, _ := serve(t, nil)
	for _, c := range []struct {
		about   string
		request *usersv1.UpdateUserInfoRequest
		field   string
		says    string
	}{
		{"unknown", &usersv1.UpdateUserInfoRequest{City: new("Xyzville")}, "city", `no town is called "Xyzville"; did you mean `},
		{"misspelt", &usersv1.UpdateUserInfoRequest{City: new("Lahoer xx")}, "city", "did you mean "},
		{"of another country", &usersv1.UpdateUserInfoRequest{City: new("Lahore"), Country: new("CA")}, "city",
			`no town of Canada is called "Lahore"; did you mean Lahore, Pakistan?`},
		{"a country", &usersv1.UpdateUserInfoRequest{City: new("Pakistan")}, "city", "is a country"},
		{"an area", &usersv1.UpdateUserInfoRequest{City: new("North Nazimabad")}, "city", "give Karachi as the city"},
		{"unknown, without its zone", &usersv1.UpdateUserInfoRequest{City: new("Xyzville"), Latitude: new(30.5), Longitude: new(70.2)},
			"city", `no town is called "Xyzville"`},
		{"half a position", &usersv1.UpdateUserInfoRequest{City: new("Lahore"), Latitude: new(30.5)}, "longitude", "with latitude"},
		{"the other half", &usersv1.UpdateUserInfoRequest{City: new("Lahore"), Longitude: new(30.5)}, "latitude", "with longitude"},
		{"a position of nothing", &usersv1.UpdateUserInfoRequest{Latitude: new(30.5)}, "latitude", "with city"},
		{"a country of nothing", &usersv1.UpdateUserInfoRequest{Country: new("PK")}, "country", "with city"},
		{"no country's code", &usersv1.UpdateUserInfoRequest{City: new("Lahore"), Country: new("Pakistan")}, "country", "the form of PK"},
	} {
		t.Run(c.about, func(t *testing.T) {
			_, err := client.UpdateUserInfo(as(t, 5), c.request)
			refused := apperr.From(err)
			if refused == nil || refused.Code != codes.InvalidArgument || len(refused.Violations) != 1 ||
				refused.Violations[0].Field != c.field || !strings.Contains(refused.Violations[0].Message, c.says) {
				t.Errorf("%+v, want a violation of %s that says %s", refused, c.field, c.says)
			}
		})
	}
	if got := get(t, client, 5); got.CreatedAt != nil {
		t.Errorf("refusals have made a profile: %v", got)
	}
}

package masjidsvc_test

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/kit/kittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start is Saturday, 21 November 2026, 10:00 in Karachi.
var start = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)

// configure returns a configuration with a SQLite file of the test and a clock that stands still at now.
func configure(t *testing.T, now time.Time) masjidsvc.Config {
	t.Helper()
	c := masjidsvc.DefaultConfig()
	c.Config = kittest.Config(t)
	c.Clock = clockwork.NewFakeClockAt(now)
	c.Database.URL = config.Secret("sqlite:" + filepath.Join(t.TempDir(), "masjids.db"))
	return c
}

func serve(t *testing.T, now time.Time) masjidv1.MasjidServiceClient {
	t.Helper()
	c := configure(t, now)
	return masjidv1.NewMasjidServiceClient(kittest.Start(t, c.Config, masjidsvc.Module(c)))
}

func names(masjids []*masjidv1.Masjid) string {
	all := make([]string, len(masjids))
	for i, m := range masjids {
		all[i] = m.GetName()
	}
	return strings.Join(all, "; ")
}

func TestMasjidsOfAnAreaAreListed(t *testing.T) {
	client := serve(t, start)
	for area, want := range map[string]int32{
		"North Nazimabad": 3, "نارتھ ناظم آباد": 3, "nazimabad no 3": 1, "Defence Phase 5": 4, "Landhi": 0,
	} {
		got, err := client.ListMasjids(t.Context(), &masjidv1.ListMasjidsRequest{Area: &area})
		if err != nil || got.GetCount() != want || len(got.GetMasjids()) != int(want) {
			t.Errorf("%s: %v, %v, want %d", area, got, err, want)
		}
	}
	got, err := client.ListMasjids(t.Context(), &masjidv1.ListMasjidsRequest{})
	if err != nil || len(got.GetMasjids()) != 10 || got.GetCount() < 30 || got.GetNextPageToken() == "" {
		t.Fatalf("without parameters: %v, %v", got, err)
	}
	if all := names(got.GetMasjids()); !slices.IsSorted(strings.Split(all, "; ")) {
		t.Errorf("not by name: %s", all)
	}
	seen := map[int32]bool{}
	for token := (*string)(nil); ; {
		page, err := client.ListMasjids(t.Context(), &masjidv1.ListMasjidsRequest{Limit: proto.Int32(7), PageToken: token})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range page.GetMasjids() {
			seen[m.GetId()] = true
		}
		if token = page.NextPageToken; token == nil {
			break
		}
	}
	if len(seen) != int(got.GetCount()) {
		t.Errorf("the pages held %d of %d", len(seen), got.GetCount())
	}
}

func TestMasjidsAroundAPositionAreListedNearestFirst(t *testing.T) {
	client := serve(t, start)
	got, err := client.ListMasjids(t.Context(), &masjidv1.ListMasjidsRequest{
		Latitude: proto.Float64(24.8515), Longitude: proto.Float64(67.0002), RadiusKm: proto.Float64(3),
	})
	if err != nil || got.GetCount() == 0 || got.GetMasjids()[0].GetName() != "New Memon Masjid" {
		t.Fatalf("%v, %v", got, err)
	}
	last := 0.0
	for _, m := range got.GetMasjids() {
		if m.DistanceKm == nil || m.GetDistanceKm() < last || m.GetDistanceKm() > 3 {
			t.Errorf("%s is %v km away, after %v", m.GetName(), m.DistanceKm, last)
		}
		last = m.GetDistanceKm()
	}
}

// Who asks for the masjids around a position wants none a continent away; who also names what to look for gets that,
// wherever it is.
func TestMasjidsAroundAPositionAreNotFarAway(t *testing.T) {
	client := serve(t, start)
	type place struct{ latitude, longitude float64 }
	karachi, hyderabad, newYork := place{24.8515, 67.0002}, place{25.396, 68.3578}, place{40.7128, -74.006}
	for name, c := range map[string]struct {
		at         place
		radius     *float64
		city, area *string
		found      bool
	}{
		"in the city":                  {at: karachi, found: true},
		"a hundred and fifty km off":   {at: hyderabad},
		"as far as is asked for":       {at: hyderabad, radius: proto.Float64(200), found: true},
		"on another continent":         {at: newYork},
		"in a city that is named":      {at: newYork, city: proto.String("Karachi"), found: true},
		"in an area that is named":     {at: newYork, area: proto.String("Clifton"), found: true},
		"in a city, and not that near": {at: newYork, city: proto.String("Karachi"), radius: proto.Float64(500)},
	} {
		got, err := client.ListMasjids(t.Context(), &masjidv1.ListMasjidsRequest{
			Latitude: &c.at.latitude, Longitude: &c.at.longitude, RadiusKm: c.radius, City: c.city, Area: c.area, Limit: proto.Int32(100),
		})
		if err != nil || (len(got.GetMasjids()) > 0) != c.found || (got.GetCount() > 0) != c.found {
			t.Errorf("%s: %d of %d, %v", name, len(got.GetMasjids()), got.GetCount(), err)
		}
		for _, m := range got.GetMasjids() {
			if c.at == karachi && m.GetDistanceKm() > 50 {
				t.Errorf("%s: %s is %v km away", name, m.GetName(), m.GetDistanceKm())
			}
		}
	}
	searched, err := client.SearchMasjids(t.Context(), &masjidv1.SearchMasjidsRequest{
		Query: proto.String("tooba"), Latitude: &newYork.latitude, Longitude: &newYork.longitude,
	})
	if err != nil || len(searched.GetMasjids()) == 0 {
		t.Errorf("a masjid that is named: %v, %v", searched, err)
	}
}

func TestMasjidsAreFoundHoweverTheyAreSpelled(t *testing.T) {
	client := serve(t, start)
	for query, want := range map[string]string{
		"tooba": "Masjid-e-Tooba (Gol Masjid)", "gol masjid": "Masjid-e-Tooba (Gol Masjid)", "toba masjid": "Masjid-e-Tooba (Gol Masjid)",
		"memon": "New Memon Masjid", "memmon masjid": "New Memon Masjid", "baitul mukaram": "Baitul Mukarram Masjid",
		"bait ul mukarram": "Baitul Mukarram Masjid", "bait us salam": "Masjid Bait-us-Salam", "baitussalam": "Masjid Bait-us-Salam",
		"binori": "Jamia Masjid Binori Town", "بیت المکرم": "Baitul Mukarram Masjid", "مسجد طوبی": "Masjid-e-Tooba (Gol Masjid)",
		"farooq e azam north nazimabad": "Jamia Masjid Farooq-e-Azam", "faruk azam": "Jamia Masjid Farooq-e-Azam",
		"tooba masjid defence": "Masjid-e-Tooba (Gol Masjid)", "alamgeer": "Alamgir Masjid",
	} {
		got, err := client.SearchMasjids(t.Context(), &masjidv1.SearchMasjidsRequest{Query: &query})
		if err != nil || len(got.GetMasjids()) == 0 || got.GetMasjids()[0].GetName() != want {
			t.Errorf("%q finds %s, %v, want %s", query, names(got.GetMasjids()), err, want)
		}
	}
	for query, area := range map[string]string{
		"gulshan": "Gulshan-e-Iqbal", "defence": "DHA", "masjids in nazimabad no 3": "Nazimabad", "نارتھ ناظم آباد": "North Nazimabad",
		"north nazimabad masjid": "North Nazimabad", "karachi nazimabad": "Nazimabad",
		"gulshan-e-iqbl": "Gulshan-e-Iqbal", "nort nazimabad": "North Nazimabad", "defence ki masjidein": "DHA",
		"north nazimabad mein masjid dikhao": "North Nazimabad", "کلفٹن کی مسجدیں": "Clifton",
	} {
		got, err := client.FindMasjids(t.Context(), &masjidv1.FindMasjidsRequest{Q: &query})
		if err != nil || len(got.GetMasjids()) == 0 {
			t.Errorf("%q finds %v, %v", query, got, err)
		}
		for _, m := range got.GetMasjids() {
			if m.GetAreaName() != area {
				t.Errorf("%q finds %s of %s", query, m.GetName(), m.GetAreaName())
			}
		}
	}
	for _, query := range []string{"xyzzy", "…", "landhi", "Surjani Town", "new karachi", "n. karachi", "محمود آباد", "bin qasim tonw"} {
		got, err := client.SearchMasjids(t.Context(), &masjidv1.SearchMasjidsRequest{Query: &query})
		if err != nil || got.GetCount() != 0 {
			t.Errorf("%q finds %s, %v", query, names(got.GetMasjids()), err)
		}
	}
}

func TestPrayerTimesOfAnAreaWithoutGivenTimes(t *testing.T) {
	client := serve(t, start)
	got, err := client.GetPrayerTimes(t.Context(), &masjidv1.GetPrayerTimesRequest{Area: proto.String("north nazimabad")})
	if err != nil {
		t.Fatal(err)
	}
	if got.MasjidId != nil || got.GetArea() != "North Nazimabad" || got.GetLocationSource() != "area_centre" ||
		got.GetDate() != "2026-11-21" || got.GetTimezone() != "Asia/Karachi" || got.GetMethod() != "karachi" || got.GetAsr() != "hanafi" {
		t.Errorf("%v", got)
	}
	want := &masjidv1.FiveTimes{Fajr: "05:33", Dhuhr: "12:19", Asr: "16:07", Maghrib: "17:43", Isha: "19:02"}
	if !proto.Equal(got.GetPrayerTimes(), want) || !proto.Equal(got.GetStartTimes(), want) || got.GetPrayerTimesShow().GetFajr() != "start" ||
		got.GetJamaatTimes().Fajr != nil {
		t.Errorf("times %v, %v", got.GetPrayerTimes(), got)
	}
	if got.GetHijriDate().GetYear() != 1448 || len(got.GetForbiddenTimes()) == 0 || got.GetQibla() < 260 || got.GetQibla() > 275 {
		t.Errorf("besides: %v", got)
	}
}

func TestPrayerTimesAnywhere(t *testing.T) {
	client := serve(t, start)
	got, err := client.GetPrayerTimes(t.Context(), &masjidv1.GetPrayerTimesRequest{
		Latitude: proto.Float64(51.5074), Longitude: proto.Float64(-0.1278), Date: proto.String("2026-06-21"),
		Method: proto.String("muslim_world_league"), Asr: proto.String("shafi"),
	})
	if err != nil || got.GetTimezone() != "Europe/London" || got.GetPrayerTimes().GetDhuhr() != "13:03" ||
		got.GetLocationSource() != "coordinates" {
		t.Fatalf("London: %v, %v", got, err)
	}
	if len(got.GetNotes()) == 0 {
		t.Error("nothing says why there is no twilight in London in June")
	}
	mecca, err := client.GetPrayerTimes(t.Context(),
		&masjidv1.GetPrayerTimesRequest{City: proto.String("mecca"), Method: proto.String("umm_al_qura")})
	if err != nil || mecca.GetCity() != "Makkah" || mecca.GetTimezone() != "Asia/Riyadh" {
		t.Fatalf("Makkah: %v, %v", mecca, err)
	}
}

func TestALateIshaCarriesItsDateAndTheAnswerNamesItsRule(t *testing.T) {
	client := serve(t, start)
	request := &masjidv1.GetPrayerTimesRequest{City: proto.String("Oslo"), Date: proto.String("2026-06-21"), Method: proto.String("karachi")}
	got, err := client.GetPrayerTimes(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	starts := got.GetStartDatetimes()
	if !strings.HasPrefix(starts.GetMaghrib(), "2026-06-21T22:") || !strings.HasPrefix(starts.GetIsha(), "2026-06-22T00:") ||
		!strings.HasPrefix(starts.GetFajr(), "2026-06-21T0") || !strings.HasPrefix(got.GetMidnightDatetime(), "2026-06-22T") ||
		!strings.HasPrefix(got.GetLastThirdDatetime(), "2026-06-22T") || !strings.HasSuffix(starts.GetIsha(), "+02:00") {
		t.Errorf("dates: %v, midnight %s, last third %s", starts, got.GetMidnightDatetime(), got.GetLastThirdDatetime())
	}
	if got.GetHighLatitudeRule() != "twilight_angle" || !strings.Contains(strings.Join(got.GetNotes(), "\n"), "twilight_angle") {
		t.Errorf("the rule is %q, the notes %q", got.GetHighLatitudeRule(), got.GetNotes())
	}
	request.HighLatitudeRule = proto.String("seventh_of_the_night")
	if got, err = client.GetPrayerTimes(t.Context(), request); err != nil || got.GetHighLatitudeRule() != "seventh_of_the_night" {
		t.Errorf("asked for the seventh: %q, %v", got.GetHighLatitudeRule(), err)
	}
	karachi, err := client.GetPrayerTimes(t.Context(), &masjidv1.GetPrayerTimesRequest{})
	if err != nil || karachi.GetHighLatitudeRule() != "middle_of_the_night" || len(karachi.GetNotes()) != 0 {
		t.Errorf("Karachi: %q, %q, %v", karachi.GetHighLatitudeRule(), karachi.GetNotes(), err)
	}
}

func TestAnglesOfOnesOwn(t *testing.T) {
	client := serve(t, start)
	got, err := client.GetPrayerTimes(t.Context(), &masjidv1.GetPrayerTimesRequest{
		Area: proto.String("north nazimabad"), Method: proto.String("custom"), FajrAngle: proto.Float64(15), IshaAngle: proto.Float64(18),
		Asr: proto.String("hanafi"),
	})
	want := &masjidv1.FiveTimes{Fajr: "05:46", Dhuhr: "12:18", Asr: "16:07", Maghrib: "17:43", Isha: "19:02"}
	if err != nil || !proto.Equal(got.GetPrayerTimes(), want) || got.GetMethod() != "custom" {
		t.Errorf("%v, %v", got, err)
	}
	angles := func(fajr, isha float64) (method *string, dawn, night *float64) {
		return proto.String("custom"), &fajr, &isha
	}
	now := &masjidv1.GetCurrentPrayerRequest{}
	now.Method, now.FajrAngle, now.IshaAngle = angles(15, 18)
	if moment, err := client.GetCurrentPrayer(t.Context(), now); err != nil || moment.GetMethod() != "custom" {
		t.Errorf("%v, %v", moment, err)
	}
	feed := &masjidv1.GetMasjidPrayerCalendarRequest{MasjidId: 1}
	feed.Method, feed.FajrAngle, feed.IshaAngle = angles(15, 18)
	if days, err := client.GetMasjidPrayerCalendar(t.Context(), feed); err != nil ||
		!bytes.Contains(days.GetData(), []byte("Begins at 05:4")) {
		t.Errorf("%s, %v", days.GetData(), err)
	}
}

// Every request with a method lists all methods in the contract.
func TestTheContractNamesEveryMethod(t *testing.T) {
	want := append(prayertime.MethodNames(), "custom")
	messages, found := masjidv1.File_salaatflow_masjid_v1_masjid_proto.Messages(), 0
	for i := range messages.Len() {
		field := messages.Get(i).Fields().ByName("method")
		if field == nil || messages.Get(i).Fields().ByName("asr") == nil || strings.HasSuffix(string(messages.Get(i).Name()), "Response") {
			continue
		}
		rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
		if got := rules.GetString().GetIn(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", field.FullName(), got, want)
		}
		found++
	}
	if found != 6 {
		t.Errorf("%d requests take a method, want 6", found)
	}
	profile := (&usersv1.UpdateUserInfoRequest{}).ProtoReflect().Descriptor().Fields().ByName("prayer_method")
	rules, _ := proto.GetExtension(profile.Options(), validate.E_Field).(*validate.FieldRules)
	if got := rules.GetString().GetIn(); !slices.Equal(got, append(prayertime.MethodNames(), "")) {
		t.Errorf("%s: %v", profile.FullName(), got)
	}
}

func TestTheCurrentPrayerRoundTheClock(t *testing.T) {
	karachi, err := time.LoadLocation("Asia/Karachi")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]struct{ current, next, start, remaining string }{
		"2026-11-21T05:33:00": {"Fajr", "Dhuhr", "2026-11-21T12:19:00+05:00", "6 hours 46 minutes"},
		"2026-11-21T10:00:00": {"", "Dhuhr", "2026-11-21T12:19:00+05:00", "2 hours 19 minutes"},
		"2026-11-21T12:19:00": {"Dhuhr", "Asr", "2026-11-21T16:07:00+05:00", "3 hours 48 minutes"},
		"2026-11-21T17:42:30": {"Asr", "Maghrib", "2026-11-21T17:43:00+05:00", "1 minute"},
		"2026-11-21T23:59:59": {"Isha", "Fajr", "2026-11-22T05:33:00+05:00", "5 hours 34 minutes"},
		"2026-11-22T00:00:00": {"Isha", "Fajr", "2026-11-22T05:33:00+05:00", "5 hours 33 minutes"},
		"2026-11-22T05:00:00": {"Isha", "Fajr", "2026-11-22T05:33:00+05:00", "33 minutes"},
	} {
		t.Run(at, func(t *testing.T) {
			now, err := time.ParseInLocation("2006-01-02T15:04:05", at, karachi)
			if err != nil {
				t.Fatal(err)
			}
			client := serve(t, now)
			got, err := client.GetCurrentPrayer(t.Context(), &masjidv1.GetCurrentPrayerRequest{Area: proto.String("North Nazimabad")})
			if err != nil || got.GetCurrentPrayer() != want.current || (got.CurrentPrayer == nil) != (want.current == "") ||
				got.GetNextPrayer() != want.next || got.GetNextPrayerStart() != want.start || got.GetRemaining() != want.remaining {
				t.Errorf("%v, %v, want %+v", got, err, want)
			}
		})
	}
}

func TestAMasjidIsGotByItsNumber(t *testing.T) {
	client := serve(t, start)
	got, err := client.GetMasjidDetails(t.Context(), &masjidv1.GetMasjidDetailsRequest{MasjidId: 1})
	if err != nil || got.GetMasjid().GetName() != "New Memon Masjid" || got.GetMasjid().GetPositionAccuracy() != "exact" ||
		got.GetMasjid().FajrTime != nil || got.GetMasjid().GetNameUrdu() != "نیو میمن مسجد" {
		t.Errorf("%v, %v", got, err)
	}
	times, err := client.GetMasjidPrayerTimes(t.Context(), &masjidv1.GetMasjidPrayerTimesRequest{MasjidId: 1})
	if err != nil || times.GetDay().GetMasjidName() != "New Memon Masjid" || times.GetDay().GetLocationSource() != "masjid" {
		t.Errorf("%v, %v", times, err)
	}
	now, err := client.GetMasjidCurrentPrayer(t.Context(), &masjidv1.GetMasjidCurrentPrayerRequest{MasjidId: 1})
	if err != nil || now.GetMoment().GetMasjidId() != 1 || now.GetMoment().GetNextPrayer() != "Dhuhr" {
		t.Errorf("%v, %v", now, err)
	}
}

func TestEachRefusalSaysWhatIsWrong(t *testing.T) {
	client := serve(t, start)
	times := func(edit func(*masjidv1.GetPrayerTimesRequest)) func(context.Context) error {
		return func(ctx context.Context) error {
			request := &masjidv1.GetPrayerTimesRequest{}
			edit(request)
			_, err := client.GetPrayerTimes(ctx, request)
			return err
		}
	}
	list := func(edit func(*masjidv1.ListMasjidsRequest)) func(context.Context) error {
		return func(ctx context.Context) error {
			request := &masjidv1.ListMasjidsRequest{}
			edit(request)
			_, err := client.ListMasjids(ctx, request)
			return err
		}
	}
	for name, c := range map[string]struct {
		call func(context.Context) error
		want string // the field
	}{
		"an unknown area":       {list(func(r *masjidv1.ListMasjidsRequest) { r.Area = proto.String("Atlantis") }), "area"},
		"times of unknown area": {times(func(r *masjidv1.GetPrayerTimesRequest) { r.Area = proto.String("Atlantis") }), "area"},
		"an unknown city":       {times(func(r *masjidv1.GetPrayerTimesRequest) { r.City = proto.String("Wakanda") }), "city"},
		"latitude 91": {times(func(r *masjidv1.GetPrayerTimesRequest) {
			r.Latitude, r.Longitude = proto.Float64(91), proto.Float64(0)
		}), "latitude"},
		"latitude alone":      {times(func(r *masjidv1.GetPrayerTimesRequest) { r.Latitude = proto.Float64(1) }), "longitude"},
		"longitude alone":     {list(func(r *masjidv1.ListMasjidsRequest) { r.Longitude = proto.Float64(1) }), "latitude"},
		"radius alone":        {list(func(r *masjidv1.ListMasjidsRequest) { r.RadiusKm = proto.Float64(1) }), "radius_km"},
		"a date that is none": {times(func(r *masjidv1.GetPrayerTimesRequest) { r.Date = proto.String("2026-02-30") }), "date"},
		"the year 1":          {times(func(r *masjidv1.GetPrayerTimesRequest) { r.Date = proto.String("0001-01-01") }), "date"},
		"the year 9999":       {times(func(r *masjidv1.GetPrayerTimesRequest) { r.Date = proto.String("9999-12-31") }), "date"},
		"an unknown zone":     {times(func(r *masjidv1.GetPrayerTimesRequest) { r.Timezone = proto.String("Mars/Olympus") }), "timezone"},
		"an unknown method":   {times(func(r *masjidv1.GetPrayerTimesRequest) { r.Method = proto.String("guess") }), "method"},
		"custom without angles": {times(func(r *masjidv1.GetPrayerTimesRequest) {
			r.Method, r.FajrAngle = proto.String("custom"), proto.Float64(15)
		}), "isha_angle"},
		"an angle of karachi": {times(func(r *masjidv1.GetPrayerTimesRequest) { r.FajrAngle = proto.Float64(15) }), "fajr_angle"},
		"an angle of 31°": {times(func(r *masjidv1.GetPrayerTimesRequest) {
			r.Method, r.FajrAngle, r.IshaAngle = proto.String("custom"), proto.Float64(31), proto.Float64(15)
		}), "fajr_angle"},
		"masjid 0":  {times(func(r *masjidv1.GetPrayerTimesRequest) { r.MasjidId = proto.Int32(0) }), "masjid_id"},
		"masjid -1": {times(func(r *masjidv1.GetPrayerTimesRequest) { r.MasjidId = proto.Int32(-1) }), "masjid_id"},
		"another area's masjid": {times(func(r *masjidv1.GetPrayerTimesRequest) { r.MasjidId, r.Area = proto.Int32(1), proto.String("DHA") }),
			"area"},
		"another list's token": {list(func(r *masjidv1.ListMasjidsRequest) { r.PageToken = proto.String("AAAA") }), "page_token"},
		"masjid 0 in the details": {func(ctx context.Context) error {
			_, err := client.GetMasjidDetails(ctx, &masjidv1.GetMasjidDetailsRequest{})
			return err
		}, "masjid_id"},
		"no query": {func(ctx context.Context) error {
			_, err := client.SearchMasjids(ctx, &masjidv1.SearchMasjidsRequest{Query: proto.String("  ")})
			return err
		}, "query"},
	} {
		t.Run(name, func(t *testing.T) {
			refused := apperr.From(c.call(t.Context()))
			if refused == nil || refused.Code != codes.InvalidArgument || len(refused.Violations) != 1 ||
				refused.Violations[0].Field != c.want || refused.Violations[0].Message == "" {
				t.Fatalf("error = %+v, want about %s", refused, c.want)
			}
		})
	}
	_, err := client.GetMasjidPrayerTimes(t.Context(), &masjidv1.GetMasjidPrayerTimesRequest{MasjidId: 999})
	if refused := apperr.From(err); refused == nil || refused.Reason != errorsv1.Reason_REASON_NOT_FOUND ||
		!strings.Contains(refused.Message, "masjid_id 999") {
		t.Errorf("masjid 999: %v", err)
	}
}

func TestConfigurationIsRefusedByName(t *testing.T) {
	for want, edit := range map[string]func(*masjidsvc.Config){
		"--refresh-interval": func(c *masjidsvc.Config) { c.RefreshInterval = 0 },
		"--database-url":     func(c *masjidsvc.Config) { c.Database.URL = "" },
	} {
		c := masjidsvc.DefaultConfig()
		edit(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Validate = %v, want %s in it", err, want)
		}
	}
	if err := masjidsvc.DefaultConfig().Validate(); err != nil {
		t.Errorf("the default: %v", err)
	}
}

// A city's name alone gives the times that its authority has published.
func TestACityHasTheTimesOfItsAuthority(t *testing.T) {
	client := serve(t, start)
	for _, c := range []struct {
		city, date, country, method, asr, reason string
		published                                [5]string
	}{
		{"Istanbul", "2026-02-20", "TR", "turkey", "shafi", "usual in Türkiye", [5]string{"06:20", "13:23", "16:21", "18:51", "20:10"}},
		{"استنبول", "2026-02-20", "TR", "turkey", "shafi", "usual in Türkiye", [5]string{"06:20", "13:23", "16:21", "18:51", "20:10"}},
		{"Cairo", "2026-02-18", "EG", "egypt", "shafi", "usual in Egypt", [5]string{"05:05", "12:09", "15:21", "17:46", "19:04"}},
		{"Tunis", "2025-03-13", "TN", "tunisia", "shafi", "usual in Tunisia", [5]string{"05:06", "12:36", "15:50", "18:27", "19:52"}},
		{"Dhaka", "2026-01-23", "BD", "bangladesh", "hanafi", "usual in Bangladesh", [5]string{"05:25", "12:13", "16:02", "17:42", "18:58"}},
		{"Almaty", "2026-11-15", "KZ", "kazakhstan", "hanafi", "usual in Kazakhstan", [5]string{"05:23", "11:40", "14:49", "16:31", "17:50"}},
		{"Kuala Lumpur", "2026-01-01", "MY", "jakim", "shafi", "usual in Malaysia", [5]string{"06:06", "13:19", "16:42", "19:17", "20:31"}},
		{"Jakarta", "2026-09-01", "ID", "kemenag", "shafi", "usual in Indonesia", [5]string{"04:38", "11:56", "15:14", "17:56", "19:05"}},
		{"Makkah", "2016-01-05", "SA", "umm_al_qura", "shafi", "usual in Saudi Arabia", [5]string{"05:38", "12:26", "15:31", "17:52", "19:22"}},
	} {
		got, err := client.GetPrayerTimes(t.Context(), &masjidv1.GetPrayerTimesRequest{City: &c.city, Date: &c.date})
		if err != nil {
			t.Fatal(err)
		}
		if got.GetCountry() != c.country || got.GetMethod() != c.method || got.GetAsr() != c.asr || got.GetMethodReason() != c.reason ||
			got.GetAsrReason() != c.reason || got.GetMethodTitle() == "" {
			t.Errorf("%s: %s by %s (%s), %s (%s)", c.city, got.GetCountry(), got.GetMethod(), got.GetMethodReason(),
				got.GetAsr(), got.GetAsrReason())
		}
		five := got.GetPrayerTimes()
		for i, text := range []string{five.GetFajr(), five.GetDhuhr(), five.GetAsr(), five.GetMaghrib(), five.GetIsha()} {
			at, err := time.Parse("15:04", text)
			want, _ := time.Parse("15:04", c.published[i])
			if off := at.Sub(want); err != nil || off < -time.Minute || off > time.Minute {
				t.Errorf("%s on %s: %s, published %s", c.city, c.date, text, c.published[i])
			}
		}
	}
}

func TestTheCurrentPrayerTellsOfEachWhetherItHasBegunAndHowLongUntilTheNext(t *testing.T) {
	client := serve(t, time.Date(2026, 11, 21, 11, 30, 0, 0, time.UTC)) // 16:30 in Karachi
	got, err := client.GetCurrentPrayer(t.Context(), &masjidv1.GetCurrentPrayerRequest{Area: proto.String("North Nazimabad")})
	if err != nil {
		t.Fatal(err)
	}
	if got.GetMethodReason() != "usual in Pakistan" || got.GetAsrReason() != "usual in Pakistan" || got.GetCountry() != "PK" {
		t.Errorf("%s, %s, %s", got.GetMethodReason(), got.GetAsrReason(), got.GetCountry())
	}
	var all []string
	for _, w := range got.GetPrayers() {
		all = append(all, strings.Join([]string{w.GetPrayer(), w.GetNowIs(), w.GetStart()[11:16], w.GetNextStart()[:16], w.GetUntilNext()}, " "))
		if until := w.GetSecondsUntilNext(); until <= 0 || until > 24*60*60+120 {
			t.Errorf("%s is %d seconds away", w.GetPrayer(), until)
		}
	}
	want := []string{
		"Fajr after 05:33 2026-11-22T05:33 13 hours 3 minutes", "Dhuhr after 12:19 2026-11-22T12:19 19 hours 49 minutes",
		"Asr during 16:07 2026-11-22T16:07 23 hours 37 minutes", "Maghrib before 17:43 2026-11-21T17:43 1 hour 13 minutes",
		"Isha before 19:02 2026-11-21T19:02 2 hours 32 minutes",
	}
	if !slices.Equal(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
}

package masjidsvc_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"github.com/jonboulle/clockwork"
	"google.golang.org/protobuf/proto"

	masjidsvc "github.com/salaatflow/platform/masjid-svc"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// shabanEnds is the evening on which the moon of Ramadan 1448 is looked for in Pakistan, 8 February 2027.
var shabanEnds = time.Date(2027, 2, 8, 14, 0, 0, 0, time.UTC)

func ramadan1448(first string) *masjidv1.AnnounceMoonRequest {
	return &masjidv1.AnnounceMoonRequest{Country: "PK", HijriYear: 1448, HijriMonth: 9, FirstDay: first}
}

func TestTheIslamicDateOfACountry(t *testing.T) {
	client := serve(t, start)
	text, number := proto.String, proto.Int32
	for _, tc := range []struct {
		ask  *masjidv1.GetIslamicDateRequest
		want string
	}{
		{&masjidv1.GetIslamicDateRequest{}, "2026-11-21 10 Jumada al-Akhirah 1448 expected sighting 0"},
		{&masjidv1.GetIslamicDateRequest{City: text("Dubai")}, "2026-11-21 11 Jumada al-Akhirah 1448 umm_al_qura umm_al_qura 0"},
		{&masjidv1.GetIslamicDateRequest{City: text("Istanbul")}, "2026-11-21 12 Jumada al-Akhirah 1448 diyanet diyanet 0"},
		{&masjidv1.GetIslamicDateRequest{Date: text("1920-01-01")}, "1920-01-01 8 Rabi al-Thani 1338 expected sighting -39041"},
		{&masjidv1.GetIslamicDateRequest{Occasion: text("eid")}, "2027-03-10 1 Shawwal 1448 expected sighting 109"},
		{&masjidv1.GetIslamicDateRequest{Occasion: text("eid_al_adha")}, "2027-05-17 10 Dhu al-Hijjah 1448 expected sighting 177"},
		{&masjidv1.GetIslamicDateRequest{Occasion: text("hajj")}, "2027-05-14 8 Dhu al-Hijjah 1448 umm_al_qura umm_al_qura 174"},
		{&masjidv1.GetIslamicDateRequest{Occasion: text("arafah")}, "2027-05-16 9 Dhu al-Hijjah 1448 expected sighting 176"},
		{&masjidv1.GetIslamicDateRequest{City: text("Muscat"), HijriMonth: number(10), HijriDay: number(1), HijriYear: number(1448)},
			"2027-03-10 1 Shawwal 1448 expected sighting 109"},
		{&masjidv1.GetIslamicDateRequest{City: text("Dubai"), HijriMonth: number(12), HijriDay: number(30), HijriYear: number(1500)},
			"2077-11-16 30 Dhu al-Hijjah 1500 umm_al_qura umm_al_qura 18623"},
		{&masjidv1.GetIslamicDateRequest{City: text("Dubai"), HijriMonth: number(1), HijriDay: number(1), HijriYear: number(1501)},
			"2077-11-17 1 Muharram 1501 umm_al_qura umm_al_qura 18624"},
		{&masjidv1.GetIslamicDateRequest{Occasion: text("eid"), Date: text("2027-03-11")},
			"2027-05-17 10 Dhu al-Hijjah 1448 expected sighting 177"},
		{&masjidv1.GetIslamicDateRequest{Occasion: text("ayyam_al_beed")}, "2026-11-24 13 Jumada al-Akhirah 1448 expected sighting 3"},
		{&masjidv1.GetIslamicDateRequest{HijriMonth: number(8), HijriDay: number(15)}, "2027-01-24 15 Shaban 1448 expected sighting 64"},
		{&masjidv1.GetIslamicDateRequest{HijriMonth: number(9), HijriDay: number(1), HijriYear: number(1446)},
			"2025-03-02 1 Ramadan 1446 sighted sighting -629"},
	} {
		day, err := client.GetIslamicDate(t.Context(), tc.ask)
		hijri := day.GetHijriDate()
		got := fmt.Sprintf("%s %s %s %s %d", day.GetDate(), hijriText(hijri), hijri.GetBasis(), day.GetCalendar(), day.GetDaysUntil())
		if err != nil || got != tc.want || day.GetAnnounced() != (hijri.GetBasis() == "sighted") {
			t.Errorf("%v: %s, %v, want %s", tc.ask, got, err, tc.want)
		}
	}
	for about, asked := range map[string]*masjidv1.GetIslamicDateRequest{
		"computes it today": {City: text("Dubai"), Date: text("1990-01-01")}, "until 1500 AH": {City: text("Dubai"), Date: text("2099-01-01")},
		"has not been announced": {Date: text("2027-02-09")}, "": {City: text("Dubai")},
	} {
		day, err := client.GetIslamicDate(t.Context(), asked)
		notes := strings.Join(day.GetNotes()[min(1, len(day.GetNotes())):], "\n")
		if err != nil || about == "" && notes != "" || !strings.Contains(notes, about) {
			t.Errorf("%v: %q, %v, want a note that it %s", asked, notes, err, about)
		}
	}
	hajj, err := client.GetIslamicDate(t.Context(), &masjidv1.GetIslamicDateRequest{Occasion: text("hajj"), City: text("London")})
	if err != nil || hajj.GetCity() != "Makkah" || hajj.GetCountry() != "SA" || hajj.GetUntil() != "2027-05-19" ||
		hajj.GetTimezone() != "Asia/Riyadh" {
		t.Errorf("Hajj: %v, %v", hajj, err)
	}
	ramadan, err := client.GetIslamicDate(t.Context(), &masjidv1.GetIslamicDateRequest{Occasion: proto.String("ramadan")})
	got := fmt.Sprint(ramadan.GetUntil(), ramadan.GetBeginsOnEveningOf(), ramadan.GetMonthNameUrdu(), ramadan.GetMonthNameRomanUrdu(),
		ramadan.GetWeekday(), ramadan.GetCountry(), ramadan.GetMonthDays())
	if want := fmt.Sprint("2027-03-09", "2027-02-08", "رمضان", "Ramzan", "Tuesday", "PK", 29); err != nil || got != want {
		t.Errorf("Ramadan: %s, %v, want %s", got, err, want)
	}
}

// An Islamic day begins with the sunset before it, so that in the evening the date is the next one already.
func TestTheIslamicDayBeginsAtSunset(t *testing.T) {
	afternoon := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC) // in Karachi 17:30, a quarter of an hour before the sun sets
	evening := afternoon.Add(time.Hour)
	for _, tc := range []struct {
		at   time.Time
		ask  *masjidv1.GetIslamicDateRequest
		want string
	}{
		{afternoon, &masjidv1.GetIslamicDateRequest{}, ""},
		{evening, &masjidv1.GetIslamicDateRequest{}, "11 Jumada al-Akhirah 1448"},
		{evening, &masjidv1.GetIslamicDateRequest{Date: proto.String("2026-11-21")}, "11 Jumada al-Akhirah 1448"},
		{evening, &masjidv1.GetIslamicDateRequest{Date: proto.String("2026-11-22")}, ""},
		{evening, &masjidv1.GetIslamicDateRequest{City: proto.String("London")}, ""}, // where it is 13:30
		{evening, &masjidv1.GetIslamicDateRequest{HijriMonth: proto.Int32(6), HijriDay: proto.Int32(10)}, ""},
		{time.Date(2026, 12, 10, 13, 0, 0, 0, time.UTC), &masjidv1.GetIslamicDateRequest{}, "1 Rajab 1448"},
	} {
		day, err := serve(t, tc.at).GetIslamicDate(t.Context(), tc.ask)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if day.SinceSunset != nil {
			got = hijriText(day.GetSinceSunset())
		}
		if got != tc.want {
			t.Errorf("at %s, %v: since sunset %q, want %q", tc.at, tc.ask, got, tc.want)
		}
	}
}

func TestEveryOccasionOfTheContractIsKnown(t *testing.T) {
	field := (&masjidv1.GetIslamicDateRequest{}).ProtoReflect().Descriptor().Fields().ByName("occasion")
	rules, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
	if len(rules.GetString().GetIn()) < 10 {
		t.Errorf("the contract names %v", rules)
	}
	for _, name := range rules.GetString().GetIn() {
		if _, err := prayertime.OccasionsNamed(name); err != nil {
			t.Error(err)
		}
	}
}

func TestAQuestionForNoDayIsRefused(t *testing.T) {
	client := serve(t, start)
	for want, ask := range map[string]*masjidv1.GetIslamicDateRequest{
		"hijri_day":   {HijriMonth: proto.Int32(8)},
		"hijri_month": {HijriDay: proto.Int32(8)},
		"occasion":    {Occasion: proto.String("eid"), HijriMonth: proto.Int32(8), HijriDay: proto.Int32(15)},
		"hijri_year":  {HijriYear: proto.Int32(1601), HijriMonth: proto.Int32(1), HijriDay: proto.Int32(1)},
		"date":        {Date: proto.String("2101-01-01"), Occasion: proto.String("eid")},
		"29 days":     {HijriYear: proto.Int32(1446), HijriMonth: proto.Int32(9), HijriDay: proto.Int32(30)},
	} {
		_, err := client.GetIslamicDate(t.Context(), ask)
		wantRefusal(t, err, "VALIDATION_ERROR", want)
	}
}

func hijriText(d *masjidv1.HijriDate) string {
	return fmt.Sprintf("%d %s %d", d.GetDay(), d.GetMonthName(), d.GetYear())
}

func TestAnAnnouncedMoonMovesTheDatesOfItsCountryUntilItIsWithdrawn(t *testing.T) {
	client := serve(t, shabanEnds)
	admin := identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleAdmin})
	date := func(city string) string {
		t.Helper()
		got, err := client.GetIslamicDate(t.Context(), &masjidv1.GetIslamicDateRequest{City: &city, Date: proto.String("2027-02-10")})
		if err != nil {
			t.Fatal(err)
		}
		day, err := client.GetPrayerTimes(t.Context(), &masjidv1.GetPrayerTimesRequest{City: &city, Date: proto.String("2027-02-10")})
		if err != nil || !proto.Equal(day.GetHijriDate(), got.GetHijriDate()) {
			t.Errorf("the prayer times of the day say %v, %v", day.GetHijriDate(), err)
		}
		return hijriText(got.GetHijriDate()) + " " + got.GetHijriDate().GetBasis()
	}
	if got := date("Lahore"); got != "2 Ramadan 1448 expected" {
		t.Errorf("before: %s", got)
	}
	ask := ramadan1448("2027-02-10")
	ask.Source = proto.String("Central Ruet-e-Hilal Committee")
	announced, err := client.AnnounceMoon(admin, ask)
	want := &masjidv1.MoonAnnouncement{
		Country: "PK", HijriYear: 1448, HijriMonth: 9, MonthName: "Ramadan", FirstDay: "2027-02-10", Source: ask.Source, AnnouncedBy: 1,
		AnnouncedAt: "2027-02-08T14:00:00Z",
	}
	if err != nil || !proto.Equal(announced.GetAnnouncement(), want) {
		t.Errorf("%v, %v, want %v", announced, err, want)
	}
	if got := date("Lahore"); got != "1 Ramadan 1448 sighted" {
		t.Errorf("once announced: %s", got)
	}
	if got := date("Delhi"); got != "2 Ramadan 1448 expected" {
		t.Errorf("in India: %s", got)
	}
	india := &masjidv1.AnnounceMoonRequest{Country: "IN", HijriYear: 1448, HijriMonth: 8, FirstDay: "2027-01-11"}
	if _, err := client.AnnounceMoon(admin, india); err != nil {
		t.Error(err)
	}
	wantListed(admin, t, client)
	withdraw := &masjidv1.WithdrawMoonAnnouncementRequest{Country: "PK", HijriYear: 1448, HijriMonth: 9}
	if got, err := client.WithdrawMoonAnnouncement(admin, withdraw); err != nil || got.GetAnnouncement().GetFirstDay() != "2027-02-10" {
		t.Errorf("%v, %v", got, err)
	}
	if got := date("Lahore"); got != "2 Ramadan 1448 expected" {
		t.Errorf("withdrawn: %s", got)
	}
	_, err = client.WithdrawMoonAnnouncement(admin, withdraw)
	wantRefusal(t, err, "NOT_FOUND", "no first day of Ramadan 1448 was announced in PK")
}

// wantListed looks for one announcement of Pakistan and an earlier one of India.
func wantListed(admin context.Context, t *testing.T, client masjidv1.MasjidServiceClient) {
	t.Helper()
	list, err := client.ListMoonAnnouncements(admin, &masjidv1.ListMoonAnnouncementsRequest{Limit: proto.Int32(1)})
	if err != nil || list.GetCount() != 2 || len(list.GetAnnouncements()) != 1 || list.GetAnnouncements()[0].GetCountry() != "PK" {
		t.Errorf("the latest: %v, %v", list, err)
	}
	list, err = client.ListMoonAnnouncements(admin, &masjidv1.ListMoonAnnouncementsRequest{
		Country: proto.String("IN"), HijriYear: proto.Int32(1448),
	})
	if err != nil || list.GetCount() != 1 || list.GetAnnouncements()[0].GetHijriMonth() != 8 {
		t.Errorf("of India: %v, %v", list, err)
	}
}

func TestAMoonThatCannotBeIsRefused(t *testing.T) {
	client := serve(t, shabanEnds)
	admin := identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleAdmin})
	user := identity.NewContext(t.Context(), identity.Caller{UserID: 2, Role: identity.RoleUser})
	_, err := client.AnnounceMoon(user, ramadan1448("2027-02-10"))
	wantRefusal(t, err, "FORBIDDEN", "administrator")
	_, err = client.ListMoonAnnouncements(user, &masjidv1.ListMoonAnnouncementsRequest{})
	wantRefusal(t, err, "FORBIDDEN", "administrator")
	_, err = client.WithdrawMoonAnnouncement(user, &masjidv1.WithdrawMoonAnnouncementRequest{Country: "PK", HijriYear: 1448, HijriMonth: 9})
	wantRefusal(t, err, "FORBIDDEN", "administrator")
	for first, want := range map[string]string{
		"2027-02-12": "expects 2027-02-09", "2027-02-06": "expects 2027-02-09", "2026-02-19": "expects 2027-02-09", "2027-02-30": "is not a date",
		"tomorrow": "is not a date",
	} {
		_, err := client.AnnounceMoon(admin, ramadan1448(first))
		wantRefusal(t, err, "VALIDATION_ERROR", "first_day")
		wantRefusal(t, err, "VALIDATION_ERROR", want)
	}
	lower := ramadan1448("2027-02-10")
	lower.Country = "pk"
	_, err = client.AnnounceMoon(admin, lower)
	wantRefusal(t, err, "VALIDATION_ERROR", "country")
	if _, err := client.AnnounceMoon(admin, ramadan1448("2027-02-10")); err != nil {
		t.Fatal(err)
	}
	shawwal := &masjidv1.AnnounceMoonRequest{Country: "PK", HijriYear: 1448, HijriMonth: 10, FirstDay: "2027-03-10"}
	_, err = client.AnnounceMoon(admin, shawwal)
	wantRefusal(t, err, "VALIDATION_ERROR", "Ramadan 1448 would have 28 days, from 2027-02-10 to 2027-03-09")
	shawwal.FirstDay = "2027-03-12"
	if _, err := client.AnnounceMoon(admin, shawwal); err != nil {
		t.Errorf("30 days: %v", err)
	}
	_, err = client.AnnounceMoon(admin, ramadan1448("2027-02-09"))
	wantRefusal(t, err, "VALIDATION_ERROR", "Ramadan 1448 would have 31 days")
}

// Another instance on the same database follows without being told.
func TestAnAnnouncementReachesOtherInstances(t *testing.T) {
	first := configure(t, shabanEnds)
	client := masjidv1.NewMasjidServiceClient(kittest.Start(t, first.Config, masjidsvc.Module(first)))
	clock := clockwork.NewFakeClockAt(shabanEnds)
	second := configure(t, shabanEnds)
	second.Clock, second.Database = clock, first.Database
	other := masjidv1.NewMasjidServiceClient(kittest.Start(t, second.Config, masjidsvc.Module(second)))
	admin := identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleAdmin})
	if _, err := client.AnnounceMoon(admin, ramadan1448("2027-02-10")); err != nil {
		t.Fatal(err)
	}
	for range 500 {
		clock.Advance(second.RefreshInterval)
		got, err := other.GetIslamicDate(t.Context(), &masjidv1.GetIslamicDateRequest{Date: proto.String("2027-02-10")})
		if err != nil {
			t.Fatal(err)
		}
		if got.GetAnnounced() {
			return
		}
	}
	t.Error("the other instance knows nothing of it")
}

func wantRefusal(t *testing.T, err error, code, words string) {
	t.Helper()
	refused := apperr.From(err)
	if refused == nil || refused.ToolCode() != code {
		t.Errorf("%v, want %s", err, code)
		return
	}
	said := refused.Message
	for _, v := range refused.Violations {
		said += " " + v.Field + ": " + v.Message
	}
	if !strings.Contains(said, words) {
		t.Errorf("%s: %s, want %q", code, said, words)
	}
}
